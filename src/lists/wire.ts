// Reads lists from requests and shows them in answers (wire contract, section 8): four blocks,
// faults nested by block.
import { companyOf, parseCompany } from '../accounts/company.ts';
import { readCompany, toWireCompany } from '../accounts/company-members.ts';
import type { Dialect } from '../http/dialect.ts';
import { type FormObject, isFormObject } from '../http/form/decode.ts';
import { readMembers } from '../http/members/schema.ts';
import { tagsIn } from '../http/members/stored-tags.ts';
import { formatInstant } from '../kernel/clock.ts';
import { type Faults, throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Customer, List } from '../storage/tables.ts';
import {
  defaultsOf,
  type ListDefaults,
  type ListNotifications,
  type ListSettings,
  notificationsOf,
  settingsOf,
} from './list-settings.ts';
import type { ShownList } from './queries.ts';
import { DEFAULTS, GENERAL, NEW_DEFAULTS, NEW_GENERAL, NOTIFICATIONS } from './wire-schema.ts';

/**
 * Reads a list from a request; in an update, absent members stay as they are.
 * @param around.customer the customer, whose company is used where the list has none
 * @throws AppError `invalid` with every faulty member at once, by block
 */
export function readList(
  body: FormObject,
  { customer, dialect, before }: { customer: Customer; dialect: Dialect; before?: List },
): ListSettings {
  const stays = before && settingsOf(before);
  const faults = new Map<string, Faults>();
  const note = (block: string, found: Faults) => {
    if (Object.keys(found).length > 0) faults.set(block, found);
  };
  const general = readGeneral(generalOf(body), stays, note);
  const defaults = readDefaults(blockOf(body, 'defaults'), stays?.defaults, note);
  const notifications = readNotifications(blockOf(body, 'notifications'), stays?.notifications, note);
  const companyFaults: Faults = {};
  const customers = parseCompany(customer.company);
  const company = readCompany(
    body['company'],
    { own: stays?.company, customers, numbers: dialect.countryNumbers },
    companyFaults,
  );
  note('company', companyFaults);
  throwFaults({ ...wrongKinds(body), ...Object.fromEntries(faults) });
  return { ...general, defaults, notifications, company };
}

const BLOCKS = { general: 'name', defaults: 'from_name', notifications: 'subscribe', company: 'name' };

/** Faults for texts where a block is expected; forms send an empty text for an empty block. */
function wrongKinds(body: FormObject): Faults {
  const wrong = Object.entries(BLOCKS).filter(([block]) => {
    const value = body[block];
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return !isEmpty && !isFormObject(value);
  });
  return Object.fromEntries(wrong.map(([block, member]) => [block, say('member-block', { block, member })]));
}

type Note = (block: string, found: Faults) => void;

function blockOf(body: FormObject, block: string): FormObject {
  const sent = body[block];
  return isFormObject(sent) ? sent : Object.create(null);
}

/**
 * The opt-in, opt-out and visibility may be in the block `general` or beside the blocks: clients do
 * both.
 */
function generalOf(body: FormObject): FormObject {
  const beside: FormObject = Object.create(null);
  for (const name of ['opt_in', 'opt_out', 'visibility']) {
    if (body[name] !== undefined) beside[name] = body[name];
  }
  return Object.assign(beside, blockOf(body, 'general'));
}

function readGeneral(sent: FormObject, stays: ListSettings | undefined, note: Note) {
  const { values, faults } = readMembers(stays ? GENERAL : NEW_GENERAL, sent);
  note('general', faults);
  const newName = values.name ?? stays?.name ?? '';
  return {
    name: newName,
    displayName: values.display_name ?? (sent['display_name'] === '' ? undefined : stays?.displayName) ?? newName,
    description: values.description ?? stays?.description ?? '',
    optIn: values.opt_in ?? stays?.optIn ?? 'double',
    optOut: values.opt_out ?? stays?.optOut ?? 'single',
    visibility: values.visibility ?? stays?.visibility ?? 'public',
    tags: (Object.hasOwn(sent, 'tags') ? (values.tags ?? []) : stays?.tags) ?? [],
  };
}

function readDefaults(sent: FormObject, stays: ListDefaults | undefined, note: Note): ListDefaults {
  const { values, faults } = readMembers(stays ? DEFAULTS : NEW_DEFAULTS, sent);
  note('defaults', faults);
  return {
    from_name: values.from_name ?? stays?.from_name ?? '',
    from_email: values.from_email ?? stays?.from_email ?? '',
    reply_to: values.reply_to ?? stays?.reply_to ?? '',
    subject: values.subject ?? (sent['subject'] === '' ? '' : (stays?.subject ?? '')),
  };
}

function readNotifications(sent: FormObject, stays: ListNotifications | undefined, note: Note) {
  const { values, faults } = readMembers(NOTIFICATIONS, sent);
  const textOf = (member: 'subscribe_to' | 'unsubscribe_to') =>
    values[member] ?? (sent[member] === '' ? '' : (stays?.[member] ?? ''));
  const notifications: ListNotifications = {
    subscribe: values.subscribe ?? stays?.subscribe ?? 'no',
    unsubscribe: values.unsubscribe ?? stays?.unsubscribe ?? 'no',
    subscribe_to: textOf('subscribe_to'),
    unsubscribe_to: textOf('unsubscribe_to'),
  };
  if (notifications.subscribe === 'yes' && notifications.subscribe_to === '') {
    faults['subscribe_to'] ??= say('member-blank', { label: 'Subscribe to' });
  }
  if (notifications.unsubscribe === 'yes' && notifications.unsubscribe_to === '') {
    faults['unsubscribe_to'] ??= say('member-blank', { label: 'Unsubscribe to' });
  }
  note('notifications', faults);
  return stays || Object.keys(values).length > 0 ? notifications : undefined;
}

const NO_NOTIFICATIONS: ListNotifications = {
  subscribe: 'no',
  unsubscribe: 'no',
  subscribe_to: '',
  unsubscribe_to: '',
};

/** How a caller sees lists: whose country numbers, and whether with everything that may be set. */
type ListView = Pick<Dialect, 'countryNumbers'> & { isFull: boolean };

/**
 * A list by itself and in listings. The company is the one that its messages show. Sent back it
 * changes nothing.
 */
export function toWireList(list: ShownList, customer: Pick<Customer, 'company'>, shown: ListView) {
  const { isFull } = shown;
  const defaults = defaultsOf(list);
  const notifications = notificationsOf(list) ?? NO_NOTIFICATIONS;
  return {
    general: {
      list_uid: list.uid,
      name: list.name,
      display_name: list.display_name,
      description: list.description,
      ...(isFull && {
        opt_in: list.opt_in,
        opt_out: list.opt_out,
        visibility: list.visibility,
        date_added_iso: formatInstant(list.created_at),
        tags: tagsIn(list.tags),
      }),
    },
    defaults: {
      from_name: defaults.from_name,
      from_email: defaults.from_email,
      reply_to: defaults.reply_to,
      subject: defaults.subject,
    },
    notifications: {
      subscribe: notifications.subscribe,
      unsubscribe: notifications.unsubscribe,
      subscribe_to: notifications.subscribe_to,
      unsubscribe_to: notifications.unsubscribe_to,
    },
    company: toWireCompany(companyOf(customer, list), shown),
  };
}
