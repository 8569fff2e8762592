// A word about what has just happened. What went well goes away by itself, but not while somebody
// points at it or has the keyboard there (WCAG 2.2.1); what went wrong stays until it is closed, as
// it may stand nowhere else. `theme/toasts.tsx` shows it.
export type Toast = { id: number; message: string; tone: 'good' | 'bad' };

/** More would hide the screen: the oldest goes. */
const MOST = 4;
const STAYS_MS = 6_000;

let toasts: readonly Toast[] = [];
let count = 0;
let isHeld = false;
const timers = new Set<ReturnType<typeof setTimeout>>();
const watchers = new Set<() => void>();

export function toast(message: string, tone: Toast['tone'] = 'good'): void {
  count += 1;
  const one: Toast = { id: count, message, tone };
  put([...toasts, one].slice(-MOST));
  begin(one);
}

/** Keeps all of them where they are; let go, each has its whole time again. */
export function holdToasts(hold: boolean): void {
  if (hold === isHeld) return;
  isHeld = hold;
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  for (const one of toasts) begin(one);
}

export const endToast = (id: number) => put(toasts.filter((one) => one.id !== id));
export const toastsNow = () => toasts;

/** Tells of every change. @returns what ends it */
export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function begin({ id, tone }: Toast): void {
  if (tone === 'bad' || isHeld) return;
  timers.add(setTimeout(() => endToast(id), STAYS_MS));
}

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}
