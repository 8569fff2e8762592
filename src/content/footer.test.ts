import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFooter } from './footer.ts';

test('content with both parts stays as it is', () => {
  const html = '<p>[COMPANY_FULL_ADDRESS] <a href="[UNSUBSCRIBE_URL]">out</a></p>';
  const text = '[COMPANY_FULL_ADDRESS:filter:trim] [DIRECT_UNSUBSCRIBE_LINK]';
  assert.deepEqual(withFooter(html, text), { html, text });
});

test('content that lacks one gets both, inside the body', () => {
  const { html, text } = withFooter('<body><p>[COMPANY_FULL_ADDRESS]</p></body>', 'Hello [UNSUBSCRIBE_URL]');
  assert.match(html, /\[COMPANY_FULL_ADDRESS\]<br><a href="\[UNSUBSCRIBE_URL\]".*<\/div><\/body>$/);
  assert.match(text ?? '', /^Hello \[UNSUBSCRIBE_URL\]\n\n-- \n\[COMPANY_FULL_ADDRESS\]\nUnsubscribe: /);
});

test('an absent plain text stays absent: it is made from the HTML', () => {
  assert.equal(withFooter('x', null).text, null);
  assert.equal(withFooter('x', ' ').text, ' ');
});
