// Endpoints for countries and their zones.
import { z } from 'zod';
import { pageQuery } from '../http/members/schema.ts';
import { ok, type Route } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { pageOfAll, readPageRequest } from '../kernel/page.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { zonesOf } from './countries.ts';
import { countriesNumbered, countryByNumber, numberedZone } from './country-numbers.ts';
import { countriesAnswer, toWireCountry, toWireZone, zonesAnswer } from './wire-countries.ts';

const group = 'Countries';
const query = whenNeeded(() => z.object(pageQuery));

const countries: Route = {
  name: 'listCountries',
  method: 'GET',
  path: '/countries',
  needs: 'read',
  summary: 'List countries by name',
  group,
  query,
  status: 200,
  answer: countriesAnswer,
  handle: async (call) => {
    const all = countriesNumbered(call.caller.dialect.countryNumbers).map(toWireCountry);
    return ok({ data: pageOfAll(readPageRequest(call.query), all) });
  },
};

const zones: Route = {
  name: 'listZones',
  method: 'GET',
  path: '/countries/:country_id/zones',
  needs: 'read',
  summary: 'List states, provinces and similar zones of a country by name',
  group,
  query,
  status: 200,
  answer: zonesAnswer,
  handle: async (call) => {
    const { countryNumbers } = call.caller.dialect;
    const country = countryByNumber(call.params['country_id'] ?? '', countryNumbers);
    if (!country) throw new AppError('not_found', say('account-country-missing'));
    const all = zonesOf(country.code).map((zone) => numberedZone(country, zone, countryNumbers));
    return ok({ data: pageOfAll(readPageRequest(call.query), all.map(toWireZone)) });
  },
};

export const countryRoutes: Route[] = [countries, zones];
