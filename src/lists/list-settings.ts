// The settings of a list, and their columns. Pure.
import { type Company, companyJson, parseCompany } from '../accounts/company.ts';
import { tagsIn } from '../http/members/stored-tags.ts';
import { remembered } from '../kernel/recent.ts';
import type { List } from '../storage/tables.ts';
import type { ShownList } from './queries.ts';

/** The sender that campaigns of the list have by default. As stored in `list.defaults`. */
export type ListDefaults = { from_name: string; from_email: string; reply_to: string; subject: string };

/**
 * Who is notified of subscribers who join or leave; addresses with commas between them. As stored
 * in `list.notifications`.
 */
export type ListNotifications = {
  subscribe: 'yes' | 'no';
  unsubscribe: 'yes' | 'no';
  subscribe_to: string;
  unsubscribe_to: string;
};

export const OPT_INS = ['double', 'single'] as const;
export const OPT_OUTS = ['single'] as const;
export const VISIBILITIES = ['public', 'private'] as const;

export type ListSettings = {
  name: string;
  displayName: string;
  description: string;
  optIn: (typeof OPT_INS)[number];
  optOut: (typeof OPT_OUTS)[number];
  visibility: (typeof VISIBILITIES)[number];
  defaults: ListDefaults;
  /** Undefined: never set. */
  notifications: ListNotifications | undefined;
  /** Undefined: the customer's is used. */
  company: Company | undefined;
  tags?: readonly string[];
};

/** The settings of a stored list. */
export function settingsOf(list: Omit<ShownList, 'uid' | 'created_at'>): ListSettings {
  return {
    name: list.name,
    displayName: list.display_name,
    description: list.description,
    optIn: list.opt_in as ListSettings['optIn'],
    optOut: list.opt_out as ListSettings['optOut'],
    visibility: list.visibility as ListSettings['visibility'],
    defaults: defaultsOf(list),
    notifications: notificationsOf(list),
    company: parseCompany(list.company),
    tags: tagsIn(list.tags),
  };
}

/** The sender that campaigns of the list have by default. */
export function defaultsOf(list: Pick<List, 'defaults'>): Readonly<ListDefaults> {
  return knownDefaults(list.defaults);
}

const knownDefaults = remembered(500, (json) => JSON.parse(json) as ListDefaults);

/** Who is told of changes; undefined: never set. */
export function notificationsOf(list: Pick<List, 'notifications'>): Readonly<ListNotifications> | undefined {
  return list.notifications === '{}' ? undefined : knownNotifications(list.notifications);
}

const knownNotifications = remembered(500, (json) => JSON.parse(json) as ListNotifications);

/**
 * The columns for the settings.
 * @param at now, ms: later events are notified
 */
export function settingsColumns(settings: ListSettings, at: number) {
  const { subscribe, unsubscribe } = settings.notifications ?? {};
  const isTold = subscribe === 'yes' || unsubscribe === 'yes';
  return {
    noticed_at: isTold ? at : null,
    name: settings.name,
    display_name: settings.displayName,
    description: settings.description,
    opt_in: settings.optIn,
    opt_out: settings.optOut,
    visibility: settings.visibility,
    defaults: JSON.stringify(settings.defaults),
    notifications: JSON.stringify(settings.notifications ?? {}),
    company: settings.company === undefined ? null : companyJson(settings.company),
    tags: settings.tags?.length ? JSON.stringify(settings.tags) : null,
  };
}

const MAX_NAME = 255;

/**
 * Name of a copy: its number is counted up or begins with ` #1`; the name is cut so that it fits.
 */
export function nameOfCopy(name: string): string {
  const [, stem = name, number = '0'] = /^(.*) #(\d{1,9})$/s.exec(name) ?? [];
  const suffix = ` #${Number(number) + 1}`;
  return stem.slice(0, MAX_NAME - suffix.length).replace(/[\ud800-\udbff]$/, '') + suffix; // half a sign
}
