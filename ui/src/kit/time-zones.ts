// Time zones to choose from, as this browser knows them.

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
