// Reads the options block of a campaign (interface, section 2.3).
import { z } from 'zod';
import { type FormObject, type FormValue, isFormObject } from '../../http/form/decode.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import type { Faults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign } from '../../storage/tables.ts';
import { type CampaignOptions, DEFAULT_OPTIONS, OPTIONS } from '../options.ts';
import type { CampaignType } from '../rules.ts';
import { cronFault } from '../schedule/cron.ts';
import { isRecurring } from '../schedule/recurring.ts';

/** What the options are checked against. */
export type OptionsAround = {
  type: CampaignType;
  timeZone: string;
  /** Now, in ms. */
  at: number;
  /** A campaign of the customer. */
  campaignOfNumber(number: number): Promise<Pick<Campaign, 'next_run_at' | 'run_count'> | undefined>;
  /** By which the customer knows the campaign itself; absent for a new campaign. */
  number?: number | undefined;
  /** The campaign's present options; absent for a new campaign. */
  before?: CampaignOptions | undefined;
  /** Whether the audience of the campaign itself has begun to be frozen. */
  hasAudience: boolean;
  /** How many runs were made of it. */
  runs: number;
};

const shared = optional(OPTIONS.shared);
const ofAutoresponders = optional(OPTIONS.autoresponder);
const ofRegulars = optional(OPTIONS.regular);

/**
 * Reads the block; absent members stay as they are or have their default. Options of the other type
 * of campaign are stored where they are valid and have no effect: existing clients send whole
 * forms.
 */
export async function readOptions(value: FormValue | undefined, around: OptionsAround, faults: Faults) {
  const sent = blockOf(value, 'options', 'Options', faults);
  const before = around.before ?? DEFAULT_OPTIONS;
  const isRegular = around.type === 'regular';
  const common = readMembers(shared, sent, 'options.');
  const autoresponder = readMembers(ofAutoresponders, sent, 'options.');
  const regular = readMembers(ofRegulars, sent, 'options.');
  Object.assign(faults, common.faults, isRegular ? regular.faults : autoresponder.faults);
  const options: CampaignOptions = { ...before, ...common.values, ...autoresponder.values, ...regular.values };
  options.autoresponder_open_campaign_id ||= null; // forms send 0 for none
  options.autoresponder_sent_campaign_id ||= null;
  if (isRegular) checkCron(options, around, faults);
  else await checkEvent(options, around, faults);
  return options;
}

function checkCron(options: CampaignOptions, around: OptionsAround, faults: Faults): void {
  const { cronjob, cronjob_enabled: enabled, cronjob_max_runs: most } = options;
  if (enabled !== 1) return;
  if (around.hasAudience && around.before?.cronjob_enabled !== 1) {
    faults['options.cronjob_enabled'] ??= say('campaign-cron-begun');
  }
  const fault = cronjob === null ? say('member-blank', { label: 'Cronjob' }) : cronFault(cronjob, around.at);
  if (fault !== undefined) faults['options.cronjob'] ??= fault;
  if (most === -1 || most > around.runs) return;
  const made = around.runs === 0 ? 'at least 1' : `more than the ${around.runs} that were made`;
  faults['options.cronjob_max_runs'] ??= say('campaign-runs', { made });
}

/**
 * Checks that the event of an autoresponder names another campaign of the customer, which is sent
 * itself.
 */
async function checkEvent(options: CampaignOptions, around: OptionsAround, faults: Faults): Promise<void> {
  const { autoresponder_event: event } = options;
  if (event === 'AFTER-SUBSCRIBE') return;
  const action = event === 'AFTER-CAMPAIGN-OPEN' ? 'open' : 'sent';
  const id = options[`autoresponder_${action}_campaign_id`];
  const member = `options.autoresponder_${action}_campaign_id`;
  if (id === null) {
    faults[member] ??= say('campaign-autoresponder-campaign', { action });
    return;
  }
  const campaign = await around.campaignOfNumber(id);
  if (!campaign) faults[member] ??= say('campaign-provided');
  else if (id === around.number) faults[member] ??= say('campaign-itself-provided');
  else if (isRecurring(campaign)) faults[member] ??= say('campaign-recurs-provided');
}

/** The members of a block; an empty array, which some clients send for an empty block, has none. */
export function blockOf(value: FormValue | undefined, member: string, label: string, faults: Faults): FormObject {
  if (isFormObject(value)) return value;
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) faults[member] = say('member-object', { label });
  return Object.create(null) as FormObject;
}

/** The block for the API reference. */
export const optionsBody = whenNeeded(() =>
  z.object({ ...shared, ...ofAutoresponders, ...ofRegulars }).meta({
    id: 'CampaignOptions',
    description:
      'How a campaign is sent. Absent members get their defaults; on update they stay unchanged. Options of the other type have no effect.',
  }),
);
