// The settings of a list's pages as they would be if they were saved now: for previews.
import type { Call } from '../../http/route.ts';
import type { List } from '../../storage/tables.ts';
import { DEFAULT_PAGES, pageSettingsOf, pagesColumn } from './settings.ts';
import { readPages } from './wire.ts';

/** @throws AppError `invalid` as when they are saved */
export function withUnsavedPages(list: List, sent: Call['body']): List {
  return { ...list, ...pagesColumn(readPages(sent, pageSettingsOf(list), DEFAULT_PAGES)) };
}
