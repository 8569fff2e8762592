// The outline of a page: where its header, pictures, headings, texts, buttons and columns are, in
// its own colours, as an SVG of rectangles. Drawn where there is no picture of the page. Pure.
import { atOnce } from '../../kernel/slices.ts';
import { drawn } from './draw.ts';
import { pieceTreeSteps } from './parse.ts';

/**
 * @param html as it is stored. Whatever is in it, the SVG has nothing but rectangles and colours.
 */
export function outlineOf(html: string): string {
  return atOnce(outlineSteps(html));
}

/** The same in steps, between which other work may be done. */
export function* outlineSteps(html: string): Generator<void, string> {
  return drawn(yield* pieceTreeSteps(html));
}
