// Countries and zones as the interface shows them (wire contract, section 9).
import { z } from 'zod';
import { pageOf } from '../http/schema.ts';
import type { Country, Zone } from './countries.ts';

export const toWireCountry = ({ id, name, code }: Country) => ({ country_id: id, name, code });
export const toWireZone = ({ id, name, code }: Zone) => ({ zone_id: id, name, code });

export const countriesAnswer = pageOf(
  z.looseObject({ country_id: z.string(), name: z.string(), code: z.string().describe('ISO 3166-1 alpha-2.') }),
);
export const zonesAnswer = pageOf(
  z.looseObject({
    zone_id: z.string(),
    name: z.string(),
    code: z.string().describe('ISO 3166-2, behind the country.'),
  }),
);
