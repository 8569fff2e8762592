// A table whose rows the server sorted, filtered and cut. On a phone its rows fold.
import type { MouseEvent, ReactNode } from 'react';

export type Column<Row> = {
  /** The heading; '' for the column of actions, which has a label for screen readers. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, with figures of one width. */
  isNumber?: boolean;
  /** A date, a time: in one line. */
  isInstant?: boolean;
  /** A long text: on a phone below the row's name, over the whole width. */
  isLong?: boolean;
  /** Not shown on a phone. */
  isWide?: boolean;
  /** Names the row: its heading. */
  isName?: boolean;
  isActions?: boolean;
  /** Ticks that choose rows; `headCell` the one for all of them. */
  isPick?: boolean;
  headCell?: ReactNode;
};

type TableProps<Row> = {
  /** Says what the rows are, to screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** On a phone figures follow each other in one line: for tables with many of them. */
  isFlowing?: boolean;
  /** A press anywhere on a row follows the link in its name. */
  opensRows?: boolean;
};

export function Table<Row>({ label, columns, rows, keyOf, isFlowing = false, opensRows = false }: TableProps<Row>) {
  return (
    <div className="table-frame">
      <table className={isFlowing ? 'table fold flow' : 'table fold'} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={column.isNumber ? 'number' : column.isPick ? 'pick' : undefined}
              >
                {column.headCell ?? (column.isActions ? <span className="unseen">{column.head}</span> : column.head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={opensRows ? 'opens' : undefined}
              onClick={opensRows ? followName : undefined}
            >
              {columns.map((column) => (
                <Cell key={column.head} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Follows the link that names a row, as it was pressed (in a new tab, say), unless something else
 * was pressed or text is being chosen. Keys and screen readers have the link itself.
 */
function followName(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return;
  if (getSelection()?.toString()) return;
  const press = new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.querySelector('th.name a')?.dispatchEvent(press);
}

/** What names the row is its heading: read out before each of its figures. */
function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const label = column.isNumber || column.isInstant ? column.head : undefined;
  if (column.isName) {
    return (
      <th scope="row" className={classOf(column)}>
        {children}
      </th>
    );
  }
  return (
    <td className={classOf(column)} data-label={label}>
      {children}
    </td>
  );
}

function classOf<Row>(column: Column<Row>): string | undefined {
  const names = [
    column.isNumber && 'number',
    column.isInstant && 'instant',
    column.isLong && 'long',
    column.isWide && 'wide',
    column.isName && 'name',
    column.isActions && 'actions',
    column.isPick && 'pick',
  ].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}
