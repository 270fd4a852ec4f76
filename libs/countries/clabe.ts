import { clabe } from 'clabe-validator';

/**
 * A Mexican account number: 18 digits, the last one computed from the others (contract §7). Not the library's whole
 * verdict, which refuses banks and cities that are newer than its lists.
 */
export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && withClabeCheckDigit(text.slice(0, 17)) === text;
}

/** 17 digits and their check digit. */
export function withClabeCheckDigit(seventeenDigits: string): string {
  return `${seventeenDigits}${clabe.computeChecksum(seventeenDigits)}`;
}
