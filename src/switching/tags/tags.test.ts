import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../test/support/processor-time.ts';
import { translateListmonk } from './listmonk.ts';
import { translateMailchimp } from './mailchimp.ts';
import { translateOwn } from './own.ts';
import { lineAt } from './translation.ts';

const fields = new Map([
  ['FNAME', 'FNAME'],
  ['city', 'CITY'],
  ['DATE', 'DATE_2'],
]);

test('Mailchimp’s tags become ours; conditions and what is not known stay, with their places', () => {
  const text =
    'Dear *|TITLE:FNAME|*,\n*|IF:FNAME|* <a href="*|UNSUB|*">*|LIST:COMPANY|*</a> *|END:IF|* *|MMERGE7|* 2*|2|*2';
  const { text: ours, left } = translateMailchimp(text, fields);
  assert.match(
    ours,
    /^Dear \[FNAME:filter:ucwords\],\n\*\|IF:FNAME\|\* <a href="\[UNSUBSCRIBE_URL\]">\[COMPANY_NAME\]/,
  );
  assert.deepEqual(
    left.map(({ tag, at }) => [tag, lineAt(text, at)]),
    [
      ['*|IF:FNAME|*', 2],
      ['*|END:IF|*', 2],
      ['*|MMERGE7|*', 2],
      ['*|2|*', 2],
    ],
  );
});

test('listmonk’s expressions become merge tags, and its links ours', () => {
  const text = [
    'Hi {{ .Subscriber.FirstName }} of {{.Subscriber.Attribs.city}} {{ .Subscriber.Attribs.none }}',
    '<a href="{{ TrackLink "https://example.com/a?b=1" }}">a</a> <a href="https://example.com/b@TrackLink">b</a>',
    '{{ if eq .Subscriber.Attribs.city "Rome" }}Ciao{{ end }} {{ Date "2006" }} {{ TrackView }}<a href="{{ UnsubscribeURL }}">x</a>',
  ].join('\n');
  const { text: ours, left } = translateListmonk('en')(text, fields);
  assert.equal(
    ours,
    [
      'Hi [FNAME] of [CITY] {{ .Subscriber.Attribs.none }}',
      '<a href="https://example.com/a?b=1">a</a> <a href="https://example.com/b">b</a>',
      '{{ if eq .Subscriber.Attribs.city "Rome" }}Ciao{{ end }} [CURRENT_YEAR] <a href="[UNSUBSCRIBE_URL]">x</a>',
    ].join('\n'),
  );
  assert.deepEqual(
    left.map(({ tag }) => tag),
    ['{{ .Subscriber.Attribs.none }}', '{{ if eq .Subscriber.Attribs.city "Rome" }}', '{{ end }}'],
  );
});

test('tags of the same interface stay; a renamed field has its new tag, an unknown tag is named', () => {
  const text = 'Hi [FNAME], [DATE] [SURVEY_URL] [A] <style>a[HREF]{}</style> [RANDOM_CONTENT:a|b] [UNSUBSCRIBE_URL]';
  const { text: ours, left } = translateOwn(text, fields);
  assert.equal(ours, text.replace('[DATE]', '[DATE_2]'));
  assert.deepEqual(left, [
    { tag: '[SURVEY_URL]', at: text.indexOf('[SURVEY'), why: 'is no merge tag here and no field of a list' },
  ]);
});

test('hostile texts take linear time', () => {
  const begun = processorMs();
  for (const text of ['*|'.repeat(200_000), '{{ '.repeat(200_000), '['.repeat(400_000), 'https://a'.repeat(50_000)]) {
    for (const translate of [translateMailchimp, translateListmonk('en'), translateOwn]) translate(text, fields);
  }
  assert.ok(processorMs() - begun < 3_000);
});
