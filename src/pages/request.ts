// Reads what public pages need of a request.
import type { FastifyRequest } from 'fastify';
import { type Purpose, parseToken, type TokenContent } from '../content/links.ts';
import { decodeBody, type FormObject, USUAL_PAIRS } from '../http/form/decode.ts';
import { AppError } from '../kernel/errors.ts';

export type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** Largest body of a public form, in bytes. */
export const FORM_LIMIT = 65_536;

/** The members of a sent form. @throws AppError when it cannot be decoded */
export function formOf(request: Pick<FastifyRequest, 'body' | 'headers'>): FormObject {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return decodeBody(raw, request.headers['content-type'], USUAL_PAIRS);
}

/**
 * A member of a form as text without NUL, at most `max` characters; `""` when it is absent or not a
 * text.
 */
export function textOf(form: FormObject, name: string, max: number): string {
  const value = form[name];
  if (typeof value !== 'string') return '';
  const text = value.toWellFormed().replaceAll('\0', '').trim().slice(0, max);
  return text.isWellFormed() ? text : text.slice(0, -1); // not in the middle of a surrogate pair
}

/** The set of texts in `name[]`. */
export function choicesOf(form: FormObject, name: string): Set<string> {
  const value = form[name];
  const all = Array.isArray(value) ? value : [value];
  return new Set(all.filter((one) => typeof one === 'string'));
}

/**
 * Parses the token in the request's address. @throws AppError `not_found` when it is not one of
 * this purpose
 */
export function tokenOf(secret: string, purpose: Purpose, { params }: Pick<TokenRequest, 'params'>): TokenContent {
  const content = parseToken(secret, purpose, params.token);
  if (!content) throw new AppError('not_found', 'This link is not known here.');
  return content;
}
