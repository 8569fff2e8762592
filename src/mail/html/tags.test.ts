import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { atOnce } from '../../kernel/slices.ts';
import { parseHtml, parseSteps, type TagEvents } from './tags.ts';

/** What is reported of a page; texts that follow each other are one. */
function reported(parse: (events: TagEvents) => void): string[] {
  const all: string[] = [];
  let text = '';
  const told = (event: unknown[]) => {
    if (text !== '') all.push(`text ${text}`);
    text = '';
    all.push(JSON.stringify(event));
  };
  parse({
    onOpen: (tag) => told(['open', tag]),
    onClose: (name, start) => told(['close', name, start]),
    onComment: (start, end) => told(['comment', start, end]),
    onText: (part) => {
      text += part;
    },
  });
  told(['end']);
  return all;
}

const MARKUP = `<a href="x&amp;y" b='<i>' c=d e>|</a >|<!-- <b> -->|<style>p > a{}</style>|&lt;&am|<br/>|<!doctype html>|<p|<a t="|<!--|é|\n|</`;

test('a page that is parsed in steps is reported as at once, wherever a step ends', () => {
  const pages = fc.array(fc.constantFrom(...MARKUP.split('|')), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 9 }), (html, step) => {
      const inSteps = reported((events) => atOnce(parseSteps(html, events, step)));
      const whole = reported((events) => parseHtml(html, events));
      assert.deepEqual(inSteps, whole);
    }),
    { numRuns: 2000 },
  );
});
