import { createDatabase } from '#persistence/database';
import { migrate } from '#persistence/migrate';
import { buildIndex } from '#persistence/migrations/build-index';

/** A migrator of its own process, which can be killed: it builds one index more than this build, concurrently. */
class PlantedIndex1799999999001 {
  name = 'PlantedIndex1799999999001';
  transaction = false;

  /** @param {import('typeorm').QueryRunner} runner */
  up(runner) {
    return buildIndex(runner, { name: 'planted_idx', on: 'events (callback_url)' });
  }

  down() {
    return Promise.resolve();
  }
}

const { DATABASE_URL: url = '' } = process.env;
const database = createDatabase({ url, applicationName: 'gateway migrate', poolSize: 2 });
const { migrations } = database.options;
database.setOptions({
  migrations: [...(Array.isArray(migrations) ? migrations : []), PlantedIndex1799999999001],
});
await database.initialize();
console.log((await migrate(database)).applied.join());
await database.destroy();
