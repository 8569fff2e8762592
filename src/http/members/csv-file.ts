// Answers that are a CSV file: how its columns are separated, and what it begins with.
import { withMark, withSemicolons } from '../../csv/write.ts';
import { throwFaults } from '../../kernel/errors.ts';
import type { FormObject } from '../form/decode.ts';
import { type FileReply, file } from '../route.ts';
import * as declare from './declare.ts';
import { optional } from './member.ts';
import { readMembers } from './schema.ts';

/** Belongs to the query of each route that answers with `csvFile`. */
export const csvQuery = optional({
  separator: declare.oneOf(
    'Separator between the columns. Use `semicolon` where decimal commas are usual, as Excel expects.',
    ['comma', 'semicolon'],
    { fold: declare.lower, default: 'comma' },
  ),
});

/**
 * 200 with a CSV file in UTF-8 with a byte order mark.
 * @param lines of `csvLine`, cut anywhere; of a kept file with its mark
 * @throws AppError `invalid` for another separator
 */
export function csvFile(query: FormObject, fileName: string, lines: AsyncIterable<string>): FileReply {
  const { values, faults } = readMembers(csvQuery, query);
  throwFaults(faults);
  return file(fileName, withMark(values.separator === 'semicolon' ? withSemicolons(lines) : lines));
}
