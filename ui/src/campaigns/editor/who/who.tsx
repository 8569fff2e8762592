// Who gets it: a list, perhaps a segment of it, and how many people that is.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasBegun } from '../../../api/campaigns/drafts.ts';
import { ListChoice } from '../../../api/lists/list-choice.tsx';
import { segmentsQuery } from '../../../api/lists/segments.ts';
import { Card } from '../../../kit/page/page.tsx';
import { Choice } from '../../../kit/parts.tsx';
import type { Draft } from '../saving/use-draft.ts';
import { useTested } from '../variants/use-test.ts';
import { kindOf } from '../when/when.tsx';
import { FurtherLists } from './further-lists.tsx';
import { furtherOf } from './lists.ts';
import { AudienceSentence } from './sentence.tsx';

const WHOLE = '';

export function Who({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const listUid = draft.get('list_uid');
  const segmentUid = draft.get('segment_uid') ?? WHOLE;
  const segments = useQuery(segmentsQuery(listUid));
  const former = draft.stored.not_opened_of;
  const further = furtherOf(draft);
  const why = useWhyOne(draft);
  const choose = (uid: string) =>
    draft.set({
      list_uid: uid,
      list_uids: [uid, ...further.filter((one) => one !== uid)].join(','),
      segment_uid: null,
    });
  return (
    <Card title={t`Who`}>
      <div className="stack">
        <div className="two">
          <ListChoice
            label={t`List`}
            data-member="list_uid"
            disabled={former !== undefined || hasBegun(draft.stored)}
            value={listUid || null}
            error={draft.faultOf('list_uid')}
            onChange={(uid) => uid && uid !== listUid && choose(uid)}
          />
          <Choice
            label={t`Segment`}
            searchable
            query={listUid === '' ? undefined : segments}
            nothingFoundMessage={t`No segment with this name`}
            data={[
              { value: WHOLE, label: t`Everyone on the list` },
              ...(segments.data ?? []).map(({ segment_uid, name }) => ({ value: segment_uid, label: name })),
            ]}
            value={segmentUid}
            disabled={further.length > 0}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={further.length > 0 ? t`A segment belongs to one list` : undefined}
            error={draft.faultOf('segment_uid')}
            onChange={(uid) => draft.set({ segment_uid: uid === WHOLE ? null : uid })}
          />
        </div>
        {listUid !== '' && former === undefined && <FurtherLists draft={draft} why={why} />}
        {former !== undefined && (
          <p>
            <Trans>
              Only people who got the earlier campaign and did not open it. Anyone who has left since is not included.
            </Trans>{' '}
            {former !== '' && (
              <Link to="/campaigns/$campaignUid" params={{ campaignUid: former }}>{t`The earlier campaign`}</Link>
            )}
          </p>
        )}
        {listUid !== '' && former === undefined && (
          <AudienceSentence
            listUid={listUid}
            segmentUid={segmentUid === WHOLE ? undefined : segmentUid}
            further={further}
            isLater={kindOf(draft) === 'after'}
          />
        )}
      </div>
    </Card>
  );
}

/** Why the campaign can go to one list only; undefined: it can go to several. */
function useWhyOne(draft: Draft): string | undefined {
  const { t } = useLingui();
  const isTested = useTested(draft) !== undefined;
  if (isTested) return t`Not available with an A/B test, which divides up the people on one list.`;
  if (kindOf(draft) === 'after') return t`Not available after an event, which follows the people on one list.`;
  return draft.get('segment_uid') === null
    ? undefined
    : t`Not available with a segment, which belongs to one list. Choose “Everyone on the list” first.`;
}
