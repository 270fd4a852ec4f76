/**
 * A failure a person can do something about. It is printed as its message and advice, without a stack trace.
 */
export class Failure extends Error {
  /**
   * @param {string} message what went wrong, in one line
   * @param {readonly string[]} [advice] what to do about it, one possibility a line
   */
  constructor(message, advice = []) {
    super(message);
    this.name = 'Failure';
    this.advice = advice;
  }
}

/** @type {Readonly<Record<string, string>>} */
const diskErrors = {
  EACCES: 'no permission for',
  EPERM: 'no permission for',
  EROFS: 'read-only file system:',
  ENOSPC: 'no space left on the disk of',
};

/**
 * The lines that explain an error: message and advice of a Failure or of a full or forbidden disk; for anything
 * unexpected the stack trace, because then it is a defect.
 * @param {unknown} error
 * @returns {string[]}
 */
export function explain(error) {
  if (error instanceof Failure) return [error.message, ...error.advice.map((line) => `  → ${line}`)];
  if (!(error instanceof Error)) return [String(error)];
  const reason = diskErrors[errorCode(error) ?? ''];
  const path = 'path' in error ? String(error.path) : undefined;
  if (reason === undefined || path === undefined) return [error.stack ?? error.message];
  return [
    `${reason} ${path}`,
    '  → Give this user the right to write there, or set GATEWAY_DATA to another folder.',
  ];
}

/**
 * The system's word for an error (ENOENT, EADDRINUSE), or undefined.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
