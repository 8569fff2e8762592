import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { isOwnRequest } from '../http/admission.ts';
import { isLocalInstallation, isLocalRequest } from './inbox-access.ts';

const asked = (headers: IncomingHttpHeaders, httpVersion = '1.1') => ({ headers, httpVersion });

test('a request from this machine has access', () => {
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'mail.localhost:8080', 'LOCALHOST']) {
    assert.equal(isLocalRequest('127.0.0.1', asked({ host })), true, host);
  }
  assert.equal(isLocalRequest('::1', asked({ host: '[::1]' })), true);
  assert.equal(isLocalRequest('::ffff:127.0.0.1', asked({ host: 'localhost' })), true);
});

test('others have not: other peers, rebound names, proxies', () => {
  const host = 'localhost:8080';
  for (const peer of ['', '10.0.0.7', '::ffff:10.0.0.7', '127.0.0.1.example.com', '2001:db8::1']) {
    assert.equal(isLocalRequest(peer, asked({ host })), false, peer);
  }
  for (const name of ['', 'mail.example.com', 'localhost.example.com', '127.0.0.1.nip.io', '10.0.0.7:8080']) {
    assert.equal(isLocalRequest('127.0.0.1', asked({ host: name })), false, name);
  }
  assert.equal(isLocalRequest('127.0.0.1', asked({})), false);
  assert.equal(isLocalRequest(undefined, asked({ host })), false);
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via', 'cf-connecting-ip']) {
    assert.equal(isLocalRequest('127.0.0.1', asked({ host, [name]: 'x' })), false, name);
  }
});

test('a proxy that forwards nothing and asks for a loopback name, as nginx does by default, is known by HTTP/1.0', () => {
  assert.equal(isLocalRequest('127.0.0.1', asked({ host: '127.0.0.1:8080' }, '1.0')), false);
});

test('an installation is local when it listens on loopback and its links lead there', () => {
  assert.equal(isLocalInstallation('127.0.0.1', 'http://127.0.0.1:8080'), true);
  assert.equal(isLocalInstallation('::1', 'http://localhost:8080/mail'), true);
  assert.equal(isLocalInstallation('127.0.0.1', 'https://mail.example.com'), false);
  assert.equal(isLocalInstallation('0.0.0.0', 'http://127.0.0.1:8080'), false);
});

test('only our own page, or no page, may change anything', () => {
  const host = 'localhost:8080';
  assert.equal(isOwnRequest({ host }), true);
  assert.equal(isOwnRequest({ host, origin: 'http://localhost:8080' }), true);
  assert.equal(isOwnRequest({ host, origin: 'null', 'sec-fetch-site': 'same-origin' }), true);
  assert.equal(isOwnRequest({ host, origin: 'https://localhost:8080' }), true, 'behind a proxy with TLS');
  assert.equal(isOwnRequest({ host, origin: 'http://evil.example' }), false);
  assert.equal(isOwnRequest({ host, origin: 'null' }), false);
  assert.equal(isOwnRequest({ host, 'sec-fetch-site': 'cross-site' }), false);
  assert.equal(isOwnRequest({ host, origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' }), false);
});
