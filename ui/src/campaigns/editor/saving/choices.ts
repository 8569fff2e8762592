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
    'options.plain_text_email': t`A plain-text version too`,
    'template.inline_css': t`Style sheets into the elements`,
    'options.embed_images': t`Embed the pictures in the mail`,
    'options.xml_feed': t`Fill in RSS and Atom feeds`,
    'options.json_feed': t`Fill in JSON feeds`,
    'options.feed_failure': t`When a feed does not answer`,
    'delivery.max_per_minute': t`Most messages a minute`,
    'options.email_stats': t`Send the figures to`,
    'options.cronjob': t`Schedule`,
    'options.cronjob_max_runs': t`Ends after so many mails`,
    'options.cronjob_missed': t`Mails that were missed`,
    'options.autoresponder_event': t`Event`,
    'options.autoresponder_time_value': t`How long after it`,
    'options.autoresponder_time_unit': t`Unit`,
    'options.autoresponder_open_campaign_id': t`Which campaign`,
    'options.autoresponder_sent_campaign_id': t`Which campaign`,
    'options.autoresponder_include_imported': t`Also to people who are imported`,
    'options.autoresponder_include_current': t`Also to people who are on the list already`,
  } satisfies { readonly [Member in Name]?: string };
}

/** The words of a chosen value; undefined where nothing is chosen of this member. */
export const chosenWords = (choices: ReturnType<typeof useChoices>, name: Name, value: Members[Name]) =>
  choices[name as keyof typeof choices]?.find((one) => one.value === value)?.label;
