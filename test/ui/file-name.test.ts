import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOfFileName } from '../../ui/src/imports/file-name-parts.ts';

test('a file name may break between its words and before its ending, not within a word', () => {
  for (const parts of [
    ['kundenliste_', 'export_', '2026-', '11-', '30', '.csv'],
    ['Herbst und Winter', '.csv'],
    ['a--', 'b', '.csv'],
    ['v1.2 final', '.txt'],
    ['people'],
    [''],
  ])
    assert.deepEqual(partsOfFileName(parts.join('')), parts);
});
