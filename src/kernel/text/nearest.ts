// Suggests the name that was meant.

/**
 * The known name closest to the given one, and their edit distance; undefined when there are none.
 */
export function nearest(given: string, known: Iterable<string>): { name: string; distance: number } | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = distanceOf(given.toLowerCase(), name.toLowerCase());
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best;
}

/** ` Did you mean x?` when a known name is close enough; else empty. */
export function hintOf(given: string, known: Iterable<string>): string {
  const found = nearest(given, known);
  const isMeant = found && found.distance <= Math.max(1, Math.ceil(given.length / 4));
  return isMeant ? ` Did you mean ${found.name}?` : '';
}

/** Edit distance: inserted, deleted, changed and swapped letters (Damerau, each letter once). */
function distanceOf(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change;
      row.push(Math.min(change, swap, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Variables of ours that are not settings of the server: those of the tests and the chaos runs. */
const NO_SETTING = /^MAILWRIGHT_(?:TEST|CHAOS)_/;
/** Kubernetes sets such variables in every pod for a service called "mailwright". */
const OF_A_SERVICE = /^MAILWRIGHT_(?:SERVICE_|PORT_\d)/;
/** The edit distance of a typing mistake. */
const SLIP = 2;

/**
 * Finds environment variables with our prefix that are not settings, and says so in a line each.
 * `isTypo`: its name is nearly that of a setting. The server then refuses to start, since to ignore
 * it would do harm (without a relay mail goes to the test inbox, without a database another store
 * is made). Others may belong to another version, or to tools around us: they only cause a warning.
 */
export function unknownVariables(
  variables: readonly string[],
  known: ReadonlySet<string>,
): { line: string; isTypo: boolean }[] {
  const settings = [...known].map((name) => `MAILWRIGHT_${name}`);
  return variables.flatMap((variable) => {
    if (!/^mailwright_/i.test(variable) || settings.includes(variable)) return [];
    if (NO_SETTING.test(variable) || OF_A_SERVICE.test(variable)) return [];
    const { name = '', distance = Number.POSITIVE_INFINITY } = nearest(variable, settings) ?? {};
    const isTypo = distance <= SLIP;
    return [
      {
        line: `${variable}: there is no such setting. ${isTypo ? 'Did you mean' : 'The nearest is'} ${name}${isTypo ? '?' : '.'}`,
        isTypo,
      },
    ];
  });
}
