// Rows of conditions, and groups of them within each other. All of it can be done by keyboard: what
// is added gets the focus, and after something is taken off its neighbour has it.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button, Choice } from '../kit/parts.tsx';
import { type GroupRow, isUntouched, MOST_DEPTH, newRow, type Row } from './draft.ts';
import { Count, faultsOf, type Known } from './frame.tsx';
import { CampaignCondition, DateCondition, FieldCondition } from './rows.tsx';

type BuilderProps = {
  listUid: string;
  rows: readonly Row[];
  known: Known;
  /** Before the numbers of rows, as "2."; '' outside of groups. */
  prefix: string;
  depth: number;
  mayEdit: boolean;
  onChange: (rows: Row[]) => void;
};

export function Builder({ listUid, rows, known, prefix, depth, mayEdit, onChange }: BuilderProps) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ row: number } | 'adding'>(undefined);
  useEffect(() => {
    const asked = wanted.current;
    wanted.current = undefined;
    if (asked === undefined) return;
    const within = asked === 'adding' ? `:scope > .adding button` : `[data-row="${asked.row}"] :is(input, button)`;
    place.current?.querySelector<HTMLElement>(within)?.focus();
  });
  const add = (kind: Row['kind']) => {
    const row = newRow(kind);
    wanted.current = { row: row.id };
    // The one that a segment begins with stands for nothing yet: it makes place for another kind.
    const isUnused = kind !== 'field' && rows.length === 1 && rows.every(isUntouched);
    onChange(isUnused ? [row] : [...rows, row]);
  };
  const put = (row: Row) => onChange(rows.map((one) => (one.id === row.id ? row : one)));
  const drop = (row: Row) => {
    const at = rows.indexOf(row);
    const next = rows[at + 1] ?? rows[at - 1];
    wanted.current = next ? { row: next.id } : 'adding';
    onChange(rows.filter((one) => one.id !== row.id));
  };
  const where = prefix === '' ? '' : ` ${prefix.slice(0, -1)}`;
  return (
    <div className="stack close" ref={place}>
      {rows.map((row, at) => {
        const onRemove = mayEdit ? () => drop(row) : undefined;
        const shared = { listUid, known, number: `${prefix}${at + 1}`, onRemove };
        return <Condition key={row.id} {...shared} row={row} depth={depth} onChange={put} />;
      })}
      {rows.length === 0 && (
        <p className="quiet">
          {depth === 0 ? t`Without a condition, it would be the whole list.` : t`This group has no conditions yet.`}
        </p>
      )}
      {mayEdit && (
        <fieldset className="row adding bare">
          <legend className="unseen">{t`Add to the group${where}`}</legend>
          <span className="quiet small" aria-hidden>{t`Add:`}</span>
          <Button variant="default" size="compact-sm" onClick={() => add('field')}>{t`Field`}</Button>
          <Button variant="default" size="compact-sm" onClick={() => add('date')}>{t`Date`}</Button>
          <Button variant="default" size="compact-sm" onClick={() => add('campaign')}>{t`Opens and clicks`}</Button>
          {depth < MOST_DEPTH && (
            <Button variant="default" size="compact-sm" onClick={() => add('group')}>{t`Group`}</Button>
          )}
        </fieldset>
      )}
    </div>
  );
}

type ConditionProps = {
  listUid: string;
  row: Row;
  number: string;
  known: Known;
  depth: number;
  onChange: (row: Row) => void;
  onRemove: (() => void) | undefined;
};

function Condition({ row, depth, ...shared }: ConditionProps) {
  switch (row.kind) {
    case 'field':
      return <FieldCondition {...shared} row={row} />;
    case 'date':
      return <DateCondition {...shared} row={row} />;
    case 'campaign':
      return <CampaignCondition {...shared} row={row} />;
    case 'group':
      return <Group {...shared} row={row} depth={depth + 1} />;
  }
}

type GroupProps = Omit<ConditionProps, 'row'> & { row: GroupRow };

function Group({ listUid, row, number, known, depth, onChange, onRemove }: GroupProps) {
  const { t } = useLingui();
  const fault = faultsOf(known, row.id)[''];
  return (
    <fieldset className="group bare" data-row={row.id}>
      <legend className="unseen">{t`Group ${number}`}</legend>
      <div className="row apart">
        <Choice
          aria-label={t`How conditions combine in group ${number}`}
          data={[
            { value: 'any', label: t`match any of these` },
            { value: 'all', label: t`match all of these` },
            { value: 'none', label: t`match none of these` },
          ]}
          value={row.match}
          onChange={(match) => match && onChange({ ...row, match: match as GroupRow['match'] })}
        />
        <div className="condition-end">
          <Count known={known} id={row.id} />
          {onRemove && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t`Remove group ${number}`}
              onClick={onRemove}
            >{t`Remove`}</Button>
          )}
        </div>
      </div>
      {fault && <p className="small bad">{fault}</p>}
      <Builder
        listUid={listUid}
        rows={row.rows}
        known={known}
        prefix={`${number}.`}
        depth={depth}
        mayEdit={onRemove !== undefined}
        onChange={(rows) => onChange({ ...row, rows })}
      />
    </fieldset>
  );
}
