// Reads a page as an outline needs it: areas within each other, and what stands in them. Knows of
// HTML what mails use: tables, columns side by side, texts, pictures, buttons.
import { attributeOf, type OpenTag, parseSteps } from '../../mail/html/tags.ts';
import { withoutConditions } from '../../mail/merge/conditions.ts';
import {
  type Color,
  colorIn,
  type Declarations,
  declarationsIn,
  pixelsIn,
  type Rules,
  rulesIn,
  type Sides,
  shareIn,
  sidesOf,
} from './styles.ts';

/** How texts in an area look, unless something in it says otherwise. */
type Look = { color: Color; size: number; isBold: boolean; align: Align };
export type Align = 'left' | 'center' | 'right';

/** `chars`: how long it is. */
export type Text = Look & { kind: 'text'; chars: number };
/** `height`: in parts of the width. */
export type Picture = { kind: 'picture'; width: number | undefined; height: number; align: Align };
export type Line = { kind: 'line'; color: Color };
export type Area = {
  kind: 'area';
  ground: Color | undefined;
  padding: Sides;
  margin: Sides;
  align: Align;
  /** Its children stand beside each other. */
  isRow: boolean;
  /** It stands beside areas like it while there is room. */
  isBeside: boolean;
  /** As wide as what it holds. */
  isTight: boolean;
  width: { share?: number | undefined; pixels?: number | undefined };
  height: number;
  rounding: number;
  children: Piece[];
};
export type Piece = Text | Picture | Line | Area;

/** So much of a page is looked at; mails show less on a screen. */
const LONGEST = 300_000;
const MOST_PIECES = 3_000;
const DEEPEST = 80;
/** Further elements within these are not told apart: each tag is looked for among those open. */
const MOST_OPEN = 300;
const NONE: Sides = [0, 0, 0, 0];
/** The margin of a page that says nothing else. */
const BODY: Sides = [8, 8, 8, 8];

const UNSEEN = new Set(['head', 'title', 'style', 'script', 'template', 'noscript', 'select', 'textarea', 'svg', 'object', 'iframe', 'video', 'audio', 'math']); // biome-ignore format: a list
const INLINE = new Set(['a', 'abbr', 'b', 'big', 'code', 'em', 'font', 'i', 'label', 's', 'small', 'span', 'strong', 'sub', 'sup', 'u']); // biome-ignore format: a list
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const HEADINGS: Readonly<Record<string, number>> = { h1: 32, h2: 24, h3: 19, h4: 16, h5: 14, h6: 12 };
const SPACED: Readonly<Record<string, number>> = {
  p: 16,
  ul: 16,
  ol: 16,
  blockquote: 16,
  h1: 20,
  h2: 18,
  h3: 16,
  h4: 16,
};

/** Where a page has no words of its own: the tags of feeds stand there. */
const BETWEEN = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

/** An element that is open. `area`: what its content goes into. */
type Open = { name: string; area: Area; look: Look; isUnseen: boolean };

/** The page as one area, in steps. Never throws, and takes time in line with its length. */
export function* pieceTreeSteps(html: string): Generator<void, Area> {
  const root = newArea({ padding: BODY });
  const first: Look = { color: 0x222222, size: 16, isBold: false, align: 'left' };
  const open: Open[] = [{ name: '', area: root, look: first, isUnseen: false }];
  const sheet = { text: '', isIn: false };
  const rules = new Map<string, Map<string, string>>();
  let pieces = 0;
  const top = () => open.at(-1) as Open;
  const add = (piece: Piece) => {
    pieces += 1;
    if (pieces <= MOST_PIECES) top().area.children.push(piece);
  };
  const close = (name: string) => {
    const at = open.findLastIndex((one) => one.name === name);
    if (at > 0) open.length = at;
  };
  yield* parseSteps(html.slice(0, LONGEST), {
    onOpen(tag) {
      const { name } = tag;
      sheet.isIn = name === 'style';
      for (const end of closedBy(name, open)) close(end);
      const around = top();
      const styles = stylesOf(tag, rules);
      const isUnseen = around.isUnseen || UNSEEN.has(name) || isHidden(styles);
      if (VOID.has(name)) {
        if (!isUnseen) voidPiece(tag, styles, around.look, add);
        return;
      }
      if (open.length >= MOST_OPEN) return;
      if (isUnseen || open.length > DEEPEST) return void open.push({ ...around, name, isUnseen });
      const look = lookOf(tag, styles, around.look);
      const ground =
        colorIn(styles.get('background-color') ?? styles.get('background')) ?? colorIn(attributeOf(tag, 'bgcolor'));
      if (INLINE.has(name) && !isButton(styles, ground)) return void open.push({ ...around, name, look });
      const area = areaOf(tag, styles, { look, ground });
      if (name === 'body') {
        Object.assign(root, { ground });
        area.ground = undefined;
        root.padding = NONE;
        area.margin = sidesOf(styles, 'margin') ?? BODY;
      }
      add(area);
      open.push({ name, area, look: name === 'table' ? inTable(look, styles) : look, isUnseen: false });
    },
    onClose(name) {
      if (name === 'style') {
        rulesIn(sheet.text, rules);
        Object.assign(sheet, { text: '', isIn: false });
      }
      close(name);
    },
    onText(text) {
      if (sheet.isIn) sheet.text += text;
      const { name, area, look, isUnseen } = top();
      const chars = isUnseen || BETWEEN.has(name) ? 0 : wordsIn(text);
      if (chars === 0) return;
      const last = area.children.at(-1);
      if (last?.kind === 'text' && last.size === look.size) last.chars += chars + 1;
      else add({ ...look, kind: 'text', chars });
    },
  });
  return root;
}

/** Letters and the spaces between them; what only fills room is none. */
const wordsIn = (text: string) =>
  withoutConditions(text)
    .replaceAll(/\[[A-Z_]{3,40}_(?:BEGIN|END)[^\]]{0,300}\]/g, '')
    .replaceAll(/(?:[\s\u00ad\u2000-\u200f\ufeff]|\u034f)+/g, ' ')
    .trim().length;

/** Elements that an opening one ends, as browsers do. */
function closedBy(name: string, open: readonly Open[]): string[] {
  const nearest = (names: readonly string[]) => open.findLast((one) => names.includes(one.name))?.name;
  if (name === 'td' || name === 'th') return ['td', 'th'].filter((cell) => nearest([cell, 'tr', 'table']) === cell);
  if (name === 'tr') return nearest(['tr', 'table']) === 'tr' ? ['tr'] : [];
  if (name === 'li') return nearest(['li', 'ul', 'ol']) === 'li' ? ['li'] : [];
  return !INLINE.has(name) && !VOID.has(name) && open.at(-1)?.name === 'p' ? ['p'] : [];
}

function stylesOf(tag: OpenTag, rules: Rules): Declarations {
  const classes = (attributeOf(tag, 'class') ?? '').slice(0, 300).toLowerCase().split(/\s+/);
  const own = declarationsIn(attributeOf(tag, 'style') ?? '');
  const sets = [tag.name, ...classes.map((one) => `.${one}`), `#${attributeOf(tag, 'id')?.toLowerCase()}`].flatMap(
    (key) => rules.get(key) ?? [],
  );
  return sets.length === 0 ? own : new Map([...sets.flatMap((set) => [...set]), ...own]);
}

const isHidden = (styles: Declarations) =>
  styles.get('display') === 'none' || styles.get('visibility') === 'hidden' || pixelsIn(styles.get('max-height')) === 0;

const isButton = (styles: Declarations, ground: Color | undefined) =>
  ground !== undefined || /^(?:inline-)?block$/.test(styles.get('display') ?? '');

function lookOf(tag: OpenTag, styles: Declarations, around: Look): Look {
  const heading = HEADINGS[tag.name];
  const weight = styles.get('font-weight');
  const size = pixelsIn(styles.get('font-size'), around.size) ?? heading ?? around.size;
  const isBold =
    weight === undefined
      ? around.isBold || heading !== undefined || /^(?:b|strong|th)$/.test(tag.name)
      : /bold|[6-9]00/.test(weight);
  const align =
    alignIn(styles.get('text-align') ?? attributeOf(tag, 'align')) ?? (tag.name === 'center' ? 'center' : around.align);
  const color = colorIn(styles.get('color')) ?? colorIn(attributeOf(tag, 'color')) ?? around.color;
  return { color, size: Math.min(80, size), isBold, align };
}

/** A table does not inherit the alignment of texts; it is itself aligned by what is around it. */
const inTable = (look: Look, styles: Declarations): Look => ({
  ...look,
  align: alignIn(styles.get('text-align')) ?? 'left',
});

function alignIn(value: string | undefined): Align | undefined {
  const word = value?.trim().toLowerCase();
  return word === 'left' || word === 'center' || word === 'right' ? word : undefined;
}

type Seen = { look: Look; ground: Color | undefined };

function areaOf(tag: OpenTag, styles: Declarations, { look, ground }: Seen): Area {
  const { name } = tag;
  const spaced = SPACED[name];
  const [, percent] = /\bmj-column-per-(\d{1,3})/.exec(attributeOf(tag, 'class') ?? '') ?? [];
  const [width, most] = [styles.get('width') ?? attributeOf(tag, 'width'), pixelsIn(styles.get('max-width'))];
  const isInline = INLINE.has(name);
  const isBeside = /^inline-(?:block|table)$/.test(styles.get('display') ?? '') && !isInline;
  return newArea({
    ground,
    padding: sidesOf(styles, 'padding') ?? (name === 'ul' || name === 'ol' ? [0, 0, 0, 28] : NONE),
    margin: sidesOf(styles, 'margin') ?? (spaced === undefined ? NONE : [0, 0, spaced, 0]),
    align: look.align,
    isRow: name === 'tr',
    isBeside,
    isTight:
      (isInline && styles.get('display') !== 'block') ||
      (name === 'table' && width === undefined && most === undefined),
    width: {
      share: percent === undefined ? (most === undefined ? shareIn(width) : undefined) : Number(percent) / 100,
      pixels: most ?? pixelsIn(width),
    },
    height: Math.min(600, pixelsIn(styles.get('height') ?? attributeOf(tag, 'height')) ?? 0),
    rounding: Math.min(24, pixelsIn(styles.get('border-radius')) ?? 0),
  });
}

const newArea = (given: Partial<Area>): Area => ({
  kind: 'area',
  ground: undefined,
  padding: NONE,
  margin: NONE,
  align: 'left',
  isRow: false,
  isBeside: false,
  isTight: false,
  width: {},
  height: 0,
  rounding: 0,
  children: [],
  ...given,
});

function voidPiece(tag: OpenTag, styles: Declarations, { color, align }: Look, add: (piece: Piece) => void): void {
  if (tag.name === 'hr')
    add({ kind: 'line', color: colorIn(styles.get('border-top') ?? styles.get('border')) ?? color });
  if (tag.name === 'br') add(newArea({}));
  if (tag.name !== 'img') return;
  const [own, across] = [attributeOf(tag, 'width'), attributeOf(tag, 'height')].map((value) => pixelsIn(value));
  const width = own ?? pixelsIn(styles.get('max-width')) ?? pixelsIn(styles.get('width'));
  const height = across ?? pixelsIn(styles.get('height'));
  if ((width ?? 9) < 4 || (height ?? 9) < 4) return; // it counts opens, or fills room
  add({ kind: 'picture', width, height: width && height ? Math.min(3, height / width) : 0.5, align });
}
