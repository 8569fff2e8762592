import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comesAlone, describePlan, type Engine, KINDS, planRound } from './plan.ts';
import { draw, seeded } from './random.ts';

test('the same seed gives the same round, another seed another one', () => {
  const plan = (seed: number) => planRound({ seed, engine: 'postgres', people: 100 });
  for (const seed of [1, 2, 1_000]) assert.deepEqual(plan(seed), plan(seed));
  const texts = new Set(Array.from({ length: 50 }, (_, seed) => describePlan(plan(seed))));
  assert.equal(texts.size, 50);
});

test('every plan can be played: its nodes exist, one answers, one sends', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    for (let seed = 0; seed < 500; seed += 1) {
      const plan = planRound({ seed, engine, people: 100 });
      const roles = plan.nodes.map((node) => node.roles.split(','));
      for (const role of ['web', 'worker', 'clock']) assert.ok(roles.flat().includes(role), `${role} in ${seed}`);
      for (const { at, blow } of plan.events) {
        assert.ok(at >= 0 && at < 1);
        const nodes = 'nodes' in blow ? blow.nodes : 'node' in blow ? [blow.node] : [];
        assert.ok(nodes.every((node) => node < plan.nodes.length));
        const aboutDatabase =
          blow.kind === 'database-restart' ||
          (blow.kind === 'break' && blow.to === 'database') ||
          blow.kind === 'late' ||
          blow.kind === 'failover' ||
          blow.kind === 'promote';
        assert.ok(engine === 'postgres' || !aboutDatabase, 'SQLite has no server');
      }
    }
  }
});

test('what befalls a server does not come alone where there is none', () => {
  const notOn = (engine: Engine) => KINDS.filter((kind) => !comesAlone(kind, engine));
  assert.deepEqual(notOn('postgres'), []);
  assert.deepEqual(notOn('citus'), ['promote', 'failover']);
  assert.deepEqual(notOn('sqlite'), ['late', 'promote', 'failover', 'database-restart']);
});

test('chance is even, and what depends on words does not depend on the order', () => {
  const random = seeded(7);
  const drawn = Array.from({ length: 10_000 }, () => random.next());
  const words = Array.from({ length: 10_000 }, (_, n) => draw(7, `reader${n}@example.com`, 1));
  for (const numbers of [drawn, words]) {
    assert.ok(numbers.every((number) => number >= 0 && number < 1));
    for (const share of [0.02, 0.5, 0.98]) {
      const below = numbers.filter((number) => number < share).length / numbers.length;
      assert.ok(Math.abs(below - share) < 0.02, `${below} are below ${share}`);
    }
  }
  assert.equal(draw('a', 'b'), draw('a', 'b'));
  assert.notEqual(draw('a', 'b'), draw('ab'));
});
