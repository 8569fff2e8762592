// The call that a request is for its handler. What few handlers read is found out when one does.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { networkOf, queryOf, subscriberAddress } from './address.ts';
import { decodeQuery, type FormObject } from './form/decode.ts';
import type { Upload } from './form/upload.ts';
import type { Call, Caller, Services, Visitor } from './route.ts';
import { sessionToken } from './session-cookie.ts';

const MAX_ID = 200;
const MAX_AGENT = 300;

/** What a call is made of besides its request. */
export type CallParts = { services: Services; caller: Caller; body: FormObject; openUpload(): Promise<Upload> };

/** A request, decoded. @throws AppError for a path or query that cannot be one of ours */
export class RequestCall implements Call {
  readonly db: Services['db'];
  readonly clock: Services['clock'];
  readonly baseUrl: string;
  readonly secret: string;
  readonly configuredRelay: Services['configuredRelay'];
  readonly fetchAllow: Services['fetchAllow'];
  readonly customerCreation: Services['customerCreation'];
  readonly rateLimit: Services['rateLimit'];
  readonly blocklists: Services['blocklists'];
  readonly changed: Services['changed'];
  readonly installation: Services['installation'];
  readonly caller: Caller;
  readonly params: Record<string, string>;
  readonly openUpload: () => Promise<Upload>;
  readonly ifMatch: string | undefined;
  query: FormObject;
  body: FormObject;
  readonly #request: FastifyRequest;
  readonly #peer: string | undefined;

  constructor(request: FastifyRequest, { services, caller, body, openUpload }: CallParts) {
    this.db = services.db;
    this.clock = services.clock;
    this.baseUrl = services.baseUrl;
    this.secret = services.secret;
    this.configuredRelay = services.configuredRelay;
    this.fetchAllow = services.fetchAllow;
    this.customerCreation = services.customerCreation;
    this.rateLimit = services.rateLimit;
    this.blocklists = services.blocklists;
    this.changed = services.changed;
    this.installation = services.installation;
    this.caller = caller;
    this.params = soundParams(request.params as Record<string, string>);
    this.openUpload = openUpload;
    this.ifMatch = request.headers['if-match'];
    this.query = decodeQuery(queryOf(request.url));
    this.body = body;
    this.#request = request;
    // A peer that hangs up has no address any more, and changes are limited by it.
    this.#peer = request.method === 'GET' ? undefined : request.ip;
  }

  get ipAddress(): string {
    return subscriberAddress(this.#request.headers, this.#ip);
  }

  get network(): string {
    return networkOf(this.#ip);
  }

  get #ip(): string | undefined {
    return this.#peer ?? this.#request.ip;
  }

  get visitor(): Visitor {
    const { headers } = this.#request;
    return {
      address: subscriberAddress({}, this.#ip),
      userAgent: (headers['user-agent'] ?? '').slice(0, MAX_AGENT),
      session: sessionToken(headers, this.baseUrl),
    };
  }
}

/**
 * No id has a NUL, and PostgreSQL would refuse a query with one; none is longer than an address can
 * be.
 */
function soundParams(params: Record<string, string>): Record<string, string> {
  for (const name in params) {
    const text = params[name] ?? '';
    const isTooLong = text.length > MAX_ID && name !== 'email';
    if (isTooLong || text.includes('\0')) throw new AppError('not_found', say('request-page-not-found'));
  }
  return params;
}
