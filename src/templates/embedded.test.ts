import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { pictures } from '../../test/support/zips.ts';
import { fileMarker } from '../mail/html/file-addresses.ts';
import { putBlob } from '../storage/blobs.ts';
import { inTransaction } from '../storage/db.ts';
import { EMBEDDED_MAX, picturesNamedIn, picturesThatFit, picturesToEmbed } from './embedded.ts';

test('pictures travel in their order as long as they fit; a smaller one after them may still', () => {
  const sized = (...sizes: number[]) => sizes.map((size, n) => ({ hash: String(n), size }));
  const fit = (...sizes: number[]) => picturesThatFit(sized(...sizes)).map(({ hash }) => Number(hash));
  assert.deepEqual(fit(), []);
  assert.deepEqual(fit(EMBEDDED_MAX), [0]);
  assert.deepEqual(fit(EMBEDDED_MAX + 1, 10), [1]);
  assert.deepEqual(fit(4_000_000, 2_000_000, 1_000_000, 1), [0, 2]);
});

eachEngine('pictures to embed', (engine) => {
  test('those that the HTML names and that are kept, in its order, each once', async (t) => {
    const { db } = await engine.open(t);
    const keep = async (content: Uint8Array, mediaType: string) => {
      const hash = await inTransaction(db, (tx) => putBlob(tx, { content, mediaType }));
      return { hash, mark: fileMarker({ hash, mediaType }), size: content.length };
    };
    const png = await keep(pictures.png, 'image/png');
    const gif = await keep(pictures.gif, 'image/gif');
    await keep(pictures.jpg, 'image/jpeg');
    const unknown = fileMarker({ hash: 'f'.repeat(64), mediaType: 'image/png' });
    const html = [gif.mark, unknown, png.mark, gif.mark].map((mark) => `<img src="${mark}">`).join('');
    assert.deepEqual(
      (await picturesNamedIn(db, html)).map(({ hash, size }) => [hash, size]),
      [gif, png].map(({ hash, size }) => [hash, size]),
    );
    const found = await picturesToEmbed(db, html);
    assert.deepEqual(
      new Map(
        found.map(({ hash, extension, mediaType, content }) => [hash, [extension, mediaType, Buffer.from(content)]]),
      ),
      new Map([
        [gif.hash, ['gif', 'image/gif', pictures.gif]],
        [png.hash, ['png', 'image/png', pictures.png]],
      ]),
    );
    assert.deepEqual(await picturesToEmbed(db, '<p>none</p>'), []);
  });
});
