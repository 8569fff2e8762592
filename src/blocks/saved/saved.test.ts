// Saved blocks: who has them, and putting them into drafts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';

const NOTHING = { drafts_count: 0, templates_count: 0, refused_count: 0, refused: [], left_count: 0, next: null };

eachEngine('saved blocks', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const footer = (text: string) => ({ kind: 'footer', text });
  const used = async (uid: string) => {
    const { used_in } = (await app.call('GET', `/saved-blocks/${uid}`)).json.data.record;
    return [used_in.drafts_count, used_in.templates_count, used_in.differing_count];
  };
  const page = async (path: string) => (await app.call('GET', `${path}?full=1`)).json.data.record;

  test('are listed in the order of the alphabet', async () => {
    const { key } = await app.addCustomer();
    for (const name of ['Zebra', 'apple', 'Ärger', 'Banana'])
      assertStatus(await app.call('POST', '/saved-blocks', { key, json: { name, block: footer('x') } }), 201);
    const { records } = (await app.call('GET', '/saved-blocks', { key })).json.data;
    assert.deepEqual(
      records.map(({ name }: { name: string }) => name),
      ['apple', 'Ärger', 'Banana', 'Zebra'],
    );
  });

  test('are put into drafts and templates on request, and nowhere else', async () => {
    const made = await app.call('POST', '/saved-blocks', { json: { name: 'Footer', block: footer('One <b>x</b>') } });
    assertStatus(made, 201);
    const { saved_block_uid: uid, block } = made.json.data.record;
    assert.deepEqual(block, footer('One <strong>x</strong>'));
    const blocks = {
      version: 1,
      blocks: [
        { kind: 'text', text: 'Own [FNAME]' },
        { ...block, saved: uid, id: 'f' },
      ],
    };
    const draft = await app.make({ status: 'draft', template: { blocks } });
    const waiting = await app.make({ template: { blocks } });
    const other = await app.make({ status: 'draft' });
    const template = (await app.call('POST', '/templates', { json: { name: 'T', blocks } })).json.template_uid;
    const copy = (await app.call('POST', `/campaigns/${draft}/copy`)).json.campaign_uid;
    assert.deepEqual(await used(uid), [2, 1, 0]);

    assertStatus(await app.call('PUT', `/saved-blocks/${uid}`, { json: { block: footer('Two') } }), 200);
    assert.deepEqual(await used(uid), [2, 1, 3]);
    assert.match((await page(`/campaigns/${draft}`)).template.content, /One/);
    const answer = await app.call('POST', `/saved-blocks/${uid}/update-drafts`);
    assertStatus(answer, 200);
    assert.deepEqual(answer.json.data.record, { ...NOTHING, drafts_count: 2, templates_count: 1 });
    assert.deepEqual(await used(uid), [2, 1, 0]);
    for (const path of [`/campaigns/${draft}`, `/campaigns/${copy}`]) {
      const { content } = (await page(path)).template;
      assert.match(content, /Two/);
      assert.match(content, /Own \[FNAME\]/);
    }
    assert.match((await page(`/templates/${template}`)).content, /Two/);
    assert.match((await page(`/campaigns/${waiting}`)).template.content, /One/, 'what waits to be sent stays');
    assert.doesNotMatch((await page(`/campaigns/${other}`)).template.content, /Two/);
    const shown = (await app.call('GET', `/campaigns/${draft}/blocks`)).json.data.record.blocks;
    assert.deepEqual(shown.blocks[1], { ...footer('Two'), saved: uid, id: 'f' });
    const again = await app.call('POST', `/saved-blocks/${uid}/update-drafts`);
    assert.deepEqual(again.json.data.record, NOTHING);

    // Who no longer has it, is no draft any more or is gone does not count.
    assertStatus(await app.call('PUT', `/campaigns/${copy}`, { json: { template: { content: '<p>x</p>' } } }), 200);
    assertStatus(await app.call('DELETE', `/templates/${template}`), 200);
    assert.deepEqual(await used(uid), [1, 0, 0]);
    assertStatus(await app.call('DELETE', `/campaigns/${draft}`), 200);
    assert.deepEqual(await used(uid), [0, 0, 0]);
    assertStatus(await app.call('DELETE', `/saved-blocks/${uid}`), 200);
    assertStatus(await app.call('GET', `/saved-blocks/${uid}`), 404);
  });

  test('those that are refused are named, and hold up nobody after them', async () => {
    const { customer, key } = await app.addCustomer();
    const call = async (method: 'POST' | 'PUT', path: string, json?: object) => {
      const answer = await app.call(method, path, { key, ...(json && { json }) });
      assert.ok(answer.status < 300, JSON.stringify(answer.json));
      return answer.json;
    };
    const { record } = (await call('POST', '/saved-blocks', { name: 'Footer', block: footer('One') })).data;
    const path = `/saved-blocks/${record.saved_block_uid}`;
    const blocks = { version: 1, blocks: [{ ...footer('One'), saved: record.saved_block_uid }] };
    const many = 230;
    for (let n = 1; n <= many; n += 1) await call('POST', '/templates', { name: `Template ${n}`, blocks });
    const draft = await call('POST', '/campaigns', { name: 'Draft', status: 'draft', template: { blocks } });
    // What was taken once and would be refused now: in each of them but the last ten.
    const faulty = JSON.stringify({ ...blocks, blocks: [...blocks.blocks, { kind: 'button', text: 'x', href: 'x' }] });
    const rows = await app.db
      .selectFrom('template')
      .select('id')
      .where('customer_id', '=', customer.id)
      .orderBy('id')
      .execute();
    const ids = rows.slice(0, many - 10).map(({ id }) => id);
    await app.db
      .updateTable('template')
      .set({ blocks: faulty })
      .where('customer_id', '=', customer.id)
      .where('id', 'in', ids)
      .execute();
    await call('PUT', path, { block: footer('Two') });

    const records = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { data } = await call('POST', `${path}/update-drafts`, { ...(after && { after }) });
      records.push(data.record);
      after = data.record.next;
    }
    const told = records.map((one) => [one.templates_count, one.drafts_count, one.refused_count, one.left_count]);
    assert.deepEqual(told, [
      [0, 0, 100, 131],
      [0, 0, 100, 31],
      [10, 1, 20, 0],
    ]);
    const refused = records.flatMap((one) => one.refused);
    assert.equal(new Set(refused.map(({ uid }) => uid)).size, many - 10);
    const { uid, ...first } = refused[0];
    assert.match(uid, /^[a-z0-9]+$/);
    const reason =
      'blocks.blocks[1].href: Href must be a link: http, https, mailto, tel, or a merge tag that gives one.';
    assert.deepEqual(first, { kind: 'template', name: 'Template 1', reason });
    const shown = await app.call('GET', `/campaigns/${draft.campaign_uid}?full=1`, { key });
    assert.match(shown.json.data.record.template.content, /Two/);
    const wrong = await app.call('POST', `${path}/update-drafts`, { key, json: { after: 'x' } });
    assertStatus(wrong, 422);
    assert.deepEqual(Object.keys(wrong.json.error), ['after']);
  });

  test('a draft that was changed by hand differs; what is faulty is refused by its path', async () => {
    const made = await app.call('POST', '/saved-blocks', { json: { name: 'Head', block: footer('One') } });
    const { saved_block_uid: uid } = made.json.data.record;
    const blocks = { version: 1, blocks: [{ ...footer('By hand'), saved: uid }] };
    await app.make({ status: 'draft', template: { blocks } });
    assert.deepEqual(await used(uid), [1, 0, 1]);
    assertStatus(await app.call('PUT', `/saved-blocks/${uid}`, { json: { name: 'Header' } }), 200);
    const { records } = (await app.call('GET', '/saved-blocks')).json.data;
    assert.deepEqual(
      records.map(({ name }: { name: string }) => name),
      ['Header'],
    );
    for (const [json, member] of [
      [{ block: { kind: 'button', text: 'x', href: 'x' } }, 'block.href'],
      [{ block: '{' }, 'block'],
      [{ name: '' }, 'name'],
    ] as const) {
      const answer = await app.call('PUT', `/saved-blocks/${uid}`, { json });
      assertStatus(answer, 422);
      assert.deepEqual(Object.keys(answer.json.error), [member]);
    }
    const empty = await app.call('POST', '/saved-blocks', { json: {} });
    assert.deepEqual(Object.keys(empty.json.error).sort(), ['block', 'name']);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/saved-blocks/${uid}`, { key }), 404);
    assertStatus(await app.call('POST', `/saved-blocks/${uid}/update-drafts`, { key }), 404);
    assert.deepEqual((await app.call('GET', '/saved-blocks', { key })).json.data.records, []);
  });
});
