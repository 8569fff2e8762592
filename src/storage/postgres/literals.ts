// Statements with their values in the text, for a store that is spread (Citus). It hands a part of
// a statement to another machine with all of the parameters, and PostgreSQL refuses those that the
// part does not name; and it plans by values, so that a plan for all of them helps nobody.

const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g;

/** The statement with each `$1` replaced by its value, of a type that its place decides. */
export function withLiterals(text: string, values: readonly unknown[]): string {
  return text.replaceAll(PARTS, (part, number?: string) =>
    number === undefined ? part : literal(values[Number(number) - 1]),
  );
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value) ? `{${value.map(element).join()}}` : textOf(value);
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return `"${textOf(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
      throw new TypeError('a value of a statement is a text, a number, bytes, or a list of them');
  }
}
