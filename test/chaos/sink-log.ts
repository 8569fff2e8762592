// The log of the sink, the ground truth of a round: one line for every message that ended there,
// written before the sink replies, so that nothing is lost when the harness dies.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * `took`: answered with 250. `took-and-cut`: had the whole message, closed the connection without a
 * reply. `cut`: closed the connection within the data. `put-off` (4xx) and `refused` (5xx) at any
 * step.
 */
export type Verdict = 'took' | 'took-and-cut' | 'cut' | 'put-off' | 'refused';

/** One line. `messageId` is empty when the end came before the headers. */
export type LogLine = { at: number; verdict: Verdict; recipient: string; messageId: string };

export type SinkLog = { add(line: LogLine): void; close(): void };

/** Opens the log for appending. */
export function openSinkLog(file: string): SinkLog {
  const handle = openSync(file, 'a');
  return {
    add(line) {
      writeSync(handle, `${line.at}\t${line.verdict}\t${line.recipient}\t${line.messageId}\n`);
    },
    close: () => closeSync(handle),
  };
}

/** All lines of the log; an incomplete last line is left out. */
export function readSinkLog(file: string): LogLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [at, verdict, recipient = '', messageId = ''] = line.split('\t');
      return { at: Number(at), verdict: verdict as Verdict, recipient, messageId };
    });
}

/** Whether the sink has the whole message. */
export function isTaken(line: LogLine): boolean {
  return line.verdict === 'took' || line.verdict === 'took-and-cut';
}
