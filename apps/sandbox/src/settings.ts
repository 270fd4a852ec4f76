/** Settings of the simulated provider. */
export type Settings = {
  readonly port: number;
  /** The address to listen on. */
  readonly listenAddress: string;
  /** Where the customer's browser reaches the pages. */
  readonly publicUrl: string;
  /** Folder of the journal and of the merchant's inbox. */
  readonly dataFolder: string;
  /** How long the `timeout_*` scenarios keep silent, in milliseconds. */
  readonly silenceMs: number;
  /** The secret with which the simulated merchant verifies our callbacks. */
  readonly callbackSecret: string;
  /** Where the merchant's gateway is reached. */
  readonly apiUrl: string;
  readonly logLevel: string;
  /** End when standard input closes, so that a killed parent leaves nothing behind. */
  readonly leashed: boolean;
};

const developmentCallbackSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Reads the settings from the environment; throws a sentence that names the variable at fault. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const port = wholeNumber(environment, 'SANDBOX_PORT', 3002);
  return {
    port,
    listenAddress: environment.LISTEN_ADDRESS || (isProduction(environment) ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: environment.SANDBOX_URL ?? `http://localhost:${port}`,
    dataFolder: environment.SANDBOX_DATA ?? '.data/sandbox',
    silenceMs: wholeNumber(environment, 'SANDBOX_SILENCE_MS', 31_000),
    callbackSecret: callbackSecret(environment, isProduction(environment)),
    apiUrl: environment.API_URL ?? 'http://localhost:3000',
    logLevel: environment.LOG_LEVEL ?? 'info',
    leashed: environment.LEASH === 'stdin',
  };
}

/** The published development secret is valid only in development; production is the default. */
function callbackSecret(environment: NodeJS.ProcessEnv, inProduction: boolean): string {
  const given = environment.SANDBOX_CALLBACK_SECRET;
  if (given !== undefined && given !== '') return given;
  if (inProduction) throw new Error('SANDBOX_CALLBACK_SECRET is not set.');
  return developmentCallbackSecret;
}

function isProduction({ NODE_ENV: mode = '' }: NodeJS.ProcessEnv): boolean {
  if (!['', 'production', 'development'].includes(mode)) {
    throw new Error('NODE_ENV must be production or development, or not set, which is production.');
  }
  return mode !== 'development';
}

function wholeNumber(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = environment[name];
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}
