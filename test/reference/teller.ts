// Tells the story of the examples: each step is a real call of an operation, and what was sent and
// answered is its example.
import assert from 'node:assert/strict';
import { apiRoutes } from '../../src/app.ts';
import type { Example } from '../../src/http/openapi/document.ts';
import { sha256 } from '../../src/kernel/ids.ts';
import type { CampaignApp } from '../support/campaigns.ts';

export type Step = {
  params?: Record<string, string>;
  query?: Record<string, string | number | Record<string, string>>;
  body?: unknown;
  /** Sent instead of `body`, which is what the reference shows. */
  raw?: { body: Buffer; type: string };
  /** Called in this session instead of with the key. */
  session?: string | undefined;
};

export type Teller = {
  app: CampaignApp;
  /** Calls the operation with this name. @returns the answer */
  // biome-ignore lint/suspicious/noExplicitAny: the story reaches into answers of every shape
  tell(name: string, step?: Step): Promise<any>;
  /** What was told, by names of operations; ids are the same in every telling. */
  examples(): Record<string, Example>;
};

export function openTeller(app: CampaignApp): Teller {
  const told: Record<string, Example> = {};
  const uids = new Map<string, string>();
  const note = (value: unknown, name = ''): void => {
    if (typeof value === 'string') {
      const found = /(?:_|^)uid$|^email_message_id$/.test(name) ? value.match(/\b[a-z]{2}[a-z0-9]{11}\b/g) : [];
      for (const uid of found ?? []) if (!uids.has(uid)) uids.set(uid, fixedUid(uids.size));
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, member] of Object.entries(value)) note(member, inner);
    }
  };
  return {
    app,
    async tell(name, { params = {}, query = {}, body, raw, session } = {}) {
      const route = apiRoutes.find((one) => one.name === name);
      assert.ok(route, `There is no operation ${name}.`);
      const path = route.path.replace(/:(\w+)/g, (_, part: string) => {
        const value = params[part];
        assert.ok(value !== undefined, `${name}: the step names no ${part}.`);
        return encodeURIComponent(value);
      });
      const answer = await app.call(route.method, path + queryText(query), {
        session,
        ...(raw ? { raw: raw.body, headers: { 'content-type': raw.type } } : body !== undefined && { json: body }),
      });
      assert.equal(answer.status, route.status, `${name} answered ${answer.status}: ${answer.text}`);
      note({ params, query, body, answer: answer.json });
      told[name] ??= {
        ...(Object.keys(params).length > 0 && { params }),
        ...(Object.keys(query).length > 0 && { query }),
        ...(body !== undefined && { body }),
        answer: answer.json ?? answer.text,
      };
      return answer.json;
    },
    examples() {
      let text = JSON.stringify(told);
      for (const [actual, fixed] of uids) text = text.replaceAll(actual, fixed);
      text = text.replace(/("api_key":")\w{40}/g, `$1${'k3Y0'.repeat(10)}`);
      text = text.replace(/("hint":")\w{4}/g, '$1k3Y0');
      text = text.replace(/(token=)[\w-]{43}/g, `$1${'T0k3n'.repeat(9).slice(0, 43)}`);
      text = text.replace(/(secret(?:":"|=))[A-Z2-7]{32}/g, `$1${'MAILWRIGHT234567'.repeat(2)}`);
      text = text
        .replace(/"[a-z2-7]{4}(?:-[a-z2-7]{4}){3}"/g, '"k3y2-k3y3-k3y4-k3y5"')
        .replace(/("code":")\d{6}/g, '$1123456');
      text = text.replace(/whsec_[\w+/=]{44}/g, `whsec_${Buffer.from('k3Y0'.repeat(8)).toString('base64')}`);
      text = text.replace(/("duration_ms":)\d+/g, '$1 12').replace(/evt_test_[a-z0-9]{13}/g, 'evt_test_k3y0k3y0k3y0k');
      text = text.replace(/("token":")[\w-]{43}/g, `$1${'T0k3n'.repeat(9).slice(0, 43)}`);
      text = text.replace(
        /("(?:challenge|credential|client_data|attestation|authenticator_data|signature)":")[\w-]{16,}/g,
        '$1YmFzZTY0dXJsIG9mIHRoZSBieXRlcw',
      );
      text = text.replace(/("user":\{"id":"|"user_handle":")[\w-]+/g, '$1aGFuZGxlIG9mIHRoZSB1c2Vy');
      // Links name rows by their ids, which the engines may count differently.
      text = text.replace(/(example\.test\/(?:[cu]|report)\/)[\w-]{22}/g, `$1${'T0k3n'.repeat(5).slice(0, 22)}`);
      return JSON.parse(text) as Record<string, Example>;
    },
  };
}

/** Looks like an id and is always the same. */
function fixedUid(number: number): string {
  const digits = BigInt(`0x${sha256(`example ${number}`)}`).toString(36);
  return `${digits.replace(/[0-9]/g, '').slice(0, 2)}${digits.slice(10, 21)}`;
}

function queryText(query: NonNullable<Step['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object'
      ? Object.entries(value).map(([inner, text]) => [`${name}[${inner}]`, text])
      : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
