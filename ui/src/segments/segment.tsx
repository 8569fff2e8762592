// A segment in words: conditions row by row, and at once how many people that is, and who.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { listQuery } from '../api/lists/lists.ts';
import { type Preview, previewQuery, type Segment, segmentQuery } from '../api/lists/segments.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { useSettled } from '../kit/form/use-settled.ts';
import { Loading, Notice } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { Button, RadioChoice, RadioGroup, TextField } from '../kit/parts.tsx';
import { type Draft, definitionOf, draftOf, isPlain, newCampaignRow, newFieldRow, type Row } from './conditions.ts';
import { CampaignCondition, FieldCondition } from './rows.tsx';
import './segments.css';

/** In place of the id of a segment that is not stored yet. */
const NEW = 'new';

export function SegmentScreen() {
  const { t } = useLingui();
  const { listUid, segmentUid } = useParams({ from: '/shell/lists/$listUid/segments/$segmentUid' });
  const isNew = segmentUid === NEW;
  const stored = useQuery({ ...segmentQuery(listUid, segmentUid), enabled: !isNew });
  if (stored.error) return <Notice tone="bad">{stored.error.message}</Notice>;
  if (!isNew && !stored.data) return <Loading label={t`Loading the segment`} />;
  return <Editor key={segmentUid} listUid={listUid} segment={isNew ? undefined : stored.data} />;
}

function Editor({ listUid, segment }: { listUid: string; segment: Segment | undefined }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const list = useQuery(listQuery(listUid));
  const [draft, setDraft] = useState<Draft>(() => draftOf(segment));
  const definition = definitionOf(draft);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: draft.name, ...definition };
      if (!segment) {
        return answerOf(api.POST('/lists/{list_uid}/segments', { params: { path: { list_uid: listUid } }, body }));
      }
      const path = { list_uid: listUid, segment_uid: segment.segment_uid };
      return answerOf(api.PUT('/lists/{list_uid}/segments/{segment_uid}', { params: { path }, body }));
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['segments', listUid] });
      await navigate({ to: '/segments' });
    },
  });
  const remove = async () => {
    const path = { list_uid: listUid, segment_uid: segment?.segment_uid ?? '' };
    await answerOf(api.DELETE('/lists/{list_uid}/segments/{segment_uid}', { params: { path } }));
    await queryClient.invalidateQueries({ queryKey: ['segments', listUid], exact: true });
    await navigate({ to: '/segments' });
  };
  const faults = save.error instanceof ApiError ? save.error.fields : {};
  const whyNot = !definition
    ? t`A condition is not filled in yet.`
    : draft.name.trim() === ''
      ? t`It has no name yet.`
      : '';
  return (
    <Page
      title={segment ? segment.name : t`New segment`}
      trail={<Link to="/segments">{t`Segments`}</Link>}
      about={list.data && t`Of the list “${list.data.general.name}”`}
      actions={
        mayEdit &&
        segment && (
          <ConfirmButton label={t`Remove`} title={t`Remove “${segment.name}”?`} onConfirm={remove}>
            {t`The people stay on the list. Campaigns that were sent to the segment keep their reports.`}
          </ConfirmButton>
        )
      }
    >
      <div className="split">
        <div className="stack">
          {save.error && Object.keys(faults).length === 0 && <Notice tone="bad">{save.error.message}</Notice>}
          {segment && !isPlain(segment) && (
            <Notice tone="warn">{t`A program gave it times that this form shows in days only: saving changes them.`}</Notice>
          )}
          <Card>
            <div className="stack">
              <TextField
                label={t`Name`}
                value={draft.name}
                error={faults['name']}
                onChange={(event) => setDraft({ ...draft, name: event.target.value })}
              />
              <Conditions listUid={listUid} draft={draft} faults={faults} onChange={setDraft} />
            </div>
          </Card>
          {mayEdit ? (
            <div className="row">
              <Button disabled={whyNot !== ''} loading={save.isPending} onClick={() => save.mutate()}>
                {t`Save segment`}
              </Button>
              {whyNot !== '' && <span className="quiet">{whyNot}</span>}
            </div>
          ) : (
            <p className="quiet">{t`Your role may look at segments, not change them.`}</p>
          )}
        </div>
        <Who listUid={listUid} draft={draft} />
      </div>
    </Page>
  );
}

type ConditionsProps = {
  listUid: string;
  draft: Draft;
  faults: Readonly<Record<string, string>>;
  onChange: (draft: Draft) => void;
};

function Conditions({ listUid, draft, faults, onChange }: ConditionsProps) {
  const { t } = useLingui();
  const { match, rows } = draft;
  const put = (row: Row) => onChange({ ...draft, rows: rows.map((one) => (one.id === row.id ? row : one)) });
  const drop = (row: Row) => onChange({ ...draft, rows: rows.filter((one) => one.id !== row.id) });
  return (
    <>
      <RadioGroup
        label={t`People for whom`}
        value={match}
        onChange={(chosen) => onChange({ ...draft, match: chosen === 'any' ? 'any' : 'all' })}
      >
        <div className="row" style={{ gap: 20 }}>
          <RadioChoice value="all" label={t`all of this holds`} />
          <RadioChoice value="any" label={t`any of this holds`} />
        </div>
      </RadioGroup>
      {rows.map((row, at) => {
        const shared = { listUid, number: at + 1, faults: faultsOf(faults, rows, row), onRemove: () => drop(row) };
        return row.kind === 'field' ? (
          <FieldCondition key={row.id} {...shared} row={row} onChange={put} />
        ) : (
          <CampaignCondition key={row.id} {...shared} row={row} onChange={put} />
        );
      })}
      {rows.length === 0 && <p className="quiet">{t`Without a condition it would be the whole list.`}</p>}
      <div className="row">
        <Button variant="default" onClick={() => onChange({ ...draft, rows: [...rows, newFieldRow()] })}>
          {t`Condition on a field`}
        </Button>
        <Button variant="default" onClick={() => onChange({ ...draft, rows: [...rows, newCampaignRow()] })}>
          {t`Condition on a campaign`}
        </Button>
      </div>
    </>
  );
}

/** What the API said of one row: it numbers both kinds from 0. */
function faultsOf(faults: Readonly<Record<string, string>>, rows: readonly Row[], row: Row) {
  const at = rows.filter(({ kind }) => kind === row.kind).indexOf(row);
  const place = `${row.kind === 'field' ? 'conditions' : 'campaign_conditions'}[${at}].`;
  const mine = Object.entries(faults).filter(([name]) => name.startsWith(place));
  return Object.fromEntries(mine.map(([name, words]) => [name.slice(place.length), words]));
}

/** How many it is, and some of them, while it is being written. */
function Who({ listUid, draft }: { listUid: string; draft: Draft }) {
  const { t } = useLingui();
  const format = useFormat();
  const now = definitionOf(draft);
  const settled = useSettled(now ? JSON.stringify(now) : '');
  const [part, setPart] = useState<Preview>();
  const preview = useQuery(previewQuery(listUid, settled === '' ? undefined : JSON.parse(settled), setPart));
  const shown = preview.data ?? (preview.isFetching ? part : undefined);
  return (
    <Card title={t`Who is in it`}>
      <div className="stack close" role="status" aria-busy={preview.isFetching}>
        {settled === '' && (
          <p className="quiet">{t`Fill in the conditions: how many people it is stands here at once.`}</p>
        )}
        {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
        {settled !== '' && !preview.error && (
          <p>
            {preview.data
              ? t`${plural(preview.data.people, { one: '# person is in it and gets mail.', other: '# people are in it and get mail.' })}`
              : t`${format.number(shown?.people ?? 0)} people so far, counting…`}
          </p>
        )}
        {preview.data && preview.data.samples.length > 0 && (
          <>
            <p className="small">{t`The newest of them:`}</p>
            <ul className="bare">
              {preview.data.samples.map(({ subscriber_uid: subscriberUid, email }) => (
                <li key={subscriberUid}>
                  <Link to="/lists/$listUid/subscribers/$subscriberUid" params={{ listUid, subscriberUid }}>
                    <Address>{email}</Address>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}
