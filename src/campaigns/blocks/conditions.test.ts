// Blocks that only those get of whom a condition is true: through the API, to two people.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { deliver } from '../../../test/support/delivery.ts';
import { makeList, news } from '../../../test/support/lists.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';

const condition = (changes: object = {}) => ({
  kind: 'condition',
  field: 'LNAME',
  operator: 'is',
  value: 'Ray & [Co]',
  blocks: [
    { kind: 'text', text: 'Only for [FNAME]' },
    { kind: 'button', text: 'Go', href: 'https://example.com/own' },
    { kind: 'columns', columns: [[{ kind: 'text', text: 'Left of [LNAME]' }], [{ kind: 'text', text: 'Right' }]] },
  ],
  ...changes,
});
const documentOf = (...blocks: object[]) => ({
  version: 1,
  blocks: [{ kind: 'text', text: 'For all' }, ...blocks, { kind: 'footer' }],
});

eachEngine('conditions of blocks', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let listUid = '';
  before(async () => {
    listUid = await makeList(app, { ...news, general: { ...news.general, opt_in: 'single' } });
  });
  const add = async (EMAIL: string, others: object) => {
    const answer = await app.call('POST', `/lists/${listUid}/subscribers`, { json: { EMAIL, ...others } });
    assertStatus(answer, 201);
    return answer.json.data.record.subscriber_uid as string;
  };

  test('some get them, in HTML and in text, in the preview as in the mail', async (t) => {
    const bob = await add('bob@example.test', { FNAME: 'Bob', LNAME: 'ray & [co]' });
    const eve = await add('eve@example.test', { FNAME: 'Eve', LNAME: 'Other' });
    const template = { blocks: documentOf(condition()) };
    const uid = await app.make({ status: 'draft', list_uid: listUid, template });
    const shown = async (whom: string) =>
      (await app.call('GET', `/campaigns/${uid}/preview?subscriber_uid=${whom}`)).json.data;
    const [forBob, forEve] = [await shown(bob), await shown(eve)];
    assert.match(forBob.html, /Only for Bob/);
    assert.match(
      forBob.plain_text,
      /^For all\n\nOnly for Bob\n\nGo <https:\/\/example\.com\/own>\n\nLeft of ray & \[co\]\n\nRight\n\n/,
    );
    for (const text of [forEve.html, forEve.plain_text])
      assert.doesNotMatch(text, /Only for|Left of|Right|example\.com|\[IF|ENDIF/);
    assert.match(forEve.plain_text, /^For all\n\n\S/);

    const sink = await openSink(t);
    assertStatus(
      await app.call('PUT', `/campaigns/${uid}`, {
        json: { status: 'pending-sending', send_at: formatCalendarTime(Date.now() - MINUTE_MS) },
      }),
      200,
    );
    const delivery = deliver(t, app.db, sink);
    await until('both are accepted', () => sink.received.length === 2);
    await delivery.stop();
    const mailTo = (address: string) => sink.received.find(({ to }) => to.includes(address))?.source ?? '';
    assert.match(mailTo('bob@'), /Only for Bob[\s\S]*Only for Bob[\s\S]*Right/);
    assert.match(mailTo('eve@'), /For all/);
    assert.doesNotMatch(mailTo('eve@'), /Only for|Right|=5BIF|\[IF|ENDIF/);
  });

  test('what the list does not have is refused by its path; elsewhere it is told', async () => {
    const uid = await app.make({ status: 'draft', template: { blocks: documentOf(condition()) } });
    const blocks = documentOf(condition(), condition({ field: 'TOWN' }));
    const refused = await app.call('PUT', `/campaigns/${uid}`, { json: { template: { blocks } } });
    assertStatus(refused, 422);
    assert.deepEqual(refused.json.error, {
      'template.blocks.blocks[2].field': 'Field must be a merge tag of the list: [TOWN] is not one.',
    });
    const { blocks: kept } = (await app.call('GET', `/campaigns/${uid}/blocks`)).json.data.record;
    assert.deepEqual(kept, documentOf(condition()));
    // A template has no list: a campaign that is made from it says so.
    const made = await app.call('POST', '/templates', { json: { name: 'T', blocks } });
    assertStatus(made, 201);
    const json = app.input({ template: { template_uid: made.json.template_uid } });
    const { warnings } = (await app.call('POST', '/campaigns', { json })).json;
    assert.deepEqual(
      warnings.map(({ message }: { message: string }) => message).filter((one: string) => one.startsWith('[')),
      [
        '[IF:TOWN:is:Ray %26 %5BCo%5D] asks for [TOWN], which is not a merge tag of this campaign: it is sent as written.',
        '[ENDIF] has no [IF:…] before it: it is sent as written.',
      ],
    );
    const reserved = { type: 'text', label: 'x', tag: 'ENDIF', required: 'no', visibility: 'visible' };
    const field = await app.call('POST', `/lists/${listUid}/fields`, { json: reserved });
    assertStatus(field, 422);
    assert.deepEqual(Object.keys(field.json.error), ['tag']);
  });

  test('a mark that is none says what is wrong with it', async () => {
    const warned = async (content: string) => {
      const json = app.input({ status: 'draft', template: { content: `<p>${content} [UNSUBSCRIBE_URL]</p>` } });
      const { warnings } = (await app.call('POST', '/campaigns', { json })).json;
      return warnings[0].message as string;
    };
    const sent = ': it is sent as written.';
    assert.equal(await warned('[IF:FNAME:is:Ann]x'), `[IF:FNAME:is:Ann] has no [ENDIF] of its own after it${sent}`);
    assert.equal(
      await warned('[IF:FNAME:is]x[ENDIF]'),
      `[IF:FNAME:is] has no value to compare with, such as [IF:FNAME:is:Berlin]${sent}`,
    );
    assert.equal(
      await warned('[IF:FNAME:empty:Ann]x[ENDIF]'),
      `[IF:FNAME:empty:Ann] has a value, but empty takes none${sent}`,
    );
    assert.match(
      await warned('[IF:FNAME:equals:Ann]x[ENDIF]'),
      /^\[IF:FNAME:equals:Ann\] uses the comparison equals, which is not one of: is, is-not, .*, not-empty\. It is sent/,
    );
  });

  test('a single mail of a template follows its data', async () => {
    const blocks = documentOf(condition({ field: 'PLAN', operator: 'not-empty', value: undefined }));
    const made = await app.call('POST', '/templates', { json: { name: 'Single', subject: 'x', blocks } });
    assertStatus(made, 201);
    const look = async (data: object) => {
      const email = { to_email: 'a@example.test', to_name: 'A', from_name: 'Shop', send_at: '2026-11-21 11:00:00' };
      const json = { ...email, template_uid: made.json.template_uid, data };
      const sent = await app.call('POST', '/transactional-emails', { json });
      assertStatus(sent, 201);
      return (await app.call('GET', `/transactional-emails/${sent.json.email_uid}`)).json.data.record.body as string;
    };
    const rest = {
      FNAME: 'Ann',
      LNAME: 'x',
      EMAIL: 'a@example.test',
      COMPANY_FULL_ADDRESS: 'x',
      UNSUBSCRIBE_URL: 'x',
      WEB_VERSION_URL: 'x',
    };
    assert.match(await look({ ...rest, PLAN: 'pro' }), /Only for Ann/);
    assert.doesNotMatch(await look(rest), /Only for|\[IF|ENDIF/);
  });
});
