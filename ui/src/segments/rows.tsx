// One condition of a segment: a field, how it is compared, and with what; or what people did with a
// campaign.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { fieldsQuery } from '../api/lists/fields.ts';
import { Button, Choice, TextField } from '../kit/parts.tsx';
import { type Action, type Row, useCampaignActions, useOperators } from './conditions.ts';

type RowProps<R> = {
  listUid: string;
  row: R;
  /** From 1: names the row. */
  number: number;
  faults: Readonly<Record<string, string>>;
  onChange: (row: R) => void;
  onRemove: () => void;
};

type FieldRow = Extract<Row, { kind: 'field' }>;
type CampaignRow = Extract<Row, { kind: 'campaign' }>;

export function FieldCondition({ listUid, row, number, faults, onChange, onRemove }: RowProps<FieldRow>) {
  const { t } = useLingui();
  const fields = useQuery(fieldsQuery(listUid));
  const operators = useOperators();
  return (
    <fieldset className="condition bare">
      <legend className="unseen">{t`Condition ${number}`}</legend>
      <Choice
        aria-label={t`Field`}
        placeholder={t`Field`}
        searchable
        data={(fields.data ?? []).map(({ field_id, label }) => ({ value: String(field_id), label }))}
        value={row.field}
        error={faults['field_id']}
        onChange={(field) => onChange({ ...row, field })}
      />
      <Choice
        aria-label={t`Comparison`}
        data={[...operators]}
        value={row.operator}
        error={faults['operator_id']}
        onChange={(operator) => operator && onChange({ ...row, operator })}
      />
      <TextField
        aria-label={t`Value`}
        placeholder={t`Value, or nothing`}
        value={row.value}
        error={faults['value']}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
      />
      <Button variant="subtle" aria-label={t`Remove condition ${number}`} onClick={onRemove}>{t`Remove`}</Button>
    </fieldset>
  );
}

export function CampaignCondition({ row, number, faults, onChange, onRemove }: RowProps<CampaignRow>) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const campaigns = useQuery({
    queryKey: ['campaigns', 'numbers'],
    queryFn: async () => {
      const params = { query: { per_page: 200, full: '1' } } as const;
      return (await answerOf(api.GET('/campaigns', { params }))).data.records;
    },
  });
  const named = (campaigns.data ?? []).flatMap((one) =>
    'campaign_id' in one && one.campaign_id ? [{ value: String(one.campaign_id), label: one.name }] : [],
  );
  return (
    <fieldset className="condition bare">
      <legend className="unseen">{t`Condition ${number}`}</legend>
      <Choice
        aria-label={t`What they did`}
        data={[...actions]}
        value={row.action}
        error={faults['action']}
        onChange={(action) => action && onChange({ ...row, action: action as Action })}
      />
      <Choice
        aria-label={t`Campaign`}
        searchable
        data={[{ value: '', label: t`any campaign` }, ...named]}
        value={row.campaign}
        error={faults['campaign_id']}
        onChange={(campaign) => onChange({ ...row, campaign: campaign ?? '' })}
      />
      <Choice
        aria-label={t`When`}
        data={[
          { value: '', label: t`at any time` },
          { value: '7', label: t`in the last 7 days` },
          { value: '30', label: t`in the last 30 days` },
          { value: '90', label: t`in the last 90 days` },
          { value: '180', label: t`in the last 180 days` },
          { value: '365', label: t`in the last year` },
          ...(['', '7', '30', '90', '180', '365'].includes(row.days)
            ? []
            : [{ value: row.days, label: t`in the last ${row.days} days` }]),
        ]}
        value={row.days}
        error={faults['time_value']}
        onChange={(days) => onChange({ ...row, days: days ?? '' })}
      />
      <Button variant="subtle" aria-label={t`Remove condition ${number}`} onClick={onRemove}>{t`Remove`}</Button>
    </fieldset>
  );
}
