// HTML that was copied in Word, Google Docs or a mail program, with what these say by styles as
// elements: weight, slant, points. Everything else that styles say is left out.

/** What would make the page speak up, as nothing inline runs in it; read as data instead. */
const inert = (html: string) =>
  html
    .replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<!\[[^>]*>/g, '') // <![if !supportLists]>, which is no comment
    .replaceAll(/<[a-z][^>]*>/gi, (element) =>
      element.replaceAll(/\s(style|on\w+)\s*=/gi, (_, name: string) => ` data-was-${name.toLowerCase()}=`),
    );

const styleOf = (element: Element) => (element.getAttribute('data-was-style') ?? '').toLowerCase();

/**
 * @param html as it lies on the clipboard
 * @param isLink whether a mail may lead to such an address: other links become their words
 */
export function pastedHtml(html: string, isLink: (href: string) => boolean): string {
  const { body } = new DOMParser().parseFromString(inert(html), 'text/html');
  for (const element of body.querySelectorAll('a[href]'))
    if (!isLink(element.getAttribute('href') ?? '')) element.removeAttribute('href');
  for (const element of body.querySelectorAll('h1, h2, h3, h4, h5, h6, th')) wrap(element, 'strong');
  for (const element of body.querySelectorAll('[data-was-style]')) fromStyle(element, styleOf(element));
  pointsOfWord(body);
  return body.innerHTML;
}

/** Puts what an element holds into an element of this name. */
function wrap(element: Element, name: string): void {
  const made = element.ownerDocument.createElement(name);
  made.append(...element.childNodes);
  element.append(made);
}

function fromStyle(element: Element, style: string): void {
  if (element.matches('b, strong') && /font-weight:\s*(?:normal|[1-5]00)/.test(style)) {
    element.replaceWith(...element.childNodes); // Google Docs wraps all that it copies so
    return;
  }
  if (!element.matches('span, font')) return;
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) wrap(element, 'strong');
  if (/font-style:\s*italic/.test(style)) wrap(element, 'em');
  if (/text-decoration[^;]*:[^;]*line-through/.test(style)) wrap(element, 's');
  if (/text-decoration[^;]*:[^;]*underline/.test(style) && !element.closest('a')) wrap(element, 'u');
}

/** Points and numbers in Word are paragraphs that say so in a style, with the sign as a word. */
function pointsOfWord(body: HTMLElement): void {
  let lists: Element[] = [];
  let last: Element | null = null;
  for (const line of body.querySelectorAll('p, div')) {
    const level = /mso-list:\s*l\d+\s+level(\d)/.exec(styleOf(line))?.[1];
    if (level === undefined) continue;
    const signs = [...line.querySelectorAll('[data-was-style]')].filter((one) =>
      /mso-list:\s*ignore/.test(styleOf(one)),
    );
    const isNumbered = signs.some((sign) => /^\s*\(?(?:\d+|[a-z]{1,4})[.)]/i.test(sign.textContent ?? ''));
    for (const sign of signs) sign.remove();
    if (last === null || line.previousElementSibling !== last) lists = [];
    const depth = Math.min(Number(level), lists.length + 1);
    lists.length = Math.min(lists.length, depth);
    if (lists.length < depth) lists.push(newList(line, isNumbered ? 'ol' : 'ul', lists.at(-1)));
    const item = line.ownerDocument.createElement('li');
    item.append(...line.childNodes);
    lists.at(-1)?.append(item);
    last = lists[0] ?? null;
    line.remove();
  }
}

/** A list in the last item of another one, else where the line stands. */
function newList(line: Element, name: string, outer: Element | undefined): Element {
  const list = line.ownerDocument.createElement(name);
  if (outer?.lastElementChild) outer.lastElementChild.append(list);
  else line.before(list);
  return list;
}
