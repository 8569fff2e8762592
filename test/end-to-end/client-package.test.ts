// The client's package: what is in it, that plain JavaScript runs with it, and that its types hold.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkTypes, giveNodeTypes, installPackage, removePackage, run } from '../support/client-package.ts';
import { oneEngine } from '../support/stores.ts';
import { suiteApp } from '../support/suite.ts';

const PLAIN = `
import { ApiError, newClient } from '@mailwright/client';

const mailwright = newClient({ baseUrl: process.env.ADDRESS, apiKey: process.env.KEY });
const { list_uid } = await mailwright.createList({
  body: {
    general: { name: 'Friends', description: 'People I know', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
  },
});
for (const EMAIL of ['ann@example.com', 'bob@example.com']) await mailwright.createSubscriber({ list_uid, body: { EMAIL } });
const people = [];
for await (const { EMAIL } of mailwright.each('listSubscribers', { list_uid, per_page: 1 })) people.push(EMAIL);
const wrong = await mailwright.createSubscriber({ list_uid, body: { EMAIL: 'bob' } }).catch((error) => error);
console.log(JSON.stringify([people.sort(), wrong instanceof ApiError, wrong.status]));
`;

const TYPED = `
import { ApiError, type Client, type Input, newClient, type Output, type RecordOf } from '@mailwright/client';
import type { components } from '@mailwright/client/schema';

const mailwright: Client = newClient({ baseUrl: 'http://127.0.0.1', apiKey: '' });
const body: Input<'createCampaign'>['body'] = { name: 'Draft', status: 'draft' };
const made: Output<'createCampaign'> = await mailwright.createCampaign({ body });
const uid: string = made.campaign_uid;
const accepted: number = (await mailwright.getCampaignStats({ campaign_uid: uid })).data.delivery_success_count;
for await (const one of mailwright.each('listPeople', { list_uid: uid })) {
  const person: RecordOf<'listPeople'> = one;
  const email: string = person.email;
  email.trim();
}
const file: Response = await mailwright.downloadSuppressions();
const campaign: components['schemas']['Campaign'] | undefined = undefined;
// @ts-expect-error: a list has a name
await mailwright.createList({ body: { general: { description: 'People' } } });
// @ts-expect-error: a list has a uid
await mailwright.getList({});
// @ts-expect-error: one list is no listing
mailwright.each('getList', { list_uid: uid });
// @ts-expect-error: there is no such operation
await mailwright.sendEverything();
export { accepted, ApiError, campaign, file };
`;

oneEngine('the package of the client', (engine) => {
  const suite = suiteApp(engine);
  let project = '';
  before(async () => {
    project = await installPackage();
  });
  after(() => removePackage(project));

  test('it is built, and small', () => {
    const installed = join(project, 'node_modules', '@mailwright', 'client');
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    const scripts = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, name) => sum + readFileSync(join(installed, 'dist', name)).length, 0);
    assert.ok(bytes < 40_000, `${bytes} bytes of JavaScript`);
  });

  test('plain JavaScript', async (t) => {
    const { app, key } = suite();
    await app.listen({ host: '127.0.0.1', port: 0 });
    t.after(() => app.server.closeAllConnections());
    writeFileSync(join(project, 'plain.js'), PLAIN);
    const ADDRESS = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const said = await run(process.execPath, ['plain.js'], { cwd: project, env: { ADDRESS, KEY: key } });
    assert.deepEqual(JSON.parse(said), [['ann@example.com', 'bob@example.com'], true, 422]);
  });

  test('its types, for Node and for a bundler', async () => {
    writeFileSync(join(project, 'typed.ts'), TYPED);
    const dom = ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'];
    await checkTypes(project, ['typed.ts'], { module: 'esnext', moduleResolution: 'bundler', lib: dom });
    giveNodeTypes(project);
    const node = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], types: ['node'] };
    await checkTypes(project, ['typed.ts'], { ...node, skipLibCheck: true });
  });
});
