// A bulk action in a dialog: what is needed to begin, how many it is about, how far it is, and what
// came of it.

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { InWords } from '../api/in-words.tsx';
import { fieldsQuery } from '../api/lists/fields.ts';
import { ListChoice } from '../api/lists/list-choice.tsx';
import { listNamesQuery } from '../api/lists/lists.ts';
import { type BulkAction, type BulkWhom, bulkActionQuery, type NewBulkAction } from '../api/lists/people.ts';
import { useCsvAddress } from '../api/use-csv.ts';
import { useFormat } from '../api/use-format.ts';
import { ProgressBar } from '../kit/figures/progress.tsx';
import { useOnce } from '../kit/form/use-once.ts';
import { Notice } from '../kit/notice.tsx';
import { Button, Choice, TextField } from '../kit/parts.tsx';
import { type Action, useSkipReasons } from './actions.ts';
import { AskAgain } from './ask-again.tsx';
import { unconfirmedFor } from './filter.ts';

type BulkFormProps = { listUid: string; filter: BulkWhom; action: Action; close: () => void };

export function BulkForm({ listUid, filter, action, close }: BulkFormProps) {
  const { t } = useLingui();
  const [target, setTarget] = useState<string | null>(null);
  const [field, setField] = useState<string | null>(null);
  const [value, setValue] = useState('');
  const [days, setDays] = useState<number | ''>(3);
  const isAsking = action.key === 'ask-to-confirm';
  const make = useMutation({
    mutationFn: () => {
      const more = {
        ...(target && { target_list_uid: target }),
        ...(field && { set_field: field, ...(value && { set_value: value }) }),
      };
      const people = isAsking ? unconfirmedFor(filter, days || 0) : filter;
      const body: NewBulkAction = { ...people, action: action.key, ...more };
      return answerOf(api.POST('/lists/{list_uid}/bulk-actions', { params: { path: { list_uid: listUid } }, body }));
    },
  });
  const made = make.data?.data.record;
  if (made) return <Made listUid={listUid} uid={made.bulk_action_uid} action={action} close={close} />;
  const faults = faultsOf(make.error);
  const isMove = action.key === 'move' || action.key === 'copy';
  const isReady = isMove ? target !== null : action.key === 'set-field' ? field !== null : !isAsking || days !== '';
  return (
    <div className="stack">
      <p>{action.about}</p>
      {make.error && <Notice tone="bad">{make.error.message}</Notice>}
      {isMove && <OtherList listUid={listUid} value={target} fault={faults['target_list_uid']} onChange={setTarget} />}
      {action.key === 'set-field' && (
        <>
          <FieldChoice listUid={listUid} value={field} fault={faults['set_field']} onChange={setField} />
          <TextField
            label={t`New value`}
            placeholder={t`empty`}
            value={value}
            error={faults['set_value']}
            onChange={(event) => setValue(event.target.value)}
          />
        </>
      )}
      {isAsking && <AskAgain listUid={listUid} days={days} onChange={setDays} />}
      <div className="row">
        <Button disabled={!isReady} loading={make.isPending} onClick={() => make.mutate()}>{t`Count people`}</Button>
        <span className="quiet">{t`Nothing changes yet.`}</span>
      </div>
    </div>
  );
}

type ChoiceProps = {
  listUid: string;
  value: string | null;
  fault: string | undefined;
  onChange: (chosen: string | null) => void;
};

function OtherList({ listUid, value, fault, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const lists = useQuery(listNamesQuery());
  return (
    <ListChoice
      label={t`Other list`}
      except={[listUid]}
      value={value}
      error={fault}
      description={
        lists.isSuccess && lists.data.count < 2 ? t`There is no other list yet. Create one first.` : undefined
      }
      onChange={onChange}
    />
  );
}

function FieldChoice({ listUid, value, fault, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const fields = useQuery(fieldsQuery(listUid));
  const data = (fields.data ?? []).filter(({ tag }) => tag !== 'EMAIL');
  return (
    <Choice
      label={t`Field to set`}
      query={fields}
      data={data.map(({ tag, label }) => ({ value: tag, label }))}
      value={value}
      error={fault}
      onChange={onChange}
    />
  );
}

/** From the count on: begin it, watch it, read what came of it. */
function Made({ listUid, uid, action, close }: { listUid: string; uid: string; action: Action; close: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const queryClient = useQueryClient();
  const query = bulkActionQuery(listUid, uid);
  const { data, error } = useQuery(query);
  const params = { path: { list_uid: listUid, bulk_action_uid: uid } };
  const keep = ({ data: answer }: { data: { record: BulkAction } }) =>
    queryClient.setQueryData(query.queryKey, answer.record);
  const run = useMutation({
    mutationFn: (people: number) =>
      answerOf(api.POST('/lists/{list_uid}/bulk-actions/{bulk_action_uid}/run', { params, body: { people } })),
    onSuccess: keep,
  });
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/lists/{list_uid}/bulk-actions/{bulk_action_uid}/cancel', { params })),
    onSuccess: keep,
  });
  const isOver = data?.state === 'done' || data?.state === 'cancelled';
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: ['subscribers', listUid] });
  }, [isOver, queryClient, listUid]);
  const fault = error ?? run.error ?? cancel.error;
  const once = useOnce();
  if (!data) return fault && <Notice tone="bad">{fault.message}</Notice>;
  const people = format.number(data.people);
  return (
    <div className="stack">
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {data.state === 'counted' && (
        <Begin
          action={action}
          people={data.people}
          isPending={run.isPending}
          begin={() => once('run', () => run.mutateAsync(data.people))}
          close={close}
        />
      )}
      {(data.state === 'counting' || data.state === 'running') && (
        <div className="stack close">
          <ProgressBar label={t`Progress`} value={data.percent / 100} />
          <div className="row apart">
            <p className="small" role="status">
              {data.state === 'counting'
                ? t`Counting: ${people} so far`
                : t`${format.number(data.result?.done ?? 0)} done. It continues if you close this window.`}
            </p>
            <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t`Stop`}
            </Button>
          </div>
        </div>
      )}
      {data.state === 'failed' && data.reason && (
        <Notice tone="bad">
          <InWords sentences={data.sentences} text={data.reason} />
        </Notice>
      )}
      {(data.state === 'done' || data.state === 'cancelled') && <Result listUid={listUid} record={data} />}
    </div>
  );
}

type BeginProps = { action: Action; people: number; isPending: boolean; begin: () => void; close: () => void };

function Begin({ action, people, isPending, begin, close }: BeginProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const asks = action.key === 'delete' && people > 0;
  const isTyped = typed.replaceAll(/\D/g, '') === String(people);
  const shown = format.number(people);
  if (people === 0) return <Notice>{t`No people match, so there is nothing to do.`}</Notice>;
  return (
    <>
      <p>{action.about}</p>
      {asks && (
        <TextField
          label={t`Type ${shown} to continue`}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className="row">
        <Button
          {...(action.key === 'delete' && { color: 'red' })}
          disabled={asks && !isTyped}
          loading={isPending}
          onClick={begin}
        >
          {action.verb(people)}
        </Button>
        <Button variant="default" onClick={close}>{t`Cancel`}</Button>
      </div>
    </>
  );
}

function Result({ listUid, record }: { listUid: string; record: BulkAction }) {
  const { t } = useLingui();
  const csvAddress = useCsvAddress();
  const format = useFormat();
  const reasons = useSkipReasons();
  const { done, skipped, reasons: why } = record.result ?? { done: 0, skipped: 0, reasons: [] };
  const file = `/api/lists/${listUid}/bulk-actions/${record.bulk_action_uid}/skipped`;
  return (
    <>
      <Notice tone={record.state === 'done' ? 'good' : 'warn'}>
        {record.state === 'done'
          ? t`${plural(done, { one: 'Done for # person.', other: 'Done for # people.' })}`
          : t`${plural(done, { one: 'Stopped. Already done for # person; this is not undone.', other: 'Stopped. Already done for # people; this is not undone.' })}`}
      </Notice>
      {skipped > 0 && (
        <div>
          <p>{t`Skipped: ${format.number(skipped)}`}</p>
          <ul>
            {why.map(({ reason, message, people }) => (
              <li key={reason}>
                {format.number(people)} {reasons[reason] ?? message}
              </li>
            ))}
          </ul>
          <p>
            <a href={csvAddress(file)} download>{t`Skipped people (CSV)`}</a>
          </p>
        </div>
      )}
    </>
  );
}
