// Pictures: what is made of them, what is refused, and when their files go.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { pictureFacts } from './pictures/facts.ts';
import { makeFiles } from './pictures/make.ts';
import { barePng } from './pictures/png.ts';
import { checkedPicture } from './rules.ts';

type Image = { get_bytes(): Uint8Array; get_bytes_jpeg(quality: number): Uint8Array; get_bytes_webp(): Uint8Array };
const { PhotonImage } = createRequire(import.meta.url)('@silvia-odwyer/photon-node') as {
  PhotonImage: new (pixels: Uint8Array, width: number, height: number) => Image;
};

/** A picture, red on its left and blue on its right, with noise like in photographs. */
function picture(width: number, height: number, { alpha = 255, salt = 0 } = {}): Image {
  const pixels = new Uint8Array(width * height * 4);
  let noise = salt;
  for (let at = 0; at < pixels.length; at += 4) {
    const isLeft = (at / 4) % width < width / 2;
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    const grain = (noise >> 12) % 24;
    pixels.set([(isLeft ? 200 : 20) + grain, 60 + grain, (isLeft ? 20 : 200) + grain, alpha], at);
  }
  return new PhotonImage(pixels, width, height);
}

/** A JPEG that says how the camera was held. */
function held(jpeg: Uint8Array, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 4);
  return Buffer.concat([head, exif, jpeg.subarray(2)]);
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const GIF = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

test('the first bytes tell what it is, how large, and how it was held', () => {
  const jpeg = picture(40, 20).get_bytes_jpeg(80);
  const facts = { mediaType: 'image/jpeg', width: 40, height: 20, decodedBytes: 3 };
  assert.deepEqual(pictureFacts(jpeg), { ...facts, turns: 0, isFlipped: false });
  assert.deepEqual(pictureFacts(held(jpeg, 6)), { ...facts, turns: 1, isFlipped: false });
  assert.deepEqual(pictureFacts(held(jpeg, 7)), { ...facts, turns: 1, isFlipped: true });
  assert.deepEqual(pictureFacts(held(jpeg, 9)), { ...facts, turns: 0, isFlipped: false });
  const webp = pictureFacts(picture(30, 50).get_bytes_webp());
  assert.deepEqual([webp?.mediaType, webp?.width, webp?.height], ['image/webp', 30, 50]);
  for (let end = 0; end < jpeg.length; end += 7) pictureFacts(held(jpeg, 6).subarray(0, end)); // never throws
  assert.equal(pictureFacts(Buffer.from('<svg onload="alert(1)">')), undefined);
});

test('a WebP of nothing but empty chunks is refused after some of them', () => {
  const head = Buffer.from('RIFF0000WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x0f\0\0', 'latin1');
  const image = picture(16, 16).get_bytes_webp().subarray(12);
  const chunks = (n: number) => Buffer.concat(Array.from({ length: n }, () => Buffer.from('EXIF\0\0\0\0', 'latin1')));
  assert.deepEqual(pictureFacts(Buffer.concat([head, chunks(100), image]))?.width, 16);
  assert.equal(pictureFacts(Buffer.concat([head, chunks(1_000_000), image])), undefined);
  const frame = Buffer.concat([Buffer.from('ANMF', 'latin1'), Buffer.alloc(20), chunks(20_000)]);
  frame.writeUInt32LE(frame.length - 8, 4);
  assert.equal(pictureFacts(Buffer.concat([head, frame, image])), undefined, 'within a frame too');
});

/** A WebP whose head says one size, and whose image has another. */
function extended(said: [width: number, height: number], [width, height]: [number, number]): Buffer {
  const head = Buffer.alloc(10);
  head.writeUIntLE(said[0] - 1, 4, 3);
  head.writeUIntLE(said[1] - 1, 7, 3);
  const image = Buffer.from('2f00000000888888fe0700', 'hex');
  image.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)]);
  };
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', head), chunk('VP8L', image)]));
}

test('a picture is as large as the largest image in it, and its profile is not unpacked', () => {
  assert.equal(pictureFacts(extended([10, 10], [10, 10]))?.width, 10);
  assert.equal(pictureFacts(extended([10, 10], [16_383, 16_383])), undefined);
  assert.equal(pictureFacts(extended([10, 10], [10, 11])), undefined);
  const png = Buffer.from(picture(6, 5).get_bytes());
  const profile = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(1_000_000))]);
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('iCCP'), profile, Buffer.alloc(4)]);
  chunk.writeUInt32BE(profile.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  const [head, rest] = [png.subarray(0, 33), png.subarray(33)];
  assert.deepEqual(barePng(Buffer.concat([head, chunk, rest])), barePng(png));
  const facts = { mediaType: 'image/png', width: 6, height: 5, turns: 0, isFlipped: false, decodedBytes: 4 };
  const [made] = makeFiles({ content: Buffer.concat([head, chunk, rest]), facts });
  assert.deepEqual([made?.width, made?.height], [6, 5]);
});

eachEngine('pictures', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const add = async (content: Uint8Array, name = 'p') => {
    const answer = await app.call('POST', '/media', { json: { name, file: base64(content) } });
    assertStatus(answer, 201);
    return answer.json.data.record;
  };
  const fileOf = async (url: string) => {
    const { statusCode, headers, rawPayload } = await app.app.inject({ method: 'GET', url: new URL(url).pathname });
    return { status: statusCode, headers, bytes: new Uint8Array(rawPayload) };
  };
  const sizes = (record: { files: { width: number; height: number }[] }) =>
    record.files.map(({ width, height }) => [width, height]);

  test('become files of three widths, upright, without what the camera wrote', async () => {
    const record = await add(held(picture(700, 1300).get_bytes_jpeg(80), 6), 'Mühle.jpg');
    assert.deepEqual(sizes(record), [
      [1200, 646],
      [600, 323],
      [320, 172],
    ]);
    assert.deepEqual(
      [record.name, record.alt, record.was_used, record.media_type],
      ['Mühle.jpg', null, false, 'image/jpeg'],
    );
    const { status, headers, bytes } = await fileOf(record.files[2].url);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'image/jpeg');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.deepEqual(pictureFacts(bytes), {
      mediaType: 'image/jpeg',
      width: 320,
      height: 172,
      turns: 0,
      isFlipped: false,
      decodedBytes: 3,
    });
    assert.equal(Buffer.from(bytes).includes('Exif'), false);
  });

  test('stay PNG where they are transparent, become JPEG from WebP, and GIF stays as it is', async () => {
    assert.equal((await add(picture(400, 300, { alpha: 90 }).get_bytes())).media_type, 'image/png');
    assert.equal((await add(picture(400, 300, { salt: 3 }).get_bytes_webp())).media_type, 'image/jpeg');
    const gif = await add(GIF, 'dot');
    assert.deepEqual([gif.media_type, sizes(gif)], ['image/gif', [[1, 1]]]);
    assert.deepEqual(Buffer.from((await fileOf(gif.files[0].url)).bytes), GIF);
    assert.equal((await add(GIF, 'again')).media_uid, gif.media_uid, 'the same file is the same picture');
  });

  test('that are none, damaged or huge are refused, and nothing is kept', async () => {
    const count = async () => (await app.call('GET', '/media?per_page=100')).json.data.records.length;
    const before = await count();
    const bomb = Buffer.from(picture(2, 2).get_bytes());
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const deep = Buffer.from(picture(2, 2).get_bytes());
    deep.writeUInt32BE(8_000, 16);
    deep.writeUInt32BE(5_000, 20);
    assert.equal(checkedPicture(deep).width, 8_000);
    deep[24] = 16;
    const cases: [file: unknown, fault: RegExp][] = [
      [undefined, /must be an image/],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', /must be an image/],
      [base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), /must be an image/],
      [base64(Buffer.concat([GIF.subarray(0, 6)])), /must be an image/],
      [base64(picture(300, 300).get_bytes_jpeg(80).subarray(0, 900)), /damaged/],
      [base64(bomb), /30000 by 30000/],
      [`AAAA${' '.repeat(1_000_000)}!`, /must be an image/],
      [base64(deep), /8000 by 5000 pixels: for its type .* the maximum is 30 million/],
    ];
    for (const [file, fault] of cases) {
      const answer = await app.call('POST', '/media', { json: { name: 'x', file } });
      assertStatus(answer, 422);
      assert.match(JSON.stringify(answer.json.error), fault);
    }
    assert.equal(await count(), before);
    await add(picture(50, 40, { salt: 8 }).get_bytes_jpeg(80), 'after'); // the decoder works on
  });

  test('that are added and removed at the same time have their files, or are gone', async () => {
    // two files of a camera that become the same files here
    const jpeg = picture(50, 40, { salt: 21 }).get_bytes_jpeg(80);
    for (let round = 0; round < 4; round += 1) {
      const { media_uid } = await add(held(jpeg, 1), 'one');
      const post = (content: Uint8Array) => app.call('POST', '/media', { json: { name: 'p', file: base64(content) } });
      const [gone, ...added] = await Promise.all([
        app.call('DELETE', `/media/${media_uid}`),
        post(jpeg),
        post(held(jpeg, 9)),
      ]);
      assertStatus(gone, 200);
      for (const answer of added) {
        assertStatus(answer, 201);
        const { files, media_uid: uid } = answer.json.data.record;
        assert.equal((await fileOf(files[0].url)).status, 200);
        assertStatus(await app.call('DELETE', `/media/${uid}`), 200);
      }
    }
  });

  test('are found, named and described; another customer has none of them', async () => {
    const { media_uid: uid } = await add(picture(60, 40, { salt: 9 }).get_bytes_jpeg(80), 'Boot am See.jpg');
    const changed = await app.call('PUT', `/media/${uid}`, { json: { alt: 'A boat', name: 'Boat' } });
    assert.deepEqual([changed.json.data.record.alt, changed.json.data.record.name], ['A boat', 'Boat']);
    const found = await app.call('GET', '/media?search=bOAt');
    assert.deepEqual(
      found.json.data.records.map((one: { name: string }) => one.name),
      ['Boat'],
    );
    for (const name of ['IMG_1234.jpg', 'IMG-1234.jpg', '50%.jpg', 'a\\_b.jpg']) {
      assertStatus(await app.call('PUT', `/media/${uid}`, { json: { name } }), 200);
      for (const search of ['img_1234', '50%', '\\', '_b']) {
        const { records } = (await app.call('GET', `/media?search=${encodeURIComponent(search)}`)).json.data;
        assert.equal(records.length, name.toLowerCase().includes(search) ? 1 : 0, `${search} in ${name}`);
      }
    }
    const first = (await app.call('GET', '/media?per_page=1')).json.data;
    const second = (await app.call('GET', `/media?per_page=1&after=${first.next}`)).json.data;
    assert.notEqual(first.records[0].media_uid, second.records[0].media_uid);
    assertStatus(await app.call('GET', '/media?after=nonsense'), 422);
    assertStatus(await app.call('PUT', `/media/${uid}`, { json: { alt: 'x'.repeat(501) } }), 422);
    const { key: other } = await app.addCustomer();
    assertStatus(await app.call('GET', `/media/${uid}`, { key: other }), 404);
    assertStatus(await app.call('DELETE', `/media/${uid}`, { key: other }), 404);
    assert.deepEqual((await app.call('GET', '/media', { key: other })).json.data.records, []);
  });

  test('take their files with them, unless a mail has had them', async () => {
    const used = await add(picture(700, 40).get_bytes_jpeg(80), 'used');
    const unused = await add(picture(700, 41).get_bytes_jpeg(80), 'unused');
    const blocks = { version: 1, blocks: [{ kind: 'image', src: used.files[1].url, alt: '' }] };
    await app.make({ status: 'draft', template: { blocks } });
    const listed = (await app.call('GET', '/media?unused=yes&per_page=100')).json.data.records;
    const names = listed.map(({ name }: { name: string }) => name);
    assert.deepEqual([names.includes('used'), names.includes('unused')], [false, true]);
    for (const { media_uid } of [used, unused]) assertStatus(await app.call('DELETE', `/media/${media_uid}`), 200);
    for (const { url } of used.files) assert.equal((await fileOf(url)).status, 200);
    for (const { url } of unused.files) assert.equal((await fileOf(url)).status, 404);
    assertStatus(await app.call('GET', `/media/${used.media_uid}`), 404);
    // Added again, they are the mail's files still, whatever becomes of the picture.
    const again = await add(picture(700, 40).get_bytes_jpeg(80), 'used again');
    assert.deepEqual([again.files, again.was_used], [used.files, true]);
    assert.equal((await add(picture(700, 41).get_bytes_jpeg(80), 'unused again')).was_used, false);
    assertStatus(await app.call('DELETE', `/media/${again.media_uid}`), 200);
    for (const { url } of used.files) assert.equal((await fileOf(url)).status, 200);
  });
});
