import { signedLines } from '../fakes/signed-request.js';
import type { FuzzRequest } from './fuzz-request.js';

/** The planned request as bytes, signed now. */
export function renderRequest(request: FuzzRequest, apiUrl: string): readonly Buffer[] {
  const { toSign, isSigned } = request;
  const lines = isSigned ? signedLines(apiUrl, toSign) : unsignedLines(apiUrl);
  const { method, target, body } = toSign;
  return request.wire.render({ method, target, body, lines: request.changeLines(lines) });
}

function unsignedLines(apiUrl: string): readonly (readonly [string, string])[] {
  return [
    ['Content-Type', 'application/json'],
    ['Host', new URL(apiUrl).host],
  ];
}
