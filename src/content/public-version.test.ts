import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Seed, seedCampaign, seedList, seedMessages, seedSubscribers } from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { trackingLinks } from './links.ts';
import { publicSubject, publicVersion } from './public-version.ts';
import { campaignContext } from './queries.ts';

const place = { baseUrl: 'https://mail.example', secret: 'a secret of this installation, for tests' };
const links = trackingLinks(place);

const content = `<html><body><p>Hello [FNAME:filter:defaultvalue(friend)], mail for [EMAIL] from [LIST_NAME] to [SUBSCRIBER_UID].</p>
<a href="https://shop.example/?who=[EMAIL]&amp;list=[LIST_UID]">Shop</a>
<a href="[UNSUBSCRIBE_URL]">Leave</a> [UNSUBSCRIBE_LINK] <a href="[UPDATE_PROFILE_URL]">Profile</a>
<a href="[UNSUBSCRIBE_FROM_CUSTOMER_URL]">All</a> <a href="[FORWARD_FRIEND_URL]">Tell</a>
<a href="[CAMPAIGN_REPORT_ABUSE_URL]">Report</a> <a href="[WEB_VERSION_URL]">Here</a> <a href="[SUBSCRIBE_URL]">Join</a>
<a href="https://[FNAME]/">Host</a> [COMPANY_FULL_ADDRESS]</body></html>`;

eachEngine('public versions of campaigns', (engine) => {
  const opened = suiteStore(engine);
  const installation = () => ({ ...place, db: opened().db, clock: { now: () => 5_000 } });
  let seed: Seed;
  let campaignId: number;

  before(async () => {
    seed = await seedList(opened().db);
    await seedSubscribers(opened().db, seed, 1);
    const options = JSON.stringify({ url_tracking: 'yes', open_tracking: 'yes', plain_text_email: 'yes' });
    campaignId = await seedCampaign(opened().db, seed, {
      status: 'sent',
      content,
      options,
      subject: 'Hi [FNAME]  you',
    });
    await seedMessages(opened().db, seed, campaignId);
  });

  test('has no values or links of recipients, and no pixel', async () => {
    const version = await publicVersion(installation(), campaignId);
    assert.ok(version);
    const { html, list } = version;
    assert.ok(html.includes('Hello friend, mail for  from News to .'));
    assert.ok(html.includes(`href="https://shop.example/?who=&amp;list=${list.uid}"`));
    assert.ok(html.includes(`href="${links.campaignUrl(campaignId)}">Here`));
    assert.ok(html.includes(`href="${links.subscribeUrl(list.uid)}">Join`));
    assert.ok(html.includes('Example Ltd'));
    const { db } = opened();
    const person = await db.selectFrom('subscriber').selectAll().executeTakeFirstOrThrow();
    const message = { campaignId, subscriberId: person.id };
    for (const own of ['/o/', '/c/', '/u/', '/w/', '/f/', '/r/', '/p/', '/m/'].map((path) => place.baseUrl + path)) {
      assert.ok(!html.includes(own), own);
    }
    for (const own of [person.uid, person.email, 'Name 0', links.webVersionUrl(message)]) {
      assert.ok(!html.includes(own), own);
    }
    assert.equal(await db.selectFrom('click').select('id').executeTakeFirst(), undefined);
    assert.equal(await db.selectFrom('open').select('id').executeTakeFirst(), undefined);
  });

  test('has its subject in one line', async () => {
    const context = await campaignContext(opened().db, campaignId);
    assert.ok(context);
    const name = context.campaign.name;
    assert.equal(publicSubject(installation(), context), name);
    const of = (subject: string) =>
      publicSubject(installation(), { ...context, campaign: { ...context.campaign, subject } });
    assert.equal(of('Hi  all\n'), 'Hi all');
    assert.equal(of('[LIST_NAME]: [FNAME:filter:defaultvalue(you)]  '), 'News: you');
    assert.equal(of('[FNAME], new bikes'), name);
  });

  test('there is none of a deleted or missing campaign', async () => {
    await opened().db.updateTable('campaign').set({ status: 'pending-delete' }).execute();
    assert.equal(await publicVersion(installation(), campaignId), undefined);
    assert.equal(await publicVersion(installation(), 2 ** 40), undefined);
  });
});
