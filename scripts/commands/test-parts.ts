import type { Report } from '../report.js';
import { findNode, ownNode, promisedNodes, type NodeProgram } from '../stack/node-program.js';

/** The parts that every change has to pass. */
const changeProjects = ['unit', 'workflows', 'browser', 'system'];
/** What proves the repository or a release: with `--all` only. */
const releaseProjects = ['release', 'chaos'];
export const projects = [...changeProjects, ...releaseProjects];

/** Projects of vitest that one Node runs. */
export type Part = { readonly projects: readonly string[]; readonly node: NodeProgram };

/**
 * What a whole run runs, and on which Node: a change is proved on this one. With `--all` the first tier runs on the oldest
 * Node that package.json allows, and the second one on that of the image; where npm does not have one of them for this
 * platform, this Node takes its place. Says so at the top of the run.
 */
export async function chooseParts(
  { isAll, isBuilt }: { readonly isAll: boolean; readonly isBuilt: boolean },
  environment: NodeJS.ProcessEnv,
  report: Report,
): Promise<readonly Part[]> {
  // On old compiled code the system and browser tests would prove nothing.
  if (!isBuilt) return [{ projects: ['unit', 'workflows'], node: ownNode }];
  if (!isAll) return [{ projects: changeProjects, node: ownNode }];
  const { oldest, image } = promisedNodes();
  const choose = async (part: readonly string[], version: string, whose: string): Promise<Part> => {
    const tests = `${part.join(', ')} tests`;
    const found = await findNode(version, environment, report);
    if ('missing' in found) {
      report.warn(`Node ${ownNode.version} instead of ${version}, ${whose}: ${tests}. ${found.missing}.`);
      return { projects: part, node: ownNode };
    }
    report.note(`Node ${version}, ${whose}: ${tests}.`);
    return { projects: part, node: found };
  };
  return [
    await choose(changeProjects, oldest, 'the oldest that package.json allows'),
    await choose(releaseProjects, image, 'that of the image'),
  ];
}

/** The Node for chosen tests: this one, or of the version that TEST_NODE gives. */
export async function chooseNode(environment: NodeJS.ProcessEnv, report: Report): Promise<NodeProgram> {
  const version = environment.TEST_NODE;
  if (!version) return ownNode;
  const found = await findNode(version, environment, report);
  if (!('missing' in found)) return found;
  report.warn(`Node ${ownNode.version} instead of ${version}. ${found.missing}.`);
  return ownNode;
}
