// The head of a mail of blocks: what phones and dark programs change.
import type { Look, Shades } from '../document/look.ts';
import { type Node, node } from './context.ts';

/** Narrower, columns stand one below the other. In pixels. */
const PHONE = 620;

type Head = { title: string; preheader: string | undefined; isRight: boolean };

/** `isRight`: the mail is read from right to left. */
export function headNode(look: Look, { title, preheader, isRight }: Head): Node {
  return node('mj-head', {}, [
    node('mj-title', {}, title),
    ...(preheader === undefined ? [] : [node('mj-preview', {}, preheader)]),
    node('mj-breakpoint', { width: `${PHONE}px` }),
    ...(isRight ? [node('mj-attributes', {}, FROM_RIGHT)] : []),
    node('mj-raw', {}, METAS),
    node('mj-style', {}, styles(look)),
  ]);
}

/** MJML turns nothing by the direction of the page. */
const FROM_RIGHT = [
  ...['mj-wrapper', 'mj-section', 'mj-group', 'mj-column'].map((name) => node(name, { direction: 'rtl' })),
  node('mj-text', { align: 'right' }),
];

const METAS = [
  '<meta name="x-apple-disable-message-reformatting">',
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
  '<meta name="color-scheme" content="light dark">',
  '<meta name="supported-color-schemes" content="light dark">',
].join('\n');

function styles({ colors, dark }: Look): string {
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
h1, h2, h3 { overflow-wrap: anywhere; }
a { color: ${colors.accent}; }
@media (max-width: ${PHONE - 1}px) {
  .pad > table > tbody > tr > td { padding-left: 24px !important; padding-right: 24px !important; }
  .kept > table > tbody > tr > td { padding-left: 14px !important; padding-right: 14px !important; }
  .cell > table > tbody > tr > td { padding-left: 0 !important; padding-right: 0 !important; }
  .next > table > tbody > tr > td { padding-top: 28px !important; }
  .big h1, .big h2, .big h3 { font-size: 30px !important; line-height: 36px !important; }
  .huge h1, .huge h2, .huge h3 { font-size: 64px !important; line-height: 70px !important; }
  .round, .round > table { border-radius: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .ground, .ground > div { background-color: ${dark.page} !important; }
${darkRules(dark, '')}
  .line p { border-top-color: ${dark.line} !important; }
  .rule p { border-top-color: ${dark.text} !important; }
  .rule-accent p, .outline table td { border-color: ${dark.accent} !important; }
}
${darkRules(dark, '[data-ogsc] ')}
[data-ogsb] .ground, [data-ogsb] .ground > div { background-color: ${dark.page} !important; }
`;
}

/** Colors of texts and grounds in the dark; `before` stands before each selector. */
function darkRules(dark: Shades, before: string): string {
  const rules: [selectors: string[], css: string][] = [
    [['.card', '.card > table'], `background-color: ${dark.card}`],
    [['.tint > table'], `background-color: ${dark.tint}`],
    [['.banner', '.banner > table'], `background-color: ${dark.banner}`],
    [['.button td', '.button a'], `background-color: ${dark.accent}; color: ${dark.on_accent}`],
    [['.outline a'], `color: ${dark.accent}`],
    [['.ink p', '.ink h1', '.ink h2', '.ink h3', '.ink h3 a', '.ink li', '.ink div'], `color: ${dark.text}`],
    [
      [
        '.soft p',
        '.ink .accent s',
        '.soft li',
        '.soft a',
        '.ink .soft',
        '.ink .soft p',
        '.soft h1',
        '.soft h2',
        '.soft h3',
      ],
      `color: ${dark.muted}`,
    ],
    [
      ['.ink p a', '.accent p', '.accent a', '.accent h1', '.accent h2', '.accent h3', '.ink .accent strong'],
      `color: ${dark.accent}`,
    ],
    [['.light p', '.light h1', '.light h2', '.light h3'], `color: ${dark.on_banner}`],
  ];
  return rules
    .map(
      ([selectors, css]) =>
        `${selectors.map((one) => before + one).join(', ')} { ${css.replaceAll(';', ' !important;')} !important; }`,
    )
    .join('\n');
}
