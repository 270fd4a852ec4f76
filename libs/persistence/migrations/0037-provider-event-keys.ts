import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';

/*
 * A provider's ids of events are unique for one of its accounts at most, and an event of the same id may say something
 * else. The constraint keeps its name, by which the release before this one finds what it has kept: its events have an
 * empty key.
 */

export class EventRepetitions1700000000063 implements MigrationInterface {
  name = 'EventRepetitions1700000000063';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table provider_events add column repetition_key text not null default ''`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Events of several accounts may have the same id by now: no way back.'));
  }
}

export class EventRepetitionIndex1700000000064 implements MigrationInterface {
  name = 'EventRepetitionIndex1700000000064';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'provider_events_repetition_idx',
      on: 'provider_events (provider, event_id, repetition_key)',
      isUnique: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently provider_events_repetition_idx');
  }
}

export class EventRepetitionConstraint1700000000065 implements MigrationInterface {
  name = 'EventRepetitionConstraint1700000000065';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table provider_events drop constraint provider_events_event_key,
        add constraint provider_events_event_key unique using index provider_events_repetition_idx`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Events of several accounts may have the same id by now: no way back.'));
  }
}
