/** Specification §2.3. */
export type Customer = {
  /** Any value that is unique in your system. */
  readonly identifier: string;
  readonly email?: string;
  readonly phone?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly middle_name?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  /** ISO 3166-2. */
  readonly state_code?: string;
  readonly city?: string;
  readonly address?: string;
  readonly zip_code?: string;
  /** The national tax or identity number. */
  readonly itn?: string;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string;
  readonly ip?: string;
  readonly gender?: string;
};

/** A customer of whom these are known, too. */
export type CustomerWith<Needed extends keyof Customer> = Customer & Required<Pick<Customer, Needed>>;

/** Specification §2.6. */
export type Card = {
  readonly pan: string;
  readonly exp_month: string;
  readonly exp_year: string;
  readonly holder_name: string;
  readonly cvv: string;
};

/** Specification §2.4. */
export type Meta = Readonly<Record<string, string | number | boolean>>;
