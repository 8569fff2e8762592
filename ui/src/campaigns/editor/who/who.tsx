// Who gets it: a list, perhaps a segment of it, and how many people that is.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listsQuery } from '../../../api/lists/lists.ts';
import { segmentsQuery } from '../../../api/lists/segments.ts';
import { Card } from '../../../kit/page/page.tsx';
import { Choice } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { AudienceSentence } from './sentence.tsx';

const WHOLE = '';

export function Who({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const listUid = draft.get('list_uid');
  const segmentUid = draft.get('segment_uid') ?? WHOLE;
  const lists = useQuery(listsQuery);
  const segments = useQuery(segmentsQuery(listUid));
  const former = draft.stored.not_opened_of;
  return (
    <Card title={t`Who`}>
      <div className="stack">
        <div className="two">
          <Choice
            label={t`List`}
            data-member="list_uid"
            searchable
            disabled={former !== undefined}
            placeholder={t`Choose a list`}
            nothingFoundMessage={t`No list is called so`}
            data={lists.data?.records.map(({ general }) => ({ value: general.list_uid, label: general.name })) ?? []}
            value={listUid || null}
            error={draft.faultOf('list_uid')}
            onChange={(uid) => uid && uid !== listUid && draft.set({ list_uid: uid, segment_uid: null })}
          />
          <Choice
            label={t`Segment`}
            searchable
            nothingFoundMessage={t`No segment is called so`}
            data={[
              { value: WHOLE, label: t`Everybody on the list` },
              ...(segments.data ?? []).map(({ segment_uid, name }) => ({ value: segment_uid, label: name })),
            ]}
            value={segmentUid}
            error={draft.faultOf('segment_uid')}
            onChange={(uid) => draft.set({ segment_uid: uid === WHOLE ? null : uid })}
          />
        </div>
        {former !== undefined && (
          <p>
            <Trans>Only those who got the earlier campaign and did not open it; whoever left since is out.</Trans>{' '}
            {former !== '' && (
              <Link to="/campaigns/$campaignUid" params={{ campaignUid: former }}>{t`The earlier campaign`}</Link>
            )}
          </p>
        )}
        {listUid !== '' && former === undefined && (
          <AudienceSentence listUid={listUid} segmentUid={segmentUid === WHOLE ? undefined : segmentUid} />
        )}
      </div>
    </Card>
  );
}
