// People of a table who are chosen one by one, by ticks.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { ListPerson } from '../api/lists/people.ts';
import { Button, Check } from '../kit/parts.tsx';
import type { Column } from '../kit/table/table.tsx';

/** A bulk action takes this many by their ids. */
export const MOST_CHOSEN = 200;

export type Chosen = {
  uids: readonly string[];
  column: Column<ListPerson>;
  clear: () => void;
};

/**
 * @param rows who is shown: nobody else can be chosen
 * @param filter another one begins anew
 */
export function useChosen(rows: readonly ListPerson[], filter: unknown): Chosen {
  const { t } = useLingui();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setTicked(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: who was chosen among others is forgotten
  useEffect(clear, [filter]);
  const shown = rows.map(({ subscriber_uid }) => subscriber_uid);
  const uids = shown.filter((uid) => ticked.has(uid));
  const isAll = uids.length > 0 && uids.length === shown.length;
  const set = (uid: string, isOn: boolean) => {
    const next = new Set(uids);
    if (isOn) next.add(uid);
    else next.delete(uid);
    setTicked(next);
  };
  const column: Column<ListPerson> = {
    head: t`Selection`,
    isPick: true,
    headCell: (
      <Check
        aria-label={t`Select all shown`}
        checked={isAll}
        indeterminate={uids.length > 0 && !isAll}
        onChange={() => setTicked(new Set(isAll ? [] : shown))}
      />
    ),
    cell: ({ subscriber_uid: uid, email }) => (
      <Check
        aria-label={t`Select ${email}`}
        checked={ticked.has(uid)}
        onChange={({ currentTarget: { checked } }) => set(uid, checked)}
      />
    ),
  };
  return { uids, column, clear };
}

/** How many are chosen, in place of how many fit. */
export function ChosenCount({ chosen: { uids, clear } }: { chosen: Chosen }) {
  const { t } = useLingui();
  const isTooMany = uids.length > MOST_CHOSEN;
  return (
    <div className="row">
      <p role="status">
        {t`${plural(uids.length, { one: '# person selected', other: '# people selected' })}`}
        {isTooMany && ` · ${t`maximum ${MOST_CHOSEN}: for more, filter the table and use “Actions for all…”`}`}
      </p>
      <Button variant="subtle" size="compact-sm" onClick={clear}>{t`Clear selection`}</Button>
    </div>
  );
}
