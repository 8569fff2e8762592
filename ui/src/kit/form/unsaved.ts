// Text that is not saved yet, kept by this browser: a tab that broke down, or was closed while the
// server was away, leaves it to the next visit.
import { DAY_MS } from '../local-time.ts';
import { randomHex } from './random-hex.ts';

type Kept = { mark: string; changes: object };

/** A tab that is at work says so this often; what is older belongs to nobody. */
const STAMP_MS = 4_000;
const LEFT_AFTER_MS = 10_000;
const FORGOTTEN_AFTER_MS = 30 * DAY_MS;
const PREFIX = 'mailwright.unsaved.';
/** Tells the tabs of a browser apart; another one each time that the page is loaded. */
export const TAB = randomHex(8);

const mine = new Map<string, Kept>();

const nameOf = (key: string) => `${PREFIX}${key}.${TAB}`;

/** Keeps the text; undefined: there is none any more. */
export function keepUnsaved(key: string, kept: Kept | undefined): void {
  if (kept) mine.set(key, kept);
  else mine.delete(key);
  write(key, kept, { isLeft: false });
}

/** What is not saved belongs to the next who opens it: this screen is left. */
export function leaveUnsaved(key: string): void {
  const kept = mine.get(key);
  mine.delete(key);
  if (kept) write(key, kept, { isLeft: true });
}

function write(key: string, kept: Kept | undefined, { isLeft }: { isLeft: boolean }): void {
  try {
    if (kept) localStorage.setItem(nameOf(key), JSON.stringify({ ...kept, at: Date.now(), isLeft }));
    else localStorage.removeItem(nameOf(key));
  } catch {
    // A full or forbidden store: the text stays in this page, which asks before it is left.
  }
}

setInterval(() => {
  for (const [key, kept] of mine) write(key, kept, { isLeft: false });
}, STAMP_MS);
window.addEventListener('pagehide', () => {
  for (const [key, kept] of mine) write(key, kept, { isLeft: true });
});

/** The newest text that was left behind for the key. */
export function findKept(key: string): (Kept & { name: string }) | undefined {
  const names = Object.keys(localStorage).filter(
    (name) => name.startsWith(`${PREFIX}${key}.`) && !(name === nameOf(key) && mine.has(key)),
  );
  const all = names.flatMap((name) => {
    const kept = parsed(localStorage.getItem(name));
    const age = Date.now() - (kept?.at ?? 0);
    if (!kept || age > FORGOTTEN_AFTER_MS) localStorage.removeItem(name);
    return kept && (kept.isLeft || age > LEFT_AFTER_MS) ? [{ ...kept, name }] : [];
  });
  return all.toSorted((a, b) => b.at - a.at)[0];
}

/** What is being written on the screens that are open. */
type Writing = { save: () => Promise<unknown>; drop: () => void };
const writings = new Set<Writing>();

/** @returns takes it out again */
export function joinWritings(writing: Writing): () => void {
  writings.add(writing);
  return () => void writings.delete(writing);
}

/** Saves what can be saved, before somebody signs out. */
export async function saveWritings(): Promise<void> {
  await Promise.all([...writings].map(({ save }) => save()));
}

/** Whether another tab that is open has something that is not saved. */
export function isUnsavedElsewhere(): boolean {
  return Object.keys(localStorage).some((name) => {
    if (!name.startsWith(PREFIX) || name.endsWith(`.${TAB}`)) return false;
    const kept = parsed(localStorage.getItem(name));
    return kept !== undefined && !kept.isLeft && Date.now() - kept.at <= LEFT_AFTER_MS;
  });
}

/** Whoever uses this browser next finds no text of who signed out. */
export function forgetWritings(): void {
  for (const { drop } of writings) drop();
  mine.clear();
  for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
}

export function forgetKept(name: string): void {
  localStorage.removeItem(name);
}

function parsed(text: string | null): (Kept & { at: number; isLeft: boolean }) | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept & { at: number; isLeft: boolean });
  } catch {
    return undefined;
  }
}
