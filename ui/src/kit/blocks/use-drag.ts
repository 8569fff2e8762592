// Dragging a block by its grip, alike with a mouse, a finger and a pen: pointer events, as a finger gives
// no others of dragging on all devices. Where it would fall is marked in the page itself, without drawing
// the mail anew with each move.
import { type PointerEvent, useRef } from 'react';
import type { Block } from './document/document.ts';
import { mayStand, type Place } from './document/moves.ts';
import { useEditing } from './tools.ts';
import { useMoves } from './use-moves.ts';

/** Pixels: so near the window's edge the page scrolls, by this much at most with each picture. */
const EDGE = 70;
const STEP = 14;

/** @returns begins dragging, when it is pressed by which the block is taken */
export function useDrag(block: Block): (event: PointerEvent<HTMLElement>) => void {
  const { doc } = useEditing();
  const { move } = useMoves();
  const now = useRef({ doc, move });
  now.current = { doc, move };
  return (event) => {
    const { currentTarget: grip, pointerId } = event;
    const item = grip.closest<HTMLElement>('.block');
    if (event.button !== 0 || !item) return;
    event.preventDefault(); // no text is chosen by it
    const may = ({ list }: Place) => mayStand(now.current.doc.blocks, block, list);
    const label = labelOf(item);
    let at = { x: event.clientX, y: event.clientY };
    let place: Place | undefined;
    let frame = 0;
    const show = () => {
      label.style.translate = `${at.x + 14}px ${at.y + 10}px`;
      place = marked(item, at, may);
    };
    const scroll = () => {
      const by = Math.min(0, at.y - EDGE) + Math.max(0, at.y - window.innerHeight + EDGE);
      if (by !== 0 && label.isConnected) {
        window.scrollBy({ top: (STEP * Math.max(-EDGE, Math.min(EDGE, by))) / EDGE, behavior: 'instant' });
        show();
      }
      frame = requestAnimationFrame(scroll);
    };
    const ended = new AbortController();
    const end = (isDropped: boolean) => {
      ended.abort();
      cancelAnimationFrame(frame);
      label.remove();
      delete item.dataset['dragged'];
      marked(item, undefined, may);
      if (isDropped && place) now.current.move(block, place);
    };
    const hear = <K extends keyof WindowEventMap>(name: K, heard: (of: WindowEventMap[K]) => void) =>
      window.addEventListener(name, heard, { capture: true, signal: ended.signal });
    hear('pointermove', (moved) => {
      if (moved.pointerId !== pointerId) return;
      at = { x: moved.clientX, y: moved.clientY };
      if (!label.isConnected) document.body.append(label);
      item.dataset['dragged'] = '';
      show();
    });
    hear('pointerup', (up) => up.pointerId === pointerId && end(true));
    hear('pointercancel', (lost) => lost.pointerId === pointerId && end(false));
    hear('keydown', (pressed) => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      end(false);
    });
    scroll();
  };
}

/** What goes with the pointer. */
function labelOf(item: HTMLElement): HTMLElement {
  const label = document.createElement('div');
  label.className = 'dragged-label';
  label.textContent = item.getAttribute('aria-label');
  label.setAttribute('aria-hidden', 'true');
  return label;
}

/** Marks where the block would fall, and nothing else. @param at on the window; undefined: nowhere */
function marked(
  item: HTMLElement,
  at: { x: number; y: number } | undefined,
  may: (place: Place) => boolean,
): Place | undefined {
  const root = item.closest('.blocks-editor');
  for (const was of root?.querySelectorAll<HTMLElement>('[data-drop], [data-over]') ?? []) {
    delete was.dataset['drop'];
    delete was.dataset['over'];
  }
  let list = at && document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('.block-list');
  for (; list && root?.contains(list); list = list.parentElement?.closest<HTMLElement>('.block-list')) {
    const items = [...list.querySelectorAll<HTMLElement>(':scope > ol > li')];
    const place = { list: listAt(list), index: indexAt(items, at?.y ?? 0) };
    if (item.contains(list) || !may(place)) continue;
    const beside = items[place.index] ?? items.at(-1);
    if (beside) beside.dataset['drop'] = items[place.index] ? 'before' : 'after';
    else list.dataset['over'] = '';
    return place;
  }
  return undefined;
}

function listAt(list: HTMLElement): Place['list'] {
  const of = list.closest<HTMLElement>('.block')?.dataset['block'];
  return of === undefined ? null : { of, column: Number(list.dataset['column']) };
}

/** Before which of them something falls. */
function indexAt(items: readonly HTMLElement[], y: number): number {
  const below = items.findIndex((one) => {
    const { top, height } = one.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below === -1 ? items.length : below;
}
