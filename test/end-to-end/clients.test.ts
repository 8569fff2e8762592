// The client's package: what is in it, that plain JavaScript runs with it, and that its types hold.
// And the examples in four languages, each against a server of its own process.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { checkTypes, giveNodeTypes, installPackage, removePackage, run } from '../support/client-package.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'clients', 'examples');

const PLAIN = `
import { ApiError, newClient } from '@mailwright/client';

const mailwright = newClient({ baseUrl: process.env.MAILWRIGHT_URL, apiKey: process.env.MAILWRIGHT_KEY });
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

/** What each example prints. */
const STORY = [
  'list: made',
  'subscriber: bob@example.com is confirmed',
  'campaign: made',
  'stats: sent, 1 of 1 accepted',
  'refused: 422, name: Name cannot be blank.',
];

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

describe('the client and the examples', { timeout: 600_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-clients-'));
  let project = '';
  let server: ServerProcess | undefined;
  let env = { MAILWRIGHT_URL: '', MAILWRIGHT_KEY: '' };
  before(async () => {
    const port = await freePort();
    [project, server] = await Promise.all([installPackage(), startServer({ dataDir, port, smtpUrl: '' })]);
    env = { MAILWRIGHT_URL: `http://127.0.0.1:${port}`, MAILWRIGHT_KEY: await server.key() };
  });
  after(async () => {
    await server?.end('SIGKILL');
    removePackage(project);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('it is built, and small', () => {
    const installed = join(project, 'node_modules', '@mailwright', 'client');
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    const scripts = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, name) => sum + readFileSync(join(installed, 'dist', name)).length, 0);
    assert.ok(bytes < 40_000, `${bytes} bytes of JavaScript`);
  });

  test('plain JavaScript', async () => {
    writeFileSync(join(project, 'plain.js'), PLAIN);
    const said = await run(process.execPath, ['plain.js'], { cwd: project, env });
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

  const isHere = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  const tells = async (program: string, file: string, cwd = EXAMPLES) => {
    const said = await run(program, [file], { cwd, env });
    assert.deepEqual(said.trim().split('\n'), STORY);
  };

  test('the example in TypeScript', async () => {
    copyFileSync(join(EXAMPLES, 'story.mts'), join(project, 'story.mts'));
    const manifest = join(project, 'package.json');
    const packages = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, packages.replace('"module"', '"commonjs"')); // as `npm init -y` says
    await tells(process.execPath, 'story.mts', project);
    writeFileSync(manifest, packages);
    const node = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], types: ['node'] };
    await checkTypes(project, ['story.mts'], { ...node, skipLibCheck: true });
  });
  test('the example for curl', () => tells('sh', 'story.sh'));
  test('the example for curl without a server', () => {
    const { stderr, status } = spawnSync('sh', ['story.sh'], {
      cwd: EXAMPLES,
      encoding: 'utf8',
      env: { ...process.env, MAILWRIGHT_URL: 'http://127.0.0.1:1', MAILWRIGHT_KEY: 'x' },
    });
    assert.match(stderr, /^curl: .*\nthere was no answer from http:\/\/127\.0\.0\.1:1\/api\n$/);
    assert.equal(status, 1);
  });
  test('the example in Python', { skip: !isHere('python3', '--version') && 'python3 is not installed' }, () =>
    tells('python3', 'story.py'),
  );
  const hasPhp = isHere('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);');
  test('the example in PHP', { skip: !hasPhp && 'php with curl is not installed' }, () => tells('php', 'story.php'));
});
