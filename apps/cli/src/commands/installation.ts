import { verb, type Noun } from '../command/declare.js';
import { flag, optional, required, text } from '../command/inputs.js';

const build = text('BUILD', 'the GATEWAY_BUILD of the workers');
const percentMax = 100;
const percent = required('PERCENT', 'its share of the new payments', (given) => {
  const share = Number(given);
  if (!(share >= 0 && share <= percentMax)) throw new Error(`must be from 0 to ${percentMax}.`);
  return share;
});

/** What the installation itself needs: schema, Temporal, releases of the worker, trials of providers. */
export const installationNouns: readonly Noun[] = [
  {
    name: 'deploy',
    does: 'the files that docker-compose.yml needs',
    verbs: [
      verb({
        name: 'init',
        does: 'write .env with every secret made, and a first gateway.yaml; changes no file that exists',
        options: {
          to: optional(text('FOLDER', 'the folder of docker-compose.yml; else this one')),
          stage: flag('for a stage without a bank, with the sandbox as its provider'),
        },
        run: async (session, given) =>
          (await import('../deployment/init-deployment.js')).initDeployment(session, given),
      }),
    ],
  },
  {
    name: 'schema',
    does: 'the tables of the gateway and the roles of its processes',
    verbs: [
      verb({
        name: 'migrate',
        does: 'bring the schema to the version of this build, as the owner of the tables',
        database: 'owner',
        run: async (session) => (await import('../database/migrate-schema.js')).migrateSchema(session),
      }),
    ],
  },
  {
    name: 'temporal',
    does: "the Temporal server's namespace, keys and UI",
    verbs: [
      verb({
        name: 'prepare',
        does: 'create the namespace and the search attributes',
        run: async (session) => (await import('../temporal/prepare-temporal.js')).prepareTemporal(session),
      }),
      verb({
        name: 'make-keys',
        does: 'create the certificates and API keys that give access to Temporal, in TEMPORAL_KEYS',
        run: async (session) => (await import('../temporal/make-keys.js')).makeTemporalKeys(session),
      }),
      verb({
        name: 'serve-keys',
        does: 'serve the public keys with which the server verifies API keys, until it is stopped',
        isForPrograms: true,
        run: async (session) => (await import('../temporal/serve-public-keys.js')).servePublicKeys(session),
      }),
      verb({
        name: 'open-ui',
        does: 'serve the Temporal UI with a read-only key, until it is stopped',
        isForPrograms: true,
        run: async (session) => (await import('../temporal/open-ui.js')).openTemporalUi(session),
      }),
    ],
  },
  {
    name: 'release',
    does: 'which build of the worker new payments go to (docs/operations.md)',
    verbs: [
      verb({
        name: 'list',
        does: 'list the builds, what each takes, and what runs on it',
        isDefault: true,
        run: async (session) => (await import('../releases/worker-builds.js')).withDeployment(session),
      }),
      verb({
        name: 'ramp',
        does: 'give a build a share of the new payments; 0 percent ends it',
        words: { build },
        options: { percent },
        run: async (session, given) => {
          const { setRamp, withDeployment } = await import('../releases/worker-builds.js');
          return withDeployment(session, (deployment) => setRamp(deployment, given.build, given.percent));
        },
      }),
      verb({
        name: 'set-current',
        does: 'send every new payment to a build',
        words: { build },
        run: async (session, given) => {
          const { setCurrent, withDeployment } = await import('../releases/worker-builds.js');
          return withDeployment(session, (deployment) => setCurrent(deployment, given.build));
        },
      }),
      verb({
        name: 'unversioned',
        does: 'send new payments to workers without WORKER_DEPLOYMENT',
        run: async (session) => {
          const { endVersions, withDeployment } = await import('../releases/worker-builds.js');
          return withDeployment(session, endVersions);
        },
      }),
      verb({
        name: 'drain',
        does: 'ask what runs on other builds to carry over, until nothing is left there',
        run: async (session) => {
          const { withDeployment } = await import('../releases/worker-builds.js');
          return withDeployment(session, (await import('../releases/drain.js')).drain);
        },
      }),
    ],
  },
  {
    name: 'provider',
    does: 'providers, seen from outside',
    verbs: [
      verb({
        name: 'certify',
        does: 'check what we assume about a provider against its test mode (docs/providers)',
        options: {
          provider: text('PROVIDER', 'the name of its connector'),
          url: optional(text('URL', 'another address of its API')),
          to: optional(text('FILE', 'where to keep the exchanges; else below .data/certify')),
        },
        run: async (session, given) =>
          (await import('../certify/certify-provider.js')).certifyProvider(session, given),
      }),
    ],
  },
];
