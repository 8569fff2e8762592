// What stands after the `?` of screens' addresses: their filters.
import { REASONS, type Reason } from './api/campaigns/reasons.ts';

type TableSearch = { status?: string; search?: string; page?: number };

/** The filters of a table, as they stand in its address. */
function tableSearch(search: Record<string, unknown>): TableSearch {
  return {
    ...(typeof search['status'] === 'string' && { status: search['status'] }),
    ...(typeof search['search'] === 'string' && search['search'] !== '' && { search: search['search'] }),
    ...(Number(search['page']) > 1 && { page: Number(search['page']) }),
  };
}

/** The same of the table of campaigns; `counts`: whether opens and clicks by machines count. */
export function campaignsSearch(search: Record<string, unknown>): TableSearch & { counts?: 'raw'; tag?: string } {
  const { tag } = search;
  return {
    ...tableSearch(search),
    ...(tag !== undefined && tag !== '' && { tag: String(tag) }),
    ...(search['counts'] === 'raw' && { counts: 'raw' }),
  };
}

type CampaignSearch = { view?: 'report' | 'edit'; people?: string; link?: string; compare?: string };

/**
 * `view`: what is shown of a campaign that is under way, other than how it goes. The others: what
 * its report shows below the figures, the people behind one of them, the campaign beside it.
 */
export function campaignSearch(search: Record<string, unknown>): CampaignSearch {
  const names = ['people', 'link', 'compare'] as const;
  const { view } = search;
  return Object.fromEntries([
    ...(view === 'report' || view === 'edit' ? [['view', view]] : []),
    ...names.flatMap((name) => (typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : [])),
  ]);
}

type AuditSearch = { actor?: string; operation?: string; from?: string; until?: string };

/** The filters of the audit; days as `2026-11-22`. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const named = ['actor', 'operation', 'from', 'until'].flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });
  return Object.fromEntries(named);
}

type SuppressionSearch = { reason?: Reason; page?: number };

/** Which addresses of the suppression list are shown. */
export function suppressionSearch(search: Record<string, unknown>): SuppressionSearch {
  const reason = REASONS.find((one) => one === search['reason']);
  return { ...(reason && { reason }), ...(Number(search['page']) > 1 && { page: Number(search['page']) }) };
}

/**
 * Reads an address by `read` alone: the router would give what that leaves out to the screen as it
 * stands in the address.
 */
export const only =
  <S extends object>(read: (search: Record<string, unknown>) => S) =>
  (search: Record<string, unknown>): S => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });

/** Whether a text is a day that the calendar reaches, as `2026-11-22`. */
function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return text < '9000' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** What the calendar shows: the month or the week that a day is in. */
export function calendarSearch(search: Record<string, unknown>): { view?: 'week'; day?: string } {
  const { view, day } = search;
  return { ...(view === 'week' && { view }), ...(isDay(day) && { day }) };
}

export type ListsSearch = { search?: string; tag?: string };

/** What lists are filtered by: a part of the name, a tag. */
export function listsSearch({ search, tag }: Record<string, unknown>): ListsSearch {
  return {
    ...(search !== undefined && search !== '' && { search: String(search) }),
    ...(tag !== undefined && tag !== '' && { tag: String(tag) }),
  };
}

/** How long a time the growth of a list shows; absent: a month. */
export function growthSearch({ period }: Record<string, unknown>): { period?: 'quarter' | 'year' } {
  return period === 'quarter' || period === 'year' ? { period } : {};
}

export type TemplatesSearch = { search?: string; sort?: 'changed' | 'name' };

/** What templates are searched for, and what they are in order of; absent: changed last first. */
export function templatesSearch({ search, sort }: Record<string, unknown>): TemplatesSearch {
  return {
    ...(search !== undefined && search !== '' && { search: String(search) }),
    ...(sort === 'name' && { sort }),
  };
}

/** The address of who forgot the password, as far as it is known. */
export function forgotSearch({ email }: Record<string, unknown>): { email?: string } {
  return typeof email === 'string' ? { email } : {};
}

/** Where to go once signed in. */
export function signInSearch({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' ? { next } : {};
}
