// The look of a mail as the variables that blocks.css draws it with.
import type { CSSProperties } from 'react';
import type { FullLook } from './document/document.ts';

const FONTS: Readonly<Record<string, string>> = {
  system: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  arial: 'Arial, Helvetica, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: "'Trebuchet MS', Helvetica, sans-serif",
  georgia: "Georgia, 'Times New Roman', serif",
  times: "'Times New Roman', Times, serif",
  courier: "'Courier New', Courier, monospace",
};

/** Which of the look's colors. */
export type Scheme = 'colors' | 'dark_colors';

export function variablesOf(look: FullLook, scheme: Scheme = 'colors'): CSSProperties {
  const colors = Object.entries(look[scheme]).map(([name, color]) => [`--mail-${name.replaceAll('_', '-')}`, color]);
  return Object.fromEntries([
    ...colors,
    ['--mail-radius', `${look.radius}px`],
    ['--mail-heading-font', FONTS[look.heading_font]],
    ['--mail-text-font', FONTS[look.text_font]],
  ]) as CSSProperties;
}
