// What a route is: plain data and one function per endpoint. The server (server.ts) turns lists of
// them into Fastify routes, authenticates, decodes, and writes the answer.
import type { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import type { Sentence } from '../kernel/sentences/sentence.ts';
import type { Blocklist } from '../network/blocklists.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { OutwardState } from '../network/outward.ts';
import type { Db } from '../storage/db.ts';
import { type Dialect, STRICT } from './dialect.ts';
import type { FormObject } from './form/decode.ts';
import type { Upload } from './form/upload.ts';
import type { Described } from './members/schema.ts';
import type { Rate } from './requests/rate.ts';
import type { Right, Rights } from './rights.ts';

/**
 * Who acts: an API key, or a user with a session; with their uid and name of now. `scope`: as it is
 * stored (rights.ts).
 */
export type Actor =
  | { kind: 'key'; keyId: number; uid: string; name: string; scope: string }
  | { kind: 'user'; userId: number; sessionId: number; uid: string; name: string }
  | { kind: 'nobody' };

/** Who calls: the customer of the request's API key or session, and its rights. */
export type Caller = {
  customerId: number;
  timeZone: string;
  locale: string;
  dialect: Dialect;
  rights: Rights;
  actor: Actor;
  /** Of one whose requests are counted. */
  rate?: Rate;
};

/** The caller of a request without a key, where that is allowed; no customer has this id. */
export const NOBODY: Caller = Object.freeze<Caller>({
  customerId: 0,
  timeZone: 'UTC',
  locale: 'en',
  dialect: STRICT,
  rights: new Set<Right>(),
  actor: { kind: 'nobody' },
});

/** What every handler may use besides the request. */
export type Services = {
  db: Db;
  clock: Clock;
  baseUrl: string;
  secret: string;
  /** The relay of the configuration; absent: the test inbox, or the worker of another process. */
  configuredRelay?: ConfiguredRelay | undefined;
  /** The same store, over connections for recording hits alone (storage/db.ts); absent: db. */
  dedicated?: Db | undefined;
  /** Private places from which contents may be fetched. */
  fetchAllow?: FetchAllow | undefined;
  /** Whether people without a key may create customers. */
  customerCreation?: boolean | undefined;
  /** How many requests a minute a key may make that says nothing else; absent: any number. */
  rateLimit?: number | undefined;
  /**
   * To be called after changes that somebody may have to act on; that of a request that is no GET
   * is called for it (app.ts).
   */
  changed?: (() => void) | undefined;
  /** To be called when mail will be to send in a moment. */
  mailSoon?: (() => void) | undefined;
  /** What is asked about addresses and domains; absent: the usual ones. */
  blocklists?: readonly Blocklist[] | undefined;
  installation: Installation;
};

/** What the installation says of itself. */
export type Installation = {
  version: string;
  engine: 'sqlite' | 'postgres';
  /** What this process does. */
  roles: readonly string[];
  /** The machine's time zone. */
  timeZone(): string;
  /** Whether mails go to the test inbox, as no relay is set up. */
  hasTestInbox(): Promise<boolean>;
  surroundings: Surroundings;
  /** What the threads of this process measure. */
  measured?: () => Promise<readonly Measured[]>;
};

/** A metric of one thread. */
export type Measured = {
  name: string;
  values: readonly { labels: Readonly<Record<string, string | number | undefined>>; value: number }[];
};

/** What is around a process: for who examines the installation. */
export type Surroundings = {
  dataDir: string;
  /** Whether the base URL was made from host and port. */
  isBaseUrlDefault: boolean;
  returnAddress: string | undefined;
  /** The relay of the configuration. */
  relay: ExaminedRelay | undefined;
  /** Lanes of that relay where this process sends; absent: it does not. */
  lanes?: number | undefined;
  /** The setting of the browser that makes pictures of templates (browser/find.ts). */
  browser?: string | undefined;
};

export type ExaminedRelay = {
  host: string;
  /** Of direct delivery: the addresses that it sends from. */
  direct?: { sources: readonly string[] } | undefined;
  /** Of direct delivery: what it needs and finds around it. */
  lookAround?: ((deadlineMs: number) => Promise<OutwardState>) | undefined;
  /** Without user and password. */
  shownAs: string;
  /** Opens a session with it, as delivery would (`Probe` of mail/smtp/probe.ts). */
  probe(deadlineMs: number): Promise<{
    works: boolean;
    line: string;
    sentences: readonly Sentence[];
    certificateUntil?: number | undefined;
  }>;
};

/** What is shown of the configured relay. */
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
   * The subscriber's IP address: `X-MW-REMOTE-ADDR` or `X-REMOTE-ADDR` when valid, else the peer's.
   */
  ipAddress: string;
  /** The network that the request comes from, by which limits count; headers do not change it. */
  network: string;
  /** The header `If-Match`: the tag of what a change was made for (http/requests/etag.ts). */
  ifMatch?: string | undefined;
  /** Who made the request, whatever its headers say of a subscriber. */
  visitor: Visitor;
  /** Opens the file that the body is, for a route that takes an upload. */
  openUpload(): Promise<Upload>;
};

/** The other end of a request. */
export type Visitor = {
  /** As the connection or a trusted proxy says; '' when that is no address. */
  address: string;
  /** As the browser or program calls itself; at most 300 characters. */
  userAgent: string;
  /** The value of the session's cookie, valid or not. */
  session: string | undefined;
};

/** An answer: a status (wire contract, section 4) and the JSON body. */
export type JsonReply = {
  status: 200 | 201;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
  /**
   * What the audit is to know besides the route: who acts, where the request itself proved it, and
   * what was done, where a route does several things.
   */
  audit?: { by?: ActingUser; operation?: string };
};
/** A user, and the customer for whom they act. */
export type ActingUser = { customerId: number; uid: string; name: string };
/** A file that is written while it is sent: whatever its size, only one piece is in memory. */
export type FileReply = {
  status: 200;
  fileName: string;
  content: AsyncIterable<string>;
  /** Where it is not the route's `fileType` but its `otherFileType`. */
  mediaType?: string;
};
/**
 * Texts that are sent as they come, until there are no more, the client goes, or the server ends.
 */
export type StreamReply = { status: 200; stream: AsyncIterable<string>; end(): void };
/** A page of HTML or a picture that says itself, in its headers, what it may do, and what it is. */
export type PageReply = { status: 200; page: string | Uint8Array; headers: Record<string, string> };
export type Reply = JsonReply | FileReply | StreamReply | PageReply;

export type Route = {
  /**
   * A verb and a noun (`copyCampaign`): the name in the API reference and in generated client
   * programs. It never changes.
   */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `:name` parameters; a literal segment wins over a parameter. */
  path: string;
  /**
   * The right that a caller must have. `open`: none; requests are not authenticated, and their
   * caller is NOBODY.
   */
  needs: Right | 'open';
  /** One line for the API reference. */
  summary: string;
  /** Further explanations for the API reference, in Markdown. */
  about?: string;
  /** Group in the API reference, e.g. "Campaigns". */
  group: string;
  /**
   * Schemas of the decoded request, for the reference; the handler reads with the same ones
   * (members/schema.ts).
   */
  query?: Described<z.ZodType>;
  body?: Described<z.ZodType>;
  /** Another accepted shape of the body; the reference shows `body`. */
  otherBody?: Described<z.ZodType>;
  /**
   * Names of blocks that the members may be in (`campaign[name]`); the server takes them out of it.
   */
  wrappers?: readonly string[];
  /** Maximum bytes of a body; absent: enough for members of ordinary length (limits/body.ts). */
  bodyLimit?: number;
  /**
   * The body is one file, read while it arrives (`call.openUpload`): at most this many bytes, and
   * what it is.
   */
  upload?: { most: number; about: string };
  /** Requests without a key are handled too, with NOBODY as their caller. Others need the right. */
  isOpen?: boolean;
  /**
   * Whether all that a POST changes, and all that it reads for it, goes over `call.db` and takes no
   * longer than a transaction may: then a request with an Idempotency-Key is one.
   */
  isOneChange?: boolean;
  /**
   * Whether a POST that is not one change may be done again by the key of a request that was cut
   * off: what that left does no harm, and what is there already is not made twice.
   */
  isRepeatable?: boolean;
  /** Whether a DELETE reads its body, which is ignored otherwise. */
  readsBody?: boolean;
  /** Schema of the successful answer's whole body. */
  status: 200 | 201;
  /** A second status of the same answer: by dialect, or when it existed already. */
  otherStatus?: 200 | 201;
  answer: Described<z.ZodType>;
  /** What the answer means, in a sentence; absent: success. */
  done?: string;
  /** Statuses of refusals besides those that every route of its form has (openapi/answers.ts). */
  refuses?: readonly (404 | 409 | 412 | 413 | 422 | 429)[];
  /**
   * Its record has a revision: answers carry it as ETag, and changes may name it in `If-Match`. Of
   * a GET: each answer, so that none is a 304.
   */
  hasRevision?: boolean;
  /** Media type of an answer that is a file (then `handle` returns a FileReply); absent: JSON. */
  fileType?: 'text/csv' | 'text/event-stream' | 'text/html' | 'image/svg+xml';
  /** Mail may have to go out soon after it: who sends is woken when the request arrives. */
  mailsSoon?: true;
  /**
   * Why the audit has no entry of it, although it is no GET. Without a reason each call that
   * succeeded has one.
   */
  unaudited?: string;
  /** A second type of the file: its answer says which it is. */
  otherFileType?: 'application/jsonl' | 'image/webp';
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

/** 200 with a file. `fileName` is made by code: letters, digits, `.` and `-`. */
export function file(fileName: string, content: AsyncIterable<string>): FileReply {
  return { status: 200, fileName, content };
}

/** 200 with a stream. `end` is called once nobody gets it any more. */
export function stream(texts: AsyncIterable<string>, end: () => void): StreamReply {
  return { status: 200, stream: texts, end };
}
