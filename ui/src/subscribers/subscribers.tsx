// The people of a list: found as one types, filtered; and what is done with all who fit.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useMay, useSession } from '../api/accounts/session.ts';
import { type ListPerson, type PeopleFilter, peopleCountQuery, peopleQuery } from '../api/lists/people.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { NOTHING } from '../kit/format.ts';
import { Empty } from '../kit/notice.tsx';
import { Button, ButtonLink, Choice } from '../kit/parts.tsx';
import { State } from '../kit/state.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { ShowMore } from '../kit/table/show-more.tsx';
import { BulkMenu } from './bulk.tsx';
import { ChosenCount, useChosen } from './chosen.tsx';
import { ExportButton } from './exports/export.tsx';
import { filterOf, isFiltered, type PeopleSearch } from './filter.ts';
import { Filters } from './filters.tsx';
import { PersonForm } from './person-form.tsx';
import { useSubscriberState } from './states.ts';

/** Fields beside the address that the table has room for. */
const SHOWN_FIELDS = 4;
const A_PAGE = 50;
/** Types of fields whose values are written as the reader writes days. */
const OF_A_CALENDAR: ReadonlySet<string> = new Set(['date', 'datetime']);

export function Subscribers() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/' });
  const search: PeopleSearch = useSearch({ from: '/shell/lists/$listUid/' });
  const navigate = useNavigate();
  const mayEdit = useMay('edit');
  const show = (next: PeopleSearch) =>
    void navigate({ to: '/lists/$listUid', params: { listUid }, search: next, replace: true });
  const { time_zone: timeZone } = useSession().customer;
  const filter = useMemo(() => filterOf(search, timeZone), [search, timeZone]);
  const people = useInfiniteQuery({
    ...peopleQuery(listUid, filter, search.sort ?? 'newest'),
    placeholderData: keepPreviousData,
  });
  const rows = people.data?.pages.flatMap(({ records }) => records) ?? [];
  const isLooking = useWholePages(people, rows.length);
  const isNobody = people.isSuccess && rows.length === 0 && !isLooking;
  const chosen = useChosen(rows, filter);
  const shown = useColumns(listUid, people.data?.pages[0]?.fields ?? []);
  const columns = mayEdit ? [chosen.column, ...shown] : shown;
  return (
    <div className="stack close">
      <Filters listUid={listUid} filter={search} show={show} />
      <div className="row apart">
        {people.isError ? (
          <span />
        ) : chosen.uids.length > 0 ? (
          <ChosenCount chosen={chosen} />
        ) : (
          <Count listUid={listUid} filter={filter} isFiltered={isFiltered(search)} />
        )}
        <div className="row">
          <Choice
            className="people-order"
            aria-label={t`Order`}
            allowDeselect={false}
            data={[
              { value: 'newest', label: t`Newest first` },
              { value: 'address', label: t`By address` },
            ]}
            value={search.sort ?? 'newest'}
            onChange={(sort) => show({ ...search, sort: sort === 'address' ? 'address' : undefined } as PeopleSearch)}
          />
          {mayEdit && !isNobody && <ExportButton listUid={listUid} filter={filter} />}
          {mayEdit && <BulkMenu listUid={listUid} filter={filter} chosen={chosen.uids} isNobody={isNobody} />}
          {mayEdit && (
            <DialogButton label={t`Add a person`} variant="default">
              {(close) => <PersonForm listUid={listUid} onDone={close} />}
            </DialogButton>
          )}
        </div>
      </div>
      <RemoteTable
        label={t`Subscribers`}
        loading={t`Loading subscribers`}
        query={people}
        rowsOf={() => rows}
        keyOf={({ subscriber_uid }) => subscriber_uid}
        empty={isLooking ? null : <Nobody listUid={listUid} isFiltered={isFiltered(search)} show={show} />}
        columns={columns}
        foot={() => (
          <ShowMore
            pages={{
              hasNextPage: people.hasNextPage && !isLooking,
              isFetchingNextPage: people.isFetchingNextPage,
              fetchNextPage: people.fetchNextPage,
            }}
            note={
              <span className="small" role="status">
                {isLooking && t`Searching the list…`}
              </span>
            }
          />
        )}
      />
    </div>
  );
}

type Pages = { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown };

/**
 * An answer looks at a part of a long list and may find few: goes on until a page is full.
 * @returns whether it does
 */
function useWholePages({ hasNextPage, isFetching, fetchNextPage }: Pages, found: number): boolean {
  const isShort = hasNextPage && (found === 0 || found % A_PAGE !== 0);
  useEffect(() => {
    if (isShort && !isFetching) void fetchNextPage();
  }, [isShort, isFetching, fetchNextPage]);
  return isShort;
}

type CountProps = { listUid: string; filter: PeopleFilter; isFiltered: boolean };

function Count({ listUid, filter, isFiltered }: CountProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [part, setPart] = useState(0);
  const count = useQuery(peopleCountQuery(listUid, filter, setPart));
  if (count.error) return <span className="quiet">{count.error.message}</span>;
  const known = format.number(count.data ?? part);
  const people = count.data ?? 0;
  const words = isFiltered
    ? t`${plural(people, { one: '# person matches', other: '# people match' })}`
    : t`${plural(people, { one: '# person', other: '# people' })}`;
  return (
    <p role="status" className="quiet">
      {count.isPending ? (part > 0 ? t`${known} and counting…` : t`Counting…`) : words}
    </p>
  );
}

function Nobody({
  listUid,
  isFiltered,
  show,
}: {
  listUid: string;
  isFiltered: boolean;
  show: (all: PeopleSearch) => void;
}) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  if (isFiltered) {
    return (
      <Empty
        title={t`No people match this filter`}
        action={<Button variant="default" onClick={() => show({})}>{t`Show everyone`}</Button>}
      />
    );
  }
  return (
    <Empty
      title={t`No one is on this list yet`}
      action={mayEdit && <ButtonLink to="/lists/$listUid/import" params={{ listUid }}>{t`Import people`}</ButtonLink>}
    >
      {t`Import a file, add people one by one, or share the sign-up form with visitors to your site.`}
    </Empty>
  );
}

function useColumns(listUid: string, fields: readonly { tag: string; label: string; type: string }[]) {
  const { t } = useLingui();
  const format = useFormat();
  const stateOf = useSubscriberState();
  const shown = fields.filter(({ tag }) => tag !== 'EMAIL').slice(0, SHOWN_FIELDS);
  return [
    {
      head: t`Address`,
      isName: true,
      cell: ({ email, subscriber_uid: subscriberUid }: ListPerson) => (
        <Link to="/lists/$listUid/subscribers/$subscriberUid" params={{ listUid, subscriberUid }}>
          <Address>{email}</Address>
        </Link>
      ),
    },
    {
      head: t`Status`,
      cell: ({ status }: ListPerson) => <State tone={stateOf(status).tone}>{stateOf(status).name}</State>,
    },
    ...shown.map(({ tag, label, type }) => ({
      head: label,
      isWide: true,
      cell: ({ values: { [tag]: stored = '' } }: ListPerson) => {
        const value = OF_A_CALENDAR.has(type) ? format.calendar(stored) : stored;
        return value === '' ? (
          <span className="quiet">{NOTHING}</span>
        ) : (
          <span className="clipped" title={value}>
            {value}
          </span>
        );
      },
    })),
    {
      head: t`Joined`,
      isWide: true,
      isInstant: true,
      cell: ({ added_at }: ListPerson) => format.day(Date.parse(added_at)),
    },
    {
      head: t`Last active`,
      isWide: true,
      isInstant: true,
      cell: ({ active_at }: ListPerson) =>
        active_at ? format.since(Date.parse(active_at)) : <span className="quiet">{NOTHING}</span>,
    },
  ];
}
