// A state in word, shape and color.
import type { ReactNode } from 'react';

/**
 * `moving`: at work now; `good`: done as it should; `held`: waits for a person; `bad`: went wrong;
 * `planned`: will begin by itself; `open`: not begun.
 */
export type Tone = 'moving' | 'good' | 'held' | 'bad' | 'planned' | 'open';

export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`state ${tone}`}>{children}</span>;
}
