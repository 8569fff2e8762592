// One of the customer's campaigns, by its number. A house has hundreds: what is typed is looked for
// by the server where the newest are not all.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useSettled } from '../../kit/form/use-settled.ts';
import { Choice } from '../../kit/parts.tsx';
import { campaignNamesQuery, useNamedCampaigns } from './named.ts';

type CampaignChoiceProps = Omit<
  ComponentProps<typeof Choice>,
  'data' | 'query' | 'value' | 'onChange' | 'searchable'
> & {
  /** Its number; '': none. */
  value: string;
  /** What none is called, where none may be chosen. */
  none?: string;
  /** The uid of one that cannot be chosen. */
  except?: string | undefined;
  onChange: (number: string) => void;
};

export function CampaignChoice({ value, none, except, onChange, ...props }: CampaignChoiceProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const newest = useQuery(campaignNamesQuery());
  const isWhole = newest.data !== undefined && newest.data.named.length >= newest.data.count;
  const chosen = useNamedCampaigns(value === '' ? [] : [value]);
  const own = chosen.named.get(value);
  const ownName = value === '' ? none : (own?.name ?? (chosen.isPending ? '…' : t`another campaign (number ${value})`));
  // A field that shows what is chosen asks for nothing.
  const asked = useSettled(isWhole || typed === ownName ? '' : typed.trim());
  const found = useQuery({ ...campaignNamesQuery(asked), placeholderData: keepPreviousData });
  const { named = [], count = 0 } = found.data ?? {};
  // Without a search it is known that what is left out, or told by its number, is among the rest.
  const told = new Set([except, own?.uid].filter((uid) => uid !== undefined && named.every((one) => one.uid !== uid)));
  const rest = Math.max(count - named.length - (asked === '' ? told.size : 0), 0);
  const choices = named.filter(({ uid }) => uid !== except).map(({ number, name }) => ({ value: number, label: name }));
  return (
    <Choice
      nothingFoundMessage={found.isFetching || asked !== typed.trim() ? t`Loading …` : t`No campaign with this name`}
      {...props}
      searchable
      query={found}
      rest={rest}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(value === '' ? [] : [{ value, label: ownName ?? value }]),
        ...choices,
      ]}
      value={value === '' && none === undefined ? null : value}
      onChange={(number) => onChange(number ?? '')}
      onSearchChange={setTyped}
    />
  );
}
