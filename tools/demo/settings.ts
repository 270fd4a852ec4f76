import { readEnvironment } from '#runtime/read-environment';
import { developmentSecret } from './development-key.js';

export const settings = readEnvironment(process.env, (read) => ({
  apiUrl: withoutSlash(read.text('API_URL', 'http://localhost:3000')),
  sandboxUrl: withoutSlash(read.text('SANDBOX_URL', 'http://localhost:3002')),
  staffUrl: `http://localhost:${read.port('STAFF_PORT', 3008)}`,
  temporalUiUrl: withoutSlash(read.text('TEMPORAL_UI_URL', 'http://localhost:8233')),
  temporalNamespace: read.text('TEMPORAL_NAMESPACE', 'default'),
  secret: read.text('MERCHANT_SECRET', developmentSecret),
}));

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
