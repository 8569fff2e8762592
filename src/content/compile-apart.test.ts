import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from '../../test/support/compose.ts';
import { compileApart } from './compile-apart.ts';
import { compileJob } from './compile-job.ts';

const tags = ['EMAIL', 'FNAME'];
const { isKnownTag: _, ...usual } = source;
const long = '<p>Hi [FNAME], <a href="https://x.test/">x</a></p>\n'.repeat(2000);
const styled = '<style>p{color:red}</style><p>Hi [FNAME]</p>';

const parts = ({ html, text, links }: ReturnType<typeof compileJob>) => ({ html, text, links });

test('long pages and those with styles to inline are compiled while other things are done', async () => {
  for (const job of [
    { source: { ...usual, html: long }, tags },
    { source: { ...usual, html: styled, inlineCss: true }, tags },
  ]) {
    let isDone = false;
    const compiling = compileApart(job, 1).finally(() => {
      isDone = true;
    });
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve(); // no reply of a thread arrives in between
    assert.ok(!isDone);
    assert.deepEqual(parts(await compiling), parts(compileJob(job)));
  }
});

test('others are compiled at once', async () => {
  const job = { source: usual, tags };
  assert.deepEqual(parts(await compileApart(job, 1)), parts(compileJob(job)));
});

test('a failing compilation rejects, and the next one works', async () => {
  const picture = { hash: 'a'.repeat(64), extension: 'png', mediaType: 'image/png', content: Buffer.from('x') };
  const bad = { source: { ...usual, html: long, filesUrl: 'nowhere', pictures: [picture] }, tags };
  const good = { source: { ...usual, html: long }, tags };
  const [failed, compiled] = await Promise.allSettled([compileApart(bad, 1), compileApart(good, 1)]);
  assert.equal(failed.status, 'rejected');
  assert.equal(compiled.status, 'fulfilled');
});
