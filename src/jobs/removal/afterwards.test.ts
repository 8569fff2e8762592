// What readers of mails, programs and mail servers get who come back to a customer that is being
// removed, or was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestAnswer } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { rowsWith } from '../../../test/support/customer-rows.ts';
import { bounceMail, complaintMail, inboundTools } from '../../../test/support/inbound.ts';
import { sentCampaign, visitorOf } from '../../../test/support/mail-pages.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { processMail } from '../../inbound/process-mail.ts';
import { returnAddress } from '../../mail/address/verp.ts';
import type { MessageName } from '../../messages/uncertain/settle.ts';
import { removeCustomer } from './remove-customer.ts';

eachEngine('who comes back to a removed customer', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  /** The application's customer is the first one, which stays: another one is before it. */
  const addOperator = async () => {
    const { db, customer } = app;
    const row = await db.selectFrom('customer').selectAll().where('id', '=', customer.id).executeTakeFirstOrThrow();
    const own = { id: -1, uid: 'operator', email: 'o@example.test', email_key: 'o@example.test' };
    await db
      .insertInto('customer')
      .values(Object.assign({}, row, own))
      .execute();
  };

  test('links, forms, keys and returned mail find nobody, from the beginning of the removal on', async () => {
    const { db, customer } = app;
    await addOperator();
    const sent = await sentCampaign(app, [{ email: 'ann@example.test' }]);
    const [message] = sent.messages;
    const [person] = sent.people;
    assert.ok(message && person);
    const link = { customer_id: customer.id, campaign_id: sent.id, hash: 'h', url: 'https://shop.example/' };
    const { id: linkId } = await db.insertInto('campaign_link').values(link).returning('id').executeTakeFirstOrThrow();
    const run = { customer_id: customer.id, campaign_id: sent.id, instant: 1, run_campaign_id: null, created_at: 1 };
    await db.insertInto('campaign_run').values(run).execute(); // among the first rows that go
    const { links, get, post } = visitorOf(app);
    const urls = (named: MessageName, list: string, clicked: number) => [
      links.unsubscribeUrl(named),
      links.preferencesUrl(named.subscriberId),
      links.profileUrl(named.subscriberId),
      links.confirmUrl(named.subscriberId),
      links.webVersionUrl(named),
      links.campaignUrl(named.campaignId),
      links.forwardUrl(named),
      links.abuseUrl(named),
      links.openUrl(named),
      links.clickUrl(named, clicked),
      links.subscribeUrl(list),
      links.archiveUrl(list),
      links.reportUrl(named.campaignId, 1),
    ];
    const look = async (all: readonly string[]) => {
      const answers: string[] = [];
      for (const url of all) {
        const [page, posted] = [await get(url), await post(url, 'List-Unsubscribe=One-Click')];
        const kind = url.replace(app.baseUrl, '').replace(/\/[^/]*$/, '');
        answers.push(`${kind} ${page.status} ${posted.status} ${/<h1[^>]*>(.*?)<\/h1>/.exec(page.body)?.[1]}`);
      }
      return answers;
    };
    const own = urls(message, app.listUid, linkId);
    assert.equal((await get(links.clickUrl(message, linkId))).headers['location'], 'https://shop.example/');
    assert.equal((await get(links.openUrl(message))).status, 200);
    const unknown = await look(urls({ campaignId: 777_777, subscriberId: 888_888 }, 'ab12345678901', 999_999));
    assert.ok(unknown.every((answer) => !/ 5\d\d /.test(answer)));

    const cut = () => {
      throw new Error('cut off');
    };
    await assert.rejects(removeCustomer(app, customer, { removed: cut }), /cut off/);
    const refused = (answer: TestAnswer) => assertStatus(answer, 401);
    refused(await app.call('GET', '/lists'));
    app.clock.forward(10_001); // links that were clicked are known for so long
    const begun = await look(own);
    await removeCustomer(app, customer, { removed: () => undefined, settledMs: 0 });
    refused(await app.call('GET', '/lists'));
    assert.deepEqual(await look(own), unknown);
    assert.deepEqual(begun, unknown);

    const tools = inboundTools(db);
    const [bounceTo, unsubscribeTo] = (['bounce', 'unsubscribe'] as const).map((kind) =>
      returnAddress(tools.path, kind, message),
    );
    const mailed = { ...message, email: 'ann@example.test', messageId: `<${sent.uid}.${person.uid}@mail.example.com>` };
    const named = { ...mailed, bounceTo: bounceTo ?? '', unsubscribeTo: unsubscribeTo ?? '' };
    for (const source of [bounceMail(named), bounceMail(named, { status: '4.2.2' }), complaintMail(named)]) {
      const mail = { origin: 'smtp', mailFrom: '', rcptTo: named.bounceTo, source: Buffer.from(source) } as const;
      assert.equal((await processMail(tools, mail)).effect, 'nothing');
    }
    const leave = {
      origin: 'smtp',
      mailFrom: 'ann@example.test',
      rcptTo: named.unsubscribeTo,
      source: Buffer.from('Subject: no\r\n\r\n'),
    } as const;
    assert.equal((await processMail(tools, leave)).effect, 'nothing');
    assert.deepEqual([...(await rowsWith(db, { customerId: customer.id, uid: customer.uid })).keys()], ['audit']);
    assert.equal((await db.selectFrom('returned_mail').select('id').execute()).length, 0);
  });
});
