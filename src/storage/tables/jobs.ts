// Tables of the room jobs: work that takes longer than a request, and the bytes that it reads and
// writes.
import type { Generated } from 'kysely';
import type { JsonText } from './columns.ts';

export type JobTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  kind: string; // jobs/kinds.ts
  list_id: number | null;
  state: string; // jobs/job.ts: JobState
  phase: string; // what a kind has several of (import: dry-run | import | undo); '' = only one
  parameters: JsonText; // what is to be done, as the kind reads it
  progress: JsonText; // how far it is, changed in the transactions that do the work
  attempt: number; // grows with every claim: who holds an older one changes nothing any more
  failures: number; // in a row, without progress in between
  due_at: number; // not before
  reason: JsonText | null; // kernel/sentences: Sentence[], why it stopped
  cleared: number; // of its pieces: 0 = none, 1 = the file, 2 = all (remove-old.ts)
  created_at: number;
  updated_at: number;
  started_at: number | null;
  ended_at: number | null;
};

/** Bytes of a job in order, compressed (zstd). */
export type JobPieceTable = {
  customer_id: number;
  job_id: number;
  part: string; // upload | bad | made | before | result
  n: number;
  content: Uint8Array;
};
