// Who gets it: a list, perhaps a segment of it, and how many people that is.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Campaign, segmentOf } from '../../api/campaigns.ts';
import { listsQuery } from '../../api/lists.ts';
import { segmentsQuery } from '../../api/segments.ts';
import { Card } from '../../kit/page.tsx';
import { Choice } from '../../kit/parts.tsx';
import { AudienceSentence } from '../audience.tsx';
import type { Draft } from './use-draft.ts';

const WHOLE = '';

export function Who({ stored, draft }: { stored: Campaign; draft: Draft }) {
  const { t } = useLingui();
  const listUid = draft.changes.list_uid ?? stored.list_uid ?? '';
  const chosen = draft.changes.segment_uid === undefined ? segmentOf(stored)?.segment_uid : draft.changes.segment_uid;
  const segmentUid = chosen ?? WHOLE;
  const lists = useQuery(listsQuery);
  const segments = useQuery(segmentsQuery(listUid));
  return (
    <Card title={t`Who`}>
      <div className="stack">
        <div className="two">
          <Choice
            label={t`List`}
            searchable
            data={lists.data?.records.map(({ general }) => ({ value: general.list_uid, label: general.name })) ?? []}
            value={listUid}
            onChange={(uid) => uid && draft.change({ list_uid: uid, segment_uid: null })}
          />
          <Choice
            label={t`Segment`}
            searchable
            data={[
              { value: WHOLE, label: t`Everybody on the list` },
              ...(segments.data ?? []).map(({ segment_uid, name }) => ({ value: segment_uid, label: name })),
            ]}
            value={segmentUid}
            onChange={(uid) => draft.change({ segment_uid: uid === WHOLE ? null : uid })}
          />
        </div>
        {listUid !== '' && (
          <AudienceSentence listUid={listUid} segmentUid={segmentUid === WHOLE ? undefined : segmentUid} />
        )}
      </div>
    </Card>
  );
}
