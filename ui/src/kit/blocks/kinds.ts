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
  options?: readonly (readonly [value: string, label: string])[];
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
  ...{ heading: 'text', text: 'text', footer: 'text', product: 'title' },
};

export function useKindNames(): Readonly<Record<Kind, string>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      heading: t`Heading`,
      text: t`Text`,
      image: t`Picture`,
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
      product: { title: t`Name of the product`, text: t`<p>What is good about it.</p>` },
      html: { html: '<p></p>' },
      footer: {},
    };
    return { ...members[kind], id: newId(), kind };
  };
}

/** What can be chosen of a block besides what is written in it. */
export function useFields(): (block: Block, isInColumn: boolean) => readonly Field[] {
  const { t } = useLingui();
  const align: Field = {
    ...{ member: 'align', type: 'choice', label: t`Stands` },
    options: [
      ['', t`left`],
      ['center', t`in the middle`],
      ['right', t`right`],
    ],
  };
  const color: Field = {
    ...{ member: 'color', type: 'choice', label: t`Colour` },
    options: [
      ['', t`text`],
      ['muted', t`quiet`],
      ['accent', t`accent`],
    ],
  };
  const picture: Field[] = [
    { member: 'src', type: 'picture', label: t`Address of the picture` },
    { member: 'alt', type: 'line', label: t`What it shows`, about: t`Read by those who do not see it.` },
  ];
  const href: Field = { member: 'href', type: 'link', label: t`Leads to` };
  const full: Field = { member: 'full', type: 'check', label: t`As wide as there is room` };
  const social = useSocialFields();
  const product = useProductFields(picture, href);
  const outer = useOuterFields();
  const of: Record<Kind, readonly Field[]> = {
    heading: [
      {
        ...{ member: 'level', type: 'choice', label: t`Size` },
        options: [
          ['1', t`large`],
          ['2', t({ context: 'size', message: 'middle' })],
          ['3', t`small`],
        ],
      },
      align,
      color,
    ],
    text: [
      {
        ...{ member: 'size', type: 'choice', label: t`Size` },
        options: [
          ['', t({ context: 'size', message: 'normal' })],
          ['large', t`large`],
          ['small', t`small`],
          ['label', t`label`],
          ['code', t`code`],
        ],
      },
      align,
      color,
    ],
    image: [
      ...picture,
      href,
      { member: 'width', type: 'number', label: t`Width in pixels`, min: 16, max: 600 },
      align,
      { member: 'full', type: 'check', label: t`From edge to edge` },
    ],
    button: [
      { member: 'text', type: 'line', label: t`What stands on it`, isNeeded: true },
      { ...href, isNeeded: true },
      {
        ...{ member: 'style', type: 'choice', label: t`Look` },
        options: [
          ['', t`filled`],
          ['outline', t`outline`],
          ['light', t({ context: 'button', message: 'light' })],
        ],
      },
      align,
      full,
    ],
    columns: [{ member: 'stack', type: 'check', label: t`One below the other on phones`, isOn: true }],
    condition: [],
    divider: [
      { member: 'thickness', type: 'number', label: t`Thickness in pixels`, min: 1, max: 8 },
      {
        ...{ member: 'color', type: 'choice', label: t`Colour` },
        options: [
          ['', t({ context: 'colour', message: 'line' })],
          ['text', t`text`],
          ['accent', t`accent`],
        ],
      },
    ],
    space: [{ member: 'height', type: 'number', label: t`Height in pixels`, min: 4, max: 120, isNeeded: true }],
    social: [...social, align],
    product,
    html: [{ member: 'html', type: 'long', label: t`HTML`, about: t`Elements are closed, scripts are taken out.` }],
    footer: [align],
  };
  return (block, isInColumn) => {
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

function useSocialFields(): Field[] {
  const names = [
    ...['Facebook', 'Instagram', 'LinkedIn', 'YouTube', 'TikTok', 'X', 'Mastodon', 'Bluesky', 'WhatsApp', 'Telegram'],
  ];
  const { t } = useLingui();
  const website: Field = { member: 'website', type: 'link', label: t`Website` };
  return [website, ...names.map((label): Field => ({ member: label.toLowerCase(), type: 'link', label }))];
}

function useProductFields(picture: readonly Field[], href: Field): Field[] {
  const { t } = useLingui();
  return [
    ...picture,
    href,
    { member: 'label', type: 'line', label: t`A line above the name` },
    { member: 'price', type: 'line', label: t`Price` },
    { member: 'old_price', type: 'line', label: t`Price before` },
    { member: 'more', type: 'line', label: t`Text of the link below` },
    {
      ...{ member: 'feed', type: 'choice', label: t`Repeated for each item of a feed` },
      options: [
        ['', t`no`],
        ['xml', 'RSS, Atom'],
        ['json', 'JSON'],
      ],
    },
    { member: 'feed_url', type: 'link', label: t`Address of the feed`, isNeeded: true },
    { member: 'feed_count', type: 'number', label: t`At most so many items`, min: 1, max: 100 },
    { member: 'feed_days', type: 'number', label: t`Only of the last so many days`, min: 1, max: 366 },
  ];
}

function useOuterFields() {
  const { t } = useLingui();
  const space: Field = { member: 'space', type: 'number', label: t`Room above in pixels`, min: 0, max: 120 };
  const on = (kind: Kind): Field => {
    const card = ['card', t({ context: 'ground', message: 'the card' })] as const;
    const page = ['page', t`the page`] as const;
    const [usual, other] = kind === 'footer' ? [page, card] : [card, page];
    return {
      ...{ member: 'on', type: 'choice', label: t`Stands on` },
      options: [['', usual[1]], other, ['tint', t`a box`], ['banner', t`the banner`]],
    };
  };
  return { space, on };
}
