// Imports of a list before this one: what came of each, and the way to its bad rows and undoing.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type Import, importsQuery } from '../api/lists/imports.ts';
import { useFormat } from '../api/use-format.ts';
import { NOTHING } from '../kit/format.ts';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { State, type Tone } from '../kit/state.tsx';
import { Table } from '../kit/table/table.tsx';
import { partsOfFileName } from './file-name-parts.ts';

const TONES: Readonly<Record<Import['state'], Tone>> = {
  uploaded: 'open',
  checking: 'moving',
  checked: 'planned',
  importing: 'moving',
  imported: 'good',
  undoing: 'moving',
  undone: 'open',
  failed: 'bad',
  cancelled: 'held',
};

export function EarlierImports({ listUid }: { listUid: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const imports = useQuery(importsQuery(listUid));
  if (imports.isLoading) return <Awaited />;
  if (!imports.data) return <Refused what={t`Earlier imports`} query={imports} />;
  if (imports.data.length === 0) return null;
  const names: Record<Import['state'], string> = {
    uploaded: t`Not imported yet`,
    checking: t`Trying it out`,
    checked: t`Tried out, not imported yet`,
    importing: t`Importing`,
    imported: t`Imported`,
    undoing: t`Undoing`,
    undone: t`Undone`,
    failed: t`Failed`,
    cancelled: t`Stopped`,
  };
  const figure = (value: number | undefined) => (value === undefined ? NOTHING : format.number(value));
  return (
    <Card title={t`Earlier imports`} pad={false}>
      <Table
        label={t`Earlier imports`}
        isFlowing
        rows={imports.data}
        keyOf={({ import_uid }) => import_uid}
        columns={[
          {
            head: t`File`,
            isName: true,
            cell: ({ file_name, import_uid: importUid }) => (
              <Link to="/lists/$listUid/import/$importUid" params={{ listUid, importUid }}>
                <FileName>{file_name || t`unnamed`}</FileName>
              </Link>
            ),
          },
          { head: t`Status`, cell: ({ state }) => <State tone={TONES[state]}>{names[state]}</State> },
          { head: t`When`, isWide: true, cell: ({ created_at }) => format.instant(Date.parse(created_at)) },
          { head: t`New`, isNumber: true, cell: ({ result }) => figure(result?.new) },
          { head: t`Changed`, isNumber: true, cell: ({ result }) => figure(result?.changed) },
          { head: t`Bad rows`, isNumber: true, cell: ({ result }) => figure(result?.bad) },
        ]}
      />
    </Card>
  );
}

/** The name of a file, which breaks between its words and before its ending when it has to break. */
function FileName({ children }: { children: string }) {
  return partsOfFileName(children).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
