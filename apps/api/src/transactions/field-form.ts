/** The form of one wire field as data, in the words of JSON Schema; what cannot be said in them is in `problem`. */
export type FieldForm = FieldShape & {
  readonly type: FieldType;
  /** What a value that does not fit is refused with. */
  readonly problem: string;
};

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'object';

export type FieldShape = {
  readonly format?: string;
  /** Regular expression with the `u` flag. */
  readonly pattern?: string;
  readonly enum?: readonly string[];
  /** Lengths are code points, both ends included. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
};

export function isFieldForm(value: unknown): value is FieldForm {
  return typeof value === 'object' && value !== null && 'type' in value && 'problem' in value;
}
