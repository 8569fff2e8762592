// A progress bar: redrawn on its line on a terminal, a plain line every few seconds elsewhere.
import { countText } from './text/counted.ts';

export type ProgressBar = { update(done: number, total: number): void; end(): void };

type Output = { isTTY?: boolean | undefined; columns?: number; write(text: string): unknown };

const REDRAW_MS = 100;
const PLAIN_LINE_MS = 3000;

/**
 * Opens a bar.
 * @param options.unit the unit counted, e.g. `rows`
 * @param options.tellsLeft tells how long it still takes, too; what the first update counts was
 * done before
 */
export function openProgressBar(options: {
  label: string;
  unit: string;
  output?: Output;
  tellsLeft?: boolean;
}): ProgressBar {
  const output: Output = options.output ?? process.stderr;
  const startedAt = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  let last = '';
  let shown = '';
  let before: number | undefined;
  const show = () => {
    shown = last;
    output.write(output.isTTY ? `\r\x1b[2K${last}` : `${last}\n`);
  };
  return {
    update(done, total) {
      const now = performance.now();
      if (options.tellsLeft) before ??= done;
      last = progressLine({
        ...options,
        before,
        done,
        total,
        elapsedMs: now - startedAt,
        columns: output.columns ?? 80,
      });
      if (now - shownAt < (output.isTTY ? REDRAW_MS : PLAIN_LINE_MS)) return;
      shownAt = now;
      show();
    },
    end() {
      if (last === '') return;
      if (shown !== last) show();
      if (output.isTTY) output.write('\n');
    },
  };
}

/** One line: `Sending  ████████░░░░  50 %  1,000 of 2,000 messages, 4,000/s`. */
export function progressLine(state: {
  label: string;
  unit: string;
  done: number;
  total: number;
  elapsedMs: number;
  columns: number;
  /** This many were done before this time began; absent: what is left is not told. */
  before?: number | undefined;
}): string {
  const { label, unit, done, total, elapsedMs, columns, before } = state;
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const rate = elapsedMs > 0 ? ((done - (before ?? 0)) / elapsedMs) * 1000 : 0;
  const pace = rate < 1 ? '' : `, ${countText(Math.round(rate))}/s`; // for a few large things the remaining time says more
  const left = before === undefined || done >= total ? '' : leftText((total - done) / rate);
  const counts = `${String(Math.floor(share * 100)).padStart(3)} %  ${countText(done)} of ${countText(total)} ${unit}${pace}${left}`;
  const width = Math.max(4, Math.min(30, columns - label.length - counts.length - 6));
  const filled = Math.round(share * width);
  return `${label}  ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${counts}`;
}

function leftText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  return seconds < 90 ? `, ${Math.ceil(seconds)} s left` : `, ${Math.ceil(seconds / 60)} min left`;
}
