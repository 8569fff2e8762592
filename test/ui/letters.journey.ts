// Letters that come faster than the screen is drawn, as on a busy machine: none is lost.
import { test } from 'node:test';
import { becomes } from './becomes.ts';
import { begin, blocks, mail, newCampaign, SAVED } from './mail-of-blocks.ts';
import { openSite } from './site.ts';

/**
 * Types letter by letter into what has the focus, and presses a button. Of the work that the page
 * leaves for a moment later, one piece is done between two letters. As text: these files know no
 * browser's names.
 */
const TYPE_AND_PRESS = new Function(
  'button',
  'text',
  `return (async () => {
    const { postMessage } = MessagePort.prototype;
    const now = performance.now.bind(performance);
    const held = [];
    let ms = 0;
    MessagePort.prototype.postMessage = function (...given) {
      held.push(() => postMessage.apply(this, given));
    };
    performance.now = () => now() + (ms += 1.6); // each piece of work takes its time
    const aMoment = () => new Promise((over) => setTimeout(over));
    const doOne = () => {
      held.shift()?.();
      return aMoment();
    };
    for (const letter of text) {
      await doOne();
      document.execCommand('insertText', false, letter);
    }
    await aMoment(); // the editor hears of the last one
    button.click();
    performance.now = () => now() + ms;
    MessagePort.prototype.postMessage = postMessage;
    while (held.length > 0) await doOne();
  })()`,
) as (button: unknown, text: string) => Promise<void>;

test('whoever writes faster than the screen is drawn loses no letter', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await begin(site, page);
  await newCampaign(page, 'Spring');
  await page.getByRole('button', { name: 'A few blocks' }).click();
  await blocks(page).getByRole('button', { name: /^Text/ }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.press('Control+A');
  const words = 'The quick brown fox jumps over the lazy dog';
  await page.getByRole('button', { name: 'Move up' }).evaluate(TYPE_AND_PRESS, words);
  await becomes(async () => (await text.innerText()).trim(), words);
  await page.getByText(SAVED).waitFor();
  await mail(page).getByText(words).waitFor();
});
