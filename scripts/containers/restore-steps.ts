import { setTimeout as sleep } from 'node:timers/promises';

import { projectName } from './deployment.js';
import type { Stage } from './releases-steps.js';

const archivedWithinMs = 60_000;

/** The one value that a statement gives in the database of the books. */
async function ask({ deployment }: Stage, sql: string): Promise<string> {
  const psql = 'docker compose exec -T postgres psql --username postgres --dbname gateway';
  const output = await deployment.run(`${psql} --tuples-only --no-align --command "${sql}"`);
  return output.trim().split('\n').at(-1) ?? '';
}

function countOf(reference: string): string {
  return `select count(*) from transactions where reference = '${reference}'`;
}

/** The drill of docs/containers.md: the books are dropped and restored from a dump. */
export async function drill(stage: Stage): Promise<void> {
  const { journal, deployment, shop } = stage;
  await journal.step('The drill: dump, loss and restore of the database', async () => {
    const reference = await shop.pay();
    await deployment.run(
      `docker compose exec -T postgres sh -c 'pg_dump --format custom --no-unlogged-table-data "postgres://gateway:$GATEWAY_DATABASE_PASSWORD@127.0.0.1/gateway"' > backup.dump`,
    );
    await deployment.run('docker compose stop api worker checkout staff');
    await deployment.run(
      "docker compose exec -T postgres psql --username postgres --command 'drop database gateway with (force)'",
    );
    await deployment.run(
      `docker compose exec -T postgres sh -c 'pg_restore --exit-on-error --create --dbname "postgres://postgres:$POSTGRES_PASSWORD@127.0.0.1/postgres"' < backup.dump`,
    );
    await deployment.run('docker compose run --rm --no-deps migration');
    await deployment.run('docker compose run --rm --no-deps admin ledger check');
    await deployment.run('docker start $(docker compose ps --all --quiet worker api checkout staff)');
    await deployment.awaitHealthy();
    const found = await ask(stage, countOf(reference));
    journal.expect(found === '1', 'The restored database lacks a payment of the dump.');
    await shop.pay();
  });
}

/** A base backup, a payment after it, the loss of the volume, and recovery to the end of the archive. */
export async function recoverFromArchive(stage: Stage): Promise<void> {
  const { journal, deployment, shop } = stage;
  await journal.step('A base backup, loss of the volume, and recovery from the archive', async () => {
    await deployment.run(
      `docker compose exec -T postgres pg_basebackup --username postgres --pgdata - --format tar --wal-method fetch --checkpoint fast | gzip > base.tar.gz`,
    );
    const reference = await shop.pay();
    const segment = await ask(stage, 'select pg_walfile_name(pg_switch_wal())');
    const until = Date.now() + archivedWithinMs;
    let archived = '';
    while (archived < segment && Date.now() < until) {
      archived = await ask(stage, "select coalesce(last_archived_wal, '') from pg_stat_archiver");
      await sleep(500);
    }
    journal.expect(archived >= segment, `The write-ahead log ${segment} was not archived in a minute.`);
    await deployment.run('docker compose down');
    await deployment.run(`docker volume rm ${projectName}_postgres`);
    await deployment.run(
      `gunzip -c base.tar.gz | docker compose run --rm -T --no-deps --entrypoint sh postgres -c 'mkdir -p "$PGDATA" && chmod 700 "$PGDATA" && tar --extract --directory "$PGDATA" && touch "$PGDATA/recovery.signal"'`,
    );
    await deployment.run('docker compose up -d');
    await deployment.awaitHealthy();
    const found = await ask(stage, countOf(reference));
    journal.expect(found === '1', 'The recovered database lacks the payment after the base backup.');
    await shop.pay();
  });
}

/** What the whole run has left in the books. */
export async function checkBooks({ journal, deployment, shop }: Stage): Promise<void> {
  await journal.step('Every accepted payment, the ledger and the audit trail', async (note) => {
    const unpaid = await shop.findUnpaid();
    journal.expect(unpaid.length === 0, `Accepted payments did not succeed: ${unpaid.join(', ')}.`);
    note(`${shop.created()} payments accepted, ${unpaid.length} of them not paid`);
    await deployment.run('docker compose run --rm --no-deps admin ledger check');
    await deployment.run('docker compose run --rm --no-deps admin audit check');
  });
}

const ofProject = `--filter label=com.docker.compose.project=${projectName}`;

/** Removes what a run that was interrupted has left on the engine. */
export async function removeLeftovers({ deployment }: Pick<Stage, 'deployment'>): Promise<void> {
  const lists = {
    'docker rm --force --volumes': `docker ps --all --quiet ${ofProject}`,
    'docker volume rm': `docker volume ls --quiet ${ofProject}`,
    'docker network rm': `docker network ls --quiet ${ofProject}`,
  };
  for (const [remove, list] of Object.entries(lists)) {
    await deployment.run(`${list} | xargs --no-run-if-empty ${remove}`);
  }
}

/** Takes everything down; nothing of it may be left. */
export async function takeDown({ journal, deployment }: Stage): Promise<void> {
  await journal.step('Everything down, volumes too', async () => {
    await deployment.run('docker compose --profile "*" down --volumes --remove-orphans');
    const left = await deployment.run(
      `docker ps --all --quiet ${ofProject}; docker volume ls --quiet ${ofProject}; docker network ls --quiet ${ofProject}`,
    );
    journal.expect(
      left.trim() === '',
      `Containers, volumes or networks are left: ${left.trim().split('\n').join(', ')}.`,
    );
  });
}
