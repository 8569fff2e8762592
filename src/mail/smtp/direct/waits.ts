// Which messages may go on looking for a connection. Servers that answer nothing take 15 seconds to
// be given up, or a minute where they take the connection; a list with some thousand dead domains
// would so hold all lanes, and all others' mail. So while more than half of the lanes have looked
// for long, the one that has for longest is given up: its message is put off, and tried again when
// less is going on.

export type Waits = {
  /** A lane looks for a connection. */
  begin(): Wait;
};
/** `signal` is aborted when it is to give up. */
export type Wait = { signal: AbortSignal; end(): void };

/** Servers that work have answered by then, nearly all of them. */
const LONG_MS = 2_000;

/** @param lanes how many there may be; one alone always goes on */
export function openWaits(lanes: number): Waits {
  const most = Math.max(Math.floor(lanes / 2), 1);
  const long = new Set<AbortController>(); // the longest first
  return {
    begin() {
      const wait = new AbortController();
      const timer = setTimeout(() => {
        long.add(wait);
        const [first] = long;
        if (long.size <= most || !first) return;
        long.delete(first);
        first.abort();
      }, LONG_MS);
      return {
        signal: wait.signal,
        end() {
          clearTimeout(timer);
          long.delete(wait);
        },
      };
    },
  };
}
