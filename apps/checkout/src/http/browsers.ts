import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { InjectService } from '../services.module.js';

const valuePattern = /^[A-Za-z0-9_-]{22}$/;

/** A browser as its cookie names it. `setCookie`: it had none of ours, and is given this one. */
export type Browser = { readonly name: string; readonly setCookie: string | undefined };

/**
 * Tells browsers apart by a cookie, and ties each form to the browser and the payment that it was given out for (no
 * cross-site request forgery).
 */
@Injectable()
export class Browsers {
  private readonly cookie: string;
  private readonly attributes: string;

  constructor(
    @InjectService('keyedHashes') private readonly keyedHashes: Pick<KeyedHashes, 'form'>,
    @InjectService('isSecure') isSecure: boolean,
  ) {
    // With the prefix a browser takes the cookie from this very host alone, never from a neighbour or over http. It
    // asks for the whole host.
    this.cookie = isSecure ? '__Host-checkout_browser' : 'checkout_browser';
    // Lax: the customer arrives from the merchant's site and returns from the provider's.
    this.attributes = isSecure ? 'Path=/; HttpOnly; SameSite=Lax; Secure' : 'Path=/p; HttpOnly; SameSite=Lax';
  }

  /** The browser of a `Cookie` header, a new one where the header has none of our form. */
  recognise(cookieHeader: string | undefined): Browser {
    const known = this.read(cookieHeader);
    if (known !== undefined) return { name: known, setCookie: undefined };
    const name = randomBytes(16).toString('base64url');
    return { name, setCookie: `${this.cookie}=${name}; ${this.attributes}` };
  }

  /** Hidden field of a form that is given to this browser. */
  proofFor(identifier: string, { name }: Browser): string {
    return this.keyedHashes.form(identifier, name);
  }

  /** Whether a posted form was given out by us, for this payment and to this browser. */
  isProven(identifier: string, cookieHeader: string | undefined, proof: string | null): boolean {
    const browser = this.read(cookieHeader);
    if (browser === undefined || proof === null) return false;
    const expected = Buffer.from(this.keyedHashes.form(identifier, browser));
    const given = Buffer.from(proof);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private read(cookieHeader: string | undefined): string | undefined {
    const pairs = (cookieHeader ?? '').split(';').map((pair) => pair.trim());
    const value = pairs.find((pair) => pair.startsWith(`${this.cookie}=`))?.slice(this.cookie.length + 1);
    return value !== undefined && valuePattern.test(value) ? value : undefined;
  }
}
