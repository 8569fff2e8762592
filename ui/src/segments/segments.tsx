// Segments of all lists, list by list.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { ListChoice } from '../api/lists/list-choice.tsx';
import { type ListNames, listNamesQuery } from '../api/lists/lists.ts';
import { type SegmentOverview, segmentOverviewsQuery } from '../api/lists/segments.ts';
import { useFormat } from '../api/use-format.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { useSettled } from '../kit/form/use-settled.ts';
import { Empty, Loading, Refused } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { Button, ButtonLink, Menu, TextField } from '../kit/parts.tsx';
import { ShowMore } from '../kit/table/show-more.tsx';
import { Table } from '../kit/table/table.tsx';

/** From this many lists or segments on, they are found by name. */
const FEW = 10;

export function Segments() {
  const { t } = useLingui();
  const lists = useQuery(listNamesQuery());
  const [search, setSearch] = useState('');
  const named = lists.data?.named ?? [];
  const mayEdit = useMay('edit');
  const segments = useInfiniteQuery({
    ...segmentOverviewsQuery(useSettled(search.trim())),
    placeholderData: keepPreviousData,
  });
  const found = segments.data?.pages.flatMap(({ records }) => records);
  const isEmpty = found?.length === 0 && !segments.hasNextPage;
  return (
    <Page
      title={t`Segments`}
      about={t`Parts of a list, by what you know about people`}
      actions={mayEdit && <NewSegment lists={named} />}
    >
      {(named.length > FEW || (found?.length ?? 0) > FEW || search !== '') && (
        <TextField
          className="filters"
          aria-label={t`Segment or list name`}
          placeholder={t`Segment or list name`}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <Refused query={segments} />
      {segments.isPending && <Loading label={t`Loading segments`} />}
      <div className="stack" aria-busy={segments.isFetching}>
        {isEmpty && (
          <div className="card">
            {search.trim() === '' ? (
              <NoSegments hasLists={named.length > 0} />
            ) : (
              <Empty
                title={t`No segment or list with this name`}
                action={<Button variant="default" onClick={() => setSearch('')}>{t`Show all`}</Button>}
              />
            )}
          </div>
        )}
        {byList(found ?? []).map((ofList) => (
          <SegmentsOfList key={ofList[0]?.list_uid} segments={ofList} />
        ))}
        <ShowMore pages={segments} />
      </div>
    </Page>
  );
}

function NoSegments({ hasLists }: { hasLists: boolean }) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  if (hasLists) {
    return (
      <Empty title={t`No segments yet`}>
        {t`For example, people in one town, or people who have not opened anything for 90 days.`}
      </Empty>
    );
  }
  const action = mayEdit && <ButtonLink to="/lists" hash="new-list">{t`Create a list`}</ButtonLink>;
  return (
    <Empty title={t`No segments yet`} action={action}>
      {t`A segment is part of a list: create a list first.`}
    </Empty>
  );
}

/** They come list by list: those of each together. */
function byList(segments: readonly SegmentOverview[]): SegmentOverview[][] {
  const lists = new Map<string, SegmentOverview[]>();
  for (const segment of segments) lists.set(segment.list_uid, [...(lists.get(segment.list_uid) ?? []), segment]);
  return [...lists.values()];
}

function SegmentsOfList({ segments }: { segments: readonly SegmentOverview[] }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <Card title={segments[0]?.list_name ?? ''} pad={false}>
      <Table
        label={t`Segments`}
        rows={segments}
        keyOf={({ segment_uid }) => segment_uid}
        columns={[
          {
            head: t`Segment`,
            isName: true,
            cell: ({ name, segment_uid: segmentUid, list_uid: listUid }) => (
              <Link to="/lists/$listUid/segments/$segmentUid" params={{ listUid, segmentUid }}>
                {name}
              </Link>
            ),
          },
          { head: t`People`, isNumber: true, cell: ({ subscribers_count }) => format.number(subscribers_count) },
        ]}
      />
    </Card>
  );
}

/** A segment belongs to a list, which is chosen first where there are several. */
function NewSegment({ lists }: { lists: ListNames['named'] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [only] = lists;
  if (!only) return null;
  const to = '/lists/$listUid/segments/$segmentUid';
  const begin = (listUid: string) => navigate({ to, params: { listUid, segmentUid: 'new' } });
  if (lists.length === 1) {
    return <ButtonLink to={to} params={{ listUid: only.uid, segmentUid: 'new' }}>{t`New segment`}</ButtonLink>;
  }
  if (lists.length > FEW) {
    return (
      <DialogButton label={t`New segment`} title={t`Which list?`}>
        {() => <ListChoice label={t`List`} value={null} onChange={(uid) => uid && void begin(uid)} />}
      </DialogButton>
    );
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button>{t`New segment`}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Which list?`}</Menu.Label>
        {lists.map(({ uid, name }) => (
          <Menu.Item key={uid} onClick={() => void begin(uid)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
