// The options block of a campaign as the interface names it (interface, section 2.3), read.
import { z } from 'zod';
import { maybeInteger, maybeOne, maybeText, maybeYesNo } from '../../http/described.ts';
import { type FormObject, type FormValue, isFormObject } from '../../http/form/decode.ts';
import {
  notAnAddress,
  optionalChoice,
  optionalInteger,
  optionalText,
  optionalYesNo,
  readMembers,
} from '../../http/schema.ts';
import { isMailAddress } from '../../kernel/address.ts';
import type { Faults } from '../../kernel/errors.ts';

import type { Campaign } from '../../storage/tables.ts';
import {
  type CampaignOptions,
  type CampaignType,
  DEFAULT_OPTIONS,
  EVENTS,
  FEED_FAILURES,
  MISSED,
  TIME_UNITS,
} from '../rules.ts';
import { cronFault } from '../schedule/cron.ts';
import { isRecurring } from '../schedule/recurring.ts';

const lower = (text: string) => text.toLowerCase();
const ONE_OR_ZERO: Record<string, string> = { true: '1', yes: '1', on: '1', false: '0', no: '0', off: '0' };
const campaignId = (label: string) => optionalInteger(label, { min: 0, max: 1e15 });

const shared = {
  url_tracking: optionalYesNo('Url tracking'),
  open_tracking: optionalYesNo('Open tracking'),
  json_feed: optionalYesNo('Json feed'),
  xml_feed: optionalYesNo('Xml feed'),
  plain_text_email: optionalYesNo('Plain text email'),
  embed_images: optionalYesNo('Embed images'),
  feed_failure: optionalChoice('Feed failure', FEED_FAILURES, lower),
  email_stats: optionalText('Email stats', { max: 255 }).refine(areAddresses, notAnAddress('Email stats')),
};

const ofAutoresponders = {
  autoresponder_event: optionalChoice('Autoresponder event', EVENTS, (text) => text.toUpperCase()),
  autoresponder_time_unit: optionalChoice('Autoresponder time unit', TIME_UNITS, lower),
  autoresponder_time_value: optionalInteger('Autoresponder time value', { min: 0, max: 3650 }),
  autoresponder_open_campaign_id: campaignId('Autoresponder open campaign id'),
  autoresponder_sent_campaign_id: campaignId('Autoresponder sent campaign id'),
  autoresponder_include_imported: optionalYesNo('Autoresponder include imported'),
  autoresponder_include_current: optionalYesNo('Autoresponder include current'),
};

const ofRegulars = {
  cronjob: optionalText('Cronjob', { max: 255 }),
  cronjob_enabled: optionalChoice('Cronjob enabled', ['1', '0'], (text) => ONE_OR_ZERO[lower(text)] ?? text),
  cronjob_max_runs: optionalInteger('Cronjob max runs', { min: -1, max: 1_000_000 }),
  cronjob_missed: optionalChoice('Cronjob missed', MISSED, lower),
};

function areAddresses(text: string | undefined): boolean {
  return text === undefined || text.split(',').every((part) => isMailAddress(part.trim()));
}

/** What options must fit. */
export type OptionsAround = {
  type: CampaignType;
  timeZone: string;
  /** Now, in ms. */
  at: number;
  /** A campaign of the customer. */
  campaignOfNumber(number: number): Promise<Pick<Campaign, 'next_run_at' | 'run_count'> | undefined>;
  /** The options that the campaign has; absent when it is made. */
  before?: CampaignOptions | undefined;
  /** Whether it has begun to be sent itself, and the runs that were made of it. */
  hasAudience: boolean;
  runs: number;
};

/** Options that null or an empty text takes away; with any other it says nothing. */
const CLEARABLE = [
  'email_stats',
  'cronjob',
  'autoresponder_open_campaign_id',
  'autoresponder_sent_campaign_id',
] as const;

/**
 * Reads the block; what was not sent stays as it is, or has its default. What belongs to the other type of campaign is
 * kept where it is sound and has no effect: existing clients send whole forms.
 */
export async function readOptions(value: FormValue | undefined, around: OptionsAround, faults: Faults) {
  const sent = blockOf(value, 'options', 'Options', faults);
  const before = around.before ?? DEFAULT_OPTIONS;
  const isRegular = around.type === 'regular';
  const common = readMembers(shared, sent, 'options.');
  const autoresponder = readMembers(ofAutoresponders, sent, 'options.');
  const regular = readMembers(ofRegulars, sent, 'options.');
  Object.assign(faults, common.faults, isRegular ? regular.faults : autoresponder.faults);
  const { cronjob_enabled: enabled, ...cron } = regular.values;
  const options: CampaignOptions = { ...before };
  for (const name of CLEARABLE) if (Object.hasOwn(sent, name)) options[name] = null;
  Object.assign(options, given({ ...common.values, ...autoresponder.values, ...cron }));
  if (enabled !== undefined) options.cronjob_enabled = enabled === '1' ? 1 : 0;
  options.autoresponder_open_campaign_id ||= null; // 0 in a form is none
  options.autoresponder_sent_campaign_id ||= null;
  if (isRegular) checkCron(options, around, faults);
  else await checkEvent(options, around, faults);
  return options;
}

function checkCron(options: CampaignOptions, around: OptionsAround, faults: Faults): void {
  const { cronjob, cronjob_enabled: enabled, cronjob_max_runs: most } = options;
  if (enabled !== 1) return;
  if (around.hasAudience && around.before?.cronjob_enabled !== 1) {
    faults['options.cronjob_enabled'] ??= 'Cronjob cannot be enabled any more: the campaign has begun to be sent.';
  }
  const fault = cronjob === null ? 'Cronjob cannot be blank.' : cronFault(cronjob, around.at);
  if (fault !== undefined) faults['options.cronjob'] ??= fault;
  if (most === -1 || most > around.runs) return;
  const made = around.runs === 0 ? 'at least 1' : `more than the ${around.runs} that were made`;
  faults['options.cronjob_max_runs'] ??= `Cronjob max runs must be -1 (without end) or ${made}.`;
}

/** The event of an autoresponder names a campaign, which must be one of the customer's that is sent itself. */
async function checkEvent(options: CampaignOptions, around: OptionsAround, faults: Faults): Promise<void> {
  const { autoresponder_event: event } = options;
  if (event === 'AFTER-SUBSCRIBE') return;
  const action = event === 'AFTER-CAMPAIGN-OPEN' ? 'open' : 'sent';
  const id = options[`autoresponder_${action}_campaign_id`];
  const member = `options.autoresponder_${action}_campaign_id`;
  if (id === null) {
    faults[member] ??= `Autoresponder ${action} campaign id cannot be blank.`;
    return;
  }
  const campaign = await around.campaignOfNumber(id);
  if (!campaign) faults[member] ??= 'Provided campaign does not exist.';
  else if (isRecurring(campaign)) {
    faults[member] ??= 'Provided campaign recurs: it is not sent itself. Please name one of its runs.';
  }
}

/** The members of a block; an empty list, as some clients write an empty block, has none. */
export function blockOf(value: FormValue | undefined, member: string, label: string, faults: Faults): FormObject {
  if (isFormObject(value)) return value;
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) faults[member] = `${label} must be an object.`;
  return Object.create(null) as FormObject;
}

function given<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

const ofCampaign = (about: string) => z.int().min(0).max(1e15).nullish().describe(about);

/** The block for the API reference. */
export const optionsBody = z
  .object({
    url_tracking: maybeYesNo('Whether links are tracked. Default no.'),
    open_tracking: maybeYesNo('Whether opens are tracked by a pixel. Default yes.'),
    json_feed: maybeYesNo('Whether JSON feed tags are expanded. Default no.'),
    xml_feed: maybeYesNo('Whether XML feed tags are expanded. Default no.'),
    plain_text_email: maybeYesNo('Whether the message has a plain-text part. Default yes.'),
    embed_images: maybeYesNo('Whether pictures travel in the message. Default no.'),
    feed_failure: maybeOne(
      'A feed that fails: `wait`, the default, tries for 24 hours, `skip` sends without it, `stop` pauses.',
      FEED_FAILURES,
    ),
    email_stats: maybeText('Addresses that get the statistics, with commas between them.', { max: 255 }),
    autoresponder_event: maybeOne('Autoresponders: what they answer. Default AFTER-SUBSCRIBE.', EVENTS),
    autoresponder_time_unit: maybeOne('Autoresponders: the unit of the time after the event. Default day.', TIME_UNITS),
    autoresponder_time_value: maybeInteger('Autoresponders: units after the event. Default 0.', { min: 0, max: 3650 }),
    autoresponder_open_campaign_id: ofCampaign(
      'Autoresponders: the `campaign_id` that AFTER-CAMPAIGN-OPEN speaks of; none that recurs.',
    ),
    autoresponder_sent_campaign_id: ofCampaign(
      'Autoresponders: the `campaign_id` that AFTER-CAMPAIGN-SENT speaks of; none that recurs.',
    ),
    autoresponder_include_imported: maybeYesNo('Autoresponders: imported subscribers too. Default no.'),
    autoresponder_include_current: maybeYesNo('Autoresponders: subscribers of before too. Default no.'),
    cronjob: maybeText('Regular campaigns: five cron fields, at most one run an hour.', { max: 255 }),
    cronjob_enabled: z.literal([1, 0]).nullish().describe('1: the cronjob is in use. Default 0.'),
    cronjob_max_runs: maybeInteger('Runs in all, at least 1; -1, the default: without end.', {
      min: -1,
      max: 1_000_000,
    }),
    cronjob_missed: maybeOne(
      'Runs that were missed: `once`, the default, makes one for all of them, `skip` none.',
      MISSED,
    ),
  })
  .meta({
    id: 'CampaignOptions',
    description:
      'How a campaign is sent. What is absent has its default; on update it stays. Options of the other type have no effect.',
  });
