import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalRequest, isOwnRequest } from './inbox-access.ts';

test('a request from this machine gets in', () => {
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'mail.localhost:8080', 'LOCALHOST']) {
    assert.equal(isLocalRequest('127.0.0.1', { host }), true, host);
  }
  assert.equal(isLocalRequest('::1', { host: '[::1]' }), true);
  assert.equal(isLocalRequest('::ffff:127.0.0.1', { host: 'localhost' }), true);
});

test('others do not: other peers, rebound names, proxies', () => {
  const host = 'localhost:8080';
  for (const peer of ['', '10.0.0.7', '::ffff:10.0.0.7', '127.0.0.1.example.com', '2001:db8::1']) {
    assert.equal(isLocalRequest(peer, { host }), false, peer);
  }
  for (const name of ['', 'mail.example.com', 'localhost.example.com', '127.0.0.1.nip.io', '10.0.0.7:8080']) {
    assert.equal(isLocalRequest('127.0.0.1', { host: name }), false, name);
  }
  assert.equal(isLocalRequest('127.0.0.1', {}), false);
  assert.equal(isLocalRequest(undefined, { host }), false);
  for (const name of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']) {
    assert.equal(isLocalRequest('127.0.0.1', { host, [name]: 'x' }), false, name);
  }
});

test('only our own page, or no page, may change anything', () => {
  const host = 'localhost:8080';
  assert.equal(isOwnRequest({ host }), true);
  assert.equal(isOwnRequest({ host, origin: 'http://localhost:8080' }), true);
  assert.equal(isOwnRequest({ host, origin: 'null', 'sec-fetch-site': 'same-origin' }), true);
  assert.equal(isOwnRequest({ host, origin: 'http://evil.example' }), false);
  assert.equal(isOwnRequest({ host, origin: 'null' }), false);
  assert.equal(isOwnRequest({ host, 'sec-fetch-site': 'cross-site' }), false);
  assert.equal(isOwnRequest({ host, origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' }), false);
});
