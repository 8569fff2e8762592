// Facts for webhooks about imports: one is over.
import { inEnglish, type Sentence } from '../../kernel/sentences/sentence.ts';
import type { Job, Tx } from '../../storage/tables.ts';
import type { ImportFact } from '../../webhooks/outbox/facts.ts';
import { tell } from '../../webhooks/outbox/tell.ts';
import { progressOf } from './parameters.ts';

/** Writes it down when the job ran an import, not when it tried one or took one back. `at`: ms */
export async function tellImport(
  tx: Tx,
  job: Job,
  { state, reason }: { state: string; reason: Sentence | null },
  at: number,
): Promise<void> {
  if (job.kind !== 'import' || job.phase !== 'import') return;
  await tell<ImportFact>(tx, job.customer_id, ['import.finished'], () => {
    const why = reason && inEnglish(reason);
    const { run } = progressOf(job);
    const rows = run && { new: run.added, changed: run.updated, unchanged: run.present, bad: run.bad };
    return [
      { type: 'import.finished', at, job: job.uid, list: job.list_id ?? 0, state, reason: why, ...(rows && { rows }) },
    ];
  });
}
