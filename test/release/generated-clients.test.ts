import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../apps/api/src/docs/openapi-document.js';
import { findGoCommand, findPythonWith, run } from '../../tools/generate/pinned-program.js';
import { schemaProblems } from '../witnesses/openapi.js';
import { gatherAnswers, type RealAnswer } from '../witnesses/real-answers.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: `/openapi.json` is of use to those who generate their client. Method: public generators of three languages make
 * one, the language compiles it, and it reads one real answer of each kind without losing or adding anything.
 */
const document = JSON.stringify(openApiDocument());
/** The generators are pinned there, and kept in the cache of this user: the first time they are fetched and built. */
const pins = 'tools/api-clients';
const patience = 600_000;
let folder = '';
let answers: readonly RealAnswer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-generated-'));
  answers = await gatherAnswers(sharedStack.urls);
  await writeFile(join(folder, 'openapi.json'), document);
  await writeFile(join(folder, 'answers.json'), JSON.stringify(answers));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the answers are one of each kind, with every challenge', () => {
  const types = answers.flatMap(({ body }) => {
    const { challenge } = body as { readonly challenge?: { readonly challenge_type: string } };
    return challenge === undefined ? [] : [challenge.challenge_type];
  });
  const all = ['bank_code', 'bank_transfer_mexico', 'multibanco', 'qr', 'redirect', 'ussd', 'voucher'];
  expect([...new Set(types)].toSorted()).toEqual(all);
  for (const { schema, body } of answers) expect(schemaProblems(schema, body)).toEqual([]);
});

describe('a generated client', () => {
  it('in TypeScript compiles and has the type of each answer', async () => {
    const types = astToString(await openapiTypeScript(document));
    const uses = answers.map(
      ({ schema, body }, index) =>
        `export const answer${index}: components['schemas']['${schema}'] = ${JSON.stringify(body)};`,
    );
    await writeFile(join(folder, 'gateway.ts'), types);
    await writeFile(
      join(folder, 'answers.ts'),
      [`import type { components } from './gateway.js';`, ...uses].join('\n'),
    );
    const compiler = resolve('node_modules/typescript-7/bin/tsc');
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'NodeNext'];
    const target = ['--target', 'ES2023', '--ignoreConfig'];
    expect(await run(process.execPath, [compiler, ...options, ...target, 'answers.ts'], folder)).toBe('');
  });

  it(
    'in Python imports and reads each answer',
    async ({ skip }) => {
      const name = 'openapi-python-client';
      const generator = await findPythonWith({ title: 'Python generator', name, pins });
      if ('missing' in generator) return skip(generator.missing);
      const { program } = generator;
      await writeFile(join(folder, 'config.yaml'), 'post_hooks: []\n');
      const client = ['--path', 'openapi.json', '--output-path', 'gateway', '--meta', 'none'];
      const strictly = ['--config', 'config.yaml', '--fail-on-warning'];
      await run(program, ['-m', 'openapi_python_client', 'generate', ...client, ...strictly], folder);
      await run(program, ['-m', 'compileall', '-q', 'gateway'], folder);
      await writeFile(join(folder, 'read.py'), pythonReader);
      expectSame(await run(program, ['read.py'], folder));
    },
    patience,
  );

  it(
    'in Go compiles and reads each answer',
    async ({ skip }) => {
      const generator = await findGoCommand({
        title: 'Go generator',
        pins,
        command: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
        // What its clients import.
        imports: ['github.com/oapi-codegen/runtime', 'github.com/google/uuid'],
      });
      if ('missing' in generator) return skip(generator.missing);
      const module = join(folder, 'go');
      await mkdir(join(module, 'client'), { recursive: true });
      await cp(`${pins}/go.mod`, join(module, 'go.mod'));
      await copyFile(`${pins}/go.sum`, join(module, 'go.sum'));
      const parts = ['-generate', 'models,client', '-package', 'client', '-o', 'go/client/client.gen.go'];
      await run(generator.program, [...parts, 'openapi.json'], folder);
      await writeFile(join(module, 'main.go'), goReader(answers));
      await run('go', ['vet', './client'], module);
      await run('go', ['build', '-o', 'read', '.'], module);
      expectSame(await run(join(module, 'read'), ['../answers.json'], module));
    },
    patience,
  );
});

/** What was read and written again is what was answered; instants may be written in another form. */
function expectSame(output: string): void {
  const read = output
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(read.map(withInstants)).toEqual(answers.map(({ body }) => withInstants(body)));
}

function withInstants(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(text, (_name, member: unknown) =>
    typeof member === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(member)
      ? new Date(member).toISOString()
      : member,
  ) as unknown;
}

const pythonReader = `import json
from gateway import models

for answer in json.load(open("answers.json")):
    read = getattr(models, answer["schema"]).from_dict(answer["body"])
    challenge = getattr(read, "challenge", None)
    if challenge:
        assert type(challenge).__name__.endswith("Challenge"), challenge
    print(json.dumps(read.to_dict()))
`;

/** Go decides at run time which type a challenge has: that is asked for, too. */
function goReader(read: readonly RealAnswer[]): string {
  const schemas = [...new Set(read.map(({ schema }) => schema))];
  const cases = schemas.map((schema) => `\t"${schema}": func() any { return new(client.${schema}) },`);
  return `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"gateway/tools/api-clients/client"
)

type choice interface{ ValueByDiscriminator() (any, error) }

var kinds = map[string]func() any{
${cases.join('\n')}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var answers []struct {
		Schema string
		Body   json.RawMessage
	}
	check(json.Unmarshal(text, &answers))
	for _, answer := range answers {
		read := kinds[answer.Schema]()
		decoder := json.NewDecoder(bytes.NewReader(answer.Body))
		decoder.DisallowUnknownFields()
		check(decoder.Decode(read))
		if field := reflect.ValueOf(read).Elem().FieldByName("Challenge"); field.IsValid() && !field.IsNil() {
			_, err := field.Interface().(choice).ValueByDiscriminator()
			check(err)
		}
		written, err := json.Marshal(read)
		check(err)
		fmt.Println(string(written))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`;
}
