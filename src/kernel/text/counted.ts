// Numbers with what they count, in English, for terminals and logs.

/** `1 row`, `2,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
