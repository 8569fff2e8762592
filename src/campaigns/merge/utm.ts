// What the links of a campaign get for web analytics (wire contract, section 6).
import { type LinkParameter, parameterValue } from '../../mail/html/link-parameters.ts';
import { parsedOptions, UTM } from '../options.ts';
import type { CampaignFacts } from './source.ts';
import { knownTags, listWideValues } from './values.ts';

/**
 * The parameters of the campaign's links; none when they are not marked. A link that is tracked is
 * stored once for all recipients, and its tags are filled in when it is clicked, so that a list's
 * new name makes no other link of it. In one that is not, all that is the same for the list is
 * filled in here, once for all messages.
 */
export function utmParameters(facts: CampaignFacts): LinkParameter[] {
  const options = parsedOptions(facts.campaign);
  if (options.utm_tags === 'no') return [];
  const isKnown = knownTags(facts.fields);
  const fillingOf = options.url_tracking === 'yes' ? () => undefined : listWideValues(facts);
  return UTM.flatMap((name) => {
    const value = parameterValue(options[name] ?? '', isKnown, fillingOf);
    return value === '' ? [] : [{ name, value }];
  });
}
