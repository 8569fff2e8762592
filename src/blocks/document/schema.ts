// The document that a mail of blocks is kept as. Leaves are flat, columns are lists of leaves, and
// a condition holds both, but no other condition: so a document within a request stays within its
// levels.
import { z } from 'zod';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { ALONE, COMPARED } from '../../mail/merge/conditions.ts';
import { ADDRESS_PATTERN, isAddress, isLink, LINK_PATTERN } from './links.ts';
import { lookSchema } from './look.ts';

/** The version that is written; older ones are brought to it when they are read (versions.ts). */
export const VERSION = 1;

/** Blocks of a document, with those in columns. */
export const MAX_BLOCKS = 200;

export const text = (max: number) =>
  z
    .string()
    .max(max, 'member-long')
    .refine((value) => !value.includes('\0'), 'member-nul');
const rich = (max: number, about: string) =>
  text(max).describe(
    `${about} HTML in which strong, em, u, s, a, code, sub, sup and br are kept; merge tags stay as written.`,
  );
export const link = whenNeeded(() =>
  text(2000).refine(isLink, 'blocks-link').meta({ description: 'Link target.', pattern: LINK_PATTERN }),
);
export const picture = whenNeeded(() =>
  text(2000)
    .refine(isAddress, 'blocks-picture')
    .meta({ description: 'Address of the image.', pattern: ADDRESS_PATTERN }),
);
const pixels = (min: number, max: number, about: string) => z.int().min(min).max(max).describe(`${about} In pixels.`);
const align = whenNeeded(() =>
  z.enum(['left', 'center', 'right']).optional().describe('Alignment. Defaults to the start of the line.'),
);
const color = whenNeeded(() =>
  z.enum(['text', 'muted', 'accent']).optional().describe('Color, by its name in the look.'),
);

const common = whenNeeded(() => ({
  id: text(64).optional().describe('Name that a program gives the block; kept, without effect.'),
  space: pixels(0, 120, 'Space above it. Defaults to that of its kind.').optional(),
}));

const heading = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('heading'),
    ...common(),
    text: rich(2000, 'Its text.'),
    level: z.int().min(1).max(3).describe('1 to 3.'),
    size: pixels(12, 96, 'Letter size. Defaults to that of its level.').optional(),
    align: align(),
    color: color(),
  }),
);
const paragraph = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('text'),
    ...common(),
    text: rich(20_000, 'Its text; p, ul, ol and li are kept too.'),
    size: z.enum(['label', 'small', 'normal', 'large', 'code']).optional().describe('Defaults to normal.'),
    align: align(),
    color: color(),
  }),
);
const image = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('image'),
    ...common(),
    src: picture().optional().describe('Address of the image. Defaults to the brand’s logo.'),
    alt: text(500).describe('Alternative text; empty if the image is only decorative.'),
    href: link().optional(),
    width: pixels(16, 600, 'Width. Defaults to all available space.').optional(),
    full: z.boolean().optional().describe('Whether it spans the full width.'),
    align: align(),
  }),
);
const button = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('button'),
    ...common(),
    text: text(200).min(1, 'member-blank').describe('Its label: plain text.'),
    href: link(),
    style: z.enum(['filled', 'outline', 'light']).optional().describe('Defaults to filled.'),
    full: z.boolean().optional().describe('Whether it fills the available width.'),
    align: align(),
  }),
);
const divider = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('divider'),
    ...common(),
    thickness: pixels(1, 8, 'Defaults to 1.').optional(),
    color: z.enum(['line', 'text', 'accent']).optional().describe('Its color, by its name in the look.'),
  }),
);
const space = whenNeeded(() =>
  z.strictObject({ kind: z.literal('space'), ...common(), height: pixels(4, 120, 'Its height.') }),
);

/** Where people are, in the order in which links to it stand. */
export const NETWORKS = {
  website: 'Website',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  x: 'X',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
} as const;
export type Network = keyof typeof NETWORKS;
const networks = () =>
  Object.fromEntries(
    Object.entries(NETWORKS).map(([name, label]) => [name, link().optional().describe(`Address of ${label}.`)]),
  ) as Record<Network, z.ZodOptional<ReturnType<typeof link>>>;
const social = whenNeeded(() =>
  z.strictObject({ kind: z.literal('social'), ...common(), ...networks(), align: align() }),
);

const product = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('product'),
    ...common(),
    title: rich(500, 'Its name.'),
    text: rich(5000, 'Details; p, ul, ol and li are kept too.').optional(),
    label: text(200).optional().describe('Plain text above the name.'),
    price: text(100).optional().describe('Plain text.'),
    old_price: text(100).optional().describe('Previous price, struck through: plain text.'),
    src: picture().optional(),
    alt: text(500).optional().describe('Alternative text of the image.'),
    href: link().optional(),
    more: text(200).optional().describe('Text of the link below: plain text.'),
    feed: z
      .enum(['xml', 'json'])
      .optional()
      .describe('Repeats the row for each item of a feed; its texts contain tags such as `[XML_FEED_ITEM_TITLE]`.'),
    feed_url: link().optional().describe('Address of the feed.'),
    feed_count: z.int().min(1).max(100).optional().describe('Maximum number of items. Defaults to 10.'),
    feed_days: z.int().min(1).max(366).optional().describe('Maximum age of items, in days.'),
  }),
);
const html = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('html'),
    ...common(),
    html: text(100_000).describe('Your own HTML. Elements are closed and scripts are removed.'),
  }),
);
const footer = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('footer'),
    ...common(),
    text: rich(5000, 'Its text. Defaults to the brand’s footer.').optional(),
    align: align(),
  }),
);

/** What may stand in a column. */
const LEAVES = whenNeeded(
  () => [heading(), paragraph(), image(), button(), divider(), space(), social(), product(), html(), footer()] as const,
);
const leaf = whenNeeded(() =>
  z.discriminatedUnion('kind', LEAVES()).meta({ id: 'LeafBlock', description: 'A block in a column.' }),
);
export type Leaf = z.infer<ReturnType<typeof leaf>>;

/** What every block of the document itself may say besides. */
const outer = whenNeeded(() => ({
  on: z
    .enum(['card', 'page', 'tint', 'banner'])
    .optional()
    .describe(
      'Its background; adjacent blocks with the same background form one area. Defaults to card, for a footer to page.',
    ),
  saved: text(64).optional().describe('Id of the saved block it was made from.'),
}));
const columns = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('columns'),
    ...common(),
    columns: z
      .array(z.array(leaf()).max(20, 'blocks-list-many'))
      .min(2, 'blocks-columns')
      .max(3, 'blocks-columns')
      .describe('Two or three lists of blocks.'),
    widths: z
      .array(z.int().min(1).max(12))
      .max(3)
      .optional()
      .describe('Widths in parts: [1, 2] is one third and two thirds. Defaults to equal widths.'),
    stack: z.boolean().optional().describe('Whether they are stacked on phones. Defaults to true.'),
  }),
);
type Columns = z.infer<ReturnType<typeof columns>>;
const inCondition = whenNeeded(() =>
  z.discriminatedUnion('kind', [leaf(), columns()]).meta({
    id: 'ConditionedBlock',
    description: 'A block in a condition: columns, or anything that columns may contain.',
  }),
);
const condition = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('condition'),
    ...common(),
    ...outer(),
    field: text(64)
      .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'blocks-field')
      .describe('Merge tag to compare, of a list field or another one, without brackets.'),
    operator: z
      .enum([...COMPARED, ...ALONE])
      .describe('Comparison, as in segments; case-insensitive. `empty` and `not-empty` take no value.'),
    value: text(200).optional().describe('Value to compare with: plain text, a number, or a date such as 2026-05-01.'),
    blocks: z
      .array(inCondition())
      .max(20, 'blocks-list-many')
      .describe('Shown only to recipients for whom the condition is true; others get none of it.'),
  }),
);
export const blockSchema = whenNeeded(
  () =>
    z
      .discriminatedUnion('kind', [
        ...[...LEAVES(), columns()].map((one) => one.extend(outer())),
        condition(),
      ] as unknown as [ReturnType<typeof heading>])
      .meta({ id: 'Block', description: 'A block of an email, by its kind.' }) as unknown as z.ZodType<Block>,
);
export type Block = (Leaf & Outer) | (Columns & Outer) | Condition;
type Outer = { on?: Ground | undefined; saved?: string | undefined };
export type Ground = 'card' | 'page' | 'tint' | 'banner';
export type Kind = Block['kind'];
export type { Columns };
/** What may stand in a condition. */
export type Conditioned = Leaf | Columns;
export type Condition = z.infer<ReturnType<typeof condition>>;

export const documentSchema = whenNeeded(() =>
  z
    .strictObject({
      version: z.literal(VERSION, 'blocks-version').describe(`The version of this format: ${VERSION}.`),
      title: text(255).optional().describe('Title that some programs show for the email; if absent, there is none.'),
      preheader: text(500)
        .optional()
        .describe('Preview text that email programs show after the subject: plain text, merge tags.'),
      language: z
        .string()
        .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'blocks-language')
        .optional()
        .describe('Language of its texts, for screen readers.'),
      look: lookSchema().optional().describe('Colors and fonts that differ from the brand.'),
      blocks: z.array(blockSchema()).max(MAX_BLOCKS, 'blocks-list-many').describe('From top to bottom.'),
    })
    .meta({ id: 'BlocksDocument', description: 'An email of blocks.' }),
);
export type BlocksDocument = z.infer<ReturnType<typeof documentSchema>>;
