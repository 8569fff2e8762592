// Filters of merge tags (wire contract, section 11): pure functions of the value, in one table.

import { createHash } from 'node:crypto';
import { escapeHtml } from '../../kernel/text/escape-html.ts';

export type FilterName =
  | 'urlencode'
  | 'rawurlencode'
  | 'htmlencode'
  | 'trim'
  | 'uppercase'
  | 'lowercase'
  | 'ucwords'
  | 'ucfirst'
  | 'reverse'
  | 'defaultvalue'
  | 'md5'
  | 'sha1'
  | 'base64encode';
export type Filter = { name: FilterName; argument?: string };

const FILTERS: Record<FilterName, (value: string, argument: string) => string> = {
  urlencode: (value) => percentEncode(value).replaceAll('%20', '+').replaceAll('~', '%7E'),
  rawurlencode: percentEncode,
  htmlencode: escapeHtml,
  trim: (value) => value.trim(),
  uppercase: (value) => value.toUpperCase(),
  lowercase: (value) => value.toLowerCase(),
  ucwords: (value) => value.replace(/(^|\s)(\S)/gu, (_, gap: string, first: string) => gap + first.toUpperCase()),
  ucfirst: (value) => value.replace(/^./su, (first) => first.toUpperCase()),
  reverse: (value) => [...value].reverse().join(''),
  defaultvalue: (value, argument) => (value === '' ? argument : value),
  md5: (value) => createHash('md5').update(value).digest('hex'),
  sha1: (value) => createHash('sha1').update(value).digest('hex'),
  base64encode: (value) => Buffer.from(value).toString('base64'),
};

/** Whether this is the name of a filter. */
export function isFilter(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name);
}

/** Runs the filters over a value, left to right. */
export function applyFilters(value: string, filters: readonly Filter[]): string {
  let result = value;
  for (const { name, argument } of filters) result = FILTERS[name](result, argument ?? '');
  return result;
}

/** Percent-encodes everything but unreserved characters (RFC 3986). */
export function percentEncode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
