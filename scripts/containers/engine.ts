import { runWords } from './run-words.js';

/** An engine that runs containers, reached by the `docker` command. */
export type Engine = {
  readonly title: string;
  /** The variables with which `docker` reaches it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Words of `docker build` beside the usual ones. */
  readonly buildWords: readonly string[];
  /** Stops and starts the engine, as a reboot does. Absent for an engine that serves others, too. */
  readonly restart?: () => Promise<void>;
};

/** Runs `docker` with the words and returns its output. Throws a Failure with its last lines where it fails. */
export function docker(
  { environment }: Pick<Engine, 'environment'>,
  words: readonly string[],
  complaint?: string,
): Promise<string> {
  return runWords(['docker', ...words], { environment, ...(complaint === undefined ? {} : { complaint }) });
}

/**
 * The engine that `docker` reaches from here (Docker, or Podman by the socket that DOCKER_HOST names), or the reason why it
 * cannot be used.
 */
export async function findRunningEngine(environment: NodeJS.ProcessEnv): Promise<Engine | string> {
  const ask = async (words: readonly string[]) =>
    docker({ environment }, words).then(
      (output) => output.trim(),
      () => undefined,
    );
  const version = await ask(['info', '--format', '{{.ServerVersion}}']);
  if (version === undefined || version === '') return 'no container engine is running here';
  const compose = await ask(['compose', 'version', '--short']);
  if (compose === undefined) return 'the container engine here has no `docker compose`';
  const [major = 0, minor = 0] = compose.replace(/^v/, '').split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 24)) return `Docker Compose ${compose} is older than 2.24`;
  return { title: `the running engine ${version} with Compose ${compose}`, environment, buildWords: [] };
}

/** The bytes of an image. */
export async function sizeOfImage(engine: Engine, image: string): Promise<number> {
  return Number(await docker(engine, ['image', 'inspect', '--format', '{{.Size}}', image]));
}

/** The mean CPU cores that all running containers use together, from several looks of two seconds each. */
export async function measureCores(engine: Engine, looks: number): Promise<number> {
  let percent = 0;
  for (let look = 0; look < looks; look += 1) {
    const shares = await docker(engine, ['stats', '--no-stream', '--format', '{{.CPUPerc}}']);
    percent += sumOfPercents(shares);
  }
  return percent / looks / 100;
}

/** The sum of lines like `1.25%`; a container that has no figure yet (`--`) counts as none. */
export function sumOfPercents(lines: string): number {
  const values = lines.split('\n').map((line) => Number.parseFloat(line));
  return values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);
}
