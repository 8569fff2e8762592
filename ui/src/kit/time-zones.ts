// Time zones to choose from, as this browser knows them.

/**
 * Every time zone with its distance from UTC of now, by name.
 * @param stored stands among them, even where the browser calls it otherwise
 */
export function zonesOf(stored: string): { value: string; label: string }[] {
  return [...new Set([...known(), stored])].map((value) => ({ value, label: labelOf(value) }));
}

function labelOf(zone: string): string {
  const name = zone.replaceAll('_', ' ');
  if (zone === 'UTC') return name;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? '';
  return `${name} (${offset})`;
}

/** That of this device. */
export const ownZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

/** Whether a name stands among the time zones of this browser. */
export const isZone = (name: string): boolean => known().includes(name);

const known = () => ['UTC', ...Intl.supportedValuesOf('timeZone')];
