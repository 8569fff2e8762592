// Takes the file of an import: stores it piece by piece while it arrives, looks at every byte on
// the way, and guesses what its columns are.
import { openInspection } from '../../csv/file.ts';
import type { Upload } from '../../http/form/upload.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Job, List } from '../../storage/tables.ts';
import { guessColumns } from '../../subscribers/import/guess.ts';
import { removePart, storePieces } from '../pieces.ts';
import { changeJob, countHeldJobs, countOpenJobs, deleteJob, insertJob } from '../queries.ts';
import { readBeginning } from './beginning.ts';
import { type ImportParameters, MAX_COLUMNS, NOTHING_YET } from './parameters.ts';

/** Files of a customer that are stored and not imported yet. */
const MOST_OPEN = 20;
/** At a time, of one process; each holds some megabytes. */
const MOST_UPLOADS = 16;
const MOST_OF_ONE = 3;
const MAX_NAME = 255;

/** Uploads under way, by customer. */
const underWay = new Map<number, number>();

/**
 * Stores a file for an import into a list. A file that is refused, or breaks off, leaves nothing.
 * @param fileName as the client says, when the upload does not say it itself
 * @throws AppError `bad_request` when it is no CSV, `too_large`, `timeout`, `unavailable`
 */
export async function storeUpload(
  db: Db,
  list: List,
  open: () => Promise<Upload>,
  { fileName, at }: { fileName: string | undefined; at: number },
): Promise<Job> {
  const { customer_id: customerId } = list;
  refuseMany(await countOpenJobs(db, customerId, 'import')); // before it is read
  const release = takePlace(customerId);
  try {
    const upload = await open();
    const name = (upload.fileName || fileName || '').slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '');
    return await store(db, list, { ...upload, fileName: name }, at);
  } finally {
    release();
  }
}

function refuseMany(open: number): void {
  if (open >= MOST_OPEN) throw new AppError('state', say('import-files-many', { most: MOST_OPEN }));
}

function takePlace(customerId: number): () => void {
  const mine = underWay.get(customerId) ?? 0;
  const all = [...underWay.values()].reduce((sum, n) => sum + n, 0);
  if (mine >= MOST_OF_ONE || all >= MOST_UPLOADS) {
    throw new AppError('unavailable', say('import-uploads-many'));
  }
  underWay.set(customerId, mine + 1);
  return () => {
    const left = (underWay.get(customerId) ?? 1) - 1;
    if (left > 0) underWay.set(customerId, left);
    else underWay.delete(customerId);
  };
}

type NamedUpload = Upload & { fileName: string };

async function store(db: Db, list: List, { fileName, content }: NamedUpload, at: number): Promise<Job> {
  // No import until it is whole: if the process dies, what there is of it goes with the old ones.
  const job = await insertJob(db, {
    customerId: list.customer_id,
    kind: 'upload',
    listId: list.id,
    at,
    state: 'idle',
    parameters: {},
    progress: NOTHING_YET,
  });
  try {
    const inspection = openInspection();
    await storePieces(db, job, 'upload', inspected(content, inspection));
    const form = inspection.end();
    const guess = guessColumns(
      await readBeginning(db, job, form),
      await fieldsOf(db, list.customer_id, list.id),
      {},
      at,
    );
    if (guess.columns.length > MAX_COLUMNS) {
      throw new AppError(
        'bad_request',
        say('import-columns-many', { columns: guess.columns.length, most: MAX_COLUMNS }),
      );
    }
    const { delimiter, hasNames } = guess;
    const columns = guess.columns.map(({ field, new_field }) => ({ field, new_field }));
    const parameters: ImportParameters = {
      fileName,
      form,
      guess,
      settings: {
        delimiter,
        hasNames,
        encoding: form.encoding,
        columns,
        existing: 'leave',
        status: 'confirmed',
        isDryRun: false,
      },
    };
    return await inTransaction(db, async (tx) => {
      refuseMany(await countHeldJobs(tx, list.customer_id, 'import')); // others may be whole by now
      return changeJob(tx, job, { kind: 'import', parameters: JSON.stringify(parameters) }, at);
    });
  } catch (error) {
    await removePart(db, job, 'upload').catch(() => undefined); // else with the old ones
    await deleteJob(db, job).catch(() => undefined);
    throw error;
  }
}

async function* inspected(content: AsyncIterable<Buffer>, inspection: ReturnType<typeof openInspection>) {
  for await (const chunk of content) {
    inspection.add(chunk);
    yield chunk;
  }
}
