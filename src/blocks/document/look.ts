// How mails of blocks look: colors, fonts, logo, footer. A customer has one, the brand; a document
// may bring its own.
import { z } from 'zod';
import { whenNeeded } from '../../kernel/when-needed.ts';

const HEX = /^#[0-9a-f]{6}$/;
const color = (about: string) => z.string().toLowerCase().regex(HEX, 'blocks-colour').describe(`${about}, as #rrggbb.`);

/** Fonts that every mail program has, as they are written in style sheets. */
const FONTS = {
  system: "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  arial: 'Arial,Helvetica,sans-serif',
  verdana: 'Verdana,Geneva,sans-serif',
  trebuchet: "'Trebuchet MS',Helvetica,sans-serif",
  georgia: "Georgia,'Times New Roman',serif",
  times: "'Times New Roman',Times,serif",
  courier: "'Courier New',Courier,monospace",
} as const;
export type Font = keyof typeof FONTS;
const font = (about: string) => z.enum(Object.keys(FONTS) as [Font, ...Font[]]).describe(about);

const shades = whenNeeded(() => ({
  page: color('Background of the whole email'),
  card: color('Background of the content'),
  tint: color('Background of highlighted areas'),
  banner: color('Background of banners'),
  text: color('Headings and text'),
  muted: color('Secondary text'),
  accent: color('Links and buttons'),
  on_accent: color('Text on buttons'),
  on_banner: color('Text on banners'),
  line: color('Lines'),
}));
const colors = whenNeeded(() =>
  z.strictObject(shades()).partial().meta({ id: 'BrandColors', description: 'Colors of an email.' }),
);

/** The members of a look; what is absent has its default. */
export const lookMembers = whenNeeded(() => ({
  colors: colors().optional(),
  dark_colors: colors().optional().describe('Colors for readers in dark mode.'),
  heading_font: font('The font of headings.').optional(),
  text_font: font('The font of all other text.').optional(),
  radius: z.int().min(0).max(32).optional().describe('Corner radius in pixels.'),
}));
export const lookSchema = whenNeeded(() =>
  z
    .strictObject(lookMembers())
    .meta({ id: 'BlocksLook', description: 'The look of an email. Absent members use the brand’s values.' }),
);
export type LookInput = z.infer<ReturnType<typeof lookSchema>>;

export type Shades = { [K in keyof ReturnType<typeof shades>]: string };
/** A look with everything given. */
export type Look = { colors: Shades; dark: Shades; headingFont: string; textFont: string; radius: number };

/** Colors of whoever has not chosen any. */
const LIGHT: Shades = {
  page: '#f3f4f6',
  card: '#ffffff',
  tint: '#f1f5f9',
  banner: '#1d3557',
  text: '#17212b',
  muted: '#556270',
  accent: '#0b62c4',
  on_accent: '#ffffff',
  on_banner: '#ffffff',
  line: '#dfe4ea',
};
const DARK: Shades = {
  page: '#121417',
  card: '#1a1d21',
  tint: '#23282e',
  banner: '#1d3557',
  text: '#eceff2',
  muted: '#a5adb8',
  accent: '#7fb0ff',
  on_accent: '#10151c',
  on_banner: '#ffffff',
  line: '#2c3138',
};

/** What is taken where nobody has chosen anything. */
export const DEFAULT_LOOK = {
  colors: LIGHT,
  dark_colors: DARK,
  heading_font: 'system' as Font,
  text_font: 'system' as Font,
  radius: 12,
};

/** The look of a document: its own members before those of the brand, before the defaults. */
export function lookOf(brand: LookInput, own: LookInput = {}): Look {
  const light = { ...LIGHT, ...brand.colors, ...own.colors };
  // A banner or button that was chosen stays what it is in the dark.
  const kept = { banner: light.banner, on_banner: light.on_banner };
  return {
    colors: light,
    dark: { ...DARK, ...kept, ...brand.dark_colors, ...own.dark_colors },
    headingFont: FONTS[own.heading_font ?? brand.heading_font ?? DEFAULT_LOOK.heading_font],
    textFont: FONTS[own.text_font ?? brand.text_font ?? DEFAULT_LOOK.text_font],
    radius: own.radius ?? brand.radius ?? DEFAULT_LOOK.radius,
  };
}
