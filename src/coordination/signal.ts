// A signal between parts of a program that need not know each other: who has something to be looked
// at raises it, who looks after such things waits for it. It is made before both.

export type Signal = {
  /**
   * There is something to look at. However often it is raised before somebody looks, it is one
   * look.
   */
  raise(): void;
  /** What it was raised for until now is being looked at. */
  lower(): void;
  /**
   * Resolves when it is raised, at once when it is already, or when `ms` have passed; it is lowered
   * by then. One waits at a time.
   * @returns whether it was raised
   */
  wait(ms?: number): Promise<boolean>;
};

/** A signal that nobody has raised yet. */
export function newSignal(): Signal {
  let isRaised = false;
  let wake: (() => void) | undefined;
  return {
    raise() {
      isRaised = true;
      wake?.();
    },
    lower() {
      isRaised = false;
    },
    wait(ms) {
      return new Promise((resolve) => {
        const timer = ms === undefined || isRaised ? undefined : setTimeout(() => wake?.(), ms);
        wake = () => {
          const wasRaised = isRaised;
          clearTimeout(timer);
          wake = undefined;
          isRaised = false;
          resolve(wasRaised);
        };
        if (isRaised) wake();
      });
    },
  };
}
