import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyProject } from '../../scripts/copy-project.js';
import { applyDiff, diffIn } from '../../tools/generate/document-diff.js';

/** A copy of the repository with changes made in it. */
export type ChangedCopy = {
  readonly folder: string;
  /** Paths that the changes have written, in their order. */
  readonly changed: readonly string[];
  /** Runs a command in the copy and returns all it said. Throws with that when it fails. */
  run(command: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>;
  /** Compiles what has changed and bundles the workflows; what the copy was made of must be built. */
  build(): Promise<void>;
  remove(): void;
};

/** Makes the changes that these documents show as diffs in a copy of the repository. */
export function copyWithChangesOf(documents: readonly string[]): ChangedCopy {
  const { folder, remove } = copyProject('changed', { isToBuild: true });
  const run: ChangedCopy['run'] = (command, environment = {}) => runIn(folder, command, environment);
  try {
    const changes = documents.flatMap((document) => diffIn(readFileSync(document, 'utf8')));
    for (const change of changes) {
      const path = join(folder, change.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, applyDiff(change, change.isNew ? '' : readFileSync(path, 'utf8')));
    }
    return {
      folder,
      changed: [...new Set(changes.map(({ path }) => path))],
      run,
      build: async () => void (await run(['npm', 'run', 'build'])),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function runIn(
  folder: string,
  [program = '', ...words]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn(program, words, { cwd: folder, env: { PATH, HOME, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  await once(child, 'close');
  if (child.exitCode === 0) return output;
  throw new Error(`${[program, ...words].join(' ')} ended with ${child.exitCode}:\n${output}`);
}
