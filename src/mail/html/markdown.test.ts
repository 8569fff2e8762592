import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_MARKDOWN, pageOfMarkdown } from './markdown.ts';

const bodyOf = (markdown: string) =>
  /<div class="letter">\n([\s\S]*)<\/div>\n<\/body>/.exec(pageOfMarkdown(markdown))?.[1];

test('the usual marks become HTML, and HTML stays HTML', () => {
  const markdown =
    '# News & *more*\n\nHello **you**, [read on](https://x.test/a?b=1&c=2).\n\n- one\n- two\n\n<p class="x">raw</p>\n';
  assert.equal(
    bodyOf(markdown),
    '<h1>News &amp; <em>more</em></h1>\n<p>Hello <strong>you</strong>, <a href="https://x.test/a?b=1&amp;c=2">read on</a>.</p>\n' +
      '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p class="x">raw</p>\n',
  );
  assert.match(pageOfMarkdown(markdown), /<title>News &amp; more<\/title>/);
  assert.match(bodyOf('| a | b |\n|---|---|\n| 1 | 2 |\n') ?? '', /<table>[\s\S]*<td>1<\/td>/);
});

test('merge tags stay as they were written, wherever they stand', () => {
  for (const [markdown, html] of [
    [
      'Dear [FIRST_NAME:filter:defaultvalue(_friend_)|ucfirst],',
      '<p>Dear [FIRST_NAME:filter:defaultvalue(_friend_)|ucfirst],</p>\n',
    ],
    ['[Leave]([UNSUBSCRIBE_URL])', '<p><a href="[UNSUBSCRIBE_URL]">Leave</a></p>\n'],
    ['[Look](https://x.test/?e=[EMAIL])', '<p><a href="https://x.test/?e=[EMAIL]">Look</a></p>\n'],
    ['![*]([PICTURE_URL])', '<p><img src="[PICTURE_URL]" alt="*"></p>\n'],
    ['[FNAME]', '<p>[FNAME]</p>\n'],
    ['[NEWS](https://x.test)', '<p><a href="https://x.test">NEWS</a></p>\n'],
    ['[XML_FEED_BEGIN url="https://x.test/f"]', '<p>[XML_FEED_BEGIN url="https://x.test/f"]</p>\n'],
    ['mergetag0x [A_B] mergetagq', '<p>mergetag0x [A_B] mergetagq</p>\n'],
  ] as const) {
    assert.equal(bodyOf(markdown), html, markdown);
  }
});

test('hostile texts take no time', () => {
  const startedAt = process.cpuUsage();
  for (const part of [
    '[',
    '[A_B',
    '*a ',
    '> ',
    '`',
    '<a ',
    '![',
    '|a',
    '1. ',
    '_',
    '~~',
    '[x](',
    '&amp',
    '\t- ',
    '<!--',
    'http://a.',
  ]) {
    assert.ok(pageOfMarkdown(part.repeat(MAX_MARKDOWN / part.length / 4)).length > 0);
  }
  assert.match(pageOfMarkdown(`mergetag${'q'.repeat(MAX_MARKDOWN - 14)} [A_B]`), /q \[A_B\]<\/p>/);
  const { user } = process.cpuUsage(startedAt);
  assert.ok(user < 20_000_000, `${user / 1e6} s`);
});
