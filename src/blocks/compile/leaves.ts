// Each kind of block as nodes of a column in MJML.
import { type Leaf, NETWORKS, type Network } from '../document/schema.ts';
import { type Context, inkOf, type Node, node, SPACE } from './context.ts';
import { linksHtml, partsHtml, plainHtml } from './texts.ts';

type Of<K extends Leaf['kind']> = Extract<Leaf, { kind: K }>;

/** The nodes of a block. `above`: room above it in pixels, `sides` beside it. */
export function leafNodes(
  leaf: Leaf,
  context: Context,
  { above, sides }: { above?: number | undefined; sides: number },
): Node[] {
  const top = above ?? leaf.space ?? SPACE[leaf.kind];
  const padding = `${top}px ${sides}px 0`;
  switch (leaf.kind) {
    case 'heading':
      return [headingNode(leaf, context, padding)];
    case 'text':
      return [textNode(leaf, context, padding)];
    case 'image':
      return imageNodes(leaf, context, padding);
    case 'button':
      return [buttonNode(leaf, context, padding)];
    case 'divider':
      return [dividerNode(leaf, context, padding)];
    case 'space':
      return [node('mj-spacer', { height: `${leaf.height + top}px` })];
    case 'social':
      return socialNodes(leaf, context, padding);
    case 'html': {
      const css = `font-family:${context.look.textFont};font-size:16px;line-height:26px;color:${inkOf(context, 'text').color}`;
      const html = context.slot(`<div style="${css}">${leaf.html}</div>`);
      return [node('mj-text', { padding, ...INHERITED, 'css-class': inkOf(context, 'text').name }, html)];
    }
    case 'footer':
      return [footerNode(leaf, context, padding)];
    case 'product':
      return productNodes(leaf, context, { top, sides });
  }
}

/** Fonts stand in the elements inside: MJML's own would only make the mail longer. */
const INHERITED = { 'font-size': '16px', 'line-height': '1', 'font-family': 'inherit' };

const LEVELS = { 1: { size: 34, tag: 'h1' }, 2: { size: 24, tag: 'h2' }, 3: { size: 19, tag: 'h3' } } as const;

function headingNode(heading: Of<'heading'>, context: Context, padding: string): Node {
  const { size: usual, tag } = LEVELS[heading.level as 1 | 2 | 3];
  const size = heading.size ?? usual;
  const line = Math.round(size * (size > 30 ? 1.17 : 1.3));
  const ink = inkOf(context, heading.color ?? 'text');
  const css = [
    `margin:0;font-family:${context.look.headingFont};font-size:${size}px;line-height:${line}px;font-weight:700`,
    `color:${ink.color}${size > 30 ? ';letter-spacing:-0.3px' : ''}`,
  ].join(';');
  const html = context.slot(`<${tag} style="${css}">${linksHtml(heading.text, ink.color, 'none')}</${tag}>`);
  const big = size > 48 ? ' huge' : size > 30 ? ' big' : '';
  return node('mj-text', { padding, align: heading.align, ...INHERITED, 'css-class': `${ink.name}${big}` }, html);
}

const SIZES = { label: [12, 16], small: [14, 22], normal: [16, 26], large: [18, 29], code: [24, 30] } as const;

/** Sizes whose letters are bold and stand apart. */
const SPACED: Partial<Record<keyof typeof SIZES, string>> = {
  label: ';font-weight:700;letter-spacing:1.2px',
  code: ';font-weight:700;letter-spacing:4px',
};

/** The style of texts on this ground. */
function styleOf(context: Context, size: keyof typeof SIZES, color: 'text' | 'muted' | 'accent') {
  const ink = inkOf(context, color);
  const [letters, line] = SIZES[size];
  const css = `font-family:${context.look.textFont};font-size:${letters}px;line-height:${line}px;color:${ink.color}${SPACED[size] ?? ''}`;
  const isQuiet = context.on === 'banner' || (color === 'muted' && size === 'small');
  const link = isQuiet ? ink.color : context.look.colors.accent;
  return { ink, style: { css, link, gap: Math.round(line * 0.6), start: context.start } };
}

function textNode(text: Of<'text'>, context: Context, padding: string): Node {
  const { ink, style } = styleOf(context, text.size ?? 'normal', text.color ?? 'text');
  const written = partsHtml(text.text, style);
  const border = context.on === 'banner' ? context.look.colors.on_banner : context.look.colors.line;
  const boxed = `<div style="display:inline-block;border:2px dashed ${border};border-radius:10px;padding:12px 26px">${written}</div>`;
  const html = context.slot(text.size === 'code' ? boxed : written);
  return node('mj-text', { padding, align: text.align, ...INHERITED, 'css-class': ink.name }, html);
}

function imageNodes(image: Of<'image'>, { fixed, look, beside, start }: Context, padding: string): Node[] {
  const logo = image.src === undefined ? fixed.logo : undefined;
  const src = image.src ?? logo?.src;
  if (src === undefined) return [];
  const width = image.width ?? logo?.width;
  return [
    node('mj-image', {
      padding: image.full ? '0' : padding,
      src,
      align: image.align ?? start,
      alt: image.alt === '' ? (logo?.alt ?? '') : image.alt,
      href: image.href ?? logo?.href,
      width: width === undefined ? undefined : `${width}px`,
      'border-radius': image.full || logo ? undefined : `${look.radius}px`,
      'fluid-on-mobile': beside === 2 && width === undefined ? true : undefined,
    }),
  ];
}

function buttonNode(button: Of<'button'>, context: Context, padding: string): Node {
  const { colors, textFont, radius } = context.look;
  const style = button.style ?? 'filled';
  const isOutline = style === 'outline';
  const light = { back: colors.card, ink: context.on === 'banner' ? colors.banner : colors.accent };
  const outline = context.on === 'banner' ? colors.on_banner : colors.accent;
  return node(
    'mj-button',
    {
      padding,
      href: button.href.trim(),
      align: button.align ?? context.start,
      'font-family': textFont,
      'font-size': '16px',
      'line-height': '20px',
      'font-weight': '600',
      'border-radius': `${Math.min(radius, 8)}px`,
      'inner-padding': isOutline ? '12px 26px' : '14px 28px',
      'background-color': isOutline ? 'transparent' : style === 'light' ? light.back : colors.accent,
      color: isOutline ? outline : style === 'light' ? light.ink : colors.on_accent,
      border: isOutline ? `2px solid ${outline}` : undefined,
      width: button.full ? '100%' : undefined,
      'css-class': style === 'filled' ? 'button' : isOutline && context.on !== 'banner' ? 'outline' : undefined,
    },
    context.slot(plainHtml(button.text)),
  );
}

function dividerNode(divider: Of<'divider'>, { look, on }: Context, padding: string): Node {
  const name = divider.color ?? 'line';
  const color = on === 'banner' ? look.colors.on_banner : look.colors[name];
  const kind = { line: 'line', text: 'rule', accent: 'rule-accent' }[name];
  return node('mj-divider', {
    padding,
    'border-color': color,
    'border-width': `${divider.thickness ?? 1}px`,
    'css-class': on === 'banner' ? undefined : kind,
  });
}

function socialNodes(social: Of<'social'>, context: Context, padding: string): Node[] {
  const { ink, style } = styleOf(context, 'small', 'muted');
  const names = Object.keys(NETWORKS) as Network[];
  const links = names.flatMap((name) => {
    const href = social[name];
    return href === undefined
      ? []
      : [`<a href="${href.trim().replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${NETWORKS[name]}</a>`];
  });
  if (links.length === 0) return [];
  const html = context.slot(partsHtml(links.join(' &nbsp;·&nbsp; '), style));
  return [node('mj-text', { padding, align: social.align, ...INHERITED, 'css-class': ink.name }, html)];
}

function footerNode(footer: Of<'footer'>, context: Context, padding: string): Node {
  const ink = inkOf(context, 'muted');
  const css = `font-family:${context.look.textFont};font-size:13px;line-height:20px;color:${ink.color}`;
  const html = context.slot(
    partsHtml(footer.text ?? context.fixed.footer, { css, link: ink.color, gap: 8, start: context.start }),
  );
  return node('mj-text', { padding, align: footer.align ?? 'center', ...INHERITED, 'css-class': ink.name }, html);
}

/** A product below its picture, as in columns; beside it, areas.ts makes columns of the two. */
function productNodes(
  product: Of<'product'>,
  context: Context,
  { top, sides }: { top: number; sides: number },
): Node[] {
  const picture = productPicture(product, context, `${top}px ${sides}px 12px`);
  return [...picture, productText(product, context, `${picture.length > 0 ? 0 : top}px ${sides}px 0`)];
}

/** The picture of a product, if there is one. */
export function productPicture(product: Of<'product'>, { look, start }: Context, padding: string): Node[] {
  if (product.src === undefined) return [];
  const { src, href, alt = '' } = product;
  return [node('mj-image', { padding, src, href, alt, align: start, 'border-radius': `${look.radius}px` })];
}

/** Name, price and the rest of a product. */
export function productText(product: Of<'product'>, context: Context, padding: string): Node {
  const { look } = context;
  const ink = inkOf(context, 'text').color;
  const muted = styleOf(context, 'normal', 'muted').style;
  const small = styleOf(context, 'small', 'muted').style;
  const title = linksHtml(product.title, ink, 'none');
  const href = product.href?.trim().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const to = (text: string, css: string) => `<a href="${href}" style="text-decoration:none;${css}">${text}</a>`;
  const head = `margin:0;font-family:${look.headingFont};font-size:19px;line-height:25px;font-weight:700;color:${ink}`;
  const old =
    product.old_price === undefined ? '' : `<s style="color:${muted.link}">${plainHtml(product.old_price)}</s> &nbsp;`;
  const lines = [
    product.label === undefined
      ? ''
      : `<p class="soft" style="margin:0 0 4px;${small.css}">${plainHtml(product.label)}</p>`,
    `<h3 style="${head}">${href === undefined || title.includes('<a ') ? title : to(title, `color:${ink}`)}</h3>`,
    product.text === undefined
      ? ''
      : `<div class="soft" style="margin:6px 0 0;${muted.css}">${partsHtml(product.text, muted)}</div>`,
    product.price === undefined
      ? ''
      : `<p class="accent" style="margin:6px 0 0;${muted.css}">${old.replace(muted.link, inkOf(context, 'muted').color)}<strong style="color:${inkOf(context, 'accent').color}">${plainHtml(product.price)}</strong></p>`,
    product.more === undefined
      ? ''
      : `<p style="margin:8px 0 0;${muted.css}">${to(`${plainHtml(product.more)}&nbsp;${context.start === 'left' ? '→' : '←'}`, `color:${inkOf(context, 'accent').color};font-weight:600`)}</p>`,
  ];
  return node(
    'mj-text',
    { padding, ...INHERITED, 'css-class': inkOf(context, 'text').name },
    context.slot(lines.join('')),
  );
}
