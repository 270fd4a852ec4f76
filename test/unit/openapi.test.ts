import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { errorCatalogue } from '#domain/errors/error-catalogue';
import type { ErrorCondition } from '#domain/errors/error-condition';
import { exampleCard, exampleOf } from '#domain/methods/examples';
import { featureModules } from '../../apps/api/src/api.module.js';
import { endpoints, openApiDocument } from '../../apps/api/src/docs/openapi-document.js';
import { requestSchemaName } from '../../apps/api/src/methods/request-schema.js';
import { answerProblems, requestProblems, schemaProblems } from '../witnesses/openapi.js';

/**
 * Goal: `/openapi.json` is sound, and its examples are true to it. Method: the rules of Spectral and a JSON Schema
 * validator. That it never changes unnoticed is held by `generated-files.test.ts`.
 */
const text = JSON.stringify(openApiDocument());
type Webhooks = {
  readonly webhooks: {
    readonly transactionEnded: {
      readonly post: {
        readonly requestBody: { readonly content: { readonly 'application/json': EventBody } };
      };
    };
  };
};
type EventBody = {
  readonly schema: object;
  readonly examples: { readonly success: { readonly value: unknown } };
};
const creations = {
  payment: { method: 'post', path: '/v2/payment' },
  payout: { method: 'post', path: '/v2/payout' },
} as const;

describe('the document', () => {
  it('breaks no rule of the OpenAPI ruleset', async () => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset({ extends: [oas as RulesetDefinition] });
    const found = await spectral.run(text);
    expect(found.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`)).toEqual([]);
  }, 60_000);

  it('has no list of types, which many generators do not take', () => {
    expect(text).not.toMatch(/"type":\[/);
  });

  it('names every schema that a choice is made of, so that generators name their types', () => {
    const unnamed: string[] = [];
    const look = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const choices = 'oneOf' in value && Array.isArray(value.oneOf) ? (value.oneOf as object[]) : [];
      if (choices.filter((choice) => 'properties' in choice).length > 1) unnamed.push(at);
      for (const [name, member] of Object.entries(value)) look(member, `${at}/${name}`);
    };
    look(openApiDocument(), '');
    expect(unnamed).toEqual([]);
    const { PaymentChallenge, RedirectChallenge } = openApiDocument().components?.schemas ?? {};
    expect(PaymentChallenge).toMatchObject({
      oneOf: expect.arrayContaining([{ $ref: '#/components/schemas/RedirectChallenge' }]) as unknown,
    });
    expect(RedirectChallenge).toMatchObject({
      properties: { challenge_redirect: { $ref: '#/components/schemas/RedirectChallengeContent' } },
    });
  });

  it('describes the callback that a merchant receives', () => {
    const { webhooks } = JSON.parse(text) as Webhooks;
    const { schema, examples } = webhooks.transactionEnded.post.requestBody.content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/Event' });
    expect(schemaProblems('Event', examples.success.value)).toEqual([]);
  });

  it('names every operation once', () => {
    const names = endpoints.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has its types in the code: no handler returns an untyped object', () => {
    const folder = 'apps/api/src';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('controller.ts'),
    );
    const untyped = files.filter((path) =>
      /\): (?:Promise<)?(?:object|unknown|any|Readonly<Record|Record)\b/.test(
        readFileSync(join(folder, path), 'utf8'),
      ),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(untyped).toEqual([]);
  });

  it('describes every route of every controller, and nothing else', () => {
    const described = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual(controllers.flatMap(routesOf).toSorted());
  });
});

type Controller = abstract new (...dependencies: never[]) => object;
const controllers = featureModules.flatMap(
  (module) => Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) as readonly Controller[],
);

/** `POST /v2/payment`, as Nest registers what a controller's decorators say. */
function routesOf(controller: Controller): string[] {
  const at = metadataOf(PATH_METADATA, controller);
  return handlersOf(controller.prototype).flatMap((value) => {
    if (typeof value !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, value)) return [];
    const path = `/${at}/${metadataOf(PATH_METADATA, value)}`.replaceAll(/\/+/g, '/').replace(/\/$/, '');
    const verb = RequestMethod[Number(metadataOf(METHOD_METADATA, value))];
    return [`${verb} ${path.replaceAll(/:([^/]+)/g, '{$1}')}`];
  });
}

/** Methods of the class and of the classes that it extends. */
function handlersOf(prototype: object): unknown[] {
  const parent: unknown = Object.getPrototypeOf(prototype);
  const own = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }) => value as unknown);
  return parent === Object.prototype || parent === null ? own : [...own, ...handlersOf(parent as object)];
}

function metadataOf(key: string, of: object): string {
  return String(Reflect.getMetadata(key, of));
}

describe('request examples', () => {
  it.each(catalogue)('of $code ($style $type) fit the endpoint and the schema of the method', (row) => {
    expect(requestProblems(creations[row.type], exampleOf(row))).toEqual([]);
    expect(schemaProblems(requestSchemaName(row), exampleOf(row))).toEqual([]);
  });

  it.each(catalogue)('of $code ($style $type) fit no more without one of its required fields', (row) => {
    const { currency: _, ...rest } = exampleOf(row);
    expect(schemaProblems(requestSchemaName(row), rest)).not.toEqual([]);
    expect(schemaProblems(requestSchemaName(row), { ...exampleOf(row), amount: {} })).not.toEqual([]);
  });

  it('of a card payment fit with a whole card, and not with half a card', () => {
    const [row] = catalogue.filter(({ carriesCard }) => carriesCard);
    const body = row && exampleOf(row);
    expect(schemaProblems('DirectPaymentCard', { ...body, card: exampleCard })).toEqual([]);
    expect(schemaProblems('DirectPaymentCard', { ...body, card: { pan: exampleCard.pan } })).not.toEqual([]);
  });

  it('keep to what one field makes of another', () => {
    const [row] = catalogue.filter(({ code }) => code === 'qr_code');
    const body = row && { ...exampleOf(row), extra: { meta: { documentType: 'CO_NIT' } } };
    expect(schemaProblems('HostedPaymentQrCode', body)).not.toEqual([]);
  });
});

describe('answer examples', () => {
  const cases = endpoints.flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const content = response && 'content' in response ? response.content?.['application/json'] : undefined;
      return Object.entries(content?.examples ?? {}).map(([name, example]) => ({
        method,
        path,
        status: Number(status),
        name,
        body: 'value' in example ? (example.value as unknown) : undefined,
      }));
    }),
  );

  it.each(cases)('$method $path $status $name fits', ({ method, path, status, body }) => {
    expect(answerProblems({ method, path }, { status, body })).toEqual([]);
  });

  it('show every refusal of the error table that an endpoint of today can meet', () => {
    const shown = new Set(cases.map(({ name }) => name));
    const all: readonly (readonly [string, ErrorCondition])[] = Object.entries(errorCatalogue);
    const absent = all
      .filter(([name, row]) => row.httpStatus !== 'final' && !shown.has(name))
      .map(([name]) => name);
    // A described path with an HTTP method that it does not have is no described operation.
    expect(absent).toEqual(['methodNotAllowed']);
  });
});
