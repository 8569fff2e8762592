// Pictures outlive kill -9: what was answered is there in all its sizes, nothing is there by half,
// and unused ones go with their files.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pictureFacts } from '../../src/media/pictures/facts.ts';
import { openStore } from '../../src/storage/db.ts';
import type { ServerProcess, ServerSettings } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { DATABASES, install } from './sending.ts';

const { PhotonImage } = createRequire(import.meta.url)('@silvia-odwyer/photon-node') as {
  PhotonImage: new (
    pixels: Uint8Array,
    width: number,
    height: number,
  ) => { get_bytes_jpeg(quality: number): Uint8Array };
};

const KILLS = 4;
const LANES = 3;
/** Answers between two kills. */
const A_ROUND = 4;
/** That go by themselves. */
const LATER = 24;
const WIDTHS = [1200, 600, 320];

/** A picture that is like no other, as base64. */
function picture(n: number): string {
  const [width, height] = [1_300, 130];
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([(at >> 5) % 256, (n * 37) % 256, n % 256, 255], at);
  return Buffer.from(new PhotonImage(pixels, width, height).get_bytes_jpeg(80)).toString('base64');
}

type Picture = {
  media_uid: string;
  name: string;
  files: { url: string; width: number; height: number; size: number }[];
};
type Call = { status: number; body: Record<string, unknown> } | undefined;

/** Undefined: the server was killed before it answered. */
const asked = (server: ServerProcess, method: string, path: string, body?: unknown): Promise<Call> =>
  server.call(method, path, body).catch(() => undefined);

const recordOf = ({ body }: NonNullable<Call>) => (body['data'] as { record: Picture }).record;

/** Does all of it in lanes until the server is gone. */
async function inLanes(count: number, work: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await work());
  };
  await Promise.all(Array.from({ length: count }, lane));
}

/** What is there, read while no server runs; fails when any of it is half. */
async function storedPictures({ databaseUrl, dataDir }: ServerSettings) {
  const store = await openStore({ databaseUrl, dataDir });
  try {
    const media = await store.db.selectFrom('media').select(['id', 'name']).execute();
    const files = await store.db.selectFrom('media_file').select(['media_id', 'hash', 'size', 'width']).execute();
    const blobs = await store.db.selectFrom('blob').select(['hash', 'size', 'content']).execute();
    for (const { id, name } of media) {
      const widths = files.filter(({ media_id }) => media_id === id).map(({ width }) => width);
      assert.deepEqual(
        widths.sort((a, b) => b - a),
        WIDTHS,
        `${name} has all its sizes`,
      );
    }
    const sizes = new Map(blobs.map(({ hash, size, content }) => [hash, size === content.length ? size : 'half']));
    for (const { hash, size } of files) assert.equal(sizes.get(hash), size, 'a row has its whole file');
    const owned = new Set(files.map(({ hash }) => hash));
    assert.deepEqual(
      [...sizes.keys()].filter((hash) => !owned.has(hash)),
      [],
      'no file is without its row',
    );
    const ids = new Set(media.map(({ id }) => id));
    assert.ok(
      files.every(({ media_id }) => ids.has(media_id)),
      'no file is of a picture that is gone',
    );
    return { names: media.map(({ name }) => name).sort(), files: files.length };
  } finally {
    await store.close();
  }
}

/** As if all pictures had been added long ago. */
async function makeOld({ databaseUrl, dataDir }: ServerSettings): Promise<void> {
  const store = await openStore({ databaseUrl, dataDir });
  try {
    await store.db.updateTable('media').set({ created_at: 0 }).execute();
  } finally {
    await store.close();
  }
}

/** As readers of a mail fetch it. */
async function assertWhole({ name, files }: Picture): Promise<void> {
  assert.deepEqual(
    files.map(({ width }) => width),
    WIDTHS,
    name,
  );
  for (const { url, width, height, size } of files) {
    const response = await fetch(url);
    assert.equal(response.status, 200, url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const facts = pictureFacts(bytes);
    assert.deepEqual([bytes.length, facts?.width, facts?.height], [size, width, height], name);
  }
}

for (const database of DATABASES) {
  test(`kill -9 while pictures come and go, on ${database}`, { timeout: 600_000 }, async (t: TestContext) => {
    const { settings, start } = await install(t, database);
    let server = await start();
    const answered = new Map<string, Picture>();
    let sent = 0;
    const upload = async (n: number) => {
      const answer = await asked(server, 'POST', '/media', { name: `Picture ${n}`, file: picture(n) });
      if (!answer) return false;
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      answered.set(`Picture ${n}`, recordOf(answer));
      return true;
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const uploads = inLanes(LANES, () => {
        sent += 1;
        return upload(sent);
      });
      await until('some are answered', () => answered.size >= kill * A_ROUND, 60);
      await sleep(Math.random() * 150);
      await server.end('SIGKILL');
      await uploads;
      const { names } = await storedPictures(settings);
      for (const name of answered.keys()) assert.ok(names.includes(name), `${name} was answered and is there`);
      assert.ok(names.length <= sent);
      server = await start();
      for (const shown of answered.values()) {
        const answer = await server.call('GET', `/media/${shown.media_uid}`);
        assert.deepEqual(recordOf(answer), shown);
        await assertWhole(shown);
      }
    }
    const lost = sent - answered.size;
    assert.ok(lost > 0, 'some were under way when the server was killed');
    // Whoever sends again what was not answered has it once.
    for (let n = 1; n <= sent; n += 1) if (!answered.has(`Picture ${n}`)) assert.ok(await upload(n));
    const [used, ...unused] = [...answered.values()];
    assert.ok(used);
    const image = { kind: 'image', src: used.files[0]?.url, alt: 'A picture' };
    const template = { name: 'With a picture', blocks: { version: 1, blocks: [image] } };
    assert.equal((await server.call('POST', '/templates', template)).status, 201);

    // Unused ones are removed, killed in the middle of that too.
    let removed = 0;
    const queue = [...unused];
    const remove = async () => {
      const one = queue.shift();
      if (!one) return false;
      const answer = await asked(server, 'DELETE', `/media/${one.media_uid}`);
      if (answer?.status === 200) removed += 1;
      return answer !== undefined;
    };
    const removals = inLanes(LANES, remove);
    await until('some are removed', () => removed >= 3, 60);
    await server.end('SIGKILL');
    await removals;
    const between = await storedPictures(settings);
    assert.ok(between.names.length <= sent - removed, 'what was answered as removed is gone');
    server = await start();
    const list = (await server.call('GET', '/media?unused=yes&per_page=100')).body['data'] as { records: Picture[] };
    assert.equal(list.records.length, between.names.length - 1);
    for (const { media_uid } of list.records)
      assert.equal((await server.call('DELETE', `/media/${media_uid}`)).status, 200);
    await assertWhole(used);
    assert.equal((await fetch(unused[0]?.files[0]?.url ?? '')).status, 404);
    await server.end('SIGKILL');
    assert.deepEqual(await storedPictures(settings), { names: [used.name], files: WIDTHS.length });
    // Those that nothing has go by themselves when their time is over, killed in the middle of that
    // too.
    server = await start();
    for (let n = 0; n < LATER; n += 1) {
      const answer = await server.call('POST', '/media', { name: `Later ${n}`, file: picture(sent + 1 + n) });
      assert.equal(answer.status, 201);
    }
    await server.end('SIGKILL');
    await makeOld(settings);
    server = await start();
    const count = async () => {
      const { body } = await server.call('GET', '/media?per_page=100');
      return (body['data'] as { records: unknown[] }).records.length;
    };
    await until('some went by themselves', async () => (await count()) < LATER + 1, 60);
    await server.end('SIGKILL');
    await storedPictures(settings);
    server = await start();
    await until('all went', async () => (await count()) === 1, 60);
    await server.end('SIGKILL');
    assert.deepEqual(await storedPictures(settings), { names: [used.name], files: WIDTHS.length });
    t.diagnostic(`killed with ${lost} of ${sent} pictures under way, and after ${removed} were removed`);
  });
}
