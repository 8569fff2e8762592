// How findings about direct delivery read: what is wrong, and what is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutwardState } from '../../network/outward.ts';
import { directFindings } from './direct.ts';

const GOOD: OutwardState = {
  greets: 'mail.us.test',
  resolver: { servers: '127.0.0.1', proves: 'yes', reason: '' },
  port: { works: true, line: 'ok: direct delivery, mx.test takes connections' },
  sources: [{ address: '192.0.2.1', state: 'known', names: ['mail.us.test'], confirmed: ['mail.us.test'] }],
};
const source = (more: Partial<OutwardState['sources'][0]>): OutwardState => {
  return { ...GOOD, sources: GOOD.sources.map((one) => ({ ...one, ...more })) };
};
const resolver = (proves: OutwardState['resolver']['proves']): OutwardState => {
  return { ...GOOD, resolver: { ...GOOD.resolver, proves } };
};
const statesOf = (state: OutwardState) =>
  directFindings(state).flatMap((one) => (one.state === 'good' ? [] : [`${one.code}: ${one.state}`]));

test('what keeps mail from going out is wrong, what may not last is a warning', () => {
  for (const [state, ...expected] of [
    [GOOD],
    [resolver('no'), 'direct-dnssec-none: warning'],
    [resolver('not-trusted'), 'direct-dnssec-not-trusted: warning'],
    [resolver('no-answer'), 'direct-resolver-fails: wrong'],
    [{ ...GOOD, port: { works: false, line: 'TCP' } }, 'direct-port-closed: wrong'],
    [source({ names: [], confirmed: [] }), 'direct-name-none: wrong'],
    [source({ confirmed: [] }), 'direct-name-not-confirmed: wrong'],
    [source({ state: 'hidden' }), 'direct-source-hidden: warning'],
    [source({ state: 'no-answer' }), 'direct-name-unknown: warning'],
    [{ ...GOOD, greets: 'other.us.test' }, 'direct-greets-otherwise: warning'],
  ] as const) {
    assert.deepEqual(statesOf(state), expected);
    for (const { state: good, advice } of directFindings(state)) assert.equal(advice === null, good === 'good');
  }
});
