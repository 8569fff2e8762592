// One of the customer's lists. A house can have thousands: what is typed is looked for by the server
// where the newest are not all.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useSettled } from '../../kit/form/use-settled.ts';
import { Choice } from '../../kit/parts.tsx';
import { listNamesQuery } from './lists.ts';
import { useListNames } from './use-list-names.ts';

type ListChoiceProps = Omit<ComponentProps<typeof Choice>, 'data' | 'query' | 'value' | 'onChange' | 'searchable'> & {
  /** The uid of the chosen one. */
  value: string | null;
  /** Uids of those that cannot be chosen. */
  except?: readonly string[];
  onChange: (uid: string | null) => void;
};

export function ListChoice({ value, except = [], ...props }: ListChoiceProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const newest = useQuery(listNamesQuery());
  const isWhole = newest.data !== undefined && newest.data.named.length >= newest.data.count;
  const chosen = useListNames(value === null ? [] : [value]).get(value ?? '');
  // A field that shows what is chosen asks for nothing.
  const asked = useSettled(isWhole || typed === chosen ? '' : typed.trim());
  const found = useQuery({ ...listNamesQuery(asked), placeholderData: keepPreviousData });
  const { named = [], count = 0 } = found.data ?? {};
  const own = value !== null && chosen !== undefined ? [{ uid: value, name: chosen }] : [];
  // Without a search it is known that those told by their uids are among the rest.
  const told = new Set([...except, ...own.map(({ uid }) => uid)]);
  for (const { uid } of named) told.delete(uid);
  const rest = Math.max(count - named.length - (asked === '' ? told.size : 0), 0);
  return (
    <Choice
      placeholder={t`Select a list`}
      nothingFoundMessage={found.isFetching || asked !== typed.trim() ? t`Loading …` : t`No list with this name`}
      {...props}
      searchable
      query={found}
      rest={rest}
      data={[...own, ...named]
        .filter(({ uid }) => !except.includes(uid))
        .map(({ uid, name }) => ({ value: uid, label: name }))}
      value={value}
      onSearchChange={setTyped}
    />
  );
}
