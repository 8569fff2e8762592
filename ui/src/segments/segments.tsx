// Segments, list by list.
import { useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { listsQuery } from '../api/lists.ts';
import { Empty, Loading, Notice } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page.tsx';
import { Table } from '../kit/table.tsx';

export function Segments() {
  const { t } = useLingui();
  const lists = useQuery(listsQuery);
  const uids = lists.data?.records.map(({ general }) => general.list_uid) ?? [];
  const segments = useQueries({
    queries: uids.map((list_uid) => ({
      queryKey: ['segments', list_uid],
      queryFn: async () => {
        const params = { path: { list_uid }, query: { per_page: 100 } };
        return (await answerOf(api.GET('/lists/{list_uid}/segments', { params }))).data.records;
      },
    })),
  });
  const isEmpty = lists.isSuccess && segments.every(({ data }) => data?.length === 0);
  const error = lists.error ?? segments.find((query) => query.error)?.error;
  return (
    <Page title={t`Segments`} about={t`Parts of a list, by what is known of its people`}>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {(lists.isPending || segments.some(({ isPending }) => isPending)) && <Loading label={t`Loading segments`} />}
      {isEmpty && (
        <div className="card">
          <Empty title={t`No segments yet`} />
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
                  { head: t`Segment`, isName: true, cell: ({ name }) => name },
                  { head: t`People`, isNumber: true, cell: ({ subscribers_count }) => subscribers_count },
                ]}
              />
            </Card>
          ) : null,
        )}
      </div>
    </Page>
  );
}
