import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksIn, visiblePart } from './hidden-html.ts';

test('hidden parts are found in time, however the page is nested', () => {
  const pieces = [
    '<div hidden>',
    '<table><tr><td>',
    '<b></i>',
    '<p hidden>',
    '<style>.a{display:none}</style><i class=a>',
    '/*',
    `<style media="${' '.repeat(500_000)}q">`,
  ];
  for (const piece of pieces) {
    const page = piece.repeat(Math.ceil(500_000 / piece.length));
    assert.equal(visiblePart(`<b hidden>x</b>${page}`).includes('x'), false);
    assert.ok(linksIn(`${page}<a href="y">`).length < 2);
  }
});
