// The interface's members of countries and zones (wire contract, section 9).
import { z } from 'zod';
import { said } from '../http/members/described.ts';
import { pageOf } from '../http/members/schema.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Country, Zone } from './countries.ts';

export const toWireCountry = ({ id, name, code }: Country) => ({ country_id: id, name, code });
export const toWireZone = ({ id, name, code }: Zone) => ({ zone_id: id, name, code });

const country = whenNeeded(() =>
  z
    .looseObject({
      country_id: said('Id of the country.'),
      name: said('English name.'),
      code: said('ISO 3166-1 alpha-2 code.'),
    })
    .meta({ id: 'Country', description: 'A country.' }),
);
const zone = whenNeeded(() =>
  z
    .looseObject({
      zone_id: said('Id of the zone.'),
      name: said('Name of the zone.'),
      code: said('ISO 3166-2 code without the country prefix.'),
    })
    .meta({ id: 'Zone', description: 'A state, province or similar zone.' }),
);

export const countriesAnswer = pageOf(country);
export const zonesAnswer = pageOf(zone);
