// What narrows a table of people: a text as it is typed, states, and more on demand.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsQuery } from '../api/lists/fields.ts';
import { segmentsQuery } from '../api/lists/segments.ts';
import { DateField } from '../kit/form/date-field.tsx';
import { useTyped } from '../kit/form/use-typed.ts';
import { Button, Choice, TextField } from '../kit/parts.tsx';
import { isFiltered, type PeopleSearch } from './filter.ts';
import { SUBSCRIBER_STATES, useSubscriberState } from './states.ts';
import './subscribers.css';

type FiltersProps = { listUid: string; filter: PeopleSearch; show: (next: PeopleSearch) => void };

export function Filters({ listUid, filter, show }: FiltersProps) {
  const { t } = useLingui();
  const stateOf = useSubscriberState();
  const { search: _, status: __, sort: ___, ...others } = filter;
  const [isOpen, setOpen] = useState(isFiltered(others));
  const [typed, setTyped] = useTyped(filter.search ?? '', (text) => show({ ...filter, search: text || undefined }));
  return (
    <div className="stack close filters">
      <div className="row apart">
        <fieldset className="chips bare">
          <legend className="unseen">{t`Status`}</legend>
          {[undefined, ...SUBSCRIBER_STATES].map((state) => (
            <button
              key={state ?? 'all'}
              type="button"
              className="chip"
              aria-pressed={filter.status === state}
              onClick={() => show({ ...filter, status: state })}
            >
              {state ? stateOf(state).name : t`All`}
            </button>
          ))}
        </fieldset>
        <div className="row people-search">
          <TextField
            type="search"
            aria-label={t`Search people`}
            placeholder={t`Address, name, …`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`Fewer filters` : t`More filters`}
          </Button>
        </div>
      </div>
      {isOpen && <MoreFilters listUid={listUid} filter={filter} show={show} />}
    </div>
  );
}

function MoreFilters({ listUid, filter, show }: FiltersProps) {
  const { t } = useLingui();
  const fields = useQuery(fieldsQuery(listUid));
  const segments = useQuery(segmentsQuery(listUid));
  const [value, setValue] = useTyped(filter.value ?? '', (text) => show({ ...filter, value: text || undefined }));
  const activity = filter.active ? `active:${filter.active}` : filter.inactive ? `inactive:${filter.inactive}` : null;
  const isMore = isFiltered({ ...filter, search: undefined, status: undefined } as PeopleSearch);
  return (
    <section className="card pad people-filters" aria-label={t`More filters`}>
      <Choice
        label={t`Segment`}
        placeholder={t`Any`}
        clearable
        searchable
        query={segments}
        nothingFoundMessage={t`No segment with this name`}
        clearButtonProps={{ 'aria-label': t`Any segment` }}
        data={(segments.data ?? []).map(({ segment_uid, name }) => ({ value: segment_uid, label: name }))}
        value={filter.segment ?? null}
        onChange={(segment) => show({ ...filter, segment: segment ?? undefined } as PeopleSearch)}
      />
      <Choice
        label={t`Field`}
        query={fields}
        placeholder={t`Any`}
        clearable
        clearButtonProps={{ 'aria-label': t`Any field` }}
        data={(fields.data ?? []).map(({ tag, label }) => ({ value: tag, label }))}
        value={filter.field ?? null}
        onChange={(field) =>
          show({ ...filter, field: field ?? undefined, ...(field ? {} : { value: undefined }) } as PeopleSearch)
        }
      />
      <TextField
        label={t`is exactly`}
        placeholder={filter.field ? t`empty` : t`Select a field first`}
        disabled={!filter.field}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Choice
        label={t`Opened or clicked`}
        placeholder={t`Any`}
        clearable
        clearButtonProps={{ 'aria-label': t`Any activity` }}
        data={[
          { value: 'active:30', label: t`in the last 30 days` },
          { value: 'active:90', label: t`in the last 90 days` },
          { value: 'inactive:90', label: t`not in the last 90 days` },
          { value: 'inactive:180', label: t`not in the last 180 days` },
          { value: 'inactive:365', label: t`not in the last year` },
        ]}
        value={activity}
        onChange={(chosen) => {
          const [kind, days] = (chosen ?? '').split(':');
          const within = { active: undefined, inactive: undefined, ...(kind && { [kind]: Number(days) }) };
          show({ ...filter, ...within } as PeopleSearch);
        }}
      />
      <DateField
        type="date"
        label={t`Joined from`}
        value={filter.from ?? ''}
        onChange={(from) => show({ ...filter, from: from || undefined } as PeopleSearch)}
      />
      <DateField
        type="date"
        label={t`Joined until`}
        value={filter.until ?? ''}
        onChange={(until) => show({ ...filter, until: until || undefined } as PeopleSearch)}
      />
      {isMore && (
        <Button
          variant="subtle"
          onClick={() => show({ search: filter.search, status: filter.status } as PeopleSearch)}
        >{t`Clear filters`}</Button>
      )}
    </section>
  );
}
