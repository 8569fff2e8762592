// Requests drawn from the API's document: right ones as its examples have them, and the same with
// something else in some place. The same seed draws the same requests.
import type { ApiDocument, Example, Operation } from '../../src/http/openapi/document.ts';
import { type CallOptions, formText } from '../support/app.ts';
import { withValue } from './bounds.ts';
import type { World } from './world.ts';

export type Drawn = { operation: string; method: string; path: string; options: CallOptions };

type Described = { method: string; path: string; operation: Operation };
type Parameter = { name: string; in: string };

/** A number from 0 to below 1, drawn anew each time (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Values that programs send by mistake, and others on purpose. */
const STRANGE: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    '9'.repeat(40),
    '-0',
    '1e3',
    '0x10',
    'NaN',
    true,
    false,
    'yes',
    'undefined',
  ],
  ...[
    '\0',
    'a\0b',
    '\u2028',
    '\ud800',
    '😀'.repeat(40),
    'x'.repeat(300),
    'x'.repeat(70_000),
    "' or 1=1 --",
    '%',
    '%00',
    '../../etc',
    '\r\nBcc: x@y.test',
  ],
  ...[
    '[EMAIL]',
    '[LOOP',
    '{{x}}',
    '<script>',
    'a@b',
    'a@b.test,c@d.test',
    '2026-02-30 99:99:99',
    '9999-12-31 23:59:59',
    '0000-00-00',
    '(((((((',
  ],
  ...[
    [],
    {},
    [null],
    [[[[[]]]]],
    { a: { b: { c: {} } } },
    ['x', 'x'],
    [{ name: 1 }],
    { __proto__x: 1 },
    { constructor: 'x', toString: 'y' },
    { 0: 'a', 2: 'b' },
  ],
];
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  '',
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'if-none-match': ['*', '"x"', 'W/"x"', ',,'],
  'if-match': ['*', '"r1"', 'r1', '"r999999999999"'],
  'idempotency-key': ['a', '"b"', '', 'c'.repeat(300)],
  'x-http-method-override': ['', 'TRACE'],
  'accept-encoding': ['br', 'gzip;q=0', '*'],
  'x-mw-remote-addr': ['1.2.3.4', 'nobody', '::1'],
};

export type Keys = { owner: string; reader: string };

/** What draws requests. `skip`: names of operations that are left out. */
export function openDrawing(
  document: ApiDocument,
  examples: Readonly<Record<string, Example>>,
  { random, keys, skip }: { random: () => number; keys: Keys; skip: ReadonlySet<string> },
): (world: World) => Drawn {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const chance = (share: number) => random() < share;
  const described: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !skip.has(operationId))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

  function addressOf({ path, operation }: Described, world: World): string {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const known =
        world[name] ?? String((examples[operation.operationId]?.params as World | undefined)?.[name] ?? 'x');
      return encodeURIComponent(wellFormed(chance(0.85) ? known : textOf(pick(STRANGE)).slice(0, 300)) || 'x');
    });
    const names = ((operation['parameters'] ?? []) as Parameter[]).filter((one) => one.in === 'query');
    const query = names
      .filter(() => chance(0.3))
      .map(({ name }) => {
        const usual = (examples[operation.operationId]?.query as Record<string, unknown> | undefined)?.[name];
        return formText({ [name]: wellFormed(textOf(usual !== undefined && chance(0.5) ? usual : pick(STRANGE))) });
      });
    if (operation.operationId === 'streamEvents') query.push('once=yes');
    return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  }

  function mutated(body: unknown): unknown {
    let changed: unknown = structuredClone(body ?? {});
    for (let n = Math.floor(random() * 4); n > 0; n -= 1) {
      const paths = pathsIn(changed);
      const path = paths.length > 0 && chance(0.9) ? pick(paths) : [pick(['x', '_method', 'constructor', 'data'])];
      changed = withValue(changed, path, structuredClone(pick(STRANGE)));
    }
    return changed;
  }

  /** In one of the encodings; now and then with a type that it is not of. */
  function encoded(body: unknown): Pick<CallOptions, 'raw' | 'headers'> {
    const way = random();
    const json = Buffer.from(JSON.stringify(body) ?? '');
    const form = () => Buffer.from(formText(sendable(body) as Record<string, unknown>));
    const [raw, type] =
      way < 0.6
        ? [json, 'application/json']
        : way < 0.8
          ? [form(), 'application/x-www-form-urlencoded']
          : way < 0.9
            ? [multipartOf(body), 'multipart/form-data; boundary=x']
            : [
                pick([
                  json,
                  form(),
                  json.subarray(0, Math.floor(json.length * random())),
                  Buffer.from([0xff, 0xfe, 0]),
                ]),
                pick(TYPES),
              ];
    return { raw, headers: { 'content-type': type } };
  }

  return (world) => {
    let one = pick(described);
    while (/^(?:delete|erase)/.test(one.operation.operationId) && chance(0.9)) one = pick(described); // little would be left
    const { operationId } = one.operation;
    const isChanging = one.method !== 'GET';
    const body = isChanging
      ? encoded(chance(0.2) ? (examples[operationId]?.body ?? {}) : mutated(examples[operationId]?.body))
      : {};
    const extra = Object.entries(HEADERS)
      .filter(() => chance(0.05))
      .map(([name, values]) => [name, pick(values)]);
    const key = chance(0.9) ? keys.owner : pick([keys.reader, null, 'x'.repeat(40)]);
    return {
      operation: operationId,
      method: chance(0.97) ? one.method : pick(METHODS),
      path: addressOf(one, world),
      options: { ...body, key, headers: { ...body.headers, ...Object.fromEntries(extra) } },
    };
  };
}

const wellFormed = (text: string) => text.toWellFormed();
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Without halves of characters, which no form can say. */
function sendable(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(sendable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sendable(member)]));
}

function pathsIn(value: unknown, above: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = [...above, Array.isArray(value) ? Number(name) : name];
    return [path, ...pathsIn(member, path)];
  });
}

function multipartOf(body: unknown): Buffer {
  const pairs = formText(sendable(body) as Record<string, unknown>)
    .split('&')
    .filter((pair) => pair !== '');
  const parts = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
    return `--x\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`;
  });
  return Buffer.from(`${parts.join('')}--x--\r\n`);
}
