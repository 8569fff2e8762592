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
                : t`The subject has ${number('length')} characters; phones show some 70.`,
            }
          : { text: t`The subject may surprise:`, more };
      case 'preheader':
        return {
          text: isOk
            ? t`There is a preview text beside the subject.`
            : t`There is no preview text: inboxes show the first words of the page beside the subject.`,
        };
      case 'content':
        return { text: isOk ? t`There is content.` : t`There is no content yet.` };
      case 'sample-texts':
        return isOk
          ? { text: t`No sample text is left.` }
          : {
              text: t`Sample text was not replaced:`,
              more: ((data['texts'] ?? []) as string[]).map((one) => t`“${one}”`).join(' · '),
            };
      case 'unsubscribe-link':
        return {
          text: isOk
            ? t`The mail has an unsubscribe link and the postal address.`
            : t`The unsubscribe link or the postal address is missing: a plain footer with both is added.`,
        };
      case 'tags':
        return isOk
          ? { text: t`Every merge tag is known.` }
          : { text: t`Some merge tags are unknown and are sent as written:`, more };
      case 'alt-texts':
        return {
          text: isOk
            ? t`Every picture has an alt text.`
            : t`${number('missing')} of ${number('pictures')} pictures have no alt text.`,
        };
      case 'html':
        return isOk
          ? { text: t`Mail programs show the page as it is written.` }
          : { text: t`Mail programs show some of it otherwise:`, more };
      case 'size': {
        const size = format.number(Math.ceil(Number(data['bytes'] ?? 0) / 1024));
        return {
          text: isOk
            ? t`The HTML is ${size} kB of the 102 that Gmail shows.`
            : t`The HTML is ${size} kB: Gmail cuts it off behind 102 kB.`,
        };
      }
      case 'text-part':
        if (data['source'] === 'none') return { text: t`The mail has no plain-text version.` };
        return isOk
          ? {
              text:
                data['source'] === 'own'
                  ? t`The mail has its own plain-text version.`
                  : t`The plain-text version is made from the HTML.`,
            }
          : { text: t`The plain-text version needs a look:`, more };
      case 'feeds':
        return { text: t`A feed is not fetched:`, more };
      case 'links': {
        if (isOk)
          return {
            text:
              Number(data['links']) === 0
                ? t`There are no links to other places.`
                : t`The links answer: ${number('checked')} of ${number('links')} were asked.`,
          };
        const failed = (data['failed'] ?? []) as { url: string; why: string; sentences: Sentence[] }[];
        return {
          text: t`Links that lead nowhere: ${format.number(failed.length)} of ${number('links')}`,
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
        return { text: state === 'advice' ? t`Nobody would get it yet.` : t`Nobody would get it.` };
      }
      case 'sender':
        return {
          text: isOk
            ? t`It comes from ${String(data['from_name'])} <${String(data['from_email'])}>.`
            : t`The sender is incomplete: name, address and where replies go to are needed.`,
        };
      case 'sender-domain': {
        const domain = String(data['domain'] ?? '');
        if (isOk) return { text: t`${domain} is signed, and its DNS records are right.` };
        if (domain === '') return { text: t`There is no sender address yet.` };
        if (data['domain_uid'] !== null && data['checked_at'] === null)
          return { text: t`Nobody has checked the DNS records of ${domain} yet.` };
        return data['domain_uid'] === null
          ? { text: t`${domain} is not set up for sending: without a DKIM signature many receivers distrust the mail.` }
          : { text: t`The DNS records of ${domain} are not all right:`, more: inWords(sentencesIn(data), message) };
      }
      case 'postal-address':
        return {
          text: isOk
            ? t`The mail carries a postal address.`
            : t`The postal address of the company is not set. Mails carry it by law.`,
        };
      case 'empty-fields': {
        const fields = (data['fields'] ?? []) as { tag: string; empty: number }[];
        if (isOk) return { text: t`Nobody has an empty field that the mail names.` };
        const [first] = fields;
        const sampled = Number(data['sampled']);
        return {
          text: t`${plural(sampled, { one: 'The newest person has an empty field that the mail names:', other: 'Of the newest # people some have an empty field that the mail names:' })}`,
          more: `${fields.map(({ tag, empty }) => `[${tag}]: ${format.number(empty)}`).join(', ')} → [${first?.tag}:filter:defaultvalue(…)]`,
        };
      }
      case 'test':
        if (isOk) return { text: t`A test mail showed what it is now.` };
        return {
          text:
            data['tested_at'] === null ? t`No test mail was sent yet.` : t`It was changed since the last test mail.`,
        };
      case 'relay':
        return {
          text: isOk
            ? t`Mail leaves through a relay.`
            : t`No relay is set up: the mails go to the test inbox and not to people.`,
        };
      case 'base-url':
        return isOk
          ? { text: t`Links lead to the address of this server.` }
          : {
              text: t`Links in the mail would not work for the people who get it:`,
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
    if (count < 2) return { text: t`The A/B test has one variant only: add another one, or remove the test.` };
    const name = (member: string) =>
      member === 'tracking'
        ? t`counting of what decides`
        : memberName(member === 'content' ? 'template.content' : member);
    const lines = incompleteIn(check).map(({ letter, missing }) => {
      const names = missing.map(name).join(', ');
      return t`Missing in ${letter}: ${names}`;
    });
    return { text: t`Not every variant of the A/B test is complete:`, more: lines.join('\n') };
  };
}
