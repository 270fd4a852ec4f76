import { describe, expect, it } from 'vitest';
import { sampleConfiguration, sampleProject } from '../configuration/testing/samples.js';
import { withSwitchedOff } from './switched-off.js';

describe('a configuration with parts that are switched off', () => {
  const configuration = sampleConfiguration({
    projects: { cards: sampleProject({ methods: ['card', 'ideal'] }), all: sampleProject() },
  });

  it('is the configuration itself if nothing is switched off', () => {
    expect(withSwitchedOff(configuration, [])).toBe(configuration);
  });

  it('gives no project a method that it did not have', () => {
    const { projects } = withSwitchedOff(configuration, [{ kind: 'method', name: 'ideal' }]);
    expect(projects['cards']?.methods).toEqual(['card']);
    expect(projects['all']?.methods).toContain('pix');
    expect(projects['all']?.methods).not.toContain('ideal');
  });
});
