// Reads what another program says in JSON: anything may be missing or of another kind.

export type Json = Record<string, unknown>;

const LONG_NUMBER = /\d{16}/;

/** Reads JSON; a whole number that is too long to be exact becomes the text that it is. */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const exact = (_: string, value: unknown, context?: { source?: string }): unknown => {
    const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
    return isLong && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
  };
  return JSON.parse(text, exact);
}

/** The members of an object; none for everything else. */
export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The objects of an array. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** A text, or a number or truth as text; empty for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A whole number; undefined for everything else. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value).trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const ZONE = /(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;

/**
 * An instant (ms) of ISO 8601 or `Y-m-d H:i:s`, of UTC where no zone is said; null for everything
 * else.
 */
export function instantOf(value: unknown): number | null {
  if (value instanceof Date) return value.getTime();
  const text = textOf(value).trim();
  const [, day, time = ''] = /^(\d{4}-\d{2}-\d{2})(?:[ T](.+))?$/i.exec(text) ?? [];
  if (day === undefined) return null;
  const at = Date.parse(time === '' || ZONE.test(time) ? text : `${day}T${time}Z`);
  return Number.isNaN(at) || at <= 0 ? null : at;
}
