// What an outline takes from the styles of a page: colors and lengths, checked and made anew, so
// that nothing of what somebody wrote gets on.

/** A color: 0xRRGGBB. */
export type Color = number;
/** Declarations by their property, in lower case. */
export type Declarations = ReadonlyMap<string, string>;

const NAMED: Readonly<Record<string, Color>> = {
  black: 0x000000,
  white: 0xffffff,
  gray: 0x808080,
  grey: 0x808080,
  silver: 0xc0c0c0,
  red: 0xff0000,
  maroon: 0x800000,
  yellow: 0xffff00,
  olive: 0x808000,
  lime: 0x00ff00,
  green: 0x008000,
  aqua: 0x00ffff,
  cyan: 0x00ffff,
  teal: 0x008080,
  blue: 0x0000ff,
  navy: 0x000080,
  fuchsia: 0xff00ff,
  purple: 0x800080,
  orange: 0xffa500,
  pink: 0xffc0cb,
  gold: 0xffd700,
  tomato: 0xff6347,
  crimson: 0xdc143c,
  indigo: 0x4b0082,
  whitesmoke: 0xf5f5f5,
  lightgray: 0xd3d3d3,
  lightgrey: 0xd3d3d3,
  darkgray: 0xa9a9a9,
  darkblue: 0x00008b,
};
const COLOR =
  /#([0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-f])|rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})([^)]{0,20})\)|[a-z]{3,12}/gi;
const LONGEST = 2_000;

/** The first color in a value, as `background` may have; undefined: none, or one that is clear. */
export function colorIn(value: string | undefined): Color | undefined {
  for (const [word, hex, r, g, b, alpha] of value?.slice(0, LONGEST).matchAll(COLOR) ?? []) {
    if (hex !== undefined) return Number.parseInt(hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex, 16);
    if (r !== undefined) {
      if (/[,/]\s*0?\.?0+\s*$/.test(alpha ?? '')) return undefined;
      const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => Math.min(255, Number(part)));
      return red * 65_536 + green * 256 + blue;
    }
    const named = NAMED[word.toLowerCase()];
    if (named !== undefined) return named;
  }
  return undefined;
}

/** As SVG has it. */
export const hexOf = (color: Color): string => `#${color.toString(16).padStart(6, '0')}`;

/** Pixels of a length; undefined where it has none. @param em what `em` stands for */
export function pixelsIn(value: string | undefined, em = 16): number | undefined {
  const [, number, unit] = /^\s*(-?\d{0,6}\.?\d{1,6})(px|em|rem|pt)?\s*$/i.exec(value ?? '') ?? [];
  if (number === undefined) return undefined;
  const factor = { em, rem: 16, pt: 4 / 3 }[unit?.toLowerCase() ?? ''] ?? 1;
  return Math.min(10_000, Math.max(0, Number(number) * factor));
}

/** A part of the whole, 0 to 1, where the value is in per cent. */
export function shareIn(value: string | undefined): number | undefined {
  const [, number] = /^\s*(\d{1,3}(?:\.\d{1,6})?)%\s*$/.exec(value ?? '') ?? [];
  return number === undefined ? undefined : Math.min(1, Number(number) / 100);
}

/** The four sides of a padding or margin: top, right, bottom, left. */
export type Sides = readonly [number, number, number, number];

/** @param property `padding` or `margin` */
export function sidesOf(styles: Declarations, property: string): Sides | undefined {
  const parts = (styles.get(property) ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, 4)
    .map((part) => pixelsIn(part));
  const named = ['top', 'right', 'bottom', 'left'].map((side) => pixelsIn(styles.get(`${property}-${side}`)));
  if (parts[0] === undefined && parts.length === 1 && named.every((side) => side === undefined)) return undefined;
  const [top = 0, right = top, bottom = top, left = right] = parts;
  return [named[0] ?? top, named[1] ?? right, named[2] ?? bottom, named[3] ?? left];
}

/** The declarations of a `style`. */
export function declarationsIn(style: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const declaration of style.slice(0, LONGEST).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!important/i, '')
      .trim();
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value);
  }
  return found;
}

/** Rules for an element name, a class or an id alone, by `p`, `.lead` and `#top`. */
export type Rules = ReadonlyMap<string, Declarations>;

const RULE = /([^{}]{1,500})\{([^{}]{0,2000})\}/g;
const MOST_RULES = 400;

/** Each element looks at all declarations of its rules. */
const MOST_DECLARATIONS = 100;

/**
 * The rules of a style sheet that hold everywhere, added to those of the sheets before it; those
 * within `@media` are left out.
 */
export function rulesIn(css: string, rules = new Map<string, Map<string, string>>()): Rules {
  for (const [, selectors = '', body = ''] of withoutBlocks(css).matchAll(RULE)) {
    for (const selector of selectors.split(',')) {
      const name = selector.trim().toLowerCase();
      if (!/^[.#]?[\w-]{1,60}$/.test(name) || rules.size >= MOST_RULES) continue;
      const rule = rules.get(name) ?? new Map<string, string>();
      rules.set(name, rule);
      for (const [property, value] of declarationsIn(body)) {
        if (rule.size < MOST_DECLARATIONS || rule.has(property)) rule.set(property, value);
      }
    }
  }
  return rules;
}

/** A style sheet without comments and without the blocks of its `@` rules. */
function withoutBlocks(css: string): string {
  const text = css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  let kept = '';
  let depth = 0;
  let isInside = false;
  for (const [piece] of text.matchAll(/@[^{};]*;?|[{}]|[^@{}]+/g)) {
    if (!isInside && piece.startsWith('@')) isInside = !piece.endsWith(';');
    else if (!isInside) kept += piece;
    else if (piece === '{') depth += 1;
    else if (piece === '}') {
      depth -= 1;
      isInside = depth > 0;
    }
  }
  return kept;
}
