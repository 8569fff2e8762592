// The bad rows of an import with the reasons in the person's language: the first of them to be
// read, and all with their columns as a file, to be repaired and imported again.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { HEADERS, inWords, refusalOf, unreachable } from '../api/client.ts';
import type { Import } from '../api/lists/imports.ts';
import type { Sentence } from '../api/sentences/words.ts';
import { useCsvSeparator } from '../api/use-csv.ts';
import { useFormat } from '../api/use-format.ts';
import { csvOf } from '../kit/csv.ts';
import { MINUTE_MS } from '../kit/local-time.ts';
import { Empty, Notice } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';

type BadRowsProps = {
  listUid: string;
  record: Import;
  /** How many there are. */
  bad: number;
};
type BadRow = { line: number; email: string; why: string; cells: string[] };

const SHOWN = 10;
/** The server knows the file by them when it comes back (src/csv/bad-row.ts). */
const REPAIR_HEAD = ['LINE', 'REASON'];
/** Labels in reasons are those of the list's fields: what they are called is not ours to say. */
const OF_FIELD = 'FIELD';

export function BadRows({ listUid, record, bad }: BadRowsProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const separator = useCsvSeparator();
  const importUid = record.import_uid;
  const first = useQuery({
    queryKey: ['import', listUid, importUid, 'bad-rows', i18n.locale],
    queryFn: () => readBadRows({ listUid, importUid }, SHOWN),
  });
  const save = useMutation({
    mutationFn: async () => {
      const rows = await readBadRows({ listUid, importUid });
      const lines = rows.map(({ line, why, cells }) => [String(line), why, ...cells]);
      saveFile(`bad-rows-${importUid}.csv`, csvOf([[...REPAIR_HEAD, ...columnNames(record)], ...lines], separator));
    },
  });
  return (
    <Card
      title={t`Bad rows`}
      actions={
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t`Download CSV`}
        </Button>
      }
      pad={false}
    >
      <p className="pad small">
        {t`The CSV has all of them, with the columns of your file. Fix the rows there, then import it again.`}
        {bad > SHOWN && ` ${t`The first ${format.number(SHOWN)} of ${format.number(bad)} are shown here.`}`}
      </p>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <RemoteTable
        label={t`The first bad rows`}
        loading={t`Loading bad rows`}
        query={first}
        rowsOf={(rows) => rows}
        keyOf={({ line }) => String(line)}
        empty={<Empty title={t`No bad rows`} />}
        columns={[
          { head: t`Line`, isInstant: true, cell: ({ line }) => i18n.number(line) },
          { head: t`Address`, isName: true, cell: ({ email }) => email || '–' },
          { head: t`Why`, cell: ({ why }) => why },
        ]}
      />
    </Card>
  );
}

/** The names of the file's columns; without names the fields that they become. */
function columnNames({ has_header, guess, columns }: Import): string[] {
  return columns.map(({ field, new_field }, i) => {
    const name = has_header ? guess.columns[i]?.name : (field ?? new_field?.label);
    return name || `COLUMN ${i + 1}`;
  });
}

/** As the server tells a row. */
type Told = { line: number; email: string; reasons: Sentence[]; cells?: string[] };
type Named = { listUid: string; importUid: string };

/** @param most absent: all */
async function readBadRows({ listUid, importUid }: Named, most = Number.POSITIVE_INFINITY): Promise<BadRow[]> {
  const path = `/api/lists/${listUid}/imports/${importUid}/bad-rows?format=jsonl`;
  const answer = await fetch(path, { headers: HEADERS }).catch((): never => {
    throw unreachable();
  });
  if (!answer.ok || !answer.body) throw await refusalOf(answer.status, await answer.json().catch(() => undefined));
  const lines: string[] = [];
  let rest = '';
  for await (const part of partsOf(answer.body.pipeThrough(new TextDecoderStream()))) {
    const [last = '', ...whole] = (rest + part).split('\n').reverse();
    lines.push(...whole.reverse());
    rest = last;
    if (lines.length >= most) break;
  }
  return Promise.all(
    lines.slice(0, most).map(async (row) => {
      const { line, email, reasons, cells = [] } = JSON.parse(row) as Told;
      return { line, email, cells, why: await inWords(reasons, reasons.map(({ code }) => code).join(' '), OF_FIELD) };
    }),
  );
}

/** Not every browser iterates over a stream by itself. */
async function* partsOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}

/** Safari begins to read the file after the press. */
const SAVED_AFTER_MS = MINUTE_MS;

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_AFTER_MS);
}
