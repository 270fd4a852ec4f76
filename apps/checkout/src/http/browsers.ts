import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { IS_SECURE } from '../resources/resources.module.js';

/** A browser as its cookie identifies it. `setCookie`: the cookie that it is given if it sent none of this page. */
export type Browser = { readonly name: string; readonly setCookie: string | undefined };

/**
 * Identifies browsers by a cookie, and ties each form to the browser and the payment it was rendered for, against
 * cross-site request forgery.
 *
 * Every cookie has a name of its own. Two tabs that are opened before either has a cookie are both given one; under one
 * name the browser would keep only the last, and the form in the other tab would be refused.
 */
@Injectable()
export class Browsers {
  private readonly prefix: string;
  private readonly attributes: string;
  private readonly pattern: RegExp;

  constructor(
    private readonly keyedHashes: KeyedHashes,
    @Inject(IS_SECURE) isSecure: boolean,
  ) {
    // The `__Host-` prefix makes browsers accept the cookie from this host only, never from a sibling or over http. It
    // requires Path=/.
    this.prefix = isSecure ? '__Host-checkout_browser' : 'checkout_browser';
    // Lax: the customer arrives from the merchant's site and returns from the provider's.
    this.attributes = isSecure ? 'Path=/; HttpOnly; SameSite=Lax; Secure' : 'Path=/p; HttpOnly; SameSite=Lax';
    this.pattern = new RegExp(`^${this.prefix}_[0-9a-f]{8}=([A-Za-z0-9_-]{22})$`);
  }

  /** The browser of a `Cookie` header; a new one if the header has no cookie of this page. */
  recognise(cookieHeader: string | undefined): Browser {
    const [known] = this.read(cookieHeader);
    if (known !== undefined) return { name: known, setCookie: undefined };
    const name = randomBytes(16).toString('base64url');
    const cookie = `${this.prefix}_${randomBytes(4).toString('hex')}`;
    return { name, setCookie: `${cookie}=${name}; ${this.attributes}` };
  }

  /** Value of the hidden field in a form that is rendered for this browser. */
  proofFor(identifier: string, { name }: Browser): string {
    const [proof] = this.keyedHashes.form(identifier, name);
    return proof;
  }

  /** Whether a posted form was rendered by us, for this payment and this browser. */
  isProven(identifier: string, cookieHeader: string | undefined, proof: string | null): boolean {
    const given = Buffer.from(proof ?? '');
    return this.read(cookieHeader)
      .flatMap((name) => this.keyedHashes.form(identifier, name))
      .map((made) => Buffer.from(made))
      .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  }

  /** The names in the header, usually one. */
  private read(cookieHeader = ''): readonly string[] {
    return cookieHeader.split(';').flatMap((pair) => this.pattern.exec(pair.trim())?.[1] ?? []);
  }
}
