// Merge tags as people meet them: put in where the cursor stands, read as words in the blocks,
// given a fallback, taken out as one. And texts that come from other programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { begin, blocks, dataOf, newCampaign, SAVED } from './mail-of-blocks.ts';
import { openSite, type Site } from './site.ts';

const words = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

/** What is stored of the text block. */
async function stored(site: Site): Promise<string> {
  const [{ campaign_uid: uid }] = dataOf<{ campaign_uid: string }>(await site.server.call('GET', '/campaigns'));
  const { body } = await site.server.call('GET', `/campaigns/${uid}/blocks`);
  const { record } = body['data'] as { record: { blocks: { blocks: { kind: string; text: string }[] } | null } };
  return record.blocks?.blocks.find(({ kind }) => kind === 'text')?.text ?? '';
}

/** Puts something in as if it came from the clipboard; a picture lies beside it when `isOffice`. */
function paste(page: Page, html: string, plain: string, isOffice = false): Promise<unknown> {
  return page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/html', ${JSON.stringify(html)});
    data.setData('text/plain', ${JSON.stringify(plain)});
    if (${isOffice}) data.items.add(new File(['none'], 'image.png', { type: 'image/png' }));
    const how = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', how));
  })()`);
}

test('merge tags are put in at the cursor, read as words, and have a fallback', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await begin(site, page);
  await newCampaign(page, 'Spring');
  const subject = page.getByLabel('Subject', { exact: true });
  await subject.fill('Hello , the paths are dry');
  await subject.press('Home');
  for (let n = 0; n < 'Hello '.length; n++) await subject.press('ArrowRight');
  await page.getByRole('button', { name: 'Merge tag Subject' }).click();
  await page.getByRole('menuitem', { name: /\[FNAME\]/ }).click();
  await becomes(() => subject.inputValue(), 'Hello [FNAME], the paths are dry');
  await page.keyboard.type('!');
  await becomes(() => subject.inputValue(), 'Hello [FNAME]!, the paths are dry', 'the cursor stands after it');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await becomes(() => subject.inputValue(), 'Hello , the paths are dry');
  // What people without a name get is typed below it; its tag opens that again.
  await page.getByRole('button', { name: 'Merge tag Subject' }).click();
  await page.getByRole('menuitem', { name: /\[FNAME\]/ }).click();
  const empty = page.getByLabel('If First name is empty');
  await empty.pressSequentially('friend');
  const whole = 'Hello [FNAME:filter:defaultvalue(friend)], the paths are dry';
  await becomes(() => subject.inputValue(), whole);
  await empty.press('Enter');
  await becomes(() => page.evaluate('document.activeElement.value'), whole, 'the subject has the keyboard');
  await page.getByRole('button', { name: 'First name or “friend”' }).click();
  await becomes(() => page.evaluate('document.activeElement.value'), 'friend', 'its fallback has the keyboard');
  await empty.fill('');
  await becomes(() => subject.inputValue(), 'Hello [FNAME], the paths are dry');
  assert.deepEqual(await findingsOf(page), []);
  await subject.fill('x'.repeat(252));
  await page.getByRole('button', { name: 'Merge tag Subject' }).click();
  await page.getByRole('menuitem', { name: /\[FNAME\]/ }).click();
  await page.getByText('There is no room left for [FNAME].').waitFor();
  assert.equal(await subject.inputValue(), 'x'.repeat(252), 'no piece of a tag is put in');

  await page.getByRole('button', { name: 'A few blocks' }).click();
  const name = 'Text: Hello First name or “there”, write here.';
  await blocks(page).getByRole('listitem', { name }).waitFor();
  await blocks(page).getByRole('button', { name: /^Text/ }).click();
  const chip = words(page).locator('[data-tag]');
  await becomes(() => chip.textContent(), 'First name or “there”');
  assert.equal(await chip.getAttribute('title'), '[FNAME:filter:defaultvalue(there)]');

  // By keyboard alone: to the chip, into its fallback, back, and away with it.
  await words(page).getByText('Hello').click();
  // The editor hears with the next frame where the cursor is: nobody types faster than that.
  for (const key of ['Home', ...Array.from('Hello ', () => 'ArrowRight'), 'ArrowRight']) {
    await words(page).press(key);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  }
  await becomes(() => words(page).locator('.ProseMirror-selectednode').count(), 1);
  await words(page).press('Enter');
  const fallback = page.getByLabel('If First name is empty');
  await becomes(() => fallback.inputValue(), 'there');
  await becomes(() => page.evaluate('document.activeElement.value'), 'there', 'the field has the keyboard');
  assert.deepEqual(await findingsOf(page), []);
  await fallback.fill('dear) reader]');
  await fallback.press('Enter');
  await becomes(() => chip.textContent(), 'First name or “dear reader”');
  await page.getByText(SAVED).waitFor();
  await becomes(() => stored(site), '<p>Hello [FNAME:filter:defaultvalue(dear reader)],</p><p>write here.</p>');
  await page.waitForTimeout(1_500); // what is changed sooner is the same step of undo
  await page.keyboard.press('Backspace');
  await becomes(() => words(page).textContent(), 'Hello ,write here.');
  await page.keyboard.press('Control+z');
  await becomes(() => chip.textContent(), 'First name or “dear reader”');

  // Copied as it is written, and a chip again where it is put in.
  await words(page).press('Control+a');
  const copied = await page.evaluate<string>(`(() => {
    const data = new DataTransfer();
    document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/plain');
  })()`);
  assert.match(copied, /^Hello \[FNAME:filter:defaultvalue\(dear reader\)\],/);
  await paste(page, '', 'For [LNAME] and [NOBODY]');
  await becomes(() => chip.allTextContents(), ['Last name', '[NOBODY]'], 'at once, the unknown as it is written');
  await becomes(() => stored(site), '<p>For [LNAME] and [NOBODY]</p>');

  // As bold as the letters beside it: typed, suggested, chosen from the menu and pasted.
  await words(page).press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Hi [FNAME], [LN');
  await page.keyboard.press('Enter');
  await page.getByRole('toolbar', { name: 'Formatting of Text' }).getByRole('button', { name: 'Merge tag' }).click();
  await page.getByRole('menuitem', { name: /\[EMAIL\]/ }).click();
  await becomes(() => chip.count(), 3);
  await paste(page, '', ' or [EMAIL]');
  await page.keyboard.type('!');
  await becomes(() => stored(site), '<p><strong>Hi [FNAME], [LNAME][EMAIL] or [EMAIL]!</strong></p>');
});

test('texts from Google Docs and Word keep weight and points, and bring nothing else', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await begin(site, page);
  await newCampaign(page, 'Spring');
  await page.getByRole('button', { name: 'A few blocks' }).click();
  await blocks(page).getByRole('button', { name: /^Text/ }).click();
  await words(page).press('Control+a');
  await paste(
    page,
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span
      style="font-weight:400">Plain, </span><span style="font-weight:700">heavy</span><span
      style="font-style:italic"> [FNAME]</span></p><ul><li dir="ltr"><p><span style="font-weight:400">One</span></p></li></ul></b>`,
    'Plain',
  );
  await becomes(() => stored(site), '<p>Plain, <strong>heavy</strong><em> [FNAME]</em></p><ul><li>One</li></ul>');

  const line = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
      style='font-family:Symbol;mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;
  await words(page).press('Control+a');
  await paste(
    page,
    `<html xmlns:o="urn:x"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body><!--StartFragment-->
      <p class=MsoNormal><b>Dear</b> all<o:p></o:p></p>${line(1, '·', 'First')}${line(2, 'o', 'Inner')}${line(1, '·', 'Second')}
      <p><a href="file:///C:/a.docx" onclick="alert(1)">a file</a> <a href="javascript:alert(1)">no</a>
      <a href="https://example.com/">a page</a><img src=x onerror=alert(1)></p>${line(1, '1.', 'Counted')}<!--EndFragment--></body></html>`,
    'Dear all',
    true,
  );
  await becomes(
    async () => (await stored(site)).replaceAll(/\s+/g, ' '),
    '<p><strong>Dear</strong> all</p><ul><li>First<ul><li>Inner</li></ul></li><li>Second</li></ul>' +
      '<p>a file no <a href="https://example.com/">a page</a></p><ol><li>Counted</li></ol>',
  );
  assert.equal(
    await blocks(page).getByRole('button', { name: 'Image' }).count(),
    1,
    'Word’s picture of the words is no block',
  );
  assert.equal(await page.getByText('image.png').count(), 0);
});
