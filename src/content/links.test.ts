import assert from 'node:assert/strict';
import { createCipheriv, createHmac, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Purpose, readToken, trackingLinks } from './links.ts';

const secret = 'a secret of this installation';
const links = trackingLinks({ baseUrl: 'https://mail.example/', secret });
const ids = fc.integer({ min: 0, max: 2 ** 48 - 1 });

const tokens = (messageId: number, number: number): Record<Purpose, string> => ({
  open: links.openUrl(messageId).slice('https://mail.example/o/'.length, -'.gif'.length),
  click: links.clickUrl(messageId, number).slice('https://mail.example/c/'.length),
  unsubscribe: links.unsubscribeUrl(messageId, number).slice('https://mail.example/u/'.length),
  web: links.webVersionUrl(messageId).slice('https://mail.example/w/'.length),
  forward: links.forwardUrl(messageId).slice('https://mail.example/f/'.length),
  abuse: links.abuseUrl(messageId).slice('https://mail.example/r/'.length),
  campaign: links.campaignUrl(messageId).slice('https://mail.example/v/'.length),
  confirm: links.confirmUrl(messageId).slice('https://mail.example/k/'.length),
  profile: links.profileUrl(messageId).slice('https://mail.example/p/'.length),
  preferences: links.preferencesUrl(messageId).slice('https://mail.example/m/'.length),
});
const PURPOSES = Object.keys(tokens(0, 0)) as Purpose[];

test('a token gives back what it names', () => {
  fc.assert(
    fc.property(ids, ids, (messageId, number) => {
      const made = tokens(messageId, number);
      for (const purpose of PURPOSES) {
        const isNumbered = purpose === 'click' || purpose === 'unsubscribe';
        assert.deepEqual(readToken(secret, purpose, made[purpose]), { messageId, number: isNumbered ? number : 0 });
      }
    }),
  );
});

test('a token of one purpose serves no other', () => {
  fc.assert(
    fc.property(ids, ids, (messageId, number) => {
      const made = tokens(messageId, number);
      for (const made_for of PURPOSES) {
        for (const used_for of PURPOSES) {
          if (made_for !== used_for) assert.equal(readToken(secret, used_for, made[made_for]), undefined);
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
        assert.equal(readToken(secret, purpose, changed), undefined, changed);
      }
    }
  }
});

test('a token with anything added or left out fails', () => {
  fc.assert(
    fc.property(
      ids,
      ids,
      fc.constantFrom(...PURPOSES),
      fc.string({ minLength: 1 }),
      (messageId, number, purpose, more) => {
        const token = tokens(messageId, number)[purpose];
        assert.equal(readToken(secret, purpose, token + more), undefined);
        assert.equal(readToken(secret, purpose, more + token), undefined);
        assert.equal(readToken(secret, purpose, token.slice(1)), undefined);
        assert.equal(readToken(secret, purpose, token.slice(0, -1)), undefined);
      },
    ),
  );
});

test('arbitrary text is no token and does no harm', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...PURPOSES), (text, purpose) => {
      assert.equal(readToken(secret, purpose, text), undefined);
    }),
  );
});

test('another secret knows nothing of it', () => {
  const { click } = tokens(1, 2);
  assert.equal(readToken('another secret', 'click', click), undefined);
  assert.deepEqual(readToken(secret, 'click', click), { messageId: 1, number: 2 });
});

test('the signature is one block of AES-256 as node:crypto makes it', () => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'mailwright links', 32));
  const content = Buffer.from('000000000007' + '000000000009' + '02' + '000000', 'hex');
  const mac = createCipheriv('aes-256-ecb', key, null).update(content).toString('base64url', 0, 12);
  assert.equal(tokens(7, 9).click, content.toString('base64url', 0, 12) + mac);
});

test('links of mails that went out before, signed with HMAC-SHA-256, are read', () => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'mailwright links 1', 64));
  const former = (content: Buffer) => createHmac('sha256', key).update(content).digest('base64url').slice(0, 16);
  const click = Buffer.from('02' + '000000000007' + '000000000009', 'hex');
  const clickToken = click.toString('base64url', 1) + former(click);
  assert.deepEqual(readToken(secret, 'click', clickToken), { messageId: 7, number: 9 });
  assert.equal(readToken(secret, 'unsubscribe', clickToken), undefined);
  assert.equal(
    readToken(
      secret,
      'click',
      clickToken.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ),
    undefined,
  );
  const open = Buffer.from('01' + '000000000007' + '000000000000', 'hex');
  const openToken = open.toString('base64url', 1, 7) + former(open);
  assert.deepEqual(readToken(secret, 'open', openToken), { messageId: 7, number: 0 });
});

test('the links of a message are the same whether they are made one by one or together', () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 20 }), fc.array(fc.tuple(ids, ids)), (linkIds, messages) => {
      const linksOf = links.ofMessages(linkIds);
      for (const [messageId, subscriberId] of messages) {
        const { openUrl, unsubscribeUrl, clickUrl } = linksOf(messageId, subscriberId);
        assert.equal(openUrl, links.openUrl(messageId));
        assert.equal(unsubscribeUrl, links.unsubscribeUrl(messageId, subscriberId));
        for (const [i, linkId] of linkIds.entries()) assert.equal(clickUrl(i), links.clickUrl(messageId, linkId));
      }
    }),
  );
});

test('addresses are short, and a number too large to name is refused', () => {
  assert.match(links.openUrl(5), /^https:\/\/mail\.example\/o\/[\w-]{24}\.gif$/);
  assert.match(links.clickUrl(5, 6), /^https:\/\/mail\.example\/c\/[\w-]{32}$/);
  assert.throws(() => links.webVersionUrl(2 ** 48), RangeError);
});
