// Feeds of every kind, malicious ones included.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FeedItem, FeedKind } from './items.ts';
import { openReader } from './reader.ts';
import { UnreadableError } from './unreadable.ts';

const reader = openReader();
after(() => reader.stop());
const url = 'https://blog.example/feed/index.xml';
const read = async (kind: FeedKind, text: string) => JSON.parse(await reader.read({ kind, text, url }));
const items = (text: string, kind: FeedKind = 'xml'): Promise<FeedItem[]> => read(kind, text);
const rss = (inner: string, before = '') =>
  `<?xml version="1.0"?>${before}<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Blog</title>${inner}</channel></rss>`;

test('RSS 2: all members, with HTML sanitized and addresses resolved', async () => {
  const [item] = await items(
    rss(`<item><title>It&#8217;s  AT&amp;T
      [EMAIL]</title><link>/posts/1?a=[FNAME]</link><guid isPermaLink="false">post 1</guid>
      <pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate>
      <description><![CDATA[<p>Short <a href="more">more</a></p>]]></description>
      <content:encoded><![CDATA[<h2>Long</h2><img src="//cdn.example/a.png" onerror="x()"><script>x()</script>]]></content:encoded>
      <media:thumbnail url="/thumb.jpg"/></item>`),
  );
  assert.deepEqual(item, {
    title: 'It’s AT&T [EMAIL]',
    description: '<p>Short <a href="https://blog.example/posts/more">more</a></p>',
    content: '<h2>Long</h2><img src="https://cdn.example/a.png">',
    image: 'https://blog.example/thumb.jpg',
    link: 'https://blog.example/posts/1?a=%5BFNAME%5D',
    pubDate: 'Mon, 02 Nov 2026 10:00:00 GMT',
    guid: 'post 1',
    at: Date.UTC(2026, 10, 2, 10),
    hash: item?.hash,
  });
  assert.match(item?.hash ?? '', /^[0-9a-f]{64}$/);
});

test('pictures: of the feed, of an enclosure, else the first of the content', async () => {
  const found = await items(
    rss(`<item><title>1</title><enclosure url="/a.mp3" type="audio/mpeg" length="1"/><enclosure url="/b.jpg" type="image/jpeg" length="1"/></item>
      <item><title>2</title><description>&lt;p&gt;&lt;img src="c.gif"&gt;&lt;/p&gt;</description></item>
      <item><title>3</title><media:content url="javascript:x" medium="image"/></item>
      <item><title>4</title><media:content url="/d" medium="image"/></item>`),
  );
  assert.deepEqual(
    found.map(({ image }) => image),
    ['https://blog.example/b.jpg', 'https://blog.example/feed/c.gif', '', 'https://blog.example/d'],
  );
});

test('Atom: texts of all three types, the alternate link, the updated date', async () => {
  const [first, second] =
    await items(`<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><id>a</id><updated>2026-01-01T00:00:00Z</updated>
    <entry><title type="html">It&amp;#8217;s &lt;b&gt;bold&lt;/b&gt;</title><id>tag:1</id><updated>2026-01-02T00:00:00Z</updated>
      <link rel="enclosure" type="image/png" href="/p.png"/><link href="/e/1"/><summary>1 &lt; 2</summary>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>hi <b>you</b></p></div></content></entry>
    <entry><title>1 &lt; 2</title><id>tag:2</id><updated>2026-01-02T00:00:00Z</updated><published>2026-01-01T00:00:00Z</published></entry></feed>`);
  const { title, description, content, link, guid, image, at } = first as FeedItem;
  assert.deepEqual(
    { title, description, content, link, guid, image, at },
    {
      title: 'It’s bold',
      description: '1 &lt; 2',
      content: '<p>hi <b>you</b></p>',
      link: 'https://blog.example/e/1',
      guid: 'tag:1',
      image: 'https://blog.example/p.png',
      at: Date.UTC(2026, 0, 2),
    },
  );
  assert.deepEqual([second?.title, second?.at], ['1 < 2', Date.UTC(2026, 0, 1)]);
});

test('RSS 1, JSON Feed 1.1, and a plain list', async () => {
  const [rdf] =
    await items(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="x"><title>t</title></channel><item rdf:about="urn:1"><title>One</title><link>https://x.example/1</link><dc:date>2026-01-01T00:00:00Z</dc:date></item></rdf:RDF>`);
  assert.deepEqual([rdf?.title, rdf?.guid, rdf?.at], ['One', 'urn:1', Date.UTC(2026, 0, 1)]);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    items: [
      {
        id: 1,
        title: 'First',
        content_text: '1 < 2',
        url: 'https://x.example/1',
        image: '/i.png',
        date_published: '2026-01-01T00:00:00Z',
      },
      { id: 'two', content_html: '<p onclick=x>two</p>', external_url: 'javascript:x' },
    ],
  };
  const [first, second] = await items(JSON.stringify(feed), 'json');
  assert.deepEqual(
    [first?.guid, first?.title, first?.content, first?.image],
    ['1', 'First', '1 &lt; 2', 'https://x.example/i.png'],
  );
  assert.deepEqual([second?.content, second?.link], ['<p>two</p>', '']);
  const plain = [
    {
      title: 'A',
      description: '<b>d</b>',
      content: 'c',
      image: 'https://x.example/i',
      link: '/l',
      pubDate: '2026-01-01',
      guid: 5,
    },
    'no item',
    { title: { nested: true } },
  ];
  const [whole, bare, ...rest] = await items(JSON.stringify(plain), 'json');
  assert.deepEqual(
    [whole?.title, whole?.description, whole?.content, whole?.image, whole?.link, whole?.guid, whole?.at],
    ['A', '<b>d</b>', 'c', 'https://x.example/i', 'https://blog.example/l', '5', Date.UTC(2026, 0, 1)],
  );
  assert.deepEqual([bare?.title, bare?.guid, rest], ['', '', []]);
});

test('documents that are no feed are refused with a reason', async () => {
  const refused = (kind: FeedKind, text: string, why: RegExp) =>
    assert.rejects(read(kind, text), (error) => error instanceof UnreadableError && why.test(error.message));
  for (const text of ['', '<html><body>404</body></html>', '{"items":[]}', 'x'])
    await refused('xml', text, /not an RSS or Atom/);
  await refused('json', '<rss/>', /not valid JSON/);
  await refused('json', '{"a":1}', /neither a list nor a JSON feed/);
  await refused('json', '{"items":[{"id":"1"}]}', /not a JSON feed/);
});

test('entities: none of a document’s own is read, and nothing of this machine', async () => {
  let bomb = '<!ENTITY a0 "lol">';
  for (let i = 1; i < 10; i++) bomb += `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`;
  const item = '<item><title>&a9;&x;</title></item>';
  for (const declarations of [
    bomb,
    '<!ENTITY x SYSTEM "file:///etc/passwd">',
    '<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;',
  ]) {
    await assert.rejects(items(rss(item, `<!DOCTYPE rss [${declarations}]>`)), /declares entities/);
    await assert.rejects(items(rss(item, `<!-- > --><!DOCTYPE rss SYSTEM "a>b" [${declarations}]>`)), UnreadableError);
  }
  const [plain] = await items(
    rss(item, '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/rss.dtd">'),
  );
  assert.equal(plain?.title, '&a9;&x;');
  const [about] = await items(rss('<item><title><![CDATA[About <!DOCTYPE x [<!ENTITY y "z">]>]]></title></item>'));
  assert.equal(about?.title, 'About <!DOCTYPE x [<!ENTITY y "z">]>');
});

test('documents that are deep, long or slow to read end; the next one is read all the same', async () => {
  const quick = openReader(500);
  const MB = 2 * 1024 * 1024;
  const fill = (part: string) => part.repeat(Math.floor(MB / part.length));
  const hostile: [FeedKind, string][] = [
    ['xml', rss(fill('<a>'))],
    ['xml', rss(`<item><title>${fill('<')}</title></item>`)],
    ['xml', rss(fill('<item><title>x</title></item>'))],
    ['json', fill('[')],
    ['json', `${'['.repeat(MB / 2)}${']'.repeat(MB / 2)}`],
    [
      'json',
      `{"version":"https://jsonfeed.org/version/1.1","title":"x","items":${'['.repeat(MB / 2)}${']'.repeat(MB / 2)}}`,
    ],
    ['remote', fill('<div>')],
    ['remote', fill('<p><table>')],
  ];
  for (const [kind, text] of hostile) {
    const result = await quick.read({ kind, text, url }).catch((error: unknown) => error);
    if (result instanceof Error) assert.ok(result instanceof UnreadableError);
    else assert.ok(String(result).length < 600_000);
  }
  assert.equal(await quick.read({ kind: 'remote', text: '<b>x', url }), '"<b>x</b>"');
  await quick.stop();
  assert.equal(({} as { polluted?: string }).polluted, undefined);
});

test('a feed keeps at most 300 items and half a million characters', async () => {
  const many = await items(rss('<item><title>x</title></item>'.repeat(400)));
  assert.equal(many.length, 300);
  const long = await items(
    rss(`<item><title>x</title><description>${'y'.repeat(90_000)}</description></item>`.repeat(20)),
  );
  assert.ok(long.length > 0 && JSON.stringify(long).length < 510_000);
});

test("remote pages: active content is removed, elements are closed, and none closes the author's own", async () => {
  const page = (html: string): Promise<string> => read('remote', html);
  assert.equal(await page('<p>a<b>c</p></div></td></table>'), '<p>a<b>c</b></p>');
  assert.equal(await page('<tr><td>x</td></tr><li>y<table><tr><td>z'), 'xy<table><tr><td>z</td></tr></table>');
  assert.equal(
    await page('<form action=x><input></form><iframe src=x>a</iframe><svg><script>x</script></svg><style>b{}</style>c'),
    'c',
  );
  assert.equal(
    await page(
      '<a href="javascript:x" onclick=y>1</a><a href=" mailto:a@b.example">2</a><a href="?q">3<a href=x>4</a></a>',
    ),
    `<a>1</a><a href="mailto:a@b.example">2</a><a href="${url}?q">3</a><a href="https://blog.example/feed/x">4</a>`,
  );
  assert.equal(
    await page('<p style="color:red">1</p><p style="background:url(//x)">2</p><p style="x:\\65xpression(1)">3</p>'),
    '<p style="color:red">1</p><p>2</p><p>3</p>',
  );
  assert.equal(
    await page('[EMAIL]|<i title="[FNAME]">&lsqb;'),
    '&#91;EMAIL&#93;&#124;<i title="&#91;FNAME&#93;">&#91;</i>',
  );
});
