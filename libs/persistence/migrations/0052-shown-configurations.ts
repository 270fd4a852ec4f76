import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The versions of the configuration as staff read them: without keys and credentials, which are in no document, and without
 * the blocklist, which names customers.
 */
export class ShownConfigurations1700000000080 implements MigrationInterface {
  name = 'ShownConfigurations1700000000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view shown_configurations as
      select version, applied_by, applied_at, document - 'blocklist' as document from configurations`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view shown_configurations');
  }
}
