// A word about what has just happened, which goes away by itself. `theme/toasts.tsx` shows it.
export type Toast = { id: number; message: string; tone: 'good' | 'bad' };

/** More would hide the screen: the oldest goes. */
const MOST = 4;
const STAYS_MS = { good: 4_000, bad: 10_000 };

let toasts: readonly Toast[] = [];
let count = 0;
const watchers = new Set<() => void>();

export function toast(message: string, tone: Toast['tone'] = 'good'): void {
  count += 1;
  const id = count;
  put([...toasts, { id, message, tone }].slice(-MOST));
  setTimeout(() => endToast(id), STAYS_MS[tone]);
}

export const endToast = (id: number) => put(toasts.filter((one) => one.id !== id));
export const toastsNow = () => toasts;

/** Tells of every change. @returns what ends it */
export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}
