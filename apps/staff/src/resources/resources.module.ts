import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Database } from '#persistence/database';
import type { Logger } from '#runtime/create-log';
import type { LinkTemplates } from '../pages/links.js';

/** The token of the log: `@Inject(LOG) private readonly log: Logger`. */
export const LOG = Symbol('Logger');
/** The token of the sign-on, which names the person: `@Inject(SIGN_ON) private readonly signOn: SignOn`. */
export const SIGN_ON = Symbol('sign-on');
/** The token of where pages lead to: `@Inject(LINKS) private readonly links: LinkTemplates`. */
export const LINKS = Symbol('links');

/** How the company's sign-on names the person. */
export type SignOn = {
  /** Of the header that the proxy in front of us sets, and takes from everybody else. */
  readonly header: string;
  /** The viewer if the sign-on names none: on a developer's machine only. */
  readonly fallback: string | undefined;
};

/** What `main.ts` opens at start and closes at the end. */
export type Resources = {
  readonly database: Database;
  readonly signOn: SignOn;
  readonly links: LinkTemplates;
  /** By which names a browser may ask for pages: a list with commas, or `any`. */
  readonly hosts: string;
  readonly log: Logger;
};

/** Makes them injectable everywhere. */
@Global()
@Module({})
export class ResourcesModule {
  static of(resources: Resources): DynamicModule {
    const providers = [
      { provide: Database, useValue: resources.database },
      { provide: SIGN_ON, useValue: resources.signOn },
      { provide: LINKS, useValue: resources.links },
      { provide: LOG, useValue: resources.log },
    ];
    return { module: ResourcesModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
