// The colors of a list's pages and mails, derived from the three chosen colors so that everything
// stays readable (WCAG 2.2: text 4.5:1, borders of controls 3:1). Pure.
import { colorOf, type PageColors } from './settings.ts';

/**
 * Colors as `#rrggbb`. `link` is the accent where it is readable on the background, else the text
 * color.
 */
export type Theme = {
  isDark: boolean;
  background: string;
  text: string;
  quiet: string;
  line: string;
  accent: string;
  onAccent: string;
  link: string;
  bad: string;
  good: string;
};

export const LIGHT: PageColors = { background: '#ffffff', text: '#1b1f27', accent: '#0b62c4' };
export const DARK: PageColors = { background: '#14171d', text: '#e8eaee', accent: '#7db4ff' };

const TEXT = 4.5; // WCAG 2.2, success criterion 1.4.3
const CONTROL = 3; // 1.4.11

/** The readable theme for the chosen colors, with defaults for those that were not chosen. */
export function themeOf(chosen: PageColors): Theme {
  const background = colorOf(chosen.background) ?? LIGHT.background;
  const accent = colorOf(chosen.accent) ?? LIGHT.accent;
  const wanted = colorOf(chosen.text) ?? LIGHT.text;
  const text = readable([wanted], background);
  return {
    isDark: luminance(background) < 0.18,
    background,
    text,
    quiet: mixedUntil(background, text, 0.65, TEXT),
    line: mixedUntil(background, text, 0.3, CONTROL),
    accent,
    onAccent: readable(['#ffffff'], accent),
    link: readable([accent, text], background),
    bad: readable(['#b3261e', '#ff9c94', text], background),
    good: readable(['#13794a', '#62cf97', text], background),
  };
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The first color that is readable on the background; black or white always is. */
function readable(colors: readonly string[], background: string): string {
  const blackOrWhite = contrast('#000000', background) > contrast('#ffffff', background) ? '#000000' : '#ffffff';
  return colors.find((color) => contrast(color, background) >= TEXT) ?? blackOrWhite;
}

/**
 * The background mixed with as much of the text color as the contrast needs, but at least `share`.
 */
function mixedUntil(background: string, text: string, share: number, wanted: number): string {
  for (let part = share; part < 1; part += 0.05) {
    const color = mixed(background, text, part);
    if (contrast(color, background) >= wanted) return color;
  }
  return text;
}

function mixed(one: string, other: string, share: number): string {
  const [from, to] = [channels(one), channels(other)];
  return `#${from.map((value, i) => hexOf(value + ((to[i] ?? 0) - value) * share)).join('')}`;
}

function hexOf(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
