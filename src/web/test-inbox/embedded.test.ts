// Pictures that stand in the page of a mail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './wire.ts';

const picture = (contentId: string, size: number) => ({
  filename: null,
  mimeType: 'image/png',
  disposition: 'inline' as const,
  contentId,
  content: new Uint8Array(size),
});

test('each stands where its id is named', () => {
  const page = pageOf('<img src="cid:a@b"><i style="x:url(cid:c)"><img src=cid:none>', [
    picture('<a@b>', 3),
    picture('<c>', 6),
  ]);
  assert.equal(
    page,
    '<base target="_blank"><img src="data:image/png;base64,AAAA"><i style="x:url(data:image/png;base64,AAAAAAAA)"><img src=cid:none>',
  );
});

test('a mail that names one over and over makes no huge page', () => {
  const page = pageOf('<img src="cid:a">'.repeat(2_000), [picture('<a>', 1_000_000)]);
  assert.equal(page.split('data:').length - 1, 50);
  assert.equal(page.split('cid:a').length - 1, 1_950);
});
