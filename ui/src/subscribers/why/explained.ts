// Why a campaign did not mail somebody, or what became of the mail, in the person's language. The
// server says it in one English sentence; these are made of what it says besides.

import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { useFormat, useWallClock } from '../../api/use-format.ts';
import { useSkippedWords, useSuppressionWords } from './suppression-words.ts';

export type Explanation = components['schemas']['Explanation'];

/** A time within a sentence of the server. */
const TIME = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g;

/** Says an explanation. */
export function useExplained(): (explanation: Explanation) => string {
  const ofMessage = useMessageWords();
  const ofAbsence = useAbsenceWords();
  const { second } = useFormat();
  const inWords = (text: string) => text.replace(TIME, (_, day, time) => second(Date.parse(`${day}T${time}Z`)));
  return (explanation) => ofMessage(explanation) ?? ofAbsence(explanation) ?? inWords(explanation.explanation);
}

/** There is a message, or was. */
function useMessageWords(): (explanation: Explanation) => string | undefined {
  const { t } = useLingui();
  const wall = useWallClock();
  const skipped = useSkippedWords();
  return ({ cause, message, bounce, complaint }) => {
    if (!message) return undefined;
    const reply = message.message;
    const at = wall(message.finished_at ?? message.in_flight_at);
    const next = message.next_attempt_at === null ? undefined : wall(message.next_attempt_at);
    switch (cause) {
      case 'accepted': {
        const later = [
          bounce && t`It bounced on ${wall(bounce.date_added)}: ${bounce.message}`,
          complaint && t`It was reported as spam on ${wall(complaint.date_added)}.`,
          message.unsubscribed_at !== null && t`They unsubscribed through it on ${wall(message.unsubscribed_at)}.`,
          message.opened_at !== null && t`It was opened on ${wall(message.opened_at)}.`,
        ];
        return [t`Their mail server accepted it on ${at}: ${reply}`, ...later].filter(Boolean).join(' ');
      }
      case 'rejected':
        return t`Their mail server refused it on ${at}: ${reply}`;
      case 'deferred':
        return next === undefined
          ? t`Their mail server deferred it: ${reply}`
          : t`Their mail server deferred it; the next attempt is not before ${next}. It said: ${reply}`;
      case 'held-back':
        return next === undefined ? t`We are holding it back for now.` : t`We are holding it back until ${next}.`;
      case 'uncertain':
        return t`It is unclear whether their mail server accepted it on ${at}: the connection ended before the server answered.`;
      case 'being-sent':
        return message.state !== 'in_flight'
          ? t`It is being sent right now.`
          : t`Sending it began on ${at}; the mail server has not answered yet.`;
      case 'pending':
        return next === undefined
          ? t`It is waiting to be sent.`
          : t`It is waiting for the recipient’s local time, ${next}.`;
      case 'skipped': {
        const why = skipped[reply];
        return why === undefined ? t`It was skipped on ${at}.` : t`It was skipped on ${at}: ${why}.`;
      }
      default:
        return undefined;
    }
  };
}

type About = Pick<Explanation, 'subscriber' | 'suppression'>;

/** Why somebody gets no mail. */
function useDropped(): (about: About) => string | undefined {
  const { t } = useLingui();
  const wall = useWallClock();
  const words = useSuppressionWords();
  return ({ subscriber, suppression }) => {
    if (suppression) {
      const since = wall(suppression.date_added);
      return t`the address has been suppressed since ${since}: ${words[suppression.reason] ?? suppression.reason}.`;
    }
    switch (subscriber?.status) {
      case 'unsubscribed':
        return t`they have unsubscribed from the list.`;
      case 'unconfirmed':
        return t`they have not confirmed yet that they want to be on the list.`;
      case 'blacklisted':
        return t`they are blocked on the list.`;
      default:
        return undefined;
    }
  };
}

/** There never was a message. */
function useAbsenceWords(): (explanation: Explanation) => string | undefined {
  const { t, i18n } = useLingui();
  const dropped = useDropped();
  // What the server knows of these is in its sentence alone, which says more to who reads English.
  const isBrief = i18n.locale !== 'en';
  return ({ cause, email, ...about }) => {
    const why = dropped(about);
    switch (cause) {
      case 'not-confirmed':
      case 'suppressed':
        return why && t`No email was created for them: ${why}`;
      case 'not-on-list':
        return t`${email} is not on the list of this campaign.`;
      case 'not-in-segment':
        return t`They are not in the segment of this campaign.`;
      case 'other-part':
        return t`They are in another part of the A/B test, which gets another variant or the winner.`;
      case 'not-begun':
        return isBrief ? t`The campaign has not started.` : undefined;
      case 'joined-later':
        return isBrief ? t`They joined the list after the campaign’s audience was determined.` : undefined;
      case 'being-made':
        return isBrief ? t`The campaign’s audience is still being determined.` : undefined;
      case 'ended-before':
        return isBrief ? t`The campaign was ended before their email was created.` : undefined;
      case 'left-out':
        return isBrief
          ? t`They were left out when the campaign’s audience was determined: they were unconfirmed, suppressed or outside the segment then, but no longer are.`
          : undefined;
      case 'no-event':
        return isBrief ? t`The automation has not been triggered for them.` : undefined;
      case 'not-included':
        return isBrief
          ? t`The automation does not include people like them: imported people, or people who joined earlier.`
          : undefined;
      case 'waiting':
        return isBrief ? t`The automation was triggered; its email is not due yet.` : undefined;
      default:
        return undefined;
    }
  };
}
