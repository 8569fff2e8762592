// A table of which the query gives all rows at once: a part of them is drawn, as hundreds with
// choices and buttons would block the browser for seconds; the others are found by a search.
import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { Empty } from '../notice.tsx';
import { Button, TextField } from '../parts.tsx';
import { RemoteTable } from './remote-table.tsx';
import { ShowMore } from './show-more.tsx';

/** This many are drawn at first, and more with each press; from this many on there is a search. */
const AT_ONCE = 25;
const FEW = 10;

/** As texts are compared: without regard to case. */
const foldedOf = (text: string) => text.normalize('NFC').toLowerCase();

type LongTableProps<Data, Row> = Omit<ComponentProps<typeof RemoteTable<Data, Row>>, 'foot'> & {
  /** Names the search, by what it looks at. */
  search: string;
  /** What is looked at of a row. */
  textOf: (row: Row) => string;
};

export function LongTable<Data, Row>({ search, textOf, rowsOf, empty, query, ...table }: LongTableProps<Data, Row>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(AT_ONCE);
  const [text, setText] = useState('');
  const wanted = foldedOf(text.trim());
  const fitting = (data: Data) => rowsOf(data).filter((row) => foldedOf(textOf(row)).includes(wanted));
  const hasMany = text !== '' || (query.data !== undefined && rowsOf(query.data).length > FEW);
  const all = <Button variant="default" onClick={() => setText('')}>{t`Show all`}</Button>;
  return (
    <>
      {hasMany && (
        <TextField
          aria-label={search}
          placeholder={search}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <RemoteTable
        {...table}
        query={query}
        rowsOf={(data) => fitting(data).slice(0, shown)}
        empty={wanted === '' ? empty : <Empty title={t`No results`} action={all} />}
        foot={(data) => (
          <ShowMore
            pages={{
              hasNextPage: fitting(data).length > shown,
              isFetchingNextPage: false,
              fetchNextPage: () => setShown(shown + AT_ONCE),
            }}
          />
        )}
      />
    </>
  );
}
