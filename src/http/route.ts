// What a noun folder hands to the door: plain data and one function per endpoint. The door
// (server.ts) turns a list of these into Fastify routes, authenticates, decodes, and writes the
// answer.
import type { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { Db } from '../storage/db.ts';
import { type Dialect, STRICT } from './dialect.ts';
import type { FormObject } from './form/decode.ts';

/** Who calls: the customer whose API key came with the request. */
export type Caller = { customerId: number; timeZone: string; locale: string; dialect: Dialect };

/** Who calls without a key, where that is allowed; no customer has this id. */
export const NOBODY: Caller = Object.freeze({ customerId: 0, timeZone: 'UTC', locale: 'en', dialect: STRICT });

/** What every handler may use besides the request. */
export type Services = {
  db: Db;
  clock: Clock;
  baseUrl: string;
  secret: string;
  /** The relay of the configuration; absent: the test inbox, or the worker of another process. */
  configuredRelay?: ConfiguredRelay | undefined;
  /** Where contents may be fetched from although it is not public. */
  fetchAllow?: FetchAllow | undefined;
  /** Whether people without a key may make themselves customers. */
  customerCreation?: boolean | undefined;
};

/** What a relay of the configuration shows of itself. */
export type ConfiguredRelay = {
  host: string;
  port: number;
  secure: boolean;
  requireTls: boolean;
  ignoreTls: boolean;
  verifyTls: boolean;
  lanes: number;
};

/**
 * One request, decoded. `body` and `query` are null-prototype objects from any of the encodings.
 */
export type Call = Services & {
  caller: Caller;
  params: Record<string, string>;
  query: FormObject;
  body: FormObject;
  /**
   * The subscriber's address: `X-MW-REMOTE-ADDR` or `X-REMOTE-ADDR` when valid, else the peer's.
   */
  ipAddress: string;
  /**
   * The network that the request comes from, whatever its headers say of a subscriber: for limits.
   */
  network: string;
};

/** What a handler answers: a status of wire contract section 4 and the JSON body. */
export type JsonReply = { status: 200 | 201; body: Record<string, unknown> };
/**
 * A file that is written while it is sent: whatever its size, only the piece that is under way is
 * in memory.
 */
export type FileReply = { status: 200; fileName: string; content: AsyncIterable<string> };
export type Reply = JsonReply | FileReply;

export type Route = {
  /**
   * A verb and a noun (`copyCampaign`): its name in the API reference and in client programs made
   * from it. Stays for ever.
   */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `:name` parameters; a literal segment wins over a parameter. */
  path: string;
  /** One line for the API reference. */
  summary: string;
  /** What that line leaves open, in Markdown, for the API reference. */
  about?: string;
  /** Group in the API reference, e.g. "Campaigns". */
  group: string;
  /**
   * Schemas of the decoded request: for the reference; the handler reads with the same ones
   * (schema.ts).
   */
  query?: z.ZodType;
  body?: z.ZodType;
  /** Another shape of the body that is understood; the reference shows `body`. */
  otherBody?: z.ZodType;
  /**
   * Names under which the members of the body may stand together (`campaign[name]`); the door takes
   * them out of it.
   */
  wrappers?: readonly string[];
  /** Most bytes of a body; absent: what members of ordinary length need (body.ts). */
  bodyLimit?: number;
  /** Also for requests without a key: their caller is NOBODY. */
  isOpen?: boolean;
  /** DELETE only: a body counts; elsewhere it is passed over. */
  readsBody?: boolean;
  /** Schema of the successful answer's whole body. */
  status: 200 | 201;
  /**
   * Where the same answer also comes with another status: by dialect, or when something was there
   * already.
   */
  otherStatus?: 200 | 201;
  answer: z.ZodType;
  /** What the answer means, in a sentence; absent: that it worked. */
  done?: string;
  /** Statuses of refusals besides those that every route of its form has (openapi/answers.ts). */
  refuses?: readonly (404 | 409 | 413 | 422 | 429)[];
  /** Media type of an answer that is a file (then `handle` gives a FileReply); absent: JSON. */
  fileType?: 'text/csv';
  handle: (call: Call) => Promise<Reply>;
};

/** 200 `{"status":"success", …members}`. */
export function ok(members: Record<string, unknown> = {}): JsonReply {
  return { status: 200, body: { status: 'success', ...members } };
}

/** 201 `{"status":"success", …members}`. */
export function created(members: Record<string, unknown>): JsonReply {
  return { status: 201, body: { status: 'success', ...members } };
}

/** 200 with a file. `fileName` comes from code: letters, digits, `.` and `-`. */
export function file(fileName: string, content: AsyncIterable<string>): FileReply {
  return { status: 200, fileName, content };
}
