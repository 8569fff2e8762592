import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFooter } from './footer.ts';

test('content with both parts stays as it is', () => {
  const html = '<p>[COMPANY_FULL_ADDRESS] <a href="[UNSUBSCRIBE_URL]">out</a></p>';
  const text = '[COMPANY_FULL_ADDRESS:filter:trim] [DIRECT_UNSUBSCRIBE_LINK]';
  assert.deepEqual(withFooter(html, text, 'en'), { html, text });
});

test('content that lacks one gets both, inside the body', () => {
  const { html, text } = withFooter('<body><p>[COMPANY_FULL_ADDRESS]</p></body>', 'Hello [UNSUBSCRIBE_URL]', 'en');
  assert.match(html, /\[COMPANY_FULL_ADDRESS\]<br><a href="\[UNSUBSCRIBE_URL\]".*<\/div><\/body>$/);
  assert.match(text ?? '', /^Hello \[UNSUBSCRIBE_URL\]\n\n-- \n\[COMPANY_FULL_ADDRESS\]\nUnsubscribe: /);
});

test('what the content ends within swallows neither the footer nor counts as one', () => {
  const both = '[COMPANY_FULL_ADDRESS] <a href="[UNSUBSCRIBE_URL]">out</a>';
  for (const open of ['<a href="https://x.test', '<a', '</p', '<!-- x', '<style>p{}', '<title>x']) {
    const { html } = withFooter(`<p>Hello</p>${open}`, null, 'en');
    assert.match(html, /^<p>Hello<\/p><div .*>Unsubscribe<\/a><\/div>/);
    assert.ok(html.endsWith(`</div>${open}`), html);
    assert.equal(withFooter(`<p>${both}</p>${open}`, null, 'en').html, `<p>${both}</p>${open}`);
  }
  const unseen = `<p>Hello</p><!-- ${both}`;
  assert.match(withFooter(unseen, null, 'en').html, /^<p>Hello<\/p><div .*>Unsubscribe<\/a><\/div><!-- /);
});

test('what some recipients get only is missing for the others', () => {
  const both = '[COMPANY_FULL_ADDRESS] [UNSUBSCRIBE_URL]';
  const whole = [
    `[IF:LANG:is:de]Abmelden ${both}[ELSE]Leave ${both}[ENDIF]`,
    `[RANDOM_CONTENT:a ${both}|b ${both}]`,
    `[IF:CITY:is:Berlin]x[ENDIF]${both}`,
    `[IF:CITY:is:Berlin]x ${both}`,
  ];
  for (const html of whole) assert.equal(withFooter(html, null, 'en').html, html);
  const partly = [
    `[IF:LANG:is:de]${both}[ENDIF]`,
    `[IF:LANG:is:de]${both}[ELSE][UNSUBSCRIBE_URL][ENDIF]`,
    `[RANDOM_CONTENT:a ${both}|b]`,
    `[COMPANY_FULL_ADDRESS] [IF:A:empty][UNSUBSCRIBE_LINK][ELSE][RANDOM_CONTENT:[UNSUBSCRIBE_URL]|b][ENDIF]`,
  ];
  for (const html of partly) {
    assert.match(withFooter(html, html, 'en').html, /Unsubscribe<\/a><\/div>$/, html);
    assert.match(withFooter(html, html, 'en').text ?? '', /\nUnsubscribe: \[UNSUBSCRIBE_URL\]\n$/, html);
  }
});

test('an absent plain text stays absent: it is made from the HTML', () => {
  assert.equal(withFooter('x', null, 'en').text, null);
  assert.equal(withFooter('x', ' ', 'en').text, ' ');
});
