// Segments, list by list: of so many lists at once, as each is asked for its own.
import { useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { foldedOf, listsQuery } from '../api/lists/lists.ts';
import { segmentsQuery } from '../api/lists/segments.ts';
import { useFormat } from '../api/use-format.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Empty, Loading, Refused } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { Button, ButtonLink, Choice, Menu, TextField } from '../kit/parts.tsx';
import { Table } from '../kit/table/table.tsx';

const AT_ONCE = 50;
/** From so many lists on, theirs is found by name. */
const FEW = 10;

export function Segments() {
  const { t } = useLingui();
  const lists = useQuery(listsQuery);
  const [shown, setShown] = useState(AT_ONCE);
  const [search, setSearch] = useState('');
  const named = (lists.data?.records ?? []).map(({ general }) => ({ uid: general.list_uid, name: general.name }));
  const wanted = foldedOf(search.trim());
  const fitting = named.filter(({ name }) => foldedOf(name).includes(wanted));
  const asked = fitting.slice(0, shown);
  const format = useFormat();
  const mayEdit = useMay('edit');
  const segments = useQueries({ queries: asked.map(({ uid }) => segmentsQuery(uid)) });
  const isEmpty = lists.isSuccess && segments.every(({ data }) => data?.length === 0);
  const isAll = asked.length === named.length;
  const failed = lists.error ? lists : segments.find((query) => query.error);
  return (
    <Page
      title={t`Segments`}
      about={t`Parts of a list, by what is known of its people`}
      actions={mayEdit && <NewSegment lists={named} />}
    >
      {named.length > FEW && (
        <TextField
          className="filters"
          aria-label={t`Search by the name of the list`}
          placeholder={t`Search by the name of the list`}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {failed && <Refused query={failed} />}
      {(lists.isPending || segments.some(({ isPending }) => isPending)) && <Loading label={t`Loading segments`} />}
      <div className="stack">
        {isEmpty && (
          <div className="card">
            {isAll ? (
              <Empty title={t`No segments yet`}>
                {named.length === 0
                  ? t`A segment is a part of a list: make a list first.`
                  : t`For example people in one town, or those who did not open anything for 90 days.`}
              </Empty>
            ) : (
              <Empty
                title={fitting.length === 0 ? t`No list has this in its name` : t`None of these lists has segments`}
              />
            )}
          </div>
        )}
        {segments.map(({ data }, n) =>
          data && data.length > 0 ? (
            <Card key={asked[n]?.uid} title={asked[n]?.name ?? ''} pad={false}>
              <Table
                label={t`Segments`}
                rows={data}
                keyOf={({ segment_uid }) => segment_uid}
                columns={[
                  {
                    head: t`Segment`,
                    isName: true,
                    cell: ({ name, segment_uid: segmentUid }) => (
                      <Link
                        to="/lists/$listUid/segments/$segmentUid"
                        params={{ listUid: asked[n]?.uid ?? '', segmentUid }}
                      >
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
        {fitting.length > shown && (
          <div className="row">
            <Button
              variant="default"
              loading={segments.some(({ isPending }) => isPending)}
              onClick={() => setShown(shown + AT_ONCE)}
            >{t`Look in more lists`}</Button>
          </div>
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
  const begin = (listUid: string) => navigate({ to, params: { listUid, segmentUid: 'new' } });
  if (lists.length === 1) {
    return <ButtonLink to={to} params={{ listUid: only.uid, segmentUid: 'new' }}>{t`New segment`}</ButtonLink>;
  }
  if (lists.length > FEW) {
    return (
      <DialogButton label={t`New segment`} title={t`Of which list?`}>
        {() => <ListChoice lists={lists} onChoose={(uid) => void begin(uid)} />}
      </DialogButton>
    );
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button>{t`New segment`}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Of which list?`}</Menu.Label>
        {lists.map(({ uid, name }) => (
          <Menu.Item key={uid} onClick={() => void begin(uid)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ListChoice({
  lists,
  onChoose,
}: {
  lists: readonly { uid: string; name: string }[];
  onChoose: (uid: string) => void;
}) {
  const { t } = useLingui();
  return (
    <Choice
      label={t`List`}
      placeholder={t`Choose a list`}
      searchable
      nothingFoundMessage={t`No list is called so`}
      data={lists.map(({ uid, name }) => ({ value: uid, label: name }))}
      value={null}
      onChange={(uid) => uid && onChoose(uid)}
    />
  );
}
