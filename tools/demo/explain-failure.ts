import { settings } from './settings.js';

/** What a person can do with an error of a command, in a sentence. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.';
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED')
    return `Nothing listens at ${settings.apiUrl}. Start the stack with npm start.`;
  return error.message || code;
}
