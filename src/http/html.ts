// HTML as a template tag: what is put into a page is escaped, unless it was made by the same tag.
import { escapeHtml } from '../kernel/escape-html.ts';

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

/** What may stand in `${…}`: text and numbers are escaped, nothing at all is left out. */
export type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[];

/** Builds HTML. Attribute values must stand in double quotes: `<a href="${address}">`. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += htmlOf(value) + (strings[index + 1] ?? '');
  return new Html(text);
}

/** Takes a text as HTML. For constants of this program only, never for anything from outside. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

function htmlOf(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(htmlOf).join('');
  return escapeHtml(String(value));
}
