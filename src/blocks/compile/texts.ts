// Texts of blocks as HTML of mails: the marks get the styles that mail programs need. Relies on the
// one spelling that document/rich-text.ts writes.

export type TextStyle = {
  /** Font, size and so on, as CSS with a semicolon at its end. */
  css: string;
  link: string;
  /** Pixels between paragraphs. */
  gap: number;
  /** Where lines begin. */
  start: 'left' | 'right';
};

/** A text with paragraphs and lists. */
export function partsHtml(text: string, { css, link, gap, start }: TextStyle): string {
  // In mails from the right, footers and the like may be in another script.
  const own = start === 'right' ? 'dir="auto" ' : '';
  let isFirst = true;
  const margin = () => {
    const above = isFirst ? 0 : gap;
    isFirst = false;
    return `margin:${above}px 0 0;`;
  };
  const styled = linksHtml(text, link).replaceAll(/<(p|ul|ol|li)>/g, (_, name: string) => {
    if (name === 'p') return `<p ${own}style="${margin()}${css}">`;
    if (name === 'li') return `<li style="margin:4px 0 0;${css}">`;
    return `<${name} style="${margin()}padding:${start === 'left' ? '0 0 0 22px' : '0 22px 0 0'};${css}">`;
  });
  return /^<(?:p|ul|ol)\b/.test(styled) ? styled : `<p ${own}style="margin:0;${css}">${styled}</p>`;
}

/** A text in one line or several, with links in a color. */
export function linksHtml(text: string, color: string, decoration = 'underline'): string {
  return text.replaceAll(
    /<a (href="[^"]*")>/g,
    (_, href: string) => `<a ${href} style="color:${color};text-decoration:${decoration}">`,
  );
}

/** A plain text as HTML. */
export function plainHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
