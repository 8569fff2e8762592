import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { partOf } from '../storage/postgres/parts.ts';
import { type Purpose, parseToken, trackingLinks } from './links.ts';

const secret = 'a secret of this installation';
const links = trackingLinks({ baseUrl: 'https://mail.example/', secret });
const ids = fc.integer({ min: 0, max: 2 ** 40 - 1 });

/**
 * Tokens for a first and a second number: campaign and subscriber, subscriber and link, or the
 * first alone.
 */
const tokens = (first: number, second: number): Record<Purpose, string> => {
  const message = { campaignId: first, subscriberId: second };
  return {
    open: links.openUrl(message).slice('https://mail.example/o/'.length, -'.gif'.length),
    click: links.clickUrl({ campaignId: first, subscriberId: first }, second).slice('https://mail.example/c/'.length),
    unsubscribe: links.unsubscribeUrl(message).slice('https://mail.example/u/'.length),
    web: links.webVersionUrl(message).slice('https://mail.example/w/'.length),
    forward: links.forwardUrl(message).slice('https://mail.example/f/'.length),
    abuse: links.abuseUrl(message).slice('https://mail.example/r/'.length),
    campaign: links.campaignUrl(first).slice('https://mail.example/v/'.length),
    confirm: links.confirmUrl(first).slice('https://mail.example/k/'.length),
    profile: links.profileUrl(first).slice('https://mail.example/p/'.length),
    preferences: links.preferencesUrl(first).slice('https://mail.example/m/'.length),
    report: links.reportUrl(first, second).slice('https://mail.example/report/'.length),
  };
};
const ALONE: readonly Purpose[] = ['campaign', 'confirm', 'profile', 'preferences'];
const contentOf = (purpose: Purpose, first: number, second: number) => {
  if (ALONE.includes(purpose)) return { campaignId: 0, subscriberId: 0, number: first };
  if (purpose === 'report') return { campaignId: first, subscriberId: 0, number: second };
  if (purpose === 'click') return { campaignId: 0, subscriberId: first, number: second, part: partOf(first) };
  return { campaignId: first, subscriberId: second, number: 0 };
};
const PURPOSES = Object.keys(tokens(0, 0)) as Purpose[];

test('a token gives back what it names', () => {
  fc.assert(
    fc.property(ids, ids, (first, second) => {
      const made = tokens(first, second);
      for (const purpose of PURPOSES) {
        assert.deepEqual(parseToken(secret, purpose, made[purpose]), contentOf(purpose, first, second));
      }
    }),
  );
});

test('a token of one purpose serves no other', () => {
  fc.assert(
    fc.property(ids, ids, (first, second) => {
      const made = tokens(first, second);
      for (const made_for of PURPOSES) {
        for (const used_for of PURPOSES) {
          if (made_for !== used_for) assert.equal(parseToken(secret, used_for, made[made_for]), undefined);
        }
      }
    }),
  );
});

test('every change of a single character fails, for all characters and places', () => {
  const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. %\n\0é'];
  const made = tokens(123_456, 789);
  for (const purpose of PURPOSES) {
    const token = made[purpose];
    for (let place = 0; place < token.length; place += 1) {
      for (const other of others) {
        if (token[place] === other) continue;
        const changed = token.slice(0, place) + other + token.slice(place + 1);
        assert.equal(parseToken(secret, purpose, changed), undefined, changed);
      }
    }
  }
});

test('a token with anything added or left out fails', () => {
  fc.assert(
    fc.property(ids, ids, fc.constantFrom(...PURPOSES), fc.string({ minLength: 1 }), (first, second, purpose, more) => {
      const token = tokens(first, second)[purpose];
      assert.equal(parseToken(secret, purpose, token + more), undefined);
      assert.equal(parseToken(secret, purpose, more + token), undefined);
      assert.equal(parseToken(secret, purpose, token.slice(1)), undefined);
      assert.equal(parseToken(secret, purpose, token.slice(0, -1)), undefined);
    }),
  );
});

test('arbitrary text is no token and does no harm', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom(...PURPOSES), (text, purpose) => {
      assert.equal(parseToken(secret, purpose, text), undefined);
    }),
  );
});

test('another secret knows nothing of it', () => {
  const { click } = tokens(1, 2);
  assert.equal(parseToken('another secret', 'click', click), undefined);
  assert.deepEqual(parseToken(secret, 'click', click), { campaignId: 0, subscriberId: 1, number: 2, part: 1 });
});

test('a token is one block of AES-256 as node:crypto makes it', () => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'mailwright links', 32));
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const made = (hex: string) => cipher.update(Buffer.from(hex, 'hex')).toString('base64url');
  assert.equal(tokens(7, 9).open, made('0000000007' + '0000000009' + '01' + '0000000000'));
  const click = links.clickUrl({ campaignId: 2 ** 40 - 1, subscriberId: 7 }, 9);
  assert.equal(click.split('/c/')[1], made('0000000007' + '0000000009' + 'ffff' + '02' + '000000'));
});

test('numbers of the store cannot be read: those of neighbours have nothing in common', () => {
  for (const purpose of PURPOSES) {
    const named = Array.from({ length: 256 }, (_, n) => Buffer.from(tokens(n, n)[purpose].slice(0, 8), 'base64url'));
    for (let at = 0; at < 6; at += 1) {
      const seen = new Set(named.map((bytes) => bytes[at]));
      assert.ok(seen.size > 100, `${purpose}: byte ${at} has ${seen.size} values`); // 162 of 256 are usual
    }
  }
});

test('the links of a message are the same whether they are made one by one or together', () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 20 }), fc.array(fc.tuple(ids, ids)), (linkIds, messages) => {
      const linksOf = links.ofMessages(linkIds);
      for (const [campaignId, subscriberId] of messages) {
        const message = { campaignId, subscriberId };
        const { openUrl, unsubscribeUrl, clickUrl } = linksOf(message);
        assert.equal(openUrl, links.openUrl(message));
        assert.equal(unsubscribeUrl, links.unsubscribeUrl(message));
        for (const [i, linkId] of linkIds.entries()) assert.equal(clickUrl(i), links.clickUrl(message, linkId));
      }
    }),
  );
});

test('addresses are short, and a number too large to name is refused', () => {
  const message = { campaignId: 5, subscriberId: 6 };
  assert.match(links.openUrl(message), /^https:\/\/mail\.example\/o\/[\w-]{22}\.gif$/);
  assert.match(links.clickUrl(message, 6), /^https:\/\/mail\.example\/c\/[\w-]{22}$/);
  assert.throws(() => links.webVersionUrl({ campaignId: 2 ** 40, subscriberId: 1 }), RangeError);
  assert.throws(() => links.clickUrl(message, 2 ** 40), RangeError);
});
