import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { Database } from '#persistence/database';
import { healthTable, overviewTables } from '#persistence/staff/overview-tables';
import { readTable, recordView, type StaffRow, type StaffTable } from '#persistence/staff/staff-table';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { HtmlPage } from '../http/answers.js';
import { SignedOn, Viewer } from '../http/viewer.js';
import { layout } from '../pages/layout.js';
import { LOG } from '../resources/resources.module.js';
import { renderHome, type Overview } from './render-home.js';

/** The control room: what waits, for how long, what is off, and whether the processes do their work. */
@Controller()
@UseGuards(SignedOn)
export class HomeController {
  constructor(
    private readonly database: Database,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  @Get()
  @HtmlPage()
  async home(@Viewer() viewer: string): Promise<string> {
    await recordView(this.database, viewer, { action: 'list.viewed', subject: 'home' });
    const names = Object.keys(overviewTables) as (keyof typeof overviewTables)[];
    const [health, ...parts] = await Promise.all([
      this.read(healthTable),
      ...names.map((name) => this.read(overviewTables[name])),
    ]);
    const overview = Object.fromEntries(names.map((name, index) => [name, parts[index]])) as Overview;
    const body = renderHome(overview, health?.[0], new Date());
    return layout({ title: 'Payments and payouts', body, viewer }).markup;
  }

  /** Undefined: it cannot be read, in time or at all. The rest of the page is shown without it. */
  private async read(table: StaffTable): Promise<readonly StaffRow[] | undefined> {
    return readTable(this.database, table, []).catch((error: unknown) => {
      this.log.warn({ error: errorName(error), part: table.title }, 'part of a page not read');
      return undefined;
    });
  }
}
