// The whole application on a test store, called without a socket. Every response below /api is
// checked against the OpenAPI document that the application serves.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { FormObject } from '../../src/http/form/decode.ts';
import type { Installation, Services } from '../../src/http/route.ts';
import { emailKey } from '../../src/kernel/address.ts';
import { newApiKey, newUid, sha256 } from '../../src/kernel/ids.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { parseFetchAllow } from '../../src/network/fetch-allow.ts';
import type { Db } from '../../src/storage/db.ts';
import type { Customer } from '../../src/storage/tables.ts';
import { openAnswerCheck } from './answers.ts';
import type { TestEngine } from './stores.ts';

/** A clock set by the test. */
export type TestClock = { now(): number; set(at: number): void; forward(ms: number): void };

export type TestAnswer = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  json: any;
};

export type CallOptions = {
  /** Sent as application/json. */
  json?: unknown;
  /** Sent as application/x-www-form-urlencoded, already encoded. */
  form?: string;
  raw?: Buffer;
  headers?: Record<string, string>;
  /** Another caller's key, or null for none. */
  key?: string | null;
  /** The value of a session's cookie: called as a page of ours does, without a key. */
  session?: string | undefined;
};

export type TestApp = {
  app: FastifyInstance;
  db: Db;
  clock: TestClock;
  baseUrl: string;
  secret: string;
  /** The services of handlers: a test may change them between calls. */
  services: Services;
  customer: Customer;
  key: string;
  /** Calls below /api with the customer's key. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  /** Creates another customer with a key. */
  addCustomer(values?: Partial<Customer>): Promise<{ customer: Customer; key: string }>;
};

/** What a test installation says of itself. */
export const TEST_INSTALLATION: Installation = {
  version: '0.0.0',
  engine: 'sqlite',
  roles: ['web'],
  timeZone: () => 'UTC',
  hasTestInbox: async () => true,
  surroundings: {
    dataDir: tmpdir(),
    isBaseUrlDefault: false,
    returnAddress: undefined,
    relay: undefined,
    browser: 'off',
  },
};

/** Settings that a test may want otherwise. */
export type AppSettings = { rateLimit?: number; corsOrigins?: readonly string[] };

const START = Date.UTC(2026, 10, 21, 12, 0, 0);

/**
 * Opens a store of the engine and the application on it; both are closed with the test or suite.
 */
export async function openTestApp(
  t: Pick<TestContext, 'after'>,
  engine: TestEngine,
  { rateLimit, corsOrigins = [] }: AppSettings = {},
): Promise<TestApp> {
  const { db, engine: kind } = await engine.open(t);
  const clock = testClock(START);
  const baseUrl = 'http://mail.example.test';
  const secret = 'a secret for tests, 32 characters or more';
  const services: Services = {
    db,
    clock,
    baseUrl,
    secret,
    fetchAllow: parseFetchAllow('127.0.0.1'),
    rateLimit,
    installation: TEST_INSTALLATION,
  };
  const app = await buildApp({
    services,
    log: level === undefined ? createLogger('error', { write: noteError }) : createLogger(level),
    version: '0.0.0',
    engine: kind,
    relay: { host: '127.0.0.1', port: 1, testInbox: true },
    trustedProxies: ['127.0.0.1'],
    corsOrigins,
    host: '127.0.0.1',
  });
  await app.ready();
  const check = await openAnswerCheck();
  t.after(() => app.close());
  const addCustomer = (values: Partial<Customer> = {}) => insertCustomer(db, clock, values);
  const { customer, key } = await addCustomer();
  return {
    app,
    db,
    clock,
    baseUrl,
    secret,
    services,
    customer,
    key,
    addCustomer,
    async call(method, path, options = {}) {
      const { json, form, raw } = options;
      const { session } = options;
      const usedKey = session !== undefined ? null : options.key === undefined ? key : options.key;
      const payload = json !== undefined ? JSON.stringify(json) : (form ?? raw);
      const type = json !== undefined ? 'application/json' : form !== undefined ? FORM : undefined;
      const headers = {
        ...(usedKey !== null && { 'x-api-key': usedKey }),
        ...(session !== undefined && { cookie: `mailwright=${session}`, 'sec-fetch-site': 'same-origin' }),
        ...(type !== undefined && { 'content-type': type }),
        ...options.headers,
      };
      const response = await app.inject({
        method: method as 'GET',
        url: `/api${path}`,
        headers,
        ...(payload !== undefined && { payload }),
      });
      const text = response.body;
      const answer = { status: response.statusCode, headers: response.headers, text, json: parsed(text) };
      check(method, path, answer.status, answer.json ?? text); // files are described as text
      return answer;
    },
  };
}

const FORM = 'application/x-www-form-urlencoded';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function testClock(start: number): TestClock {
  let at = start;
  return {
    now: () => at,
    set: (to) => {
      at = to;
    },
    forward: (ms) => {
      at += ms;
    },
  };
}

async function insertCustomer(db: Db, clock: TestClock, values: Partial<Customer>) {
  const key = newApiKey();
  const company = {
    name: 'Acme Ltd',
    address_1: '1 High Street',
    address_2: '',
    zone_name: 'Kent',
    city: 'Dover',
    zip_code: 'CT16 1AA',
    phone: '',
    website: '',
    country: { code: 'GB', name: 'United Kingdom' },
  };
  const isFirst = (await db.selectFrom('customer').select('id').limit(1).execute()).length === 0;
  const email = values.email ?? (isFirst ? 'ada@example.test' : `${newUid()}@example.test`);
  const customer = await db
    .insertInto('customer')
    .values({
      uid: newUid(),
      first_name: 'Ada',
      last_name: 'Byron',
      email,
      email_key: emailKey(email),
      time_zone: 'UTC',
      locale: 'en',
      status: 'active',
      company: JSON.stringify(company),
      created_at: clock.now(),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const apiKey = { uid: newUid(), customer_id: customer.id, hash: sha256(key), hint: key.slice(0, 4), name: 'test' };
  const scope = isFirst ? 'owner,operator' : 'owner';
  await db
    .insertInto('api_key')
    .values({ ...apiKey, scope, created_at: 0 })
    .execute();
  return { customer, key };
}

/** `a[b][0]=c` form text of nested values, as PHP clients write it. */
export function formText(values: FormObject | Record<string, unknown>, prefix = ''): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    if (value !== null && typeof value === 'object') pairs.push(formText(value as Record<string, unknown>, path));
    else pairs.push(`${encodeURIComponent(path)}=${encodeURIComponent(String(value ?? ''))}`);
  }
  return pairs.filter((pair) => pair !== '').join('&');
}

/**
 * Asserts the status, showing the body when it is another, and of a fault of ours what the log has.
 */
export function assertStatus(answer: TestAnswer, status: number): void {
  const id = String(answer.headers['x-request-id']);
  const why = answer.status === 500 ? errors.filter((line) => line.includes(id)) : [];
  assert.equal(answer.status, status, [answer.text, ...why].join('\n'));
}

const level = process.env['MAILWRIGHT_LOG_LEVEL'];
/** The last lines of the log that tell errors: the answer to a fault of ours does not say why. */
const errors: string[] = [];

function noteError(line: string): void {
  errors.push(line);
  if (errors.length > 50) errors.shift();
}

/** The `data` of what a GET answers. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
export async function getData(app: Pick<TestApp, 'call'>, path: string): Promise<any> {
  const answer = await app.call('GET', path);
  assertStatus(answer, 200);
  return answer.json.data;
}
