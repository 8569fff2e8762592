// Countries and their zones (ISO 3166-1 and 3166-2): names from i18n-iso-countries, zones and
// numbers from iso-3166.
import type i18nCountries from 'i18n-iso-countries';
import type * as iso from 'iso-3166';
import { compareNames } from '../kernel/text/names.ts';
import { whenNeeded } from '../kernel/when-needed.ts';

/** `id` is the ISO numeric code without leading zeros, as text; `code` is alpha-2, upper case. */
export type Country = { readonly id: string; readonly code: string; readonly name: string };

/**
 * `id` is a number as text, derived from the ISO code, so it never changes; `code` is the zone's
 * part of the ISO code.
 */
export type Zone = { readonly id: string; readonly code: string; readonly name: string };

const SELECT_ALL = { select: 'all' } as const;
const KOSOVO = { id: '983', code: 'XK', name: 'Kosovo' }; // in use, but not in the standard

/** All countries and zones with their lookup tables. */
const atlas = whenNeeded((take) => {
  const { iso31661, iso31662 } = take('iso-3166') as typeof iso;
  const names = take('i18n-iso-countries/index.js') as typeof i18nCountries; // without the names in 80 other languages
  names.registerLocale(take('i18n-iso-countries/langs/en.json'));
  const countryOf = (code: string, numeric: string, isoName: string): Country => {
    return { id: String(Number(numeric)), code, name: names.getName(code, 'en') ?? isoName };
  };
  const all = [...iso31661.map(({ alpha2, numeric, name }) => countryOf(alpha2, numeric, name)), KOSOVO].sort((a, b) =>
    compareNames(a.name, b.name),
  );
  const byId = new Map(all.map((country) => [country.id, country]));
  const byCode = new Map(all.map((country) => [country.code, country]));
  // The displayed and the ISO names of all countries take precedence over other names ("Congo" is
  // one country's ISO name).
  const named: [string, string][] = [
    ...all.map((country): [string, string] => [country.name, country.code]),
    ...iso31661.map(({ name, alpha2 }): [string, string] => [name, alpha2]),
    ...all.flatMap(({ code }) =>
      (names.getName(code, 'en', SELECT_ALL) ?? []).map((name): [string, string] => [name, code]),
    ),
    ...iso31661.map(({ alpha2, alpha3 }): [string, string] => [alpha3, alpha2]),
  ];
  const byName = new Map<string, Country>(); // by folded name
  for (const [name, code] of named) {
    const country = byCode.get(code);
    if (country && !byName.has(folded(name))) byName.set(folded(name), country);
  }
  return { all: all as readonly Country[], byId, byCode, byName, subdivisions: iso31662 };
});

const zones = new Map<string, readonly Zone[]>();

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '');
}

/** All countries, by name. */
export function allCountries(): readonly Country[] {
  return atlas().all;
}

/**
 * The country with this id, else this alpha-2 code (any case), else this English name (any case,
 * also usual short forms and alpha-3 codes); absent members are skipped.
 */
export function findCountry(by: {
  id?: string | undefined;
  code?: string | undefined;
  name?: string | undefined;
}): Country | undefined {
  const { byId, byCode, byName } = atlas();
  if (by.id !== undefined) return byId.get(by.id.trim().replace(/^0+(?=\d)/, ''));
  if (by.code !== undefined) return byCode.get(by.code.trim().toUpperCase());
  if (by.name !== undefined) return byCode.get(by.name.trim().toUpperCase()) ?? byName.get(folded(by.name));
  return undefined;
}

/**
 * The zones (states, provinces, counties …) of a country, by name; empty when the country has none
 * or is unknown.
 */
export function zonesOf(countryCode: string): readonly Zone[] {
  const code = countryCode.trim().toUpperCase();
  const { byCode, subdivisions } = atlas();
  const country = byCode.get(code);
  if (!country) return [];
  let found = zones.get(code);
  if (!found) {
    found = subdivisions
      .filter((entry) => entry.code.startsWith(`${code}-`))
      .map((entry) => ({ id: zoneId(country, entry.code.slice(3)), code: entry.code.slice(3), name: entry.name }))
      .sort((a, b) => compareNames(a.name, b.name));
    zones.set(code, found);
  }
  return found;
}

/** The zone of a country with this id, code or name (any case). */
export function findZone(countryCode: string, text: string): Zone | undefined {
  const wanted = folded(text);
  if (wanted === '') return undefined;
  const all = zonesOf(countryCode);
  return (
    all.find((zone) => folded(zone.name) === wanted) ??
    all.find((zone) => wanted === zone.code.toLowerCase() || wanted === zone.id)
  );
}

/** The zone's code has at most three letters or digits; a leading one keeps `1` and `01` apart. */
function zoneId(country: Country, code: string): string {
  return String(Number(country.id) * 100_000 + Number.parseInt(`1${code}`, 36));
}
