// Numbers with what they count, in English, for terminals, logs and sentences.

/**
 * 1234567 as `1,234,567`; of a whole number. Not by the runtime's own formats: these take 8 MB of a
 * process once the first one is made, and sentences have numbers as soon as they are loaded.
 */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
