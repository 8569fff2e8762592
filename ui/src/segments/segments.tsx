// Segments, list by list.
import { useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { listsQuery } from '../api/lists/lists.ts';
import { segmentsQuery } from '../api/lists/segments.ts';
import { useFormat } from '../api/use-format.ts';
import { Empty, Loading, Notice } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { Button, ButtonLink, Menu } from '../kit/parts.tsx';
import { Table } from '../kit/table/table.tsx';

export function Segments() {
  const { t } = useLingui();
  const lists = useQuery(listsQuery);
  const uids = lists.data?.records.map(({ general }) => general.list_uid) ?? [];
  const format = useFormat();
  const mayEdit = useMay('edit');
  const segments = useQueries({ queries: uids.map(segmentsQuery) });
  const named = (lists.data?.records ?? []).map(({ general }) => ({ uid: general.list_uid, name: general.name }));
  const isEmpty = lists.isSuccess && segments.every(({ data }) => data?.length === 0);
  const error = lists.error ?? segments.find((query) => query.error)?.error;
  return (
    <Page
      title={t`Segments`}
      about={t`Parts of a list, by what is known of its people`}
      actions={mayEdit && <NewSegment lists={named} />}
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      {(lists.isPending || segments.some(({ isPending }) => isPending)) && <Loading label={t`Loading segments`} />}
      {isEmpty && (
        <div className="card">
          <Empty title={t`No segments yet`}>
            {named.length === 0
              ? t`A segment is a part of a list: make a list first.`
              : t`For example people in one town, or those who did not open anything for 90 days.`}
          </Empty>
        </div>
      )}
      <div className="stack">
        {segments.map(({ data }, n) =>
          data && data.length > 0 ? (
            <Card key={uids[n]} title={lists.data?.records[n]?.general.name ?? ''} pad={false}>
              <Table
                label={t`Segments`}
                rows={data}
                keyOf={({ segment_uid }) => segment_uid}
                columns={[
                  {
                    head: t`Segment`,
                    isName: true,
                    cell: ({ name, segment_uid: segmentUid }) => (
                      <Link to="/lists/$listUid/segments/$segmentUid" params={{ listUid: uids[n] ?? '', segmentUid }}>
                        {name}
                      </Link>
                    ),
                  },
                  {
                    head: t`People`,
                    isNumber: true,
                    cell: ({ subscribers_count }) => format.number(Number(subscribers_count)),
                  },
                ]}
              />
            </Card>
          ) : null,
        )}
      </div>
    </Page>
  );
}

/** A segment belongs to a list, which is chosen first where there are several. */
function NewSegment({ lists }: { lists: readonly { uid: string; name: string }[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [only] = lists;
  if (!only) return null;
  const to = '/lists/$listUid/segments/$segmentUid';
  if (lists.length === 1) {
    return <ButtonLink to={to} params={{ listUid: only.uid, segmentUid: 'new' }}>{t`New segment`}</ButtonLink>;
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button>{t`New segment`}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Of which list?`}</Menu.Label>
        {lists.map(({ uid, name }) => (
          <Menu.Item key={uid} onClick={() => void navigate({ to, params: { listUid: uid, segmentUid: 'new' } })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
