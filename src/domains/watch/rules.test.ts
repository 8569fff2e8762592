import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Finding, Status } from '../dns/verdict.ts';
import { APART_MS, keptFinding, nextLook, type Standing, standingAfter } from './rules.ts';

/** Looks at these minutes, with what each found. @returns what changed, and how it stands then */
function looks(...found: [minute: number, status: Status][]) {
  let standing: Standing | undefined;
  const changes: string[] = [];
  for (const [minute, status] of found) {
    const after = standingAfter(standing, status, minute * MINUTE_MS);
    standing = after.standing;
    if (after.change) changes.push(`${minute} ${after.change}`);
  }
  return { changes, state: standing?.state, since: (standing?.since ?? 0) / MINUTE_MS };
}

test('a record breaks when two looks apart find it so, and heals with one', () => {
  const broke = looks([0, 'good'], [360, 'missing'], [375, 'missing'], [400, 'wrong'], [460, 'good'], [470, 'weak']);
  assert.deepEqual(broke, { changes: ['0 found', '375 broken', '460 healed'], state: 'right', since: 460 });
  assert.deepEqual(looks([0, 'good'], [360, 'wrong'], [375, 'missing']).since, 360, 'since it was first seen');
});

test('neither a blip, nor DNS that does not answer, nor two looks at once break a record', () => {
  assert.deepEqual(looks([0, 'good'], [360, 'missing'], [375, 'good'], [380, 'missing']).changes, ['0 found']);
  assert.deepEqual(looks([0, 'good'], [360, 'unknown'], [375, 'unknown'], [900, 'unknown']).changes, ['0 found']);
  assert.deepEqual(looks([0, 'good'], [360, 'missing'], [361, 'missing']).changes, ['0 found']);
  const asked = looks([0, 'good'], [360, 'missing'], [375, 'unknown'], [390, 'missing']);
  assert.deepEqual(asked.changes, ['0 found', '390 broken'], 'what could not be asked takes nothing back');
});

test('what was never published does not break', () => {
  assert.deepEqual(looks([0, 'missing'], [60, 'wrong'], [120, 'missing']), { changes: [], state: 'open', since: 0 });
  assert.deepEqual(looks([0, 'unknown'], [60, 'good']).changes, ['60 found']);
});

test('a look of the clock keeps what was known until a second look confirms', () => {
  const good: Finding = { purpose: 'spf', name: 'x.test', status: 'good', sentences: [say('dkim-good')], at: 1 };
  const missing: Finding = {
    purpose: 'spf',
    name: 'x.test',
    status: 'missing',
    sentences: [say('spf-missing')],
    at: 2,
  };
  const unknown: Finding = { ...missing, status: 'unknown', sentences: [say('dns-timeout', { name: 'x.test' })] };
  const right: Standing = { state: 'right', since: 0, suspectAt: null };
  assert.deepEqual(keptFinding(good, missing, { ...right, suspectAt: 2 }, 2), {
    ...good,
    lately: { at: 2, status: 'missing', sentences: [say('spf-missing')] },
  });
  assert.deepEqual(keptFinding(good, unknown, right, 2).lately?.status, 'unknown');
  assert.equal(keptFinding(good, missing, { ...right, state: 'broken' }, 2), missing);
  assert.equal(keptFinding(undefined, unknown, right, 2), unknown);
  const other = { ...missing, publicKey: 'new' };
  assert.equal(keptFinding({ ...good, publicKey: 'old' }, other, right, 2), other, 'another key took its place');
});

test('the next look: soon to confirm, hourly while something is wrong, else every six hours, spread', () => {
  const minutesUntil = (status: Status, standing: Standing, share = 0.5) =>
    nextLook([{ status, standing }], { at: 0, share }) / MINUTE_MS;
  const right: Standing = { state: 'right', since: 0, suspectAt: null };
  assert.equal(minutesUntil('good', right), 360);
  assert.deepEqual([minutesUntil('good', right, 0), minutesUntil('good', right, 1)], [324, 396]);
  assert.equal(minutesUntil('unknown', right), 60);
  assert.equal(minutesUntil('missing', { ...right, state: 'broken' }), 60);
  const confirming = minutesUntil('missing', { ...right, suspectAt: 0 }, 0);
  assert.ok(confirming * MINUTE_MS > APART_MS && confirming < 20, `${confirming}`);
  assert.equal(minutesUntil('missing', { ...right, state: 'open' }), 60);
  assert.equal(minutesUntil('missing', { ...right, state: 'open', since: -8 * DAY_MS }), 360);
});
