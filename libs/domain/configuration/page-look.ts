/** What customers know a shop by; what is absent is the merchant's name, our own colour, no logo. */
export type PageLook = {
  readonly name?: string;
  /** `#rrggbb`. */
  readonly color?: string;
  readonly logo?: Logo;
  /** Pages of the shop, https. */
  readonly links?: Readonly<Partial<Record<ShopLink, string>>>;
  /** Brands that the card form shows as taken, by their names in `card.ts`. */
  readonly cards?: readonly string[];
  /** Marks as their owners supply them, by the name of a card brand or the code of a method; we draw the absent ones. */
  readonly marks?: Readonly<Record<string, Logo>>;
};

export const shopLinks = ['contact', 'terms', 'privacy'] as const;
export type ShopLink = (typeof shopLinks)[number];

/** A picture as it was when the configuration was applied. */
export type Logo = { readonly mediaType: LogoMediaType; readonly base64: string };
export type LogoMediaType = 'image/png' | 'image/jpeg' | 'image/webp';
