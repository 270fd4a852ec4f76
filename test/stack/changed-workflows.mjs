import fs from 'node:fs/promises';

/**
 * Preloaded (`NODE_OPTIONS=--import=...`): the workflows of this process are those of another build, which begin with a
 * timer. It can go on with no transaction's workflow that has begun without one.
 */
const { readFile } = fs;
const place = 'let failures = 0;';

/** @param {Parameters<typeof readFile>} given */
async function readChanged(...given) {
  const code = await readFile(...given);
  const [file] = given;
  if (typeof code !== 'string' || typeof file !== 'string' || !file.endsWith('/workflows.js')) return code;
  const [sleep] = /\(0,\w+\.sleep\)/.exec(code) ?? [];
  if (!sleep || !code.includes(place)) throw new Error('The workflows are not as they were.');
  return code.replace(place, `${place} await ${sleep}(1);`);
}

fs.readFile = /** @type {typeof readFile} */ (readChanged);
