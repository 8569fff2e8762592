// Every tag in every kind of place, as a mail program reads it: the message is made, taken apart by
// other libraries, and the value is looked for where the author put the tag.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import PostalMime from 'postal-mime';
import { TAG_VALUES, tagSource } from '../../../test/support/merge-tags.ts';
import { compileMessage, type MessageSource } from '../../mail/mime/compile.ts';
import { composeMessage, messageText } from '../../mail/mime/compose.ts';
import { knownTags, mergeValues } from './values.ts';

const PLACES = (tag: string) => `<!doctype html><html><head><title>${tag}</title>
<style>.a{font-family:"${tag}"}</style><script type="application/json">{"value":"${tag}"}</script></head><body>
<!-- ${tag} --><!--[if mso]><b title=${tag}>${tag}</b><![endif]-->
<p id="text">${tag}</p><p id="quoted" title="${tag}">q</p><p id="single" title='${tag}'>s</p><p id="bare" title=${tag}>b</p>
<p id="style" style="font-family:'${tag}'">c</p><p id="event" onclick='f("${tag}")'>e</p>
<a id="whole" href="${tag}">w</a><a id="scheme" href="http://${tag}">h</a><a id="part" href="/p?q=${tag}&amp;r=1">p</a>
<a id="path" href="ftp://x.test/${tag}/y">y</a><a id="mailto" href="mailto:${tag}?subject=${tag}">m</a></body></html>`;

const base: MessageSource = {
  fromName: '',
  fromEmail: 'ada@acme.test',
  toName: '',
  replyTo: 'answers@acme.test',
  subject: '',
  html: '',
  text: null,
  plainTextEmail: true,
  trackLinks: false,
  inlineCss: false,
  openPixel: false,
  isKnownTag: knownTags(tagSource.fields),
  filesUrl: 'https://m.test/files',
};
const lookup = mergeValues(tagSource);

async function read(changes: Partial<MessageSource>) {
  const compiled = compileMessage({ ...base, ...changes });
  const links = (index: number) => `https://m.test/c/${index}`;
  const values = { lookup, linkUrl: links, messageId: 'a@b', date: 0, toAddress: 'ann@example.test' };
  const message = composeMessage(compiled, values);
  assert.ok(message.kind === 'composed', JSON.stringify(message));
  const mail = await PostalMime.parse(messageText(message));
  return { mail, page: parseDocument(mail.html ?? ''), text: unwrapped(mail.text) };
}
const unwrapped = (text: string | undefined) => (text ?? '').replaceAll('\r\n', '\n');
const md5 = (value: string) => createHash('md5').update(value).digest('hex');

/** CSS Syntax 3, section 4.3.7. */
const cssText = (css: string) =>
  css.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

for (const [tag, value] of Object.entries(TAG_VALUES)) {
  test(`[${tag}]`, async () => {
    const { mail, page, text } = await read({
      html: PLACES(`[${tag}]`),
      text: `Text: [${tag}]; https://x.test/?q=[${tag}:filter:rawurlencode] and https://y.test/[${tag}].`,
      subject: `Ω [${tag}] é`,
      fromName: `[${tag}]`,
      toName: `to [${tag}]`,
      fromEmail: `[${tag}:filter:md5]@acme.test`,
      replyTo: `[${tag}:filter:sha1]@acme.test`,
    });
    const oneLine = value.replaceAll('\n', ' ');
    assert.equal(mail.subject, `Ω ${oneLine} é`);
    assert.deepEqual(mail.to, [{ name: `to ${oneLine}`.trim(), address: 'ann@example.test' }]);
    assert.deepEqual(mail.from, { name: oneLine, address: `${md5(value)}@acme.test` });
    const sha1 = createHash('sha1').update(value).digest('hex');
    assert.deepEqual(mail.replyTo, [{ name: '', address: `${sha1}@acme.test` }]);

    const encoded = encodeURIComponent(value).replace(
      /[!'()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    assert.equal(text.trimEnd(), `Text: ${value}; https://x.test/?q=${encoded} and https://y.test/${encoded}.`);

    const all = DomUtils.findAll(() => true, page.children);
    const byId = (id: string) => all.find((element) => element.attribs['id'] === id) ?? assert.fail(id);
    const attribute = (id: string, name: string) => byId(id).attribs[name] ?? '';
    const isLink = tag.endsWith('_LINK');
    if (isLink)
      assert.equal(DomUtils.findOne(({ name }) => name === 'a', byId('text').children)?.attribs['href'], value);
    else assert.equal(DomUtils.textContent(byId('text')), value);
    assert.equal(DomUtils.textContent(all.filter(({ name }) => name === 'title')), value);
    for (const id of ['quoted', 'single', 'bare']) assert.equal(attribute(id, 'title'), value, id);
    assert.equal(cssText(attribute('style', 'style')), `font-family:'${value}'`);
    assert.equal(JSON.parse(/^f\((.*)\)$/s.exec(attribute('event', 'onclick'))?.[1] ?? ''), value);
    const style = all.find(({ name }) => name === 'style') ?? assert.fail();
    assert.equal(cssText(DomUtils.textContent(style)), `.a{font-family:"${value}"}`);
    const script = all.find(({ name }) => name === 'script') ?? assert.fail();
    assert.deepEqual(JSON.parse(DomUtils.textContent(script)), { value });

    assert.equal(attribute('whole', 'href'), value);
    assert.equal(attribute('scheme', 'href'), /^https:/.test(value) ? value : `http://${encoded}`);
    assert.equal(new URL(attribute('part', 'href'), 'https://x.test').searchParams.get('q'), value);
    assert.equal(new URL(attribute('part', 'href'), 'https://x.test').searchParams.get('r'), '1');
    assert.equal(attribute('path', 'href'), `ftp://x.test/${encoded}/y`);
    assert.equal(attribute('mailto', 'href'), `mailto:${encoded.replaceAll('%40', '@')}?subject=${encoded}`);

    const [comment, outlook] = page.children.flatMap((node) => commentsOf(node));
    const escaped = (text: string) => DomUtils.textContent(parseDocument(text));
    assert.equal(escaped(comment ?? ''), ` ${value} `);
    const inside = parseDocument((outlook ?? '').replace(/^\[if mso\]>|<!\[endif\]$/g, ''));
    const bold = DomUtils.findOne(({ name }) => name === 'b', inside.children);
    assert.equal(bold?.attribs['title'], value);
    if (!isLink) assert.equal(DomUtils.textContent(bold?.children ?? []), value);
  });
}

function commentsOf(node: ReturnType<typeof parseDocument>['children'][number]): string[] {
  if (node.type === 'comment') return [node.data];
  return 'children' in node ? node.children.flatMap((child) => commentsOf(child as typeof node)) : [];
}

test('tracked links are expanded when they are clicked, everything else in the message', async () => {
  const html = '<a href="https://x.test/[FNAME]">[FNAME]</a><a href="[WEB_VERSION_URL]">w</a>';
  const { mail, text } = await read({ html, trackLinks: true });
  assert.equal(
    mail.html?.trimEnd(),
    '<a href="https://m.test/c/0">Ann [EMAIL]</a><a href="https://m.test:8080/web">w</a>',
  );
  assert.equal(text.trimEnd(), 'Ann [EMAIL] <https://m.test/c/0>w <https://m.test:8080/web>');
});
