// Where the keyboard is, and where it goes when what had it is gone.

const TAKES_IT = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/** Later than a menu gives it back, by which a dialog was opened. */
const LATER_MS = 20;

/** Whether nothing has the keyboard, as after a row was removed. */
export const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

let isBegun = false;

/**
 * Says that a screen stands, also one of those before sign-in.
 * @returns whether it is the first one: that begins at its beginning, as every page
 */
export function beginScreen(): boolean {
  const isFirst = !isBegun;
  isBegun = true;
  return isFirst;
}

/** Gives the keyboard to the heading of the screen, where what had it is gone. */
export function takeKeyboard(): void {
  if (isNowhere()) focusOn(undefined);
}

/**
 * Notes what has the keyboard.
 * @returns what gives it back, unless it is somewhere else by then than when it was called: to the
 *   same element, to what took its place, else to the heading of the screen
 */
export function noteKeyboard(): () => void {
  const way: { element: Element; at: number }[] = [];
  for (let element = opener(); element; element = element.parentElement)
    way.push({ element, at: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return () => {
    const before = document.activeElement;
    setTimeout(() => {
      if (document.activeElement === before || isNowhere()) focusOn(placeOf(way));
    }, LATER_MS);
  };
}

/** What had the keyboard last, besides menus: one that opened something is gone by then. */
let last: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role=menu]')) last = target;
});

/**
 * Whether what a link leads to within a screen may take the keyboard: the link is gone with it, and
 * it stands nowhere, or at the heading of the screen. Before anybody used it, a page begins at its
 * beginning.
 */
export const takesOver = (): boolean =>
  last !== null && (isNowhere() || document.activeElement?.matches('#screen h1') === true);

const opener = () => (isNowhere() || document.activeElement?.closest('[role=menu]') ? last : document.activeElement);

function placeOf(way: readonly { element: Element; at: number }[]): Element | null | undefined {
  const kept = way.findIndex(({ element }) => element.isConnected);
  const parent = way[kept]?.element;
  if (kept <= 0 || !parent?.matches('#screen *')) return kept === 0 ? parent : undefined;
  if (parent.querySelector('h1')) return undefined; // beside it stands the way back, which leads away
  const neighbour = parent.children[Math.min(way[kept - 1]?.at ?? 0, parent.children.length - 1)];
  return neighbour?.querySelector(TAKES_IT) ?? parent.querySelector(TAKES_IT);
}

function focusOn(place: Element | null | undefined): void {
  const heading = document.querySelector<HTMLElement>('#screen h1');
  for (const one of [place, heading]) {
    if (!(one instanceof HTMLElement)) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement === one) return;
  }
}
