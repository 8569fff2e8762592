// Blocks that some people get only: the condition chosen, blocks and columns moved into it and out
// again, and what one person and another get.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { begin, blocks, dataOf, mail, newCampaign, SAVED } from './mail-of-blocks.ts';
import { openSite } from './site.ts';

test('what is shown under a condition is seen by one person and not by another', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await begin(site, page);
  const [{ general }] = dataOf<{ general: { list_uid: string } }>(await site.server.call('GET', '/lists'));
  for (const [FNAME, LNAME] of [
    ['Ada', 'Berlin'],
    ['Bea', 'Paris'],
  ])
    await site.server.call('POST', `/lists/${general.list_uid}/subscribers`, {
      EMAIL: `${FNAME}@example.com`,
      FNAME,
      LNAME,
    });
  await newCampaign(page, 'Walks');
  await page.getByRole('button', { name: 'A few blocks' }).click();
  await page.getByText('2 people get it').waitFor();
  const list = blocks(page);
  await list.getByRole('button', { name: /^Heading/ }).click();
  await page.getByRole('button', { name: 'Add below' }).click();
  await page.getByRole('menuitem', { name: 'Condition' }).click();
  await page.getByText('Show when First name is known').waitFor();
  const shownWhen = page.getByRole('combobox', { name: 'Show when' });
  // What is drawn late moves it, and a list whose field leaves the window by that is closed.
  await shownWhen.evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await shownWhen.click();
  await page.getByRole('option', { name: 'Last name' }).click();
  await page.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'is', exact: true }).click();
  await page.getByText('It cannot be empty, so the previous text stays.').waitFor();
  await page.getByText('Show when Last name is known').waitFor();
  await page.getByRole('textbox', { name: 'Value' }).fill('berlin');
  await page.getByText('Show when Last name is “berlin”').waitFor();
  assert.deepEqual(await findingsOf(page), []);

  // Into it with a menu, in it with keys, out of it at its end; dragged in, too.
  const inside = page.getByRole('list', { name: 'What is shown then' });
  const within = () => inside.getByRole('listitem').count();
  await inside.getByRole('button', { name: /^Text/ }).click();
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await words.press('Control+A');
  await words.pressSequentially('By the Spree');
  await page.getByRole('button', { name: 'Add to the condition' }).click();
  await becomes(() => page.getByRole('menuitem', { name: 'Condition' }).count(), 0);
  await page.getByRole('menuitem', { name: 'Button' }).click();
  await becomes(within, 2);
  const button = inside.getByRole('button', { name: /^Button/ });
  await button.press('Alt+ArrowUp');
  await becomes(async () => String(await inside.getByRole('listitem').first().getAttribute('aria-label')), /^Button/);
  await button.press('Alt+ArrowUp');
  await becomes(within, 1);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move into the condition' }).click();
  await becomes(within, 2);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move out of the condition' }).click();
  await becomes(within, 1);
  await list
    .getByTitle('Drag to move')
    .nth(1)
    .dragTo(inside, { targetPosition: { x: 60, y: 3 } });
  await page.keyboard.press('Control+z');

  // Columns: from outside with a menu, a block of theirs out of them into the condition, with keys.
  await page.getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('menuitem', { name: 'Columns' }).click();
  const columns = list.getByRole('button', { name: /^Columns/ });
  for (let step = 0; step < 3; step += 1) await columns.press('Alt+ArrowUp');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move into the condition' }).click();
  const column = (at: number) => inside.getByRole('list', { name: `Column ${at}` });
  const [left, right] = [column(1), column(2)];
  await right.getByRole('button', { name: /^Text/ }).click();
  await words.press('Control+A');
  await words.pressSequentially('On the right');
  await page.getByRole('button', { name: 'Add to column 2' }).click();
  const allowed = page.getByRole('menuitem');
  await allowed.first().waitFor();
  await becomes(() => allowed.filter({ hasText: /^(Columns|Condition)$/ }).count(), 0);
  await page.getByRole('menuitem', { name: 'Button' }).click();
  const inColumn = inside.getByRole('button', { name: /^Button/ });
  await inColumn.press('Alt+ArrowDown');
  await becomes(() => right.getByRole('listitem').count(), 1, 'out of the column');
  await becomes(() => inside.locator(':scope > li').count(), 3, 'into the condition, after the columns');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move into the columns' }).click();
  await becomes(() => left.getByRole('listitem').count(), 2);
  await inColumn.press('Delete');
  await page.getByText(SAVED).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // As one person and as another; the choice stays when the mail is opened again.
  await page.getByRole('button', { name: 'Next person' }).click();
  await page.getByText(/^Bea/).first().waitFor();
  for (const text of ['By the Spree', 'On the right']) await becomes(() => mail(page).getByText(text).count(), 0);
  await page.getByRole('button', { name: 'Next person' }).click();
  await page.getByText(/^Ada/).first().waitFor();
  for (const text of ['By the Spree', 'On the right']) await mail(page).getByText(text).waitFor();
  await page.reload();
  await list.getByRole('button', { name: /^Condition/ }).click();
  await becomes(() => page.getByRole('textbox', { name: 'Value' }).inputValue(), 'berlin');
});
