// The outline of a page: where its header, pictures, headings, texts, buttons and columns are, in
// its own colors, as an SVG of rectangles. Drawn where there is no picture of the page. Pure.
import { drawn } from './draw.ts';
import { pieceTreeSteps } from './parse.ts';

/**
 * The outline in steps, between which other work may be done (kernel/slices.ts).
 * @param html as it is stored. Whatever is in it, the SVG has nothing but rectangles and colors.
 */
export function* outlineSteps(html: string): Generator<void, string> {
  return drawn(yield* pieceTreeSteps(html));
}
