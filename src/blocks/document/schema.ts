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
    `${about} HTML of which strong, em, u, s, a, code, sub, sup and br are kept; merge tags stand as they are written.`,
  );
export const link = whenNeeded(() =>
  text(2000).refine(isLink, 'blocks-link').meta({ description: 'Where it leads.', pattern: LINK_PATTERN }),
);
export const picture = whenNeeded(() =>
  text(2000)
    .refine(isAddress, 'blocks-picture')
    .meta({ description: 'Address of the image.', pattern: ADDRESS_PATTERN }),
);
const pixels = (min: number, max: number, about: string) => z.int().min(min).max(max).describe(`${about} In pixels.`);
const align = whenNeeded(() =>
  z.enum(['left', 'center', 'right']).optional().describe('Where it stands; absent: where lines begin.'),
);
const color = whenNeeded(() =>
  z.enum(['text', 'muted', 'accent']).optional().describe('Its color, by its name in the look.'),
);

const common = whenNeeded(() => ({
  id: text(64).optional().describe('What a program calls the block; kept, without effect.'),
  space: pixels(0, 120, 'Room above it; absent: as its kind has it.').optional(),
}));

const heading = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('heading'),
    ...common(),
    text: rich(2000, 'What it says.'),
    level: z.int().min(1).max(3).describe('1 to 3.'),
    size: pixels(12, 96, 'Size of its letters; absent: as its level has it.').optional(),
    align: align(),
    color: color(),
  }),
);
const paragraph = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('text'),
    ...common(),
    text: rich(20_000, 'What it says; p, ul, ol and li are kept too.'),
    size: z.enum(['label', 'small', 'normal', 'large', 'code']).optional().describe('Absent: normal.'),
    align: align(),
    color: color(),
  }),
);
const image = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('image'),
    ...common(),
    src: picture().optional().describe('Address of the image; absent: the logo of the brand.'),
    alt: text(500).describe('What it shows, for those who do not see it; empty: it only adorns.'),
    href: link().optional(),
    width: pixels(16, 600, 'Its width; absent: as wide as there is room.').optional(),
    full: z.boolean().optional().describe('Whether it reaches from edge to edge.'),
    align: align(),
  }),
);
const button = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('button'),
    ...common(),
    text: text(200).min(1, 'member-blank').describe('What stands on it: plain text.'),
    href: link(),
    style: z.enum(['filled', 'outline', 'light']).optional().describe('Absent: filled.'),
    full: z.boolean().optional().describe('Whether it is as wide as there is room.'),
    align: align(),
  }),
);
const divider = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('divider'),
    ...common(),
    thickness: pixels(1, 8, 'Absent: 1.').optional(),
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
    text: rich(5000, 'More about it; p, ul, ol and li are kept too.').optional(),
    label: text(200).optional().describe('A line above the name: plain text.'),
    price: text(100).optional().describe('Plain text.'),
    old_price: text(100).optional().describe('The price before, struck through: plain text.'),
    src: picture().optional(),
    alt: text(500).optional().describe('What the image shows.'),
    href: link().optional(),
    more: text(200).optional().describe('Text of the link below it: plain text.'),
    feed: z
      .enum(['xml', 'json'])
      .optional()
      .describe('Repeats the row for each item of a feed; its texts hold tags such as `[XML_FEED_ITEM_TITLE]`.'),
    feed_url: link().optional().describe('Address of the feed.'),
    feed_count: z.int().min(1).max(100).optional().describe('How many items at most; absent: 10.'),
    feed_days: z.int().min(1).max(366).optional().describe('Only items that are at most this old, in days.'),
  }),
);
const html = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('html'),
    ...common(),
    html: text(100_000).describe('HTML of your own. Elements are closed, scripts are taken out.'),
  }),
);
const footer = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('footer'),
    ...common(),
    text: rich(5000, 'What it says; absent: the footer of the brand.').optional(),
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
    .describe('What it stands on; neighbours on the same make one area. Absent: card, of a footer page.'),
  saved: text(64).optional().describe('Id of the saved block that it was made from.'),
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
      .describe('How wide they are, in parts: [1, 2] is a third and two thirds. Absent: all the same.'),
    stack: z.boolean().optional().describe('Whether they stand one below the other on phones; absent: true.'),
  }),
);
type Columns = z.infer<ReturnType<typeof columns>>;
const inCondition = whenNeeded(() =>
  z
    .discriminatedUnion('kind', [leaf(), columns()])
    .meta({ id: 'ConditionedBlock', description: 'A block in a condition: columns, or what they may hold.' }),
);
const condition = whenNeeded(() =>
  z.strictObject({
    kind: z.literal('condition'),
    ...common(),
    ...outer(),
    field: text(64)
      .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'blocks-field')
      .describe('Merge tag of a field of the list, or another one, without its brackets: what is compared.'),
    operator: z
      .enum([...COMPARED, ...ALONE])
      .describe('How, as in segments; without regard to case. `empty` and `not-empty` have no value.'),
    value: text(200).optional().describe('With what: plain text, a number, or a date as 2026-05-01.'),
    blocks: z
      .array(inCondition())
      .max(20, 'blocks-list-many')
      .describe('What those get of whom it is true; nobody else gets any of it.'),
  }),
);
export const blockSchema = whenNeeded(
  () =>
    z
      .discriminatedUnion('kind', [
        ...[...LEAVES(), columns()].map((one) => one.extend(outer())),
        condition(),
      ] as unknown as [ReturnType<typeof heading>])
      .meta({ id: 'Block', description: 'A block of a mail, by its kind.' }) as unknown as z.ZodType<Block>,
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
      version: z.literal(VERSION, 'blocks-version').describe(`The version of this form: ${VERSION}.`),
      title: text(255).optional().describe('What programs call the mail where they show one; absent: nothing.'),
      preheader: text(500).optional().describe('What mail programs show after the subject: plain text, merge tags.'),
      language: z
        .string()
        .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'blocks-language')
        .optional()
        .describe('Language of its texts, for voices that read it.'),
      look: lookSchema().optional().describe('Colors and fonts that differ from the brand.'),
      blocks: z.array(blockSchema()).max(MAX_BLOCKS, 'blocks-list-many').describe('From top to bottom.'),
    })
    .meta({ id: 'BlocksDocument', description: 'A mail of blocks.' }),
);
export type BlocksDocument = z.infer<ReturnType<typeof documentSchema>>;
