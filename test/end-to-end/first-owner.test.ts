// The first owner's account is made whole or not at all: the server is killed at any moment while
// the link is used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { DATABASES, install } from './sending.ts';

/** When it is killed: after the answer, then after parts of the time that it took. */
const MOMENTS = [Number.POSITIVE_INFINITY, 0.4, 0.8, 0.95];
const WELCOME = /\/app\/welcome\?token=([\w-]{43})/;
const OWNER = { name: 'Ada Berg', email: 'ada@example.com', password: 'a sentence is good' };

for (const database of DATABASES) {
  test(`kill -9 while the first owner makes an account, on ${database}`, { timeout: 600_000 }, async (t) => {
    const fates = { nothing: 0, owner: 0 };
    let usual = 0; // ms that using a link takes here
    for (const moment of MOMENTS) {
      const { settings, start } = await install(t, database);
      const api = (path: string, body: object) =>
        fetch(`http://127.0.0.1:${settings.port}/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const server = await start();
      const token = await tokenOf(server);
      const startedAt = performance.now();
      const answer = api('/welcome', { token, ...OWNER }).then(
        (response) => {
          usual = performance.now() - startedAt;
          return response.status;
        },
        () => undefined, // it was killed before it answered
      );
      await (moment === Number.POSITIVE_INFINITY ? answer : Promise.race([sleep(moment * usual), answer]));
      await server.end('SIGKILL');
      const status = await answer;

      const again = await start();
      const signedIn = await api('/session', { email: OWNER.email, password: OWNER.password });
      if (signedIn.status === 201) {
        fates.owner += 1;
        const { record } = ((await signedIn.json()) as { data: { record: Record<string, unknown> } }).data;
        const { state, role, is_operator, customers, user } = record;
        assert.deepEqual([state, role, is_operator, (customers as []).length], ['signed-in', 'owner', true, 1]);
        assert.equal((user as { name: string }).name, OWNER.name);
        assert.doesNotMatch(again.output(), WELCOME, 'nobody else can become the first owner');
        assert.equal((await api('/welcome', { token, ...OWNER })).status, 404, 'the link is used');
      } else {
        fates.nothing += 1;
        assert.equal(signedIn.status, 401);
        assert.equal(status, undefined, 'an account that was answered is there');
        const fresh = await tokenOf(again);
        assert.equal((await api('/welcome', { token: fresh, ...OWNER })).status, 201, 'it can be begun anew');
      }
      await again.end('SIGKILL');
    }
    t.diagnostic(`${fates.owner} times there was an owner, ${fates.nothing} times nothing`);
    assert.ok(fates.owner > 0, 'whoever was answered is there');
  });
}

/** The token that the start printed. */
async function tokenOf(server: ServerProcess): Promise<string> {
  await until('the link is printed', () => WELCOME.test(server.output()));
  return WELCOME.exec(server.output())?.[1] ?? '';
}
