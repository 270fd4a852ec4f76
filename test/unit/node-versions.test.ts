import { expect, it } from 'vitest';
import {
  findNode,
  nodeOfImage,
  oldestNode,
  ownNode,
  promisedNodes,
} from '../../scripts/stack/node-program.js';
import { quietTools } from '../stack/quiet-tools.js';

/** Goal: a whole run knows on which two versions of Node the project has to work (docs/tests.md). */
it.each([
  ['>=20.19', '20.19.0'],
  ['>=22', '22.0.0'],
  ['>=24.1.2', '24.1.2'],
])('the oldest version that %s allows is %s', (range, version) => {
  expect(oldestNode(range)).toBe(version);
});

it.each(['^20.19', '>=20 <25', '', '20'])(
  'the range "%s" has no oldest version that can be read',
  (range) => {
    expect(() => oldestNode(range)).toThrow('engines.node');
  },
);

it('the version of the image is that of every stage', () => {
  const stage = (version: string) => `FROM node:${version}-bookworm-slim@sha256:0 AS build\nRUN true\n`;
  expect(nodeOfImage(stage('24.21.0') + stage('24.21.0'))).toBe('24.21.0');
  expect(() => nodeOfImage(stage('24.21.0') + stage('24.22.0'))).toThrow('one version');
  expect(() => nodeOfImage('FROM debian:bookworm\n')).toThrow('one version');
});

it('package.json and the Dockerfile name both, and the oldest is not newer than the image', () => {
  const { image, oldest } = promisedNodes();
  expect(oldest.localeCompare(image, 'en', { numeric: true })).toBeLessThanOrEqual(0);
});

it('this Node is taken for its own version', async () => {
  expect(await findNode(ownNode.version, {}, quietTools.report)).toBe(ownNode);
  expect(ownNode).toEqual({ path: process.execPath, version: process.version.slice(1) });
});
