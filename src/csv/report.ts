// Reports the bad rows of an import: a few on the terminal, all of them in a CSV file when
// requested.
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { AppError } from '../kernel/errors.ts';
import { writeFault } from '../kernel/files/fault.ts';
import { openWholeFile, type WholeFile } from '../kernel/files/whole-file.ts';
import { textOf } from '../kernel/sentences/sentence.ts';
import { countText } from '../kernel/text/counted.ts';
import type { BadRow } from './bad-row.ts';
import { BYTE_ORDER_MARK, csvLine } from './write.ts';

/** The first line of a file of bad rows. */
const BAD_ROWS_HEAD = BYTE_ORDER_MARK + csvLine(['LINE', 'EMAIL', 'REASON']);

/** A bad row as a line of CSV, its reasons in English. */
const badRowLine = ({ line, email, reasons }: BadRow): string => csvLine([String(line), email, textOf(reasons)]);

const SHOWN_ROWS = 10;

export type ImportReport = {
  /** Adds bad rows in the order of the file. */
  add(rows: readonly BadRow[]): Promise<void>;
  /** Closes the file. @returns lines for the terminal */
  close(): Promise<string[]>;
  /** Removes what has no name yet; call it at the end, whatever came of it. */
  drop(): Promise<void>;
};

/**
 * Opens a report. Its memory does not grow with the number of bad rows.
 * @param path of a file for all bad rows, which replaces one of that name when it is closed;
 * undefined: none
 * @param imported the file whose rows are imported
 * @throws AppError `bad_request` when the file cannot be written, or is the one that is imported;
 * later too, as a disk becomes full
 */
export async function openImportReport(path: string | undefined, imported: string): Promise<ImportReport> {
  const whole = path === undefined ? undefined : await openFile(path, imported);
  const file = whole?.stream;
  let fault: Error | undefined;
  file?.on('error', (error) => {
    fault = error;
  });
  const check = () => {
    if (fault) throw unwritable(String(path), fault);
  };
  const shown: BadRow[] = [];
  let count = 0;
  return {
    async add(rows) {
      count += rows.length;
      shown.push(...rows.slice(0, SHOWN_ROWS - shown.length));
      if (!file || rows.length === 0) return;
      const text = rows.map(badRowLine).join('');
      check();
      if (!file.write(text)) await once(file, 'drain').catch(() => undefined);
      check();
    },
    async close() {
      if (file) {
        if (!file.destroyed) {
          file.end();
          await once(file, 'close').catch(() => undefined);
        }
        check();
        await whole?.keep().catch((error: unknown) => {
          throw unwritable(String(path), error);
        });
      }
      const lines = shown.map(
        (row) => `  line ${row.line}${row.email && `, ${printable(row.email)}`}: ${printable(textOf(row.reasons))}`,
      );
      if (count > shown.length) lines.push(`  … and ${countText(count - shown.length)} more`);
      if (count > 0)
        lines.push(path === undefined ? '  (--report <file.csv> writes all of them)' : `  all of them: ${path}`);
      return lines;
    },
    async drop() {
      file?.destroy();
      await whole?.drop();
    },
  };
}

function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((name) => statSync(name, { throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}

const unwritable = (path: string, error: unknown) => writeFault(`The report ${path} cannot be written`, error);

async function openFile(path: string, imported: string): Promise<WholeFile> {
  if (isSameFile(path, imported)) {
    throw new AppError(
      'bad_request',
      `The report ${path} would replace the file that is imported: give it another name.`,
    );
  }
  const file = openWholeFile(path);
  try {
    await once(file.stream, 'open');
  } catch (error) {
    throw unwritable(path, error);
  }
  file.stream.write(BAD_ROWS_HEAD);
  return file;
}

/**
 * Removes control characters, which could move a terminal's cursor or color its text, from
 * untrusted text.
 */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd');
}
