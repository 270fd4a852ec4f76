import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * In the build of the image: `node docker/keep-packages.mjs` removes every package from `node_modules` that the bundles
 * contain already. What stays is what they load at run time (`external` in rolldown.config.ts), and what that needs.
 */
const loadedAtRunTime = /^(?:@temporalio\/\w+|pg|swagger-ui-dist)$/;

/**
 * A package of package-lock.json.
 * @typedef {{
 *   readonly dev?: boolean,
 *   readonly dependencies?: Readonly<Record<string, string>>,
 *   readonly optionalDependencies?: Readonly<Record<string, string>>,
 *   readonly peerDependencies?: Readonly<Record<string, string>>,
 * }} Package
 */

/**
 * Places in `node_modules`, as package-lock.json names them, of the packages loaded at run time and of all their
 * dependencies, found as Node finds them.
 * @param {{ readonly packages: Readonly<Record<string, Package>> }} lock
 * @returns {ReadonlySet<string>}
 */
export function placesToKeep({ packages }) {
  /** @type {Set<string>} */
  const kept = new Set();
  /** @param {string} place */
  const follow = (place) => {
    if (kept.has(place)) return;
    kept.add(place);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolve(packages, place, name);
      if (found !== undefined) follow(found);
    }
  };
  for (const [place, { dev = false }] of Object.entries(packages)) {
    if (!dev && loadedAtRunTime.test(place.replace(/^node_modules\//, ''))) follow(place);
  }
  return kept;
}

/**
 * @param {Readonly<Record<string, Package>>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {{ readonly packages: Readonly<Record<string, Package>> }} */
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const kept = placesToKeep(lock);
  const places = Object.keys(lock.packages).filter((place) => place !== '');
  for (const place of places) if (!kept.has(place)) rmSync(place, { recursive: true, force: true });
}
