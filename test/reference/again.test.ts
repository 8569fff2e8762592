// The whole story of the examples once more, with an Idempotency-Key on each POST, and each sent
// twice: the second time is answered as the first and does nothing, so the story goes on as ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '../../src/app.ts';
import { takesIdempotencyKey } from '../../src/http/requests/once.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { openCampaignApp } from '../support/campaigns.ts';
import { eachEngine } from '../support/stores.ts';
import { tellOfLists } from './story.ts';
import { tellOfCompany } from './story-of-company.ts';
import { tellOfJobs } from './story-of-jobs.ts';
import { tellOfMails } from './story-of-mails.ts';
import { tellOfUsers } from './story-of-users.ts';
import { openTeller } from './teller.ts';

eachEngine('the story of the examples, each POST sent twice', (engine) => {
  test('goes as ever, and the audit has each once', async (t) => {
    const app = await openCampaignApp(t, engine);
    let repeated = 0;
    const call: typeof app.call = async (method, path, options = {}) => {
      if (method !== 'POST') return app.call(method, path, options);
      const keyed = { ...options, headers: { ...options.headers, 'idempotency-key': newUid() } };
      const first = await app.call(method, path, keyed);
      assert.equal(first.headers['idempotency-replayed'], undefined);
      if (first.status >= 300 || isOpen(path)) return first;
      const entries = await app.db.selectFrom('audit').select('id').execute();
      const second = await app.call(method, path, keyed);
      assert.equal(second.headers['idempotency-replayed'], 'true', path);
      assert.deepEqual([second.status, second.text], [first.status, first.text], path);
      assert.equal((await app.db.selectFrom('audit').select('id').execute()).length, entries.length);
      repeated += 1;
      return first;
    };
    const teller = openTeller({ ...app, call });
    const cast = await tellOfLists(teller);
    await tellOfMails(teller, cast, t);
    await tellOfUsers(teller);
    await tellOfJobs(teller, cast);
    await tellOfCompany(teller, t);
    const posts = apiRoutes.filter(takesIdempotencyKey);
    assert.ok(repeated >= posts.length, `${repeated} of ${posts.length}`);
  });
});

const isOpen = (path: string) =>
  apiRoutes.some((route) => route.method === 'POST' && route.needs === 'open' && path.split('?')[0] === route.path);

test('after a cut all POSTs may be sent again, but those that the page for programs names', () => {
  const inDoubt = apiRoutes.filter((route) => takesIdempotencyKey(route) && !route.isOneChange && !route.isRepeatable);
  assert.deepEqual(inDoubt.map(({ name }) => name).sort(), [
    'beginPasskey',
    'beginTotp',
    'createPasskey',
    'createSendingDomain',
    'createSubscribers',
    'erasePerson',
    'erasePersonByEmail',
    'inviteUserAgain',
    'releaseTestMail',
    'retryFailed',
    'rotateSendingDomainKeys',
    'sendTestEmail',
    'settleUncertain',
    'testWebhook',
  ]);
});
