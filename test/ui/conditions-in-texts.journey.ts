// Conditions within texts, the subject and the preview text: read as words, taken out as one, and
// never another text by being shown or by being written beside.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { blocks, SAVED } from './mail-of-blocks.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const IF = '[IF:CITY:is:M%C3%BCnchen]';
const TEXTS = [
  `<p>Hi ${IF}<strong>in [CITY]</strong>[ELSE]there[ENDIF], read on</p>`,
  '<p>[IF:FNAME:not-empty]a[IF:CITY:contains:a &amp; b]b[ELSE]c[ENDIF]d[ENDIF]</p><ul><li>[IF:CITY:empty]e</li><li>f[ENDIF]</li></ul>',
  '<p>[ELSE] alone [ENDIF] and [IF:CITY:near:x]g[ENDIF] [RANDOM_CONTENT:[IF:CITY:empty]h[ENDIF]|i]</p>',
];

const open = async (page: Page, at: number) => {
  await page.keyboard.press('Escape');
  const name = blocks(page).getByRole('button', { name: /^Text/ }).nth(at);
  await name.focus();
  if ((await name.getAttribute('aria-expanded')) === 'false') await name.press('Enter');
  await becomes(() => page.evaluate(`document.activeElement.getAttribute('role')`), 'textbox');
  return page.getByRole('textbox', { name: 'Text', exact: true });
};

test('conditions are read as words, taken out together, and stay exactly as they were written', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site);
  await call('POST', `/lists/${list_uid}/fields`, {
    type: 'text',
    label: 'City',
    tag: 'CITY',
    required: 'no',
    visibility: 'visible',
  });
  const own = {
    version: 1,
    blocks: TEXTS.map((text) => ({ kind: 'text', text })),
    preheader: `Soon${IF} near you[ENDIF]`,
  };
  const subject = `Hello [IF:FNAME:not-empty][FNAME][ELSE]friend[ENDIF], ${IF}servus[ENDIF]`;
  const draft = { name: 'Spring', status: 'draft', list_uid, subject, template: { blocks: own } };
  const uid = (await call('POST', '/campaigns', draft)).campaign_uid;
  const texts = async () => {
    const { record } = (await call('GET', `/campaigns/${uid}/blocks`)).data;
    return (record.blocks.blocks as { text: string }[]).map(({ text }) => text);
  };
  const written = await texts();
  await page.goto(`/app/campaigns/${uid}`);
  await blocks(page).waitFor();
  const chips = (at: number) => blocks(page).locator('[data-block]').nth(at).locator('[data-tag]').allTextContents();
  const words = [
    ['if City is “München”', 'City', 'otherwise', 'end'],
    [
      ...[
        'if First name is known',
        'if City contains “a & b”',
        'otherwise',
        'end',
        'end',
        'if City is not known',
        'end',
      ],
    ],
    ['[ELSE]', '[ENDIF]', '[IF:CITY:near:x]', '[ENDIF]', 'if City is not known', 'end'],
  ];
  for (const [at, expected] of words.entries()) await becomes(() => chips(at), expected);

  // Each text is written in, and what was written taken away.
  for (const [at, expected] of words.entries()) {
    const text = await open(page, at);
    await text.press('Control+Home');
    await page.keyboard.type('xy');
    await becomes(async () => (await texts())[at] !== written[at], true);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await becomes(texts, written);
    await becomes(() => text.locator('[data-tag]').allTextContents(), expected);
  }
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // A mark is taken out with the others of its condition; what they were around stays.
  const text = await open(page, 0);
  await text.getByText('if City is “München”').click();
  await becomes(() => text.locator('.ProseMirror-selectednode').textContent(), 'if City is “München”');
  await page.keyboard.press('Delete');
  await becomes(async () => (await texts())[0], '<p>Hi <strong>in [CITY]</strong>there, read on</p>');
  await page.keyboard.press('Control+z');
  await becomes(texts, written);
  await text.getByText('otherwise').click();
  await page.getByRole('button', { name: 'Remove the condition', exact: true }).click();
  await becomes(async () => (await texts())[0], '<p>Hi <strong>in [CITY]</strong>there, read on</p>');

  // Below the subject and the preview text they are read, and taken out.
  const line = page.getByLabel('Subject', { exact: true });
  assert.equal(await line.inputValue(), subject);
  const out = (name: string) => page.getByRole('button', { name: `Remove the condition: ${name}` });
  await out('if First name is known').click();
  await becomes(() => line.inputValue(), `Hello [FNAME]friend, ${IF}servus[ENDIF]`);
  await page.keyboard.press('Control+z');
  await becomes(() => line.inputValue(), subject);
  const preview = page.getByLabel('Preview text');
  await out('if City is “München”').nth(1).click();
  await becomes(() => preview.inputValue(), 'Soon near you');
  await page.getByText(SAVED).waitFor();
});

test('a condition that begins in one block and ends in another is read as words while it is whole', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site);
  const own = ['<p>[IF:FNAME:not-empty]Hi [FNAME]</p>', '<p>In between</p>', '<p>Bye[ENDIF]</p>'];
  const template = { blocks: { version: 1, blocks: own.map((text) => ({ kind: 'text', text })) } };
  const { campaign_uid } = await call('POST', '/campaigns', { name: 'Spring', status: 'draft', list_uid, template });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await blocks(page).waitFor();
  const chips = () => blocks(page).locator('[data-tag]').allTextContents();
  const whole = ['if First name is known', 'First name', 'end'];
  await becomes(chips, whole);
  const first = await open(page, 0);
  await first.press('Control+End');
  await page.keyboard.type('[');
  await page.keyboard.type('LNAME');
  await page.keyboard.press('Enter');
  await becomes(chips, ['if First name is known', 'First name', 'Last name', 'end']);

  // Without its end it is none, and stands as it would be sent.
  const last = await open(page, 2);
  await last.press('Control+End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await becomes(chips, ['[IF:FNAME:not-empty]', 'First name', 'Last name']);
  await page.keyboard.press('Control+z');
  await becomes(chips, ['if First name is known', 'First name', 'Last name', 'end']);
});
