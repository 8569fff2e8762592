// Time zones and locales to choose from, as this browser knows them.

/** Of regions where many write mails; one that is stored already stands among them. */
export const LOCALES = [
  ...['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IE', 'de', 'de-DE', 'de-AT', 'de-CH', 'fr', 'fr-FR', 'fr-CH', 'fr-CA'],
  ...['it', 'it-CH', 'es', 'es-ES', 'es-MX', 'pt-PT', 'pt-BR', 'nl', 'nl-BE', 'da', 'sv', 'nb', 'fi', 'pl', 'cs', 'sk'],
  ...['hu', 'ro', 'bg', 'hr', 'sl', 'el', 'tr', 'uk', 'et', 'lv', 'lt', 'ja', 'ko', 'zh-CN', 'zh-TW', 'hi', 'id', 'vi'],
];

/**
 * Every time zone with its distance from UTC of now, by name.
 * @param stored stands among them, even where the browser calls it otherwise
 */
export function zonesOf(stored: string): { value: string; label: string }[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored]);
  return [...names].map((value) => ({ value, label: labelOf(value) }));
}

function labelOf(zone: string): string {
  const name = zone.replaceAll('_', ' ');
  if (zone === 'UTC') return name;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? '';
  return `${name} (${offset})`;
}
