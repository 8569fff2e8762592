// Who did what: a table with filters, the latest first.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type AuditEntry, auditQuery } from '../api/accounts/audit.ts';
import { keysQuery } from '../api/accounts/keys.ts';
import { useSession } from '../api/accounts/session.ts';
import { usersQuery } from '../api/accounts/users.ts';
import { useFormat } from '../api/use-format.ts';
import { DateField } from '../kit/form/date-field.tsx';
import { beginOfDay } from '../kit/local-time.ts';
import { Empty } from '../kit/notice.tsx';
import { Button, Choice } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { ShowMore } from '../kit/table/show-more.tsx';
import { ObjectName } from './audit-object.tsx';
import { useAuditWords } from './audit-words.ts';
import { OwnersOnly } from './owners-only.tsx';

type Search = { actor?: string; operation?: string; from?: string; until?: string };

export function Audit() {
  return (
    <OwnersOnly>
      <AuditTable />
    </OwnersOnly>
  );
}

function AuditTable() {
  const { t } = useLingui();
  const format = useFormat();
  const words = useAuditWords();
  const filter: Search = useSearch({ from: '/shell/settings/audit' });
  const navigate = useNavigate();
  const { time_zone: timeZone } = useSession().customer;
  const show = (search: Search) => void navigate({ to: '/settings/audit', search, replace: true });
  const { actor: actor_uid, operation, from, until } = filter;
  const entries = useInfiniteQuery(
    auditQuery({
      actor_uid,
      operation,
      from: isDay(from) ? beginOfDay(from, 0, timeZone) : undefined,
      until: isDay(until) ? beginOfDay(until, 1, timeZone) : undefined,
    }),
  );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="stack close">
      <p className="quiet">{t`Every change made here, plus sign-ins and sign-outs. Entries are deleted after 180 days, unless the server is set up differently.`}</p>
      <Filters filter={filter} show={show} words={words} />
      <RemoteTable
        label={t`Audit`}
        loading={t`Loading the audit log`}
        query={entries}
        rowsOf={({ pages }) => together(pages.flatMap(({ records }) => records))}
        keyOf={({ key }) => key}
        empty={
          isFiltered ? (
            <Empty
              title={t`Nothing matches this filter`}
              action={<Button variant="default" onClick={() => show({})}>{t`Show all`}</Button>}
            />
          ) : (
            <Empty title={t`Nothing yet`} />
          )
        }
        columns={[
          {
            head: t`What`,
            isName: true,
            cell: ({ entry, times }) => (
              <>
                <b>
                  {words[entry.operation] ?? entry.operation}
                  {times > 1 && ` ${t`(${times} times)`}`}
                </b>
                {entry.object && (
                  <span className="small">
                    <ObjectName object={entry.object} />
                  </span>
                )}
              </>
            ),
          },
          { head: t`Who`, cell: ({ entry }) => <Actor actor={entry.actor} /> },
          { head: t`From`, isWide: true, cell: ({ entry }) => <span className="mono">{entry.ip_address}</span> },
          { head: t`When`, isNumber: true, isInstant: true, cell: ({ entry }) => format.instant(Date.parse(entry.at)) },
        ]}
        foot={() => <ShowMore pages={entries} />}
      />
    </div>
  );
}

function Actor({ actor: { kind, name } }: { actor: AuditEntry['actor'] }) {
  const { t } = useLingui();
  if (kind === 'nobody') return <span className="quiet">{t`unknown`}</span>;
  return kind === 'key' ? t`API key “${name}”` : name;
}

type FiltersProps = { filter: Search; show: (next: Search) => void; words: Readonly<Record<string, string>> };

function Filters({ filter, show, words }: FiltersProps) {
  const { t, i18n } = useLingui();
  const { data: users = [] } = useQuery(usersQuery);
  const { data: keys = [] } = useQuery(keysQuery);
  const operations = useMemo(
    () =>
      Object.entries(words)
        .map(([value, label]) => ({ value, label }))
        .sort((a, b) => a.label.localeCompare(b.label, i18n.locale)),
    [words, i18n.locale],
  );
  const actors = [
    ...users.filter(({ state }) => state !== 'invited').map((user) => ({ value: user.user_uid, label: user.name })),
    ...keys.map(({ key_uid, name }) => ({ value: key_uid, label: t`API key “${name}”` })),
  ];
  const set = (name: keyof Search, value: string | null) => {
    const { [name]: _, ...others } = filter;
    show(value ? { ...others, [name]: value } : others);
  };
  return (
    <div className="row filters">
      <Choice
        label={t`Who`}
        placeholder={t`Everyone`}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Everyone` }}
        nothingFoundMessage={t`No one with this name`}
        data={actors}
        value={filter.actor ?? null}
        onChange={(value) => set('actor', value)}
      />
      <Choice
        label={t`What`}
        placeholder={t`Everything`}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Everything` }}
        nothingFoundMessage={t`No activity with this name`}
        data={operations}
        value={filter.operation ?? null}
        onChange={(value) => set('operation', value)}
      />
      <DateField
        type="date"
        label={t`From this day`}
        value={filter.from ?? ''}
        onChange={(from) => set('from', from)}
      />
      <DateField
        type="date"
        label={t`Until this day`}
        value={filter.until ?? ''}
        onChange={(until) => set('until', until)}
      />
    </div>
  );
}

type Row = { key: string; entry: AuditEntry; times: number };

/** What somebody did to the same thing again and again, as saving a draft, is one row. */
function together(entries: readonly AuditEntry[]): Row[] {
  const rows: Row[] = [];
  for (const [at, entry] of entries.entries()) {
    const last = rows.at(-1);
    if (last && isSame(last.entry, entry)) last.times += 1;
    else rows.push({ key: `${entry.at} ${at}`, entry, times: 1 });
  }
  return rows;
}

function isSame(one: AuditEntry, other: AuditEntry): boolean {
  const markOf = ({ operation, actor, object, ip_address }: AuditEntry) =>
    JSON.stringify([operation, actor.uid, object?.kind, object?.id, ip_address]);
  return markOf(one) === markOf(other);
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
