// The package has no types; it is an oracle in tests only.
declare module 'http-signature' {
  import type { IncomingMessage } from 'node:http';

  export type ParsedSignature = { readonly params: { readonly keyId: string } };
  export type OutgoingRequest = {
    readonly method: string;
    readonly path: string;
    getHeader(name: string): string | undefined;
    setHeader(name: string, value: string): void;
  };
  export type SignOptions = {
    readonly key: Buffer;
    readonly keyId: string;
    readonly algorithm: string;
    readonly headers: readonly string[];
  };

  const httpSignature: {
    parseRequest(
      request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
      options?: { readonly headers?: readonly string[]; readonly clockSkew?: number },
    ): ParsedSignature;
    verifyHMAC(parsed: ParsedSignature, secret: Buffer): boolean;
    signRequest(request: OutgoingRequest, options: SignOptions): boolean;
  };
  export default httpSignature;
}
