// Tells domains that DNS gives no answer for from resolvers that answer nothing any more: of the
// latter an operator must hear, as all mail waits.

/** What is told when resolvers fall silent, and when one answers again. */
export type SilenceEvents = {
  /** @param code of the last question, such as ETIMEOUT */
  silent(code: string): void;
  answers(): void;
};

/** So many names in a row without an answer are no coincidence. */
const NAMES = 5;

export function watchSilence(events: SilenceEvents | undefined) {
  const names = new Set<string>();
  return {
    /** Some resolver has answered, also that there are no such records. */
    answered(): void {
      if (names.size >= NAMES) events?.answers();
      names.clear();
    },
    unanswered(name: string, code: string): void {
      if (names.size >= NAMES) return;
      names.add(name.toLowerCase());
      if (names.size === NAMES) events?.silent(code);
    },
  };
}
