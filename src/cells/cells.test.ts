import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '../kernel/errors.ts';
import { cellOfHost, keyOf, parseCells } from './cells.ts';

test('a file with cells', () => {
  const cells = parseCells(`
    # name  hosts                                   nodes
    a       links-a.example.com,Mail.Example.com    http://10.0.0.11:8080,http://10.0.0.12:8080
    b       links-b.example.com                     https://b.internal/   # the second
  `);
  assert.deepEqual(cells, [
    {
      name: 'a',
      hosts: ['links-a.example.com', 'mail.example.com'],
      nodes: ['http://10.0.0.11:8080', 'http://10.0.0.12:8080'],
    },
    { name: 'b', hosts: ['links-b.example.com'], nodes: ['https://b.internal'] },
  ]);
  const of = (host?: string) => cellOfHost(cells, { host })?.name;
  assert.deepEqual(['MAIL.example.com', 'links-b.example.com:8443', 'api.example.com', undefined].map(of), [
    'a',
    'b',
    undefined,
    undefined,
  ]);
});

test('all faults of a file are named by their lines', () => {
  const text = `a x.example http://10.0.0.1:80
A y.example http://10.0.0.2:80
a z.example http://10.0.0.3:80
b x.example http://10.0.0.4:80
c https://c.example http://10.0.0.5:80
d d.example http://10.0.0.6:80/api
e e.example`;
  assert.throws(
    () => parseCells(text),
    (error: AppError) => {
      const lines = error.message.split('\n');
      assert.deepEqual(
        lines.map((line) => line.slice(0, 6)),
        ['line 2', 'line 3', 'line 4', 'line 5', 'line 6', 'line 7'],
      );
      assert.match(lines[1] ?? '', /the name a is of a line above/);
      assert.match(lines[2] ?? '', /the host x\.example is of a line above/);
      return true;
    },
  );
  assert.throws(() => parseCells('# none\n'), /it names no cell/);
});

test('the key is looked for where servers look for it', () => {
  assert.equal(keyOf({ 'x-api-key': ' k ', 'x-mw-public-key': 'other' }), 'k');
  assert.equal(keyOf({ 'x-api-key': ' ', 'x-mw-public-key': 'other' }), 'other');
  assert.equal(keyOf({ cookie: 'mailwright=x' }), undefined);
});
