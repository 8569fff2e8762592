// Each kind of block: what it is called, how a new one is, and what can be chosen of it.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type Block, type Kind, newId, textOf } from './document/document.ts';

export type Field = {
  member: string;
  label: string;
  about?: string;
  /** `link` and `picture` take whole addresses, `line` cannot be empty when `isNeeded`. */
  type: 'choice' | 'number' | 'line' | 'link' | 'picture' | 'long' | 'check';
  isNeeded?: boolean;
  /** By value; '' stands for what is taken when nothing is chosen. */
  options?: Readonly<Record<string, string>>;
  min?: number;
  max?: number;
  /** What an absent check counts as. */
  isOn?: boolean;
};

export const KINDS: readonly Kind[] = [
  ...(['heading', 'text', 'image', 'button', 'columns', 'condition'] as const),
  ...(['product', 'divider', 'space', 'social', 'html', 'footer'] as const),
];

/** Members that are written in the block itself, with marks. */
export const RICH: Readonly<Partial<Record<Kind, 'text' | 'title'>>> = {
  heading: 'text',
  text: 'text',
  footer: 'text',
  product: 'title',
};

export function useKindNames(): Readonly<Record<Kind, string>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      heading: t`Heading`,
      text: t`Text`,
      image: t`Image`,
      button: t`Button`,
      columns: t`Columns`,
      condition: t`Condition`,
      divider: t({ context: 'block', message: 'Line' }),
      space: t`Space`,
      social: t`Social links`,
      product: t`Product`,
      html: t({ context: 'block', message: 'Own HTML' }),
      footer: t`Footer`,
    }),
    [t],
  );
}

/** A new block of the kind, which could be sent as it is. */
export function useNewBlock(): (kind: Kind) => Block {
  const { t } = useLingui();
  return (kind) => {
    const text = { id: newId(), kind: 'text', text: t`<p>Write here.</p>` } as const;
    const members: Record<Kind, object> = {
      heading: { level: 2, text: t`A heading` },
      text,
      image: { alt: '' },
      button: { text: t`Read more`, href: 'https://' },
      columns: { columns: [[text], [{ ...text, id: newId() }]] },
      condition: { field: 'FNAME', operator: 'not-empty', blocks: [text] },
      divider: {},
      space: { height: 24 },
      social: { website: 'https://' },
      product: { title: t`Product name`, text: t`<p>What makes it good.</p>` },
      html: { html: '<p></p>' },
      footer: {},
    };
    return { ...members[kind], id: newId(), kind };
  };
}

/** One of several; '' is what is taken when nothing is chosen. */
const choice = (member: string, label: string, options: Readonly<Record<string, string>>) =>
  ({ member, type: 'choice', label, options }) as const;
const number = (member: string, label: string, min: number, max: number) =>
  ({ member, type: 'number', label, min, max }) as const;
const check = (member: string, label: string): Field => ({ member, type: 'check', label });
const line = (member: string, label: string): Field => ({ member, type: 'line', label });
const link = (member: string, label: string): Field => ({ member, type: 'link', label });

/** What can be chosen of a block besides what is written in it. */
export function useFields(): (block: Block, where?: { isInColumn: boolean }) => readonly Field[] {
  const { t } = useLingui();
  const align = choice('align', t`Alignment`, { '': t`left`, center: t`center`, right: t`right` });
  const color = choice('color', t`Color`, { '': t`text`, muted: t`quiet`, accent: t`accent` });
  const levels = { 1: t`large`, 2: t({ context: 'size', message: 'middle' }), 3: t`small` };
  const normal = t({ context: 'size', message: 'normal' });
  const sizes = { '': normal, large: t`large`, small: t`small`, label: t`label`, code: t`code` };
  const looks = { '': t`filled`, outline: t`outline`, light: t({ context: 'button', message: 'light' }) };
  const lines = { '': t({ context: 'colour', message: 'line' }), text: t`text`, accent: t`accent` };
  const picture: Field[] = [
    { member: 'src', type: 'picture', label: t`Address of the image` },
    { ...line('alt', t`What it shows`), about: t`For readers who cannot see the image.` },
  ];
  const href = link('href', t`Links to`);
  const product = useProductFields(picture, href);
  const outer = useOuterFields();
  const of: Record<Kind, readonly Field[]> = {
    heading: [choice('level', t`Size`, levels), align, color],
    text: [choice('size', t`Size`, sizes), align, color],
    image: [...picture, href, number('width', t`Width in pixels`, 16, 600), align, check('full', t`Edge to edge`)],
    button: [
      { ...line('text', t`Label`), isNeeded: true },
      { ...href, isNeeded: true },
      choice('style', t`Look`, looks),
      align,
      check('full', t`Full width`),
    ],
    columns: [{ ...check('stack', t`Stacked on phones`), isOn: true }],
    condition: [],
    divider: [number('thickness', t`Thickness in pixels`, 1, 8), choice('color', t`Color`, lines)],
    space: [{ ...number('height', t`Height in pixels`, 4, 120), isNeeded: true }],
    social: [link('website', t`Website`), ...SOCIAL.map((name) => link(name.toLowerCase(), name)), align],
    product,
    html: [{ member: 'html', type: 'long', label: t`HTML`, about: t`Elements are closed and scripts are removed.` }],
    footer: [align],
  };
  return (block, { isInColumn } = { isInColumn: false }) => {
    const own = of[block.kind].filter(({ member }) => isAsked(block, member, isInColumn));
    return isInColumn ? [...own, outer.space] : [...own, outer.space, outer.on(block.kind)];
  };
}

/** What belongs to a feed is asked when there is one, the text of a link when it leads somewhere. */
function isAsked(block: Block, member: string, isInColumn: boolean): boolean {
  if (member === 'more') return textOf(block, 'href') !== '';
  if (!member.startsWith('feed')) return true;
  return !isInColumn && (member === 'feed' || textOf(block, 'feed') !== '');
}

const SOCIAL = [
  ...['Facebook', 'Instagram', 'LinkedIn', 'YouTube', 'TikTok', 'X', 'Mastodon', 'Bluesky', 'WhatsApp', 'Telegram'],
];

function useProductFields(picture: readonly Field[], href: Field): Field[] {
  const { t } = useLingui();
  const feeds = { '': t`no`, xml: 'RSS, Atom', json: 'JSON' };
  return [
    ...picture,
    href,
    line('label', t`A line above the name`),
    line('price', t`Price`),
    line('old_price', t`Original price`),
    line('more', t`Text of the link below`),
    choice('feed', t`Repeated for each feed item`, feeds),
    { ...link('feed_url', t`Address of the feed`), isNeeded: true },
    number('feed_count', t`Maximum number of items`, 1, 100),
    number('feed_days', t`Only from the last days (number)`, 1, 366),
  ];
}

function useOuterFields() {
  const { t } = useLingui();
  const on = (kind: Kind): Field => {
    const [card, page] = [t({ context: 'ground', message: 'the card' }), t`the page`];
    const usual: Record<string, string> = kind === 'footer' ? { '': page, card } : { '': card, page };
    return choice('on', t`Background`, { ...usual, tint: t`a box`, banner: t`the banner` });
  };
  return { space: number('space', t`Space above in pixels`, 0, 120), on };
}
