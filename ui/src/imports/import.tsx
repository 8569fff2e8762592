// An import on its way: its columns, a try, the run, what came of it, and undoing it.

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { answerOf, api } from '../api/client.ts';
import { InWords } from '../api/in-words.tsx';
import { type Import, type ImportSettings, importQuery } from '../api/lists/imports.ts';
import { useFormat } from '../api/use-format.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { ProgressBar } from '../kit/figures/progress.tsx';
import { useOnce } from '../kit/form/use-once.ts';
import { Notice } from '../kit/notice.tsx';
import { takeKeyboard } from '../kit/page/keyboard.ts';
import { Card, Page } from '../kit/page/page.tsx';
import { Button, ButtonLink } from '../kit/parts.tsx';
import { BadRows } from './bad-rows.tsx';
import { Figures } from './figures.tsx';
import { Mapping } from './mapping.tsx';
import './imports.css';

type Step = 'run' | 'try' | 'cancel' | 'undo';

export function ImportScreen() {
  const { t } = useLingui();
  const { listUid, importUid } = useParams({ from: '/shell/lists/$listUid/import/$importUid' });
  const queryClient = useQueryClient();
  const query = importQuery(listUid, importUid);
  const { data } = useSuspenseQuery(query);
  const params = { path: { list_uid: listUid, import_uid: importUid } };
  const scope = { id: `import ${importUid}` }; // one request after the other: the last one counts
  const keep = ({ data: answer }: { data: { record: Import } }) =>
    queryClient.setQueryData(query.queryKey, answer.record);
  const change = useMutation({
    mutationFn: (body: ImportSettings) => answerOf(api.PUT('/lists/{list_uid}/imports/{import_uid}', { params, body })),
    onSuccess: keep,
    scope,
  });
  const step = useMutation({
    mutationFn: (to: Step) => {
      if (to === 'cancel') return answerOf(api.POST('/lists/{list_uid}/imports/{import_uid}/cancel', { params }));
      if (to === 'undo') return answerOf(api.POST('/lists/{list_uid}/imports/{import_uid}/undo', { params }));
      const body = { dry_run: to === 'try' ? ('yes' as const) : ('no' as const) };
      return answerOf(api.POST('/lists/{list_uid}/imports/{import_uid}/run', { params, body }));
    },
    onSuccess: keep,
    scope,
  });
  // It may have made fields, and people are there or gone.
  useEffect(() => {
    if (!['imported', 'undone'].includes(data.state)) return;
    for (const kept of ['fields', 'subscribers']) void queryClient.invalidateQueries({ queryKey: [kept, listUid] });
  }, [data.state, queryClient, listUid]);
  // What was pressed is gone in the next state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state
  useEffect(takeKeyboard, [data.state]);
  const fault = change.error ?? step.error;
  const once = useOnce();
  const asked = change.isPending ? change.variables.columns : undefined;
  return (
    <Page
      title={data.file_name || t`Import`}
      trail={<Link to="/lists/$listUid" params={{ listUid }} search={{}}>{t`Back to the list`}</Link>}
      about={<StateText state={data.state} />}
      actions={
        data.state === 'imported' && (
          <ButtonLink to="/lists/$listUid" params={{ listUid }} search={{}}>{t`Show people`}</ButtonLink>
        )
      }
    >
      <div className="stack">
        {fault && <Notice tone="bad">{fault.message}</Notice>}
        {data.reason !== null && (
          <Notice tone="bad">
            <InWords sentences={data.sentences} text={data.reason} />
          </Notice>
        )}
        <UnderWay record={data} onCancel={() => step.mutate('cancel')} />
        <Outcome record={data} listUid={listUid} onUndo={() => step.mutateAsync('undo')} />
        {(data.state === 'uploaded' || data.state === 'checked') && (
          <Mapping
            record={data}
            listUid={listUid}
            isPending={change.isPending || step.isPending}
            columns={asked ?? data.columns}
            onChange={(settings) => change.mutate(settings)}
            onTry={() => once('run', () => step.mutateAsync('try'))}
            onRun={() => once('run', () => step.mutateAsync('run'))}
          />
        )}
      </div>
    </Page>
  );
}

function StateText({ state }: { state: Import['state'] }) {
  const { t } = useLingui();
  const words: Record<Import['state'], string> = {
    uploaded: t`The file is uploaded. Nothing has been imported yet.`,
    checking: t`Trying it out: nothing is changed.`,
    checked: t`Tried out: this is what would happen.`,
    importing: t`Importing. You can close this page: the import continues.`,
    imported: t`The import is complete.`,
    undoing: t`Undoing the import.`,
    undone: t`The import was undone.`,
    failed: t`The import failed.`,
    cancelled: t`The import was canceled.`,
  };
  return <span role="status">{words[state]}</span>;
}

function UnderWay({ record, onCancel }: { record: Import; onCancel: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { progress, state } = record;
  if (!progress || !['checking', 'importing', 'undoing'].includes(state)) return null;
  const rows = format.number(progress.rows_read);
  return (
    <section className="card pad stack close">
      <ProgressBar label={t`Progress`} value={progress.percent / 100} />
      <div className="row apart small">
        <span>
          {progress.rows_expected === null
            ? t`${plural(progress.rows_read, { one: '# row', other: '# rows' })}`
            : t`${rows} of about ${plural(progress.rows_expected, { one: '# row', other: '# rows' })}`}
          {progress.rows_per_second !== null && ` · ${t`${format.number(progress.rows_per_second)} per second`}`}
        </span>
        <Button size="compact-sm" variant="default" onClick={onCancel}>{t`Stop`}</Button>
      </div>
    </section>
  );
}

type OutcomeProps = { record: Import; listUid: string; onUndo: () => Promise<unknown> };

function Outcome({ record, listUid, onUndo }: OutcomeProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { result, dry_run_result: tried, undo_result: undone } = record;
  // While it is tried, its figures are those of the rows so far; and while it is done, what would be
  // is no answer any more.
  const isUnderWay = record.state === 'checking' || record.state === 'importing';
  const shown = result ?? (isUnderWay ? null : tried);
  return (
    <>
      {undone && (
        <Notice tone="good">
          {t`Removed again: ${format.number(undone.removed)}. Old values restored: ${format.number(undone.restored)}. Kept because something has happened since: ${format.number(undone.kept)}.`}
        </Notice>
      )}
      {shown && (
        <Card
          title={result ? t`Result` : t`What would happen`}
          actions={record.can_undo && result && <Undo figures={result} onUndo={onUndo} />}
          pad={false}
        >
          <Figures figures={shown} />
        </Card>
      )}
      {shown && shown.bad > 0 && <BadRows listUid={listUid} record={record} bad={shown.bad} />}
    </>
  );
}

type UndoProps = { figures: NonNullable<Import['result']>; onUndo: () => Promise<unknown> };

function Undo({ figures, onUndo }: UndoProps) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <ConfirmButton label={t`Undo this import`} title={t`Undo this import?`} onConfirm={onUndo}>
      {t`This import added ${plural(figures.new, { one: '# person', other: '# people' })} and changed ${format.number(figures.changed)}. People it added are removed, even if they have been emailed in the meantime; people it changed get their old values back. People who have changed something since then stay as they are. This cannot be undone.`}
    </ConfirmButton>
  );
}
