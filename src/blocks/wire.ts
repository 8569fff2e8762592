// Reads the brand and blocks of requests, and shows them.
import { z } from 'zod';
import type { FormObject } from '../http/form/decode.ts';
import { said } from '../http/members/described.ts';
import { recordOf } from '../http/members/schema.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { withFileAddresses, withFileMarkers } from '../mail/html/file-addresses.ts';
import { type Brand, brandSchema } from './brand/brand.ts';
import { checked } from './document/checked.ts';
import { givenBlocks } from './document/member.ts';

/** Reads a whole brand, its pictures at markers. @throws AppError `invalid` with all faults */
export function readBrand(body: FormObject, baseUrl: string): Brand {
  const faults: Faults = {};
  const sent = JSON.parse(withFileMarkers(JSON.stringify(body), baseUrl)) as unknown;
  const brand = checked(brandSchema, sent, '', faults);
  throwFaults(faults);
  return brand ?? {};
}

/** The brand, its pictures at public addresses. */
export const toWireBrand = (brand: Brand, baseUrl: string) =>
  JSON.parse(withFileAddresses(JSON.stringify(brand), baseUrl)) as Brand;

export const brandAnswer = recordOf(brandSchema);
export const pageBody = z
  .object({ blocks: givenBlocks })
  .meta({ id: 'BlocksToShow', description: 'Blocks whose page is asked for.' });
export const pageAnswer = recordOf(
  z
    .strictObject({
      html: said('The page that a template or campaign of these blocks gets.'),
      blocks: z.unknown().describe('The blocks as they would be kept.'),
    })
    .meta({ id: 'BlocksPage', description: 'What blocks become.' }),
);
