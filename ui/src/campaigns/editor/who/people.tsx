// The people behind a number of the audience.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSuppressionNames } from '../../../api/campaigns/reasons.ts';
import { answerOf, api } from '../../../api/client.ts';
import { useFormat } from '../../../api/use-format.ts';
import { Address } from '../../../kit/address.tsx';
import { Loading, Refused } from '../../../kit/notice.tsx';
import { Dialog } from '../../../kit/parts.tsx';
import { ShowMore } from '../../../kit/table/show-more.tsx';
import { Table } from '../../../kit/table/table.tsx';
import { type Reason, useReasonNames } from './reason-names.ts';

type PeopleProps = {
  listUid: string;
  segmentUid: string | undefined;
  reason: Reason;
  count: number;
  close: () => void;
};

const PAGE = 50;

export function AudiencePeople({ listUid, segmentUid, reason, count, close }: PeopleProps) {
  const { t } = useLingui();
  const format = useFormat();
  const reasonNames = useReasonNames();
  const suppressionNames = useSuppressionNames();
  const people = useInfiniteQuery({
    queryKey: ['audience', listUid, segmentUid ?? '', 'people', reason],
    queryFn: async ({ pageParam }) => {
      const query = { reason, segment_uid: segmentUid, per_page: PAGE, after: pageParam };
      return (
        await answerOf(api.GET('/lists/{list_uid}/audience/people', { params: { path: { list_uid: listUid }, query } }))
      ).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = people.data?.pages.flatMap(({ records }) => records) ?? [];
  const number = format.number(count);
  return (
    <Dialog
      opened
      onClose={close}
      size="lg"
      title={reason === 'gets' ? t`${number} get it` : `${number} ${reasonNames[reason]}`}
    >
      <div className="stack">
        <Refused query={people} />
        {people.isPending && <Loading label={t`Loading people`} />}
        {rows.length > 0 && (
          <Table
            label={t`People`}
            rows={rows}
            keyOf={({ subscriber_uid }) => subscriber_uid}
            columns={[
              {
                head: t`Address`,
                isName: true,
                cell: ({ subscriber_uid: subscriberUid, email }) => (
                  <Link to="/lists/$listUid/subscribers/$subscriberUid" params={{ listUid, subscriberUid }}>
                    <Address>{email}</Address>
                  </Link>
                ),
              },
              {
                head: t`Joined`,
                cell: ({ added_at }) => <span className="small">{format.day(Date.parse(added_at))}</span>,
              },
              ...(reason === 'suppressed'
                ? [
                    {
                      head: t`Why`,
                      cell: ({ suppression }: (typeof rows)[number]) =>
                        suppression ? suppressionNames[suppression.reason] : '',
                    },
                  ]
                : []),
            ]}
          />
        )}
        {!people.isPending && rows.length === 0 && !people.hasNextPage && <p className="quiet">{t`No one left.`}</p>}
        {people.hasNextPage && (
          <ShowMore
            pages={people}
            note={<span className="small">{t`${format.number(rows.length)} of ${number}`}</span>}
          />
        )}
      </div>
    </Dialog>
  );
}
