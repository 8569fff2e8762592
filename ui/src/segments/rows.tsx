// One condition of a segment: a field and how it is compared, a date seen from today, or what
// people did with a campaign.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { fieldsQuery, optionsOf } from '../api/lists/fields.ts';
import { CampaignChoice } from '../api/named-campaigns/campaign-choice.tsx';
import { linksQuery, useNamedCampaigns } from '../api/named-campaigns/named.ts';
import { DateField } from '../kit/form/date-field.tsx';
import { Check, Choice, TextField } from '../kit/parts.tsx';
import {
  type CampaignRow,
  type Comparison,
  type DateRow,
  type FieldRow,
  mayBeEmpty,
  mayComeEveryYear,
  mayNameLink,
  ofWholeValues,
} from './draft.ts';
import { Frame, faultsOf, type Known } from './frame.tsx';
import { Span } from './span.tsx';
import { useCampaignActions, useDateTimes, useDateUnits, useOperators, useTimes, useUnits } from './words.ts';

export type RowProps<R> = {
  listUid: string;
  row: R;
  number: string;
  known: Known;
  onChange: (row: R) => void;
  onRemove: (() => void) | undefined;
};

export function FieldCondition({ listUid, row, number, known, onChange, onRemove }: RowProps<FieldRow>) {
  const { t } = useLingui();
  const fields = useQuery(fieldsQuery(listUid));
  const operators = useOperators();
  const faults = faultsOf(known, row.id);
  const field = fields.data?.find(({ field_id }) => String(field_id) === row.field);
  const options = optionsOf(field);
  const hasChoice = options.length > 0 && mayBeEmpty(row.operator);
  // A value that is no option, or none any more, is shown as it is.
  const isOdd = row.value !== '' && !options.some(({ value }) => value === row.value);
  return (
    <Frame id={row.id} number={number} known={known} onRemove={onRemove}>
      <Choice
        aria-label={t`Field`}
        placeholder={t`Field`}
        searchable
        query={fields}
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
      {hasChoice ? (
        <Choice
          aria-label={t`Value`}
          searchable
          data={[
            { value: '', label: t`nothing` },
            ...options,
            ...(isOdd ? [{ value: row.value, label: row.value }] : []),
          ]}
          value={row.value}
          error={faults['value']}
          onChange={(value) => onChange({ ...row, value: value ?? '' })}
        />
      ) : isDay(field?.type.identifier, row) ? (
        <DateField
          type="date"
          aria-label={t`Value`}
          value={row.value}
          error={faults['value']}
          onChange={(value) => onChange({ ...row, value })}
        />
      ) : (
        <TextField
          aria-label={t`Value`}
          placeholder={mayBeEmpty(row.operator) ? t`Value, or leave empty` : t`Value`}
          value={row.value}
          error={faults['value']}
          onChange={(event) => onChange({ ...row, value: event.target.value })}
        />
      )}
    </Frame>
  );
}

/** Whether the value is a day, to be picked; what was stored as another text is shown as it is. */
const isDay = (type: string | undefined, { operator, value }: FieldRow): boolean =>
  type === 'date' && ofWholeValues(operator) && /^(\d{4}-\d{2}-\d{2})?$/.test(value);

const DATE_TYPES: ReadonlySet<string> = new Set(['date', 'datetime']);

export function DateCondition({ listUid, row, number, known, onChange, onRemove }: RowProps<DateRow>) {
  const { t } = useLingui();
  const fields = useQuery(fieldsQuery(listUid));
  const times = useDateTimes();
  const units = useDateUnits();
  const faults = faultsOf(known, row.id);
  const dates = (fields.data ?? []).filter(
    ({ type, field_id }) => DATE_TYPES.has(type.identifier) || String(field_id) === row.date,
  );
  return (
    <Frame id={row.id} number={number} known={known} onRemove={onRemove}>
      <Choice
        aria-label={t`Date`}
        query={fields}
        data={[
          { value: 'joined', label: t`Joined the list` },
          { value: 'confirmed', label: t`Confirmed` },
          ...dates.map(({ field_id, label }) => ({ value: String(field_id), label })),
        ]}
        value={row.date}
        error={faults['field_id'] ?? faults['date']}
        onChange={(date) => date && onChange({ ...row, date })}
      />
      <Choice
        aria-label={t`When`}
        data={[...times]}
        value={`${row.direction} ${row.comparison}`}
        onChange={(when) => {
          const [direction, comparison] = (when ?? '').split(' ') as [DateRow['direction'], Comparison];
          if (when) onChange({ ...row, direction, comparison });
        }}
      />
      <div className="stack close">
        <Span
          value={row.value}
          unit={row.unit}
          units={units}
          fault={faults['time_value']}
          onChange={(value, unit) => onChange({ ...row, value, unit })}
        />
        {mayComeEveryYear(row) && (
          <Check
            label={t`in any year (birthdays)`}
            checked={row.everyYear}
            error={faults['every_year']}
            onChange={(event) => onChange({ ...row, everyYear: event.target.checked })}
          />
        )}
      </div>
    </Frame>
  );
}

export function CampaignCondition({ row, number, known, onChange, onRemove }: RowProps<CampaignRow>) {
  const { t } = useLingui();
  const actions = useCampaignActions();
  const times = useTimes();
  const units = useUnits();
  const faults = faultsOf(known, row.id);
  const uid = useNamedCampaigns(row.campaign === '' ? [] : [row.campaign]).named.get(row.campaign)?.uid;
  return (
    <Frame id={row.id} number={number} known={known} onRemove={onRemove}>
      <Choice
        aria-label={t`Activity`}
        data={[...actions]}
        value={row.action}
        error={faults['action']}
        onChange={(action) => action && onChange({ ...row, action: action as CampaignRow['action'] })}
      />
      <div className="stack close">
        <CampaignChoice
          aria-label={t`Campaign`}
          none={t`any campaign`}
          value={row.campaign}
          error={faults['campaign_id']}
          onChange={(campaign) => onChange({ ...row, campaign, link: '' })}
        />
        {row.campaign !== '' && <p className="quiet small">{t`An A/B test counts as one campaign.`}</p>}
        {mayNameLink(row) && uid !== undefined && (
          <LinkChoice
            campaignUid={uid}
            link={row.link}
            fault={faults['link_hash']}
            onChange={(link) => onChange({ ...row, link })}
          />
        )}
      </div>
      <div className="stack close">
        <Choice
          aria-label={t`When`}
          data={[...times]}
          value={row.comparison}
          onChange={(comparison) => onChange({ ...row, comparison: (comparison ?? '') as CampaignRow['comparison'] })}
        />
        {row.comparison !== '' && (
          <Span
            value={row.value}
            unit={row.unit}
            units={units}
            fault={faults['time_value']}
            onChange={(value, unit) => onChange({ ...row, value, unit })}
          />
        )}
      </div>
    </Frame>
  );
}

type LinkChoiceProps = {
  campaignUid: string;
  link: string;
  fault: string | undefined;
  onChange: (link: string) => void;
};

/** The links that mails of a campaign had, those of its A/B test too; before any was sent there are none. */
function LinkChoice({ campaignUid, link, fault, onChange }: LinkChoiceProps) {
  const { t } = useLingui();
  const links = useQuery(linksQuery(campaignUid));
  const known = (links.data ?? []).map(({ hash, destination }) => ({ value: hash, label: destination }));
  const isKnown = link === '' || (links.data ?? []).some((one) => one.hash === link || one.hash_sha256 === link);
  return (
    <>
      <Choice
        aria-label={t`Link`}
        searchable
        query={links}
        data={[
          { value: '', label: t`any link` },
          ...known,
          ...(isKnown ? [] : [{ value: link, label: t`a removed link` }]),
        ]}
        value={links.data?.find((one) => one.hash_sha256 === link)?.hash ?? link}
        error={fault}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      {links.data?.length === 0 && (
        <p className="quiet small">{t`Links are listed once its emails have been created.`}</p>
      )}
    </>
  );
}
