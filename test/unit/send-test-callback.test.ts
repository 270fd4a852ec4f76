import 'reflect-metadata';
import { expect, it } from 'vitest';
import type { Configuration, Project } from '#domain/configuration/configuration';
import { createKeySet } from '#domain/keys/stored-keys';
import { SendTestCallback } from '../../apps/api/src/callbacks/send-test-callback.js';
import type { ParsedObject } from '../../apps/api/src/http/parse-body.js';
import { CurrentConfiguration } from '../../apps/api/src/resources/resources.module.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';

/** Goal: what a test callback needs before it is sent, in projects that the development configuration does not have. */
const configuration = readDevelopmentConfiguration();
const demo = configuration.projects['demo'] as Project;
const caller = { merchant: 'demo', project: 'demo', keyId: 'mk_test_demo' };

function sendWith(changed: Partial<Project>, body: ParsedObject) {
  const current: Configuration = { ...configuration, projects: { demo: { ...demo, ...changed } } };
  const watched = new CurrentConfiguration({ current: () => current, version: () => 1 });
  const send = () => Promise.reject(new Error('nothing is sent'));
  return new SendTestCallback(watched, () => createKeySet([]), send).sendOnce(caller, body);
}

const { callback_url: _default, ...defaults } = demo.defaults;

it('without a URL, in a project that has none: 31', async () => {
  const bodies: readonly ParsedObject[] = [{}, { callback_url: null }, { callback_url: ' ' }];
  for (const body of bodies) {
    await expect(sendWith({ defaults }, body)).rejects.toMatchObject({
      key: 'requiredFieldsMissing',
      description: 'callback_url: is required',
    });
  }
});

it('in a project without a callback key: 30', async () => {
  await expect(sendWith({ callbackKeys: [] }, {})).rejects.toMatchObject({
    key: 'invalidParams',
    description: 'The project has no callback key to sign with',
  });
});
