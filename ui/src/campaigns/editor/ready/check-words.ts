// What was found before sending, in the reader's language.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { useSentences } from '../../../api/sentences/use-sentences.ts';
import type { Sentence } from '../../../api/sentences/words.ts';
import { useFormat } from '../../../api/use-format.ts';
import { useMemberName } from '../saving/member-names.ts';

export type Check = components['schemas']['CampaignCheck'];

/** `more`: what it is about, below the sentence. */
export type CheckWords = { text: string; more?: string };

type Data = Record<string, unknown>;

const sentencesIn = (data: Data) => (data['sentences'] ?? []) as Sentence[];

/** A variant of an A/B test that lacks something. */
export type Incomplete = { letter: string; campaign_uid: string; missing: string[] };

export const incompleteIn = ({ data }: Check): Incomplete[] => ((data as Data)['incomplete'] ?? []) as Incomplete[];

export function useCheckWords(): (check: Check) => CheckWords {
  const written = useWrittenWords();
  const around = useAroundWords();
  const ofVariants = useVariantWords();
  return (check) =>
    (check.id === 'variants' ? ofVariants(check) : written(check)) ?? around(check) ?? { text: check.message };
}

function useWrittenWords(): (check: Check) => CheckWords | undefined {
  const { t } = useLingui();
  const format = useFormat();
  const inWords = useSentences();
  return ({ id, state, message, data: found }) => {
    const data: Data = found;
    const number = (name: string) => format.number(Number(data[name] ?? 0));
    const isOk = state === 'ok';
    const more = inWords(sentencesIn(data), message);
    switch (id) {
      case 'subject':
        if (state === 'blocking') return { text: t`There is no subject yet.` };
        return isOk || sentencesIn(data).length === 0
          ? {
              text: isOk
                ? t`The subject has ${number('length')} characters.`
                : t`The subject has ${number('length')} characters; phones show about 70.`,
            }
          : { text: t`The subject may not look as intended:`, more };
      case 'preheader':
        return {
          text: isOk
            ? t`There is a preview text next to the subject.`
            : t`There is no preview text: inboxes show the first words of the email next to the subject.`,
        };
      case 'content':
        return { text: isOk ? t`There is content.` : t`There is no content yet.` };
      case 'sample-texts':
        return isOk
          ? { text: t`No sample text left.` }
          : {
              text: t`Sample text has not been replaced:`,
              more: ((data['texts'] ?? []) as string[]).map((one) => t`“${one}”`).join(' · '),
            };
      case 'unsubscribe-link':
        return {
          text: isOk
            ? t`The email has an unsubscribe link and the postal address.`
            : t`The unsubscribe link or the postal address is missing: a plain footer with both is added.`,
        };
      case 'tags':
        return isOk
          ? { text: t`Every merge tag is known.` }
          : { text: t`Some merge tags are unknown and are sent as written:`, more };
      case 'alt-texts':
        return {
          text: isOk
            ? t`Every image has alt text.`
            : t`${number('missing')} of ${number('pictures')} images have no alt text.`,
        };
      case 'html':
        return isOk
          ? { text: t`Email apps show the page as written.` }
          : { text: t`Email apps show some of it differently:`, more };
      case 'size': {
        const size = format.number(Math.ceil(Number(data['bytes'] ?? 0) / 1024));
        return {
          text: isOk
            ? t`The HTML is ${size} of the 102 kB that Gmail shows.`
            : t`The HTML is ${size} kB: Gmail cuts it off after 102 kB.`,
        };
      }
      case 'text-part':
        if (data['source'] === 'none') return { text: t`The email has no plain-text version.` };
        return isOk
          ? {
              text:
                data['source'] === 'own'
                  ? t`The email has its own plain-text version.`
                  : t`The plain-text version is made from the HTML.`,
            }
          : { text: t`Check the plain-text version:`, more };
      case 'feeds':
        return { text: t`A feed cannot be fetched:`, more };
      case 'links': {
        if (isOk)
          return {
            text:
              Number(data['links']) === 0
                ? t`There are no external links.`
                : t`The links work: ${number('checked')} of ${number('links')} were checked.`,
          };
        const failed = (data['failed'] ?? []) as { url: string; why: string; sentences: Sentence[] }[];
        return {
          text: t`Broken links: ${format.number(failed.length)} of ${number('links')}`,
          more: failed.map(({ url, why, sentences }) => `${url}: ${inWords(sentences, why)}`).join('\n'),
        };
      }
      default:
        return undefined;
    }
  };
}

function useAroundWords(): (check: Check) => CheckWords | undefined {
  const { t } = useLingui();
  const format = useFormat();
  const inWords = useSentences();
  return ({ id, state, message, data: found }) => {
    const data: Data = found;
    const isOk = state === 'ok';
    switch (id) {
      case 'audience': {
        const people = Number(data['recipients'] ?? 0);
        if (isOk)
          return { text: t`${plural(people, { one: 'At most # person gets it.', other: 'Up to # people get it.' })}` };
        if (data['recipients'] !== 0) return { text: inWords(sentencesIn(data), message) };
        return { text: state === 'advice' ? t`No one would get it yet.` : t`No one would get it.` };
      }
      case 'sender':
        return {
          text: isOk
            ? t`It is sent from ${String(data['from_name'])} <${String(data['from_email'])}>.`
            : t`The sender is incomplete: a name, an address, and an address for replies are required.`,
        };
      case 'sender-domain': {
        const domain = String(data['domain'] ?? '');
        if (isOk) return { text: t`${domain} is signed and its DNS records are correct.` };
        if (domain === '') return { text: t`There is no sender address yet.` };
        if (data['domain_uid'] !== null && data['checked_at'] === null)
          return { text: t`The DNS records of ${domain} have not been checked yet.` };
        return data['domain_uid'] === null
          ? {
              text: t`${domain} is not set up for sending. Without a DKIM signature, many receivers distrust the email.`,
            }
          : { text: t`Not all DNS records of ${domain} are correct:`, more: inWords(sentencesIn(data), message) };
      }
      case 'postal-address':
        return {
          text: isOk
            ? t`The email includes a postal address.`
            : t`The company’s postal address is not set. Emails must include it by law.`,
        };
      case 'empty-fields': {
        const fields = (data['fields'] ?? []) as { tag: string; empty: number }[];
        if (isOk) return { text: t`No one has an empty field that the email uses.` };
        const [first] = fields;
        const sampled = Number(data['sampled']);
        return {
          text: t`${plural(sampled, { one: 'The newest person has an empty field that the email uses:', other: 'Some of the newest # people have an empty field that the email uses:' })}`,
          more: `${fields.map(({ tag, empty }) => `[${tag}]: ${format.number(empty)}`).join(', ')} → [${first?.tag}:filter:defaultvalue(…)]`,
        };
      }
      case 'test':
        if (isOk) return { text: t`A test email was sent after the last change.` };
        return {
          text:
            data['tested_at'] === null
              ? t`No test email has been sent yet.`
              : t`It was changed after the last test email.`,
        };
      case 'relay':
        if (sentencesIn(data).length > 0)
          return {
            text: t`No relay works at the moment; emails wait until one does:`,
            more: inWords(sentencesIn(data), message),
          };
        return {
          text: isOk
            ? t`Email is sent through a relay.`
            : t`No relay is set up: emails go to the test inbox, not to people.`,
        };
      case 'base-url':
        return isOk
          ? { text: t`Links point to the address of this server.` }
          : {
              text: t`Links in the email would not work for its recipients:`,
              more: inWords(sentencesIn(data), message),
            };
      default:
        return undefined;
    }
  };
}

function useVariantWords(): (check: Check) => CheckWords {
  const { t } = useLingui();
  const memberName = useMemberName();
  return (check) => {
    const count = Number((check.data as Data)['variants'] ?? 0);
    if (check.state === 'ok') return { text: t`The ${count} variants of the A/B test are complete.` };
    if (count < 2) return { text: t`The A/B test has only one variant: add another one, or remove the test.` };
    const name = (member: string) =>
      member === 'tracking'
        ? t`counting of the opens or clicks that decide`
        : memberName(member === 'content' ? 'template.content' : member);
    const lines = incompleteIn(check).map(({ letter, missing }) => {
      const names = missing.map(name).join(', ');
      return t`Missing in ${letter}: ${names}`;
    });
    return { text: t`Some variants of the A/B test are incomplete:`, more: lines.join('\n') };
  };
}
