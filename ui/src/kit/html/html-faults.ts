// What is wrong in a page of HTML, with its place: elements that are not closed, pictures without a
// text, what mail programs take out. Pure; linear in the length of the page.

export type HtmlFault = {
  from: number;
  to: number;
  kind: 'never-closed' | 'closes-nothing' | 'no-alt' | 'taken-out' | 'relative' | 'not-ended' | 'unknown-tag';
  /** The element or the tag. */
  name: string;
};

/** This many are shown; who mends them sees the next. */
const MOST = 50;
const LOOKED_AT = 400_000;
const WITHOUT_END = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Their end may be left out. */
const MAY_STAY_OPEN = new Set('html head body p li dt dd tr td th thead tbody tfoot option colgroup'.split(' '));
const TAKEN_OUT = new Set('script iframe object embed applet form input select textarea button svg'.split(' '));
/** Their content is no HTML. */
const RAW = new Set(['style', 'script', 'title', 'textarea']);
const TAG = /<!--[\s\S]*?-->|<!--|<(\/?)([a-z][a-z0-9:]*)((?:[^"'>]|"[^"]*"|'[^']*')*)(>?)/gi;

/** @param unknownTags merge tags that are none, without their brackets */
export function htmlFaults(page: string, unknownTags: readonly string[] = []): HtmlFault[] {
  const html = page.slice(0, LOOKED_AT);
  const found = [...elementFaults(html), ...tagFaults(html, unknownTags)];
  return found.toSorted((a, b) => a.from - b.from).slice(0, MOST);
}

type Open = { name: string; from: number; to: number };

function elementFaults(html: string): HtmlFault[] {
  const faults: HtmlFault[] = [];
  const open: Open[] = [];
  let raw: string | undefined;
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, written = '', attributes = '', end] = match;
    const at = { from: match.index, to: match.index + Math.min(whole.length, 200) };
    const name = written.toLowerCase();
    if (name === '') {
      if (whole === '<!--' && !raw) faults.push({ ...at, kind: 'not-ended', name: '<!--' });
      continue;
    }
    if (raw !== undefined && !(slash === '/' && name === raw)) continue;
    raw = undefined;
    if (end === '') faults.push({ ...at, kind: 'not-ended', name });
    if (slash === '/') close(name, at, open, faults);
    else {
      faults.push(...faultsOf(name, attributes, at));
      const isWhole = WITHOUT_END.has(name) || attributes.trimEnd().endsWith('/') || name.includes(':');
      if (!isWhole) open.push({ name, ...at });
      if (RAW.has(name)) raw = name;
    }
  }
  for (const { name, ...at } of open) if (!MAY_STAY_OPEN.has(name)) faults.push({ ...at, kind: 'never-closed', name });
  return faults;
}

/** Elements that an end closes on its way, because theirs is missing, are faults. */
function close(name: string, at: { from: number; to: number }, open: Open[], faults: HtmlFault[]): void {
  if (name.includes(':') || WITHOUT_END.has(name)) return;
  const place = open.findLastIndex((one) => one.name === name);
  if (place === -1) {
    faults.push({ ...at, kind: 'closes-nothing', name });
    return;
  }
  for (const one of open.splice(place).slice(1))
    if (!MAY_STAY_OPEN.has(one.name)) faults.push({ from: one.from, to: one.to, kind: 'never-closed', name: one.name });
}

function faultsOf(name: string, attributes: string, at: { from: number; to: number }): HtmlFault[] {
  const faults: HtmlFault[] = [];
  if (TAKEN_OUT.has(name)) faults.push({ ...at, kind: 'taken-out', name });
  if (name === 'img' && !/\salt\s*(=|\s|$)/i.test(attributes)) faults.push({ ...at, kind: 'no-alt', name });
  const address = /\s(?:href|src)\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1];
  if ((name === 'a' || name === 'img') && address !== undefined && isRelative(address))
    faults.push({ ...at, kind: 'relative', name: address });
  return faults;
}

/** Not absolute, no place in the page, and no merge tag. */
function isRelative(address: string): boolean {
  return address !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\[)/i.test(address);
}

function* tagFaults(html: string, unknown: readonly string[]): Generator<HtmlFault> {
  for (const name of unknown) {
    for (let from = html.indexOf(`[${name}`); from !== -1; from = html.indexOf(`[${name}`, from + 1)) {
      const end = html.indexOf(']', from);
      const to = end === -1 || end - from > 200 ? from + name.length + 1 : end + 1;
      if (!/[A-Z0-9_]/.test(html[from + name.length + 1] ?? ''))
        yield { from, to, kind: 'unknown-tag', name: html.slice(from, to) };
    }
  }
}
