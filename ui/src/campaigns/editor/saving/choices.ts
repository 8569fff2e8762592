// What can be chosen of a campaign's members, and what the members with one value each are called: for
// the fields of the editor, and where two values stand beside each other.
import { useLingui } from '@lingui/react/macro';
import { useDelayUnits } from '../../automations/words.ts';
import type { Members, Name } from './members.ts';

type Chosen = 'feed_failure' | 'cronjob_missed' | 'autoresponder_event' | 'autoresponder_time_unit';
type Option = { value: string; label: string };

/** By member: each value, and its words. */
export function useChoices(): { [Member in `options.${Chosen}`]: Option[] } {
  const { t } = useLingui();
  return {
    'options.feed_failure': [
      { value: 'wait', label: t`Try for 24 hours, then leave it out` },
      { value: 'skip', label: t`Send without it` },
      { value: 'stop', label: t`Pause the campaign` },
    ],
    'options.cronjob_missed': [
      { value: 'once', label: t`One for all of them` },
      { value: 'skip', label: t`None` },
    ],
    'options.autoresponder_event': [
      { value: 'AFTER-SUBSCRIBE', label: t`They subscribed to the list` },
      { value: 'AFTER-CAMPAIGN-OPEN', label: t`They opened another campaign` },
      { value: 'AFTER-CAMPAIGN-SENT', label: t`They got another campaign` },
    ],
    'options.autoresponder_time_unit': useDelayUnits(),
  };
}

/** What a field for one member is called; those of the screen with a name of their own are in `member-names.ts`. */
export function useOptionNames() {
  const { t } = useLingui();
  return {
    'options.open_tracking': t`Count opens`,
    'options.url_tracking': t`Count clicks`,
    'options.utm_tags': t`Mark links for web analytics`,
    'options.utm_source': t`Source (utm_source)`,
    'options.utm_medium': t`Medium (utm_medium)`,
    'options.utm_campaign': t`Campaign (utm_campaign)`,
    'options.utm_content': t`Content (utm_content)`,
    'options.utm_term': t`Term (utm_term)`,
    'options.plain_text_email': t`Add a plain-text version`,
    'template.inline_css': t`Inline the style sheets`,
    'options.embed_images': t`Embed images in the email`,
    'options.xml_feed': t`Fill in RSS and Atom feeds`,
    'options.json_feed': t`Fill in JSON feeds`,
    'options.feed_failure': t`If a feed does not respond`,
    'delivery.max_per_minute': t`Maximum messages per minute`,
    'options.email_stats': t`Send statistics to`,
    'options.cronjob': t`Schedule`,
    'options.cronjob_max_runs': t`Maximum number of emails`,
    'options.cronjob_missed': t`Missed emails`,
    'options.autoresponder_event': t`Event`,
    'options.autoresponder_time_value': t`Delay`,
    'options.autoresponder_time_unit': t`Unit`,
    'options.autoresponder_open_campaign_id': t`Which campaign`,
    'options.autoresponder_sent_campaign_id': t`Which campaign`,
    'options.autoresponder_include_imported': t`Also send to imported people`,
    'options.autoresponder_include_current': t`Also send to people already on the list`,
  } satisfies { readonly [Member in Name]?: string };
}

/** The words of a chosen value; undefined where nothing is chosen of this member. */
export const chosenWords = (choices: ReturnType<typeof useChoices>, name: Name, value: Members[Name]) =>
  choices[name as keyof typeof choices]?.find((one) => one.value === value)?.label;
