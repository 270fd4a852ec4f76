/** The form of a page: where it goes, and the fields it already holds. */
export type PageForm = {
  /** As written in the page; empty for the page's own address. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Values that its buttons of the name `action` offer. */
  readonly actions: readonly string[];
};

/** The first form of an HTML page, as a browser would post it; nothing when there is none. */
export function readForm(html: string): PageForm | undefined {
  const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(html);
  if (form === null) return undefined;
  const [, attributes = '', content = ''] = form;
  const fields: Record<string, string> = {};
  const actions: string[] = [];
  for (const [, tag = '', rest = ''] of content.matchAll(/<(input|button)\b([^>]*)>/gi)) {
    const name = readAttribute(rest, 'name');
    const value = readAttribute(rest, 'value') ?? '';
    const isButton = tag.toLowerCase() === 'button' || readAttribute(rest, 'type') === 'submit';
    if (isButton && name === 'action') actions.push(value);
    if (!isButton && name !== undefined) fields[name] = value;
  }
  return { action: readAttribute(attributes, 'action') ?? '', fields, actions };
}

/** Every address the page links to, as written. */
export function readLinks(html: string): readonly string[] {
  return [...html.matchAll(/<a\b([^>]*)>/gi)].flatMap(([, attributes = '']) => {
    const href = readAttribute(attributes, 'href');
    return href === undefined ? [] : [href];
  });
}

function readAttribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  const text = found?.[1] ?? found?.[2] ?? found?.[3];
  return text === undefined ? undefined : decodeEntities(text);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return entities[name?.toLowerCase() ?? ''] ?? whole;
    },
  );
}
