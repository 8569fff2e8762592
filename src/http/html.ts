// HTML as a template tag: every value put into it is escaped, unless the same tag made it.
import { escapeHtml } from '../kernel/text/escape-html.ts';

/** A piece of HTML that is safe to put into a page. Only `html` and `trustedHtml` make one. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What `${…}` may have: text and numbers are escaped; false, null and undefined are left out. */
export type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[];

/** Builds HTML. Attribute values must be in double quotes: `<a href="${address}">`. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += htmlOf(value) + (strings[index + 1] ?? '');
  return new Html(text);
}

/** Takes a text as HTML. Only for constants of this program, never for text from outside. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

function htmlOf(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(htmlOf).join('');
  return escapeHtml(String(value));
}
