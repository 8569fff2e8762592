// Reads the brand and blocks of requests, and shows them.
import { z } from 'zod';
import type { FormObject } from '../http/form/decode.ts';
import { said } from '../http/members/described.ts';
import { recordOf, successAnswer } from '../http/members/schema.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { PageLanguage } from '../lists/pages/settings.ts';
import { withFileAddresses, withFileMarkers } from '../mail/html/file-addresses.ts';
import { type Brand, brandSchema, DEFAULT_FOOTERS } from './brand.ts';
import { checked } from './document/checked.ts';
import { DEFAULT_LOOK } from './document/look.ts';
import { givenBlocks } from './document/member.ts';

/** Reads a whole brand, its pictures at markers. @throws AppError `invalid` with all faults */
export function readBrand(body: FormObject, baseUrl: string): Brand {
  const faults: Faults = {};
  const sent = JSON.parse(withFileMarkers(JSON.stringify(body), baseUrl)) as unknown;
  const brand = checked(brandSchema(), sent, '', faults);
  throwFaults(faults);
  return brand ?? {};
}

/** The brand, its pictures at public addresses. */
const toWireBrand = (brand: Brand, baseUrl: string) =>
  JSON.parse(withFileAddresses(JSON.stringify(brand), baseUrl)) as Brand;

const defaults = whenNeeded(() => brandSchema().omit({ logo: true }).required());

/** The brand in answers, with what is taken where it says nothing. */
export const brandRecord = (brand: Brand, language: PageLanguage, baseUrl: string) => ({
  data: { record: toWireBrand(brand, baseUrl), defaults: { ...DEFAULT_LOOK, footer: DEFAULT_FOOTERS[language] } },
});

export const brandAnswer = successAnswer(() => ({
  data: z.strictObject({
    record: brandSchema(),
    defaults: defaults().meta({ id: 'BrandDefaults', description: 'Values used where the brand has none.' }),
  }),
}));
export const pageBody = whenNeeded(() =>
  z.object({ blocks: givenBlocks() }).meta({ id: 'BlocksToShow', description: 'The blocks to render.' }),
);
export const pageAnswer = recordOf(() =>
  z
    .strictObject({
      html: said('The page that a template or campaign made of these blocks gets.'),
      blocks: z.unknown().describe('The blocks as they would be stored.'),
    })
    .meta({ id: 'BlocksPage', description: 'Rendered blocks.' }),
);
