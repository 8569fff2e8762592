// JSON that each store takes as a parameter. PostgreSQL refuses a whole statement for half of a
// surrogate pair or for NUL in one of its texts, whoever sent that text.

/**
 * As JSON.stringify; in texts a half of a surrogate pair becomes the replacement character, and NUL
 * is left out.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text; // nearly always: what is whole is not escaped
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed().replaceAll('\0', '') : member,
  );
}
