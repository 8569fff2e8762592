// The numbers of countries and zones in requests and responses: ISO 3166's, or the classic ones
// that older programs use (223 = United States), which take precedence over them.
import { readFileSync } from 'node:fs';
import { allCountries, type Country, findCountry, findZone, type Zone, zonesOf } from './countries.ts';

/** Which numbers the caller uses; depends on its dialect. */
export type Numbers = 'iso' | 'classic';

type Classic = {
  /** Number → ISO code, and ISO code → displayed number. */
  codes: ReadonlyMap<string, string>;
  shown: ReadonlyMap<string, string>;
  /** `US 3624` → zone's code or name, `US CA` → number. */
  zones: ReadonlyMap<string, string>;
  shownZones: ReadonlyMap<string, string>;
};

let kept: Classic | undefined;

/** Loaded on first use: most installations never need it. */
function classic(): Classic {
  kept ??= loadClassicNumbers(readFileSync(new URL('classic-numbers.txt', import.meta.url), 'utf8'));
  return kept;
}

function loadClassicNumbers(text: string): Classic {
  const [codes, shown] = [new Map<string, string>(), new Map<string, string>()];
  const [zones, shownZones] = [new Map<string, string>(), new Map<string, string>()];
  for (const line of text.split('\n').filter((row) => row !== '' && !row.startsWith('#'))) {
    const [head = '', ofIso = '', ofNames = ''] = line.split(';');
    const [code = '', ...numbers] = head.split(' ');
    for (const number of numbers) codes.set(number, code);
    shown.set(code, numbers[0] ?? '');
    for (const pair of ofIso.split(' ').filter((part) => part !== '')) {
      const [number = '', zone = ''] = pair.split(':');
      zones.set(`${code} ${number}`, zone);
      shownZones.set(`${code} ${zone}`, number);
    }
    for (const pair of ofNames.split('|').filter((part) => part !== '')) {
      const [number = '', name = ''] = pair.trim().split(':');
      zones.set(`${code} ${number}`, name);
    }
  }
  return { codes, shown, zones, shownZones };
}

/**
 * The country with this number. A number in both tables means the classic country: responses to the
 * same caller show classic numbers too, so that a record can be sent back.
 */
export function countryByNumber(id: string, numbers: Numbers): Country | undefined {
  const code = numbers === 'classic' ? classic().codes.get(plain(id)) : undefined;
  return code === undefined ? findCountry({ id }) : findCountry({ code });
}

/** The name of the zone of a country with this number. */
export function zoneNameByNumber(countryCode: string, id: string, numbers: Numbers): string | undefined {
  const known = numbers === 'classic' ? classic().zones.get(`${countryCode} ${plain(id)}`) : undefined;
  const zones = zonesOf(countryCode);
  if (known !== undefined) return zones.find(({ code }) => code === known)?.name ?? known;
  return zones.find((zone) => zone.id === plain(id))?.name ?? findZone(countryCode, id)?.name;
}

const plain = (id: string) => id.trim().replace(/^0+(?=\d)/, '');

/** A country with its number for the caller. */
export function numbered(country: Country, numbers: Numbers): Country {
  const id = numbers === 'classic' ? classic().shown.get(country.code) : undefined;
  return id === undefined ? country : { ...country, id };
}

/** A zone with its number for the caller. */
export function numberedZone(country: Country, zone: Zone, numbers: Numbers): Zone {
  const id = numbers === 'classic' ? classic().shownZones.get(`${country.code} ${zone.code}`) : undefined;
  return id === undefined ? zone : { ...zone, id };
}

/** All countries, by name, with the caller's numbers. */
export function countriesNumbered(numbers: Numbers): readonly Country[] {
  return numbers === 'iso' ? allCountries() : allCountries().map((country) => numbered(country, numbers));
}
