import { switchKinds } from '#domain/routing/switched-off';
import * as block from '../blocklist/block-inputs.js';
import { verb, type Noun } from '../command/declare.js';
import { duration, flag, many, oneOf, operator, optional, reason, text } from '../command/inputs.js';

const project = text('PROJECT', 'the code of the project');
const callback = flag('a key that signs our callbacks, instead of one that signs requests');
const notBefore = optional(duration('when it becomes valid, from now'), 0);
const dayMs = 86_400_000;

/** What decides whom the gateway serves and how: configuration, keys, blocklist, switches. */
export const accessNouns: readonly Noun[] = [
  {
    name: 'config',
    does: 'the configuration file and its versions',
    verbs: [
      verb({
        name: 'apply',
        does: 'check the configuration file (else that of GATEWAY_CONFIG) and apply it',
        database: 'admin',
        migratesFirst: true,
        words: { file: optional(text('FILE', 'the configuration file')) },
        run: async (session, given) =>
          (await import('../configuration/apply-configuration.js')).applyFile(session, given),
      }),
      verb({
        name: 'diff',
        does: 'show what applying the file would change',
        database: 'admin',
        words: { file: optional(text('FILE', 'the configuration file')) },
        run: async (session, given) =>
          (await import('../configuration/compare-configuration.js')).compareFile(session, given),
      }),
      verb({
        name: 'history',
        does: 'list the applied versions, with who applied them and when',
        database: 'admin',
        run: async (session) =>
          (await import('../configuration/compare-configuration.js')).listHistory(session),
      }),
    ],
  },
  {
    name: 'keys',
    does: 'the API keys of projects',
    verbs: [
      verb({
        name: 'create',
        does: 'make a key; its secret is shown this once',
        database: 'admin',
        migratesFirst: true,
        options: { project, callback, notBefore },
        run: async (session, given) =>
          (await import('../keys/manage-keys.js')).createProjectKey(session, given),
      }),
      verb({
        name: 'rotate',
        does: 'make the successor of a key, which stays valid for the overlap',
        database: 'admin',
        migratesFirst: true,
        options: {
          project,
          callback,
          notBefore,
          overlap: optional(duration('how long the old key stays valid; else 24h'), dayMs),
          key: optional(text('KEY', 'the id of the old key, if there are several')),
        },
        run: async (session, given) =>
          (await import('../keys/manage-keys.js')).rotateProjectKey(session, given),
      }),
      verb({
        name: 'revoke',
        does: 'end a key at once',
        database: 'admin',
        migratesFirst: true,
        options: { project, key: text('KEY', 'the id of the key') },
        run: async (session, given) =>
          (await import('../keys/manage-keys.js')).revokeProjectKey(session, given),
      }),
      verb({
        name: 'list',
        does: 'list keys, without their secrets',
        database: 'admin',
        migratesFirst: true,
        options: { project: optional(project) },
        run: async (session, given) =>
          (await import('../keys/manage-keys.js')).listProjectKeys(session, given),
      }),
    ],
  },
  {
    name: 'blocklist',
    does: 'people and cards that may not pay',
    verbs: [
      verb({
        name: 'add',
        does: 'block people or cards within a second; their values come on standard input, one per line',
        database: 'admin',
        words: { thing: block.thing },
        options: {
          scope: block.scope,
          for: optional(many(block.names), []),
          reason: block.blockReason,
          expires: optional(block.expires),
          author: operator,
          value: block.value,
        },
        run: async (session, given) =>
          (await import('../blocklist/run-blocklist.js')).addToBlocklist(session, given),
      }),
      verb({
        name: 'remove',
        does: 'end blocks, by their numbers',
        database: 'admin',
        words: { numbers: many(block.number) },
        options: { reason: block.blockReason, author: operator },
        run: async (session, given) =>
          (await import('../blocklist/run-blocklist.js')).removeFromBlocklist(session, given),
      }),
      verb({
        name: 'list',
        does: 'list blocks, the newest first',
        database: 'admin',
        words: { thing: optional(block.thing) },
        options: {
          find: flag('only the blocks on the values of standard input'),
          value: block.value,
          all: flag('the blocks that have ended as well'),
          limit: optional(block.limit, 50),
        },
        run: async (session, given) =>
          (await import('../blocklist/run-blocklist.js')).showBlocklist(session, given),
      }),
    ],
  },
  {
    name: 'switch',
    does: 'providers, MIDs, methods and refunds, off and on',
    verbs: [
      verb({
        name: 'set',
        does: 'stop a provider, MID or method, or the refunds of a provider or MID, within a second, or start it again',
        isDefault: true,
        database: 'admin',
        migratesFirst: true,
        words: {
          kind: oneOf('KIND', 'what to switch', switchKinds),
          name: text('NAME', 'its code in the configuration'),
          state: oneOf('STATE', 'what it shall be', ['off', 'on']),
        },
        options: { reason, operator },
        run: async (session, given) =>
          (await import('../switches/change-switches.js')).setSwitch(session, given),
      }),
      verb({
        name: 'list',
        does: 'show what is off now, and everything that was switched',
        database: 'admin',
        migratesFirst: true,
        run: async (session) => (await import('../switches/change-switches.js')).showSwitches(session),
      }),
    ],
  },
];
