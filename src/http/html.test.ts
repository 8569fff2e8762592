import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { escapeHtml } from '../kernel/text/escape-html.ts';
import { html, trustedHtml } from './html.ts';

test('what is put in is escaped, what the tag made is not', () => {
  const name = `<b>"Ann" & 'Bob'</b>`;
  assert.equal(
    String(html`<p title="${name}">${html`<i>${name}</i>`}</p>`),
    '<p title="&lt;b&gt;&quot;Ann&quot; &amp; &#39;Bob&#39;&lt;/b&gt;"><i>&lt;b&gt;&quot;Ann&quot; &amp; &#39;Bob&#39;&lt;/b&gt;</i></p>',
  );
});

test('lists are joined, nothing is left out, zero stays', () => {
  assert.equal(String(html`${[1, 2, html`<br>`]}${false}${null}${undefined}${0}`), '12<br>0');
  assert.equal(String(html`${trustedHtml('<hr>')}`), '<hr>');
});

test('no text puts a tag or ends an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.doesNotMatch(escapeHtml(text), /[<>"']/);
      const back = escapeHtml(text)
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
      assert.equal(back, text);
    }),
  );
});
