import { clabe } from 'clabe-validator';

/** 18 digits with a correct check digit; whether there is such a bank or place is for the provider to say. */
export function isClabe(text: string): boolean {
  return clabe.validate(text).valid.format;
}
