import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const template = dirname(fileURLToPath(import.meta.url));
const nameForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Writes a connector, its face in the sandbox and its unit tests, and registers both.
 * @param {string} root the repository
 * @param {string} name such as `acme-pay`: the connector is `acme_pay` in the configuration
 * @returns {string[]} the paths that were written or changed
 * @throws {Error} for a malformed name, and for a provider that exists
 */
export function makeProvider(root, name) {
  if (!nameForm.test(name))
    throw new Error('A name consists of a-z, 0-9 and single dashes, such as acme-pay.');
  const words = name.split('-');
  const [first = '', ...rest] = words;
  const title = words.map(capital).join(' ');
  const names = { name, key: words.join('_'), camel: first + rest.map(capital).join(''), Title: title };
  const files = {
    'connector.ts.txt': `libs/gateway/connectors/${name}/connector.ts`,
    'face.ts.txt': `apps/sandbox/src/${name}/${name}-routes.ts`,
    'connector.test.ts.txt': `test/unit/${name}-connector.test.ts`,
  };
  for (const path of Object.values(files))
    if (existsSync(join(root, path))) throw new Error(`${path} exists already.`);
  for (const [source, path] of Object.entries(files)) {
    const text = readFileSync(join(template, source), 'utf8');
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), fill(text, names));
  }
  const registry = 'libs/gateway/connectors/registry.ts';
  insert(join(root, registry), [
    [
      /^import type \{ Connector \}.*\n/m,
      `import { ${names.camel}Connector } from './${name}/connector.js';\n`,
    ],
    [/^const connectors: .*\n/m, `  ${names.key}: ${names.camel}Connector,\n`],
  ]);
  const server = 'apps/sandbox/src/server.ts';
  insert(join(root, server), [
    [
      /^import type \{ Settings \}.*\n/m,
      `import { ${names.camel}Face } from './${name}/${name}-routes.js';\n`,
    ],
    [/^const faces: readonly Face\[\] = \[/m, `${names.camel}Face, `],
  ]);
  return [...Object.values(files), registry, server];
}

/**
 * @param {string} text
 * @param {Record<string, string>} names
 */
function fill(text, names) {
  return text.replaceAll(/__([A-Za-z]+)__/g, (_, word) => names[word] ?? '');
}

/**
 * @param {string} path
 * @param {readonly (readonly [RegExp, string])[]} additions each after the first match
 */
function insert(path, additions) {
  let text = readFileSync(path, 'utf8');
  for (const [place, addition] of additions) {
    if (!place.test(text)) throw new Error(`${path} has no place for a provider: ${place}`);
    text = text.replace(place, (match) => match + addition);
  }
  writeFileSync(path, text);
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const name = process.argv[2] ?? '';
    console.log(makeProvider(process.cwd(), name).join('\n'));
    console.log('Then: npm run format, npm run generate, npm run check.');
  } catch (error) {
    console.error(`✖ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
