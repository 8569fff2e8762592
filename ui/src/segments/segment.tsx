// A segment in words: conditions row by row, in groups, and at once how many people that is, and who.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { listQuery } from '../api/lists/lists.ts';
import {
  ALL_SEGMENTS,
  estimateQuery,
  type Segment,
  type SegmentDefinition,
  segmentQuery,
} from '../api/lists/segments.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { LeaveGuard, useSaving } from '../kit/form/leave-guard.tsx';
import { useSettled } from '../kit/form/use-settled.ts';
import { Loading, Notice } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { Button, ButtonLink, RadioChoice, RadioGroup, TextField } from '../kit/parts.tsx';
import { Builder } from './builder.tsx';
import { type Draft, definitionOf, draftOf, pathsOf } from './draft.ts';
import { Who } from './who.tsx';
import './segments.css';

/** In place of the id of a segment that is not stored yet. */
const NEW = 'new';

export function SegmentScreen() {
  const { t } = useLingui();
  const { listUid, segmentUid } = useParams({ from: '/shell/lists/$listUid/segments/$segmentUid' });
  const isNew = segmentUid === NEW;
  const stored = useQuery({ ...segmentQuery(listUid, segmentUid), enabled: !isNew });
  // What was asked for anew in vain takes no text away.
  if (stored.error && !stored.data) throw stored.error;
  if (!isNew && !stored.data) return <Loading label={t`Loading the segment`} />;
  return <Editor key={segmentUid} listUid={listUid} segment={isNew ? undefined : stored.data} />;
}

function Editor({ listUid, segment }: { listUid: string; segment: Segment | undefined }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const list = useQuery(listQuery(listUid));
  const [stored] = useState<Draft>(() => draftOf(segment));
  const [draft, setDraft] = useState(stored);
  const isDone = useRef(false);
  const definition = definitionOf(draft);
  const settled = useSettled(definition ? JSON.stringify(definition) : '');
  const asked = useMemo(() => (settled === '' ? undefined : (JSON.parse(settled) as SegmentDefinition)), [settled]);
  const estimate = useQuery(estimateQuery(listUid, asked));
  const save = useMutation({
    mutationFn: () => {
      const body = { name: draft.name, ...definition };
      if (!segment) {
        return answerOf(api.POST('/lists/{list_uid}/segments', { params: { path: { list_uid: listUid } }, body }));
      }
      const path = { list_uid: listUid, segment_uid: segment.segment_uid };
      return answerOf(api.PUT('/lists/{list_uid}/segments/{segment_uid}', { params: { path }, body }));
    },
    onMutate: () => begin(),
    async onSuccess() {
      isDone.current = true;
      await queryClient.invalidateQueries({ queryKey: ['segments', listUid] });
      await queryClient.invalidateQueries({ queryKey: ALL_SEGMENTS });
      await navigate({ to: '/segments', ignoreBlocker: true });
    },
  });
  const { begin, whenSaved } = useSaving(save.isPending);
  const remove = async () => {
    const path = { list_uid: listUid, segment_uid: segment?.segment_uid ?? '' };
    await answerOf(api.DELETE('/lists/{list_uid}/segments/{segment_uid}', { params: { path } }));
    isDone.current = true;
    await queryClient.invalidateQueries({ queryKey: ['segments', listUid], exact: true });
    await queryClient.invalidateQueries({ queryKey: ALL_SEGMENTS });
    await navigate({ to: '/segments' });
  };
  const faults = {
    ...(asked && estimate.error instanceof ApiError && estimate.error.fields),
    ...(save.error instanceof ApiError && save.error.fields),
  };
  const known = {
    paths: pathsOf(draft.rows),
    faults,
    counts: new Map(asked ? estimate.data?.rows.map(({ path, people }) => [path, people]) : []),
    isExact: estimate.data?.is_exact ?? true,
  };
  const whyNot = !definition ? t`A condition is incomplete.` : draft.name.trim() === '' ? t`No name yet.` : '';
  return (
    <Page
      title={segment ? segment.name : t`New segment`}
      trail={<Link to="/segments">{t`Segments`}</Link>}
      about={list.data && t`In the list “${list.data.general.name}”`}
      actions={segment && <Actions listUid={listUid} segment={segment} remove={mayEdit ? remove : undefined} />}
    >
      <LeaveGuard isUnsaved={() => mayEdit && draft !== stored && !isDone.current} whenSaved={whenSaved} />
      <div className="split segment-split">
        <div className="stack">
          {save.error && <Notice tone="bad">{save.error.message}</Notice>}
          <Card>
            <div className="stack">
              <TextField
                label={t`Name`}
                value={draft.name}
                error={faults['name']}
                onChange={(event) => setDraft({ ...draft, name: event.target.value })}
              />
              <RadioGroup
                label={t`People who`}
                value={draft.match}
                onChange={(chosen) => setDraft({ ...draft, match: chosen === 'any' ? 'any' : 'all' })}
              >
                <div className="row" style={{ gap: 20 }}>
                  <RadioChoice value="all" label={t`match all conditions`} />
                  <RadioChoice value="any" label={t`match any condition`} />
                </div>
              </RadioGroup>
              <Builder
                listUid={listUid}
                rows={draft.rows}
                known={known}
                prefix=""
                depth={0}
                mayEdit={mayEdit}
                onChange={(rows) => setDraft({ ...draft, rows })}
              />
              {faults['conditions'] && <p className="small bad">{faults['conditions']}</p>}
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
            <p className="quiet">{t`Your role can view segments but not change them.`}</p>
          )}
        </div>
        <Who listUid={listUid} definition={asked} />
      </div>
    </Page>
  );
}

type ActionsProps = { listUid: string; segment: Segment; remove: (() => Promise<unknown>) | undefined };

function Actions({ listUid, segment: { name, segment_uid: segment }, remove }: ActionsProps) {
  const { t } = useLingui();
  return (
    <>
      {remove && (
        <ConfirmButton label={t`Remove`} title={t`Remove “${name}”?`} onConfirm={remove}>
          {t`The people stay on the list. Campaigns sent to the segment keep their reports.`}
        </ConfirmButton>
      )}
      <ButtonLink variant="default" to="/lists/$listUid" params={{ listUid }} search={{ segment }}>
        {t`Subscribers`}
      </ButtonLink>
    </>
  );
}
