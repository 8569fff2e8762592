// Tests the verifier with the RFCs' own examples.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { canonicalBody, canonicalField, verifyDkim } from './dkim-verifier.ts';

const wire = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'));

test('RFC 6376, section 3.4.5: canonical forms', () => {
  const body = ' C \r\nD \t E\r\n\r\n\r\n';
  assert.equal(canonicalField({ name: 'A', raw: 'A: X' }, 'relaxed'), 'a:X');
  assert.equal(canonicalField({ name: 'B', raw: 'B : Y\t\r\n\tZ  ' }, 'relaxed'), 'b:Y Z');
  assert.equal(canonicalField({ name: 'B', raw: 'B : Y\t\r\n\tZ  ' }, 'simple'), 'B : Y\t\r\n\tZ  ');
  assert.equal(canonicalBody(body, 'relaxed'), ' C\r\nD E\r\n');
  assert.equal(canonicalBody(body, 'simple'), ' C \r\nD \t E\r\n');
});

test('RFC 6376, sections 3.4.3 and 3.4.4: the hash of an empty body', () => {
  const hash = (form: string) => createHash('sha256').update(canonicalBody('', form)).digest('base64');
  assert.equal(hash('simple'), 'frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=');
  assert.equal(hash('relaxed'), '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
});

// Appendix A.2, with its errata 3192 (one space) and 4926 (folding).
const SIMPLE = `DKIM-Signature: v=1; a=rsa-sha256; s=brisbane; d=example.com;
      c=simple/simple; q=dns/txt; i=joe@football.example.com;
      h=Received : From : To : Subject : Date : Message-ID;
      bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
      b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB
        4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut
        KVdkLLkpVaVVQPzeRDI009SO2Il5Lu7rDNH6mZckBdrIx0orEtZV
        4bmp/YzhwvcubU4=;
Received: from client1.football.example.com  [192.0.2.1]
      by submitserver.example.com with SUBMISSION;
      Fri, 11 Jul 2003 21:01:54 -0700 (PDT)
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game. Are you hungry yet?

Joe.
`;
const SIMPLE_KEY =
  'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB';

test('RFC 6376, appendix A: the signed message, and the same one changed', () => {
  const records = (name: string) => (name === 'brisbane._domainkey.example.com' ? SIMPLE_KEY : undefined);
  const verdicts = (text: string) => verifyDkim(wire(text), records).map(({ reason }) => reason);
  assert.deepEqual(verdicts(SIMPLE), ['']);
  assert.deepEqual(verdicts(SIMPLE.replace('Joe.', 'Joe!')), ['body hash']);
  assert.deepEqual(verdicts(SIMPLE.replace('dinner', 'lunch')), ['signature']);
  assert.deepEqual(verdicts(SIMPLE.replace('d=example.com', 'd=example.org')), ['no key']);
  assert.deepEqual(verifyDkim(wire(SIMPLE), () => 'v=DKIM1; p=').at(0)?.reason, 'key revoked');
});

// RFC 8463, appendix A.
const DOUBLE = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`;
const DOUBLE_KEYS: Record<string, string> = {
  'brisbane._domainkey.football.example.com': 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  'test._domainkey.football.example.com':
    'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB',
};

test('RFC 8463, appendix A: both signatures of one message', () => {
  const verdicts = (text: string) => verifyDkim(wire(text), (name) => DOUBLE_KEYS[name]).map(({ reason }) => reason);
  assert.deepEqual(verdicts(DOUBLE), ['', '']);
  assert.deepEqual(verdicts(DOUBLE.replace('To: Suzie', 'To:  Suzie')), ['', ''], 'white space does not count');
  assert.deepEqual(verdicts(DOUBLE.replace('Suzie', 'Susie')), ['signature', 'signature']);
  assert.deepEqual(verdicts(`From: Eve <eve@example.net>\n${DOUBLE}`), ['signature', 'signature']);
});
