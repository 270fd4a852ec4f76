import { describe, expect, it } from 'vitest';
import type { Configuration, Project } from '#domain/configuration/configuration';
import { brandOf, findBrandFile } from './brand-of.js';

const logo = { mediaType: 'image/png', base64: Buffer.from('picture').toString('base64') } as const;

function configurationWith(page: Project['page']): Pick<Configuration, 'merchants' | 'projects'> {
  return {
    merchants: { shop: { name: 'The shop', enabled: true, openingBalances: {} } },
    projects: { web: { page } as Project },
  };
}

const payment = { merchant: 'shop', project: 'web' };

describe('the look of a page', () => {
  it("is the merchant's name and our own colour where the project says nothing", () => {
    const plain = {
      name: 'The shop',
      stylesheetPath: undefined,
      logoPath: undefined,
      links: {},
      cards: [],
      marks: {},
    };
    expect(brandOf(configurationWith(undefined), payment)).toEqual(plain);
    expect(brandOf(configurationWith({}), payment)).toEqual(plain);
    expect(brandOf({ merchants: {}, projects: {} }, payment)).toEqual({ ...plain, name: 'shop' });
  });

  it('is served under paths that change with it', () => {
    const configuration = configurationWith({ name: 'Web shop', color: '#123456', logo });
    const brand = brandOf(configuration, payment);
    expect(brand.name).toBe('Web shop');
    const stylesheet = findBrandFile(configuration, brand.stylesheetPath ?? '');
    expect(stylesheet?.mediaType).toBe('text/css; charset=utf-8');
    expect(String(stylesheet?.content)).toMatch(/^:root\{--accent:#123456;/);
    const picture = findBrandFile(configuration, brand.logoPath ?? '');
    expect([picture?.mediaType, String(picture?.content)]).toEqual(['image/png', 'picture']);
    expect(brand.logoPath).toMatch(/\.png$/);
    const other = brandOf(configurationWith({ color: '#123457' }), payment);
    expect(other.stylesheetPath).not.toBe(brand.stylesheetPath);
    expect(findBrandFile(configuration, other.stylesheetPath ?? '')).toBeUndefined();
  });

  it('has a file for each mark', () => {
    const pix = { mediaType: 'image/webp', base64: Buffer.from('diamond').toString('base64') } as const;
    const configuration = configurationWith({ marks: { visa: logo, pix } });
    const { marks } = brandOf(configuration, payment);
    const files = Object.entries(marks).map(([name, path]) => [
      name,
      String(findBrandFile(configuration, path)?.content),
    ]);
    expect(files).toEqual([
      ['visa', 'picture'],
      ['pix', 'diamond'],
    ]);
    expect(marks['pix']).toMatch(/^\/brand\/.+\.webp$/);
  });
});
