// A/B tests hold the promise too: killed at any moment, also while the winner is chosen, nobody
// gets two variants, and nobody none. MAILWRIGHT_TEST_KILLS=20 kills more often.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, LANES, makeReaders, statusOf, storedMessages } from './sending.ts';

const PEOPLE = 900;
const KILLS = Number(process.env['MAILWRIGHT_TEST_KILLS'] ?? 3);
/** This many come, even if each kill takes a message of each lane. */
const SURE = PEOPLE - LANES * KILLS;
const SUBJECTS = ['First', 'Second', 'Third'];

for (const database of DATABASES) {
  test(`kill -9 in an A/B test, ${KILLS} times, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    sink.answer(async (phase) => {
      if (phase === 'data_done') await sleep(Math.random() * 8);
      return undefined;
    });
    let server = await start();
    const { first, last } = await beginTest(server, await makeReaders(server, PEOPLE));
    let rest: string | undefined;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = Math.floor(((kill + Math.random()) * SURE) / (KILLS + 1));
      // Half of the people are in the parts of the variants, more or less.
      if (before > PEOPLE * 0.4) rest ??= await chooseWinner(server, first, last);
      await until(`${before} messages came`, () => sink.received.length >= before, 60);
      const chosen =
        rest === undefined && kill === Math.floor(KILLS / 2) ? chooseLater(server, first, last) : undefined;
      await sleep(Math.random() * 5);
      await server.end('SIGKILL');
      await chosen;
      server = await start();
    }
    rest = await chooseWinner(server, first, last);
    const { variants } = (await (await server.api()).getAbTest({ campaign_uid: rest })).data.record;
    for (const uid of [...variants.map(({ campaign_uid }) => campaign_uid), rest])
      await until(`${uid} is sent`, async () => (await statusOf(server, uid)) === 'sent', 90);
    await server.end('SIGTERM');

    const came = sink.recipients();
    assert.equal(new Set(came).size, came.length, 'nobody got two');
    const { rows } = await storedMessages(settings);
    assert.deepEqual(
      [rows.length, new Set(rows.map(({ email }) => email)).size],
      [PEOPLE, PEOPLE],
      'everybody has one message, of one variant',
    );
    const uncertain = rows.filter(({ state }) => state === 'uncertain').map(({ email }) => email);
    assert.ok(uncertain.length <= LANES * KILLS, `${uncertain.length} uncertain`);
    assert.ok(rows.every(({ state }) => state === 'accepted' || state === 'uncertain'));
    for (const { email, state } of rows)
      if (state === 'accepted') assert.ok(came.includes(email), `${email} did not come`);
    const bySubject = SUBJECTS.map((subject) =>
      sink.received.filter(({ source }) => source.includes(`Subject: ${subject}`)),
    );
    const counts = bySubject.map(({ length }) => length);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      came.length,
    );
    for (const count of counts.slice(0, 2)) assert.ok(count > 60 && count < 250, `${counts}`);
    assert.ok((counts[2] ?? 0) > 400, `the third, with the rest: ${counts}`);
    t.diagnostic(`${counts.join(' + ')} came, ${uncertain.length} uncertain`);
  });
}

/** A campaign in three variants to half of a list, begun. */
async function beginTest(server: ServerProcess, listUid: string): Promise<{ first: string; last: string }> {
  const api = await server.api();
  const { campaign_uid } = await api.createCampaign({
    body: {
      name: 'Spring',
      status: 'draft',
      subject: SUBJECTS[0] ?? '',
      list_uid: listUid,
      template: { content: '<p>Hello [FNAME]</p>' },
    },
  });
  const variants: string[] = [];
  await api.setAbTest({ campaign_uid, body: { percent: 50, decided_by: 'hand' } });
  for (const subject of SUBJECTS.slice(1))
    variants.push((await api.addVariant({ campaign_uid, body: { subject } })).campaign_uid);
  await api.sendCampaign({ campaign_uid, body: {} });
  await until('it has begun', async () => (await api.getAbTest({ campaign_uid })).data.record.begun_at !== null);
  return { first: campaign_uid, last: variants.at(-1) ?? '' };
}

/** Chooses the winner, or finds that it is chosen. @returns the campaign for the rest */
async function chooseWinner(server: ServerProcess, first: string, winner: string): Promise<string> {
  const api = await server.api();
  const { decided_at } = (await api.getAbTest({ campaign_uid: first })).data.record;
  if (decided_at === null) await api.chooseWinner({ campaign_uid: first, body: { campaign_uid: winner } });
  const { rest_uid, winner_uid } = (await api.getAbTest({ campaign_uid: first })).data.record;
  assert.equal(winner_uid, winner);
  assert.ok(rest_uid);
  return rest_uid;
}

/** Chooses it while the server is killed: whether that is done shows later. */
async function chooseLater(server: ServerProcess, first: string, winner: string): Promise<void> {
  await chooseWinner(server, first, winner).catch(() => undefined);
}
