// Admission to a route: who calls, whether another site made the browser send the request, and
// whether the caller has the right that the route needs.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { requireRight } from './rights.ts';
import { type Caller, NOBODY, type Route } from './route.ts';
import { namesSession } from './session-cookie.ts';

/** Finds out who calls. @throws AppError `unauthorized` or `forbidden` */
export type Authenticate = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Caller | Promise<Caller>;

/**
 * Finds out who calls a route. Browsers send the session's cookie whichever site asks them to, so a
 * request that changes something must come from a page of ours.
 * @throws AppError `unauthorized` or `forbidden`
 */
export function callerOf(
  route: Pick<Route, 'needs' | 'isOpen'>,
  request: Pick<FastifyRequest, 'headers' | 'method' | 'ip'>,
  authenticate: Authenticate,
  { baseUrl }: { baseUrl: string },
): Caller | Promise<Caller> {
  const { headers, method } = request;
  if (route.needs === 'open') {
    if (!isOwnRequest(headers)) throw new AppError('forbidden', FOREIGN); // also when signing in
    return NOBODY;
  }
  if (route.isOpen && !namesKey(headers) && !namesSession(headers, baseUrl)) return NOBODY;
  const found = authenticate(request);
  if (method === 'GET' || method === 'HEAD') return found;
  const ofOwnPage = (caller: Caller): Caller => {
    if (caller.actor.kind === 'user' && !(saysOrigin(headers) && isOwnRequest(headers)))
      throw new AppError('forbidden', FOREIGN);
    return caller;
  };
  return found instanceof Promise ? found.then(ofOwnPage) : ofOwnPage(found);
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Notes who sent a request, for its line in the log and the limits of its body. */
export function noteSender(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Who sent a request; undefined before that is known, and where it does not matter. */
export const senderOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

const FOREIGN = say('request-foreign');

/** @throws AppError `forbidden` when the caller has not the right that the route needs */
export function admit({ needs, isOpen }: Pick<Route, 'needs' | 'isOpen'>, caller: Caller | undefined): void {
  if (needs === 'open' || !caller || (isOpen && caller === NOBODY)) return;
  requireRight(caller, needs);
}

/** Whether a request has a key, valid or not. */
export function namesKey(headers: IncomingHttpHeaders): boolean {
  return isText(headers['x-api-key']) || isText(headers['x-mw-public-key']);
}

const isText = (value: string | string[] | undefined) => value !== undefined && value.toString().trim() !== '';

function saysOrigin(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/**
 * Whether a changing request was made by a page of ours, or outside of a browser (curl). Browsers
 * send Sec-Fetch-Site to https and loopback, and Origin everywhere (Fetch Standard, section 3.2).
 */
export function isOwnRequest(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || /^https?:\/\/(.+)$/.exec(origin)?.[1] === headers.host;
}
