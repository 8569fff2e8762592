// Compares the sink's log with the store after a round. Pure: data in, figures and faults out.
import { isTaken, type LogLine } from './sink-log.ts';

/** A stored message row. */
export type MessageRow = { email: string; subscriberUid: string; state: string; attempts: number };

export type RoundRecords = {
  campaignUid: string;
  status: string;
  /** Addresses of the whole audience at the campaign's start. */
  audience: readonly string[];
  rows: readonly MessageRow[];
  /** The campaign's counters by name. */
  counters: Readonly<Record<string, number>>;
  /** The statistics in the interface, one of each node that serves it. */
  statistics: readonly Readonly<Record<string, number | string>>[];
  log: readonly LogLine[];
};

export type Figures = {
  came: number;
  accepted: number;
  rejected: number;
  skipped: number;
  uncertain: number;
  /**
   * Uncertain because the sink itself closed the connection after it got the message: each cut
   * makes one at most.
   */
  byCut: number;
  lost: number;
  twice: number;
};

const ENDS = new Set(['accepted', 'rejected', 'uncertain', 'skipped']);
const SHOWN = 5;

/**
 * Checks a round.
 * @param allowed the most uncertain messages that the round's kills and cut networks can explain
 * @returns figures, and every broken promise in a sentence
 */
export function checkRound(reading: RoundRecords, allowed: number): { figures: Figures; faults: string[] } {
  const { rows, log } = reading;
  const faults: string[] = [];
  const fault = (what: string, who: readonly string[]) => {
    if (who.length > 0) faults.push(`${who.length} ${what}: ${who.slice(0, SHOWN).join(', ')}`);
  };
  const byRecipient = Map.groupBy(log, (line) => line.recipient);
  const linesOf = (row: MessageRow) => byRecipient.get(row.email) ?? [];
  const takenBy = (row: MessageRow) => linesOf(row).filter(isTaken);
  const answered = (row: MessageRow) => linesOf(row).some((line) => line.verdict === 'took');
  const emails = (wanted: (row: MessageRow) => boolean) =>
    rows.filter(wanted).map((row) => `${row.email} (${row.state})`);

  const known = new Set(rows.map((row) => row.email));
  const audience = new Set(reading.audience);
  const withoutRow = reading.audience.filter((email) => !known.has(email));
  fault('of the audience have no row', withoutRow);
  fault(
    'rows are of people outside the audience',
    emails((row) => !audience.has(row.email)),
  );
  fault('people have more than one row', repeated(rows.map((row) => row.email)));
  fault(
    'recipients are not of the audience',
    [...byRecipient.keys()].filter((email) => email !== '' && !audience.has(email)),
  );
  fault('messages came to somebody else', strays(reading));

  const twice = emails((row) => takenBy(row).length > 1);
  fault('got it twice', twice);
  const neverCame = emails((row) => row.state === 'accepted' && !answered(row));
  fault('are accepted, and the sink never said so', neverCame);
  const open = emails((row) => !ENDS.has(row.state));
  fault('came to no end', open);
  fault(
    'were taken, and their row does not know',
    emails((row) => answered(row) && !['accepted', 'uncertain'].includes(row.state)),
  );
  fault(
    'were taken before a cut, and their row does not know',
    emails((row) => takenBy(row).length > 0 && !answered(row) && row.state !== 'uncertain'),
  );
  fault(
    'tried more often than their row says',
    emails((row) => isMoreThanTold(row, linesOf(row))),
  );

  const uncertain = rows.filter((row) => row.state === 'uncertain');
  const byCut = uncertain.filter((row) => ['took-and-cut', 'cut'].includes(linesOf(row).at(-1)?.verdict ?? '')).length;
  if (uncertain.length - byCut > allowed)
    faults.push(`${uncertain.length - byCut} are uncertain, and kills and broken networks explain ${allowed} at most`);

  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const figures: Figures = {
    came: log.filter(isTaken).length,
    accepted: count('accepted'),
    rejected: count('rejected'),
    skipped: count('skipped'),
    uncertain: uncertain.length,
    byCut,
    lost: withoutRow.length + neverCame.length + open.length,
    twice: twice.length,
  };
  if (reading.status !== 'sent') faults.push(`the campaign is ${reading.status}, not sent`);
  faults.push(...sumsThatDiffer(reading, figures));
  return { figures, faults };
}

/** Message-IDs identify campaign and subscriber: each must be that of its recipient. */
function strays({ rows, log, campaignUid }: RoundRecords): string[] {
  const uidOf = new Map(rows.map((row) => [row.email, row.subscriberUid]));
  return log
    .filter(
      ({ recipient, messageId }) =>
        messageId !== '' && !messageId.startsWith(`${campaignUid}.${uidOf.get(recipient)}@`),
    )
    .map(({ recipient, messageId }) => `${messageId} to ${recipient}`);
}

/** Every attempt that reached the recipient must be counted before another may follow. */
function isMoreThanTold(row: MessageRow, lines: readonly LogLine[]): boolean {
  // An envelope goes with the end of the message before, and may be all that is ever sent of it.
  const tries = lines.filter(({ messageId }) => messageId !== '');
  return row.state === 'accepted' && tries.length > row.attempts;
}

function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}

function sumsThatDiffer({ rows, counters, statistics }: RoundRecords, figures: Figures): string[] {
  const faults: string[] = [];
  const same = (what: string, said: unknown, counted: number) => {
    if (said !== counted) faults.push(`${what} says ${said}, the rows say ${counted}`);
  };
  for (const state of ['accepted', 'rejected', 'uncertain', 'skipped'] as const) {
    same(`counter ${state}`, counters[state], figures[state]);
  }
  same('counter audience', counters['audience'], rows.length);
  for (const told of statistics) {
    same('subscribers_count', told['subscribers_count'], rows.length);
    same('processed_count', told['processed_count'], figures.accepted + figures.rejected + figures.uncertain);
    same('delivery_success_count', told['delivery_success_count'], figures.accepted);
    same('delivery_error_count', told['delivery_error_count'], figures.rejected);
  }
  return faults;
}
