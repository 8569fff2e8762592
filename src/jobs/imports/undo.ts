// Takes an import back, a piece of its notes at a time: whom it made and who did nothing since, and
// the values that it replaced.
import type { List } from '../../storage/tables.ts';
import { removeImported, restoreValues, type ValuesBefore } from '../../subscribers/import/undo.ts';
import type { JobRun } from '../job.ts';
import { readPiece } from '../pieces.ts';
import { saveProgress, step } from '../progress.ts';
import { newUndo, progressOf } from './parameters.ts';

/** Undoes one import, from where it was left. */
export async function undoImport(run: JobRun, list: List): Promise<'done' | 'stopped'> {
  const { db, job, clock } = run;
  const progress = progressOf(job);
  let undo = progress.undo ?? newUndo();
  for (const part of ['before', 'made'] as const) {
    for (;;) {
      if (!run.mayGoOn()) return 'stopped';
      const piece = await readPiece(db, job, part, undo.pieces[part]);
      if (!piece) break;
      undo = await step(run, async (tx) => {
        const now = { ...undo, pieces: { ...undo.pieces, [part]: undo.pieces[part] + 1 } };
        if (part === 'made') {
          const { removed, kept } = await removeImported(tx, list, JSON.parse(`${piece}`) as string[], run.clock.now());
          now.removed += removed;
          now.kept += kept;
        } else {
          const before = JSON.parse(`${piece}`) as ValuesBefore;
          const { restored, notRestored } = await restoreValues(tx, list, before, clock.now());
          now.restored += restored;
          now.notRestored += notRestored;
        }
        await saveProgress(tx, run, { ...progress, undo: now });
        return now;
      });
      await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
    }
  }
  return 'done';
}

const BREATH_MS = 10;
