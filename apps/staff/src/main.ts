import 'reflect-metadata';
import { userInfo } from 'node:os';
import { openDatabase } from '#persistence/open-database';
import { loopbackHosts } from '#runtime/accepted-hosts';
import { createLog } from '#runtime/create-log';
import { readEnvironment } from '#runtime/read-environment';
import { runProcess } from '#runtime/run-process';
import { buildStaff } from './build-staff.js';
import { templateProblem } from './pages/links.js';

const databaseConnectionsMax = 5;

const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  port: read.port('STAFF_PORT', 3008),
  listenAddress: read.listenAddress('LISTEN_ADDRESS'),
  hosts: read.text('STAFF_HOSTS', read.isProduction() ? 'any' : loopbackHosts),
  signOnHeader: read.text('STAFF_SIGN_ON_HEADER', 'X-Forwarded-User'),
  temporalUi: read.strict('TEMPORAL_UI_URL', templateProblem, 'http://localhost:8233'),
  namespace: read.text('TEMPORAL_NAMESPACE', 'default'),
  trace: read.strict('STAFF_TRACE_URL', templateProblem, ''),
  logs: read.strict('STAFF_LOGS_URL', templateProblem, ''),
  logLevel: read.text('LOG_LEVEL', 'info'),
  isProduction: read.isProduction(),
}));

const log = createLog('staff', settings.logLevel);

await runProcess(log, async () => {
  const database = await openDatabase(
    {
      url: settings.databaseUrl,
      applicationName: 'gateway staff',
      poolSize: databaseConnectionsMax,
    },
    (newer) => log.info({ newer }, 'the schema is newer than this build'),
  );
  const staff = await buildStaff({
    database,
    signOn: {
      header: settings.signOnHeader,
      fallback: settings.isProduction ? undefined : userInfo().username,
    },
    links: {
      temporalUi: settings.temporalUi.replace(/\/$/, ''),
      namespace: settings.namespace,
      trace: settings.trace || undefined,
      logs: settings.logs || undefined,
    },
    hosts: settings.hosts,
    log,
  });
  await staff.listen(settings.port, settings.listenAddress);
  return [
    { name: 'database', stop: () => database.destroy() },
    { name: 'http', stop: () => staff.close() },
  ];
});
