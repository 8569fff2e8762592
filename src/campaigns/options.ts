// The options of a campaign (interface, section 2.3). Each is declared once; how requests are read
// and described, what is stored, and the defaults follow from the declaration.
import {
  clearable,
  clearableTo,
  defaultsOf,
  integer,
  line,
  lower,
  notAnAddress,
  oneOf,
  text,
  type ValuesOf,
  yesNo,
} from '../http/members/declare.ts';
import { isMailAddress } from '../kernel/address.ts';
import type { Campaign } from '../storage/tables.ts';

const EVENTS = ['AFTER-SUBSCRIBE', 'AFTER-CAMPAIGN-OPEN', 'AFTER-CAMPAIGN-SENT'] as const;
export const TIME_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export const MISSED = ['once', 'skip'] as const;
const FEED_FAILURES = ['wait', 'skip', 'stop'] as const;

const campaignId = (about: string) => clearable(integer(about, { min: 0, max: 1e15 }));

/** Yes and no, and the numbers that stand for them. */
const ONE_OR_ZERO: Readonly<Record<string, number>> = {
  true: 1,
  yes: 1,
  on: 1,
  '1': 1,
  false: 0,
  no: 0,
  off: 0,
  '0': 0,
};

/** The parameters that web analytics know, in the order in which links get them. */
export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
const UTM_MAX = 200;

/** The value of one; with merge tags. */
const utm = (name: (typeof UTM)[number], value?: string) => {
  const about = `For marked links: the value of \`${name}\`, which may contain merge tags. If empty, it is not added.`;
  const declared = line(about, { max: UTM_MAX, label: name });
  return value === undefined ? clearable(declared) : clearableTo({ ...declared, default: value });
};

const areAddresses = (sent: string) => sent.split(',').every((part) => isMailAddress(part.trim()));

/** Options of every campaign. */
const SHARED = {
  url_tracking: yesNo('Whether links are tracked.', { default: 'no' }),
  open_tracking: yesNo('Whether opens are tracked by a pixel.', { default: 'yes' }),
  utm_tags: yesNo('Whether links get parameters for web analytics, as set below.', { default: 'no' }),
  utm_source: utm('utm_source', '[LIST_NAME]'),
  utm_medium: utm('utm_medium', 'email'),
  utm_campaign: utm('utm_campaign', '[CAMPAIGN_NAME]'),
  utm_content: utm('utm_content'),
  utm_term: utm('utm_term'),
  json_feed: yesNo('Whether JSON feed tags are expanded.', { default: 'no' }),
  xml_feed: yesNo('Whether XML feed tags are expanded.', { default: 'no' }),
  plain_text_email: yesNo('Whether the message has a plain-text part.', { default: 'yes' }),
  embed_images: yesNo('Whether images are embedded in the message.', { default: 'no' }),
  feed_failure: oneOf(
    'What to do if a feed fails: `wait` retries for 24 hours, `skip` sends without it, `stop` pauses the campaign.',
    FEED_FAILURES,
    { fold: lower, default: 'wait' },
  ),
  email_stats: clearable(
    text('Addresses that get the statistics when it is done, separated by commas.', {
      max: 255,
      check: (sent, label) => (areAddresses(sent) ? undefined : notAnAddress(label)),
    }),
  ),
};

/** Options of autoresponders; a regular campaign keeps them without effect. */
const OF_AUTORESPONDERS = {
  autoresponder_event: oneOf('Autoresponders: the event they respond to.', EVENTS, {
    fold: (sent) => sent.toUpperCase(),
    default: 'AFTER-SUBSCRIBE',
  }),
  autoresponder_time_unit: oneOf('Autoresponders: the unit of the delay after the event.', TIME_UNITS, {
    fold: lower,
    default: 'day',
  }),
  autoresponder_time_value: integer('Autoresponders: the number of units after the event.', {
    min: 0,
    max: 3650,
    default: 0,
  }),
  autoresponder_open_campaign_id: campaignId(
    'Autoresponders: the `campaign_id` that AFTER-CAMPAIGN-OPEN refers to; for an A/B test it means the whole test. Recurring campaigns are not allowed.',
  ),
  autoresponder_sent_campaign_id: campaignId(
    'Autoresponders: the `campaign_id` that AFTER-CAMPAIGN-SENT refers to; for an A/B test it means the whole test. Recurring campaigns are not allowed.',
  ),
  autoresponder_include_imported: yesNo('With AFTER-SUBSCRIBE: whether imported subscribers are included.', {
    default: 'no',
  }),
  autoresponder_include_current: yesNo('Autoresponders: whether subscribers from before the start are included.', {
    default: 'no',
  }),
};

/** Options of regular campaigns. */
const OF_REGULARS = {
  cronjob: clearable(text('Regular campaigns: five cron fields, at most one run per hour.', { max: 255 })),
  cronjob_enabled: oneOf('1: the cronjob is enabled.', [1, 0], {
    fold: (sent) => ONE_OR_ZERO[lower(sent)] ?? sent,
    default: 0,
  }),
  cronjob_max_runs: integer('Total number of runs, at least 1; -1: unlimited.', {
    min: -1,
    max: 1_000_000,
    default: -1,
  }),
  cronjob_missed: oneOf(
    'What to do about missed runs: `once` makes one run for all of them, `skip` makes none.',
    MISSED,
    {
      fold: lower,
      default: 'once',
    },
  ),
};

export const OPTIONS = { shared: SHARED, autoresponder: OF_AUTORESPONDERS, regular: OF_REGULARS };

const ALL = { ...SHARED, ...OF_AUTORESPONDERS, ...OF_REGULARS };

/**
 * Options of a campaign, as stored. An option of the other type of campaign is kept without effect.
 */
export type CampaignOptions = ValuesOf<typeof ALL>;

export const DEFAULT_OPTIONS: Readonly<CampaignOptions> = defaultsOf(ALL);

/** The options of a stored campaign, with the default for each that was not stored. */
export function parsedOptions(campaign: Pick<Campaign, 'options'>): CampaignOptions {
  return { ...DEFAULT_OPTIONS, ...(JSON.parse(campaign.options) as Partial<CampaignOptions>) };
}
