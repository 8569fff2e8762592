// Formats output of commands for a terminal.
import { formatCalendarTime } from '../kernel/clock.ts';

/** Prints a table with columns of fitting width. Cells may hold untrusted text. */
export function printTable(head: string[], rows: string[][], print: (line: string) => void): void {
  const widths = head.map((title) => title.length);
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  for (const row of [head, ...rows]) {
    print(
      row
        .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** `2026-11-22 10:30:00` in UTC, or another text for null. */
export function timeText(at: number | null, never = ''): string {
  return at === null ? never : formatCalendarTime(at);
}

/**
 * Removes control characters, which could move the terminal's cursor or color its text, from
 * untrusted text; tabs stay.
 */
export function printable(line: string): string {
  return line.replace(/[^\P{C}\t]/gu, '\ufffd');
}

/** A value as JSON, in which what could move the cursor of a terminal is escaped. */
export function jsonText(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, 2).replace(/[^\P{C}\n]/gu, (character) =>
    character.split('').map(escaped).join(''),
  );
}
