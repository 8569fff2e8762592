// A table of what a query gives: loading, refused, empty, or its rows.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Loading, Refused } from '../notice.tsx';
import { type Column, Table } from './table.tsx';

type RemoteTableProps<Data, Row> = {
  label: string;
  /** Says that it is being loaded. */
  loading: string;
  query: UseQueryResult<Data>;
  rowsOf: (data: Data) => readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  isFlowing?: boolean;
  opensRows?: boolean;
  /** In place of a table without rows. */
  empty: ReactNode;
  /** Below the table. */
  foot?: (data: Data) => ReactNode;
};

export function RemoteTable<Data, Row>({ query, rowsOf, empty, loading, foot, ...table }: RemoteTableProps<Data, Row>) {
  const rows = query.data === undefined ? [] : rowsOf(query.data);
  const told = useCountTold(query.data === undefined ? undefined : rows.length);
  return (
    <div className="stack close">
      <span className="unseen" role="status">
        {told}
      </span>
      <Refused query={query} />
      {(query.data !== undefined || query.isPending) && (
        <div className="card" aria-busy={query.isFetching}>
          {query.isPending && <Loading label={loading} />}
          {query.data !== undefined && rows.length === 0 && empty}
          {rows.length > 0 && <Table {...table} rows={rows} />}
        </div>
      )}
      {query.data !== undefined && foot?.(query.data)}
    </div>
  );
}

/** How many there are by now, for who hears what a search or another page has brought; first nothing. */
function useCountTold(count: number | undefined): string {
  const { t } = useLingui();
  const first = useRef(count);
  first.current ??= count;
  const isChanged = useRef(false);
  if (count !== undefined && count !== first.current) isChanged.current = true;
  return isChanged.current && count !== undefined ? t`${plural(count, { one: '# row', other: '# rows' })}` : '';
}
