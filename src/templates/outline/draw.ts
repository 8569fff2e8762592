// Lays out the areas of a page and draws them: rectangles in checked colors, and nothing else.
import type { Align, Area, Line, Picture, Piece, Text } from './parse.ts';
import { type Color, hexOf } from './styles.ts';

/** In pixels of the mail; a picture of it shows its beginning. */
const WIDTH = 640;
const HEIGHT = 640;

type Rect = { x: number; y: number; width: number; height: number; color: Color; opacity: number; rounding: number };
/** Where something is put: its left edge, its upper one, and the room to the right. */
type Place = { x: number; y: number; width: number };

const MOST_RECTS = 600;
const MOST_LINES = 10;
/**
 * How far the lines of a text reach, in turn, as shares of the width: text is ragged at its end.
 */
const ENDS = [0.97, 1, 0.93, 0.98, 0.95];
const PICTURE: Color = 0x7d8b96;

/** The page as an SVG. */
export function drawn(page: Area): string {
  const rects: Rect[] = [];
  const ground = page.ground ?? 0xffffff;
  rects.push({ x: 0, y: 0, width: WIDTH, height: HEIGHT, color: ground, opacity: 1, rounding: 0 });
  const [top, right, , left] = page.padding;
  putInside(page.children, { x: left, y: top, width: WIDTH - left - right }, rects);
  const body = rects.flatMap((rect) => rectText(rect)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${body}</svg>`;
}

function rectText({ x, y, width, height, color, opacity, rounding }: Rect): string[] {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(WIDTH, x + width), Math.min(HEIGHT, y + height)];
  if (!(right - left >= 0.5 && bottom - top >= 0.5)) return [];
  const size = `x="${short(left)}" y="${short(top)}" width="${short(right - left)}" height="${short(bottom - top)}"`;
  const round = rounding > 0 ? ` rx="${short(Math.min(rounding, (bottom - top) / 2))}"` : '';
  return [`<rect ${size}${round} fill="${hexOf(color)}"${opacity < 1 ? ` fill-opacity="${short(opacity)}"` : ''}/>`];
}

const short = (number: number) => String(Math.round(number * 10) / 10);

/** Puts pieces below each other, those that may beside each other. @returns the height they take */
function putInside(pieces: readonly Piece[], { x, y, width }: Place, rects: Rect[]): number {
  let below = y;
  for (let at = 0; at < pieces.length && below < HEIGHT && rects.length < MOST_RECTS; ) {
    const row = besideFrom(pieces, at, width);
    if (row.length > 1) {
      below += putRow(row, { x, y: below, width }, rects);
      at += row.length;
      continue;
    }
    const piece = pieces[at] as Piece;
    below +=
      piece.kind === 'area'
        ? putArea(piece, { x, y: below, width }, rects)
        : putLeaf(piece, { x, y: below, width }, rects);
    at += 1;
  }
  return below - y;
}

/** The areas from there on that fit beside each other. */
function besideFrom(pieces: readonly Piece[], from: number, room: number): Area[] {
  const row: Area[] = [];
  let taken = 0;
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece?.kind !== 'area' || !piece.isBeside) break;
    taken += ownWidth(piece, room) ?? room;
    if (taken > room + 2) break;
    row.push(piece);
  }
  return row;
}

function ownWidth({ width: { share, pixels } }: Area, room: number): number | undefined {
  if (share !== undefined) return share * room;
  return pixels === undefined ? undefined : Math.min(pixels, room);
}

/** Cells: those with a width get it, the others share what is left. */
function putRow(cells: readonly Area[], { x, y, width }: Place, rects: Rect[]): number {
  const wanted = cells.map((cell) => (cell.width.share === 1 ? undefined : ownWidth(cell, width)));
  const given = wanted.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const open = wanted.filter((one) => one === undefined).length;
  const scale = given > width || (open === 0 && given > 0) ? width / given : 1;
  const each = open === 0 ? 0 : Math.max(width * 0.1, (width - given * scale) / open);
  let left = x;
  let height = 0;
  for (const [at, cell] of cells.entries()) {
    const wide = (wanted[at] ?? each / scale) * scale;
    height = Math.max(height, putArea({ ...cell, width: {} }, { x: left, y, width: wide }, rects));
    left += wide;
  }
  return height;
}

function putArea(area: Area, { x, y, width: room }: Place, rects: Rect[]): number {
  const { ground, padding, margin, children, isRow, isTight, rounding, align } = area;
  const [top, right, bottom, left] = padding;
  const own = isTight ? Math.min(room, tightWidth(area) + left + right) : Math.min(room, ownWidth(area, room) ?? room);
  const width = Math.max(0, own - (isTight ? 0 : margin[1] + margin[3]));
  const place = isTight ? align : 'center';
  const from = own < room ? x + offset(place, room - own) : x + margin[3];
  const upper = y + margin[0];
  const at = rects.length;
  const inside = { x: from + left, y: upper + top, width: Math.max(8, width - left - right) };
  const cells = isRow ? children.filter((child) => child.kind === 'area') : [];
  const inner = cells.length > 1 ? putRow(cells, inside, rects) : putInside(children, inside, rects);
  const height = Math.max(area.height, inner + top + bottom);
  if (ground !== undefined)
    rects.splice(at, 0, { x: from, y: upper, width, height, color: ground, opacity: 1, rounding });
  return height + margin[0] + margin[2];
}

/** How wide what is in an area would like to be: a button for its words, a table for its cells. */
function tightWidth({ children, isRow }: Area): number {
  let width = 0;
  for (const child of children) {
    const own = childWidth(child);
    width = isRow ? width + own : Math.max(width, own);
  }
  return width;
}

function childWidth(child: Piece): number {
  if (child.kind === 'text') return textWidth(child);
  if (child.kind === 'picture') return child.width ?? WIDTH;
  if (child.kind === 'line') return WIDTH;
  return child.width.pixels ?? tightWidth(child) + child.padding[1] + child.padding[3];
}

const textWidth = ({ chars, size }: Text) => chars * size * 0.52;
const offset = (align: Align, room: number) => (align === 'left' ? 0 : align === 'center' ? room / 2 : room);

function putLeaf(piece: Text | Picture | Line, place: Place, rects: Rect[]): number {
  if (piece.kind === 'text') return putText(piece, place, rects);
  const { x, y, width } = place;
  if (piece.kind === 'line') {
    rects.push({ x, y: y + 8, width, height: 1, color: piece.color, opacity: 0.4, rounding: 0 });
    return 17;
  }
  const wide = Math.min(width, piece.width ?? width);
  const height = wide * piece.height;
  rects.push({
    x: x + offset(piece.align, width - wide),
    y,
    width: wide,
    height,
    color: PICTURE,
    opacity: 0.32,
    rounding: 0,
  });
  return height;
}

function putText(text: Text, { x, y, width }: Place, rects: Rect[]): number {
  const { size, color, isBold, align } = text;
  if (size < 4) return 0;
  const whole = textWidth(text);
  const lines = Math.min(MOST_LINES, Math.ceil(whole / Math.max(width, size)));
  const [line, thick] = [size * 1.45, size * (isBold ? 0.54 : 0.44)];
  for (let at = 0; at < lines; at += 1) {
    const isLast = at === lines - 1;
    const rest = Math.max(size * 2, whole - at * width);
    const wide = isLast ? Math.min(width, rest) : width * (ENDS[at % ENDS.length] ?? 1);
    const opacity = isBold || size >= 22 ? 0.85 : 0.38;
    rects.push({
      x: x + offset(align, width - wide),
      y: y + at * line + (line - thick) / 2,
      width: wide,
      height: thick,
      color,
      opacity,
      rounding: Math.min(2, thick / 2),
    });
  }
  return lines * line;
}
