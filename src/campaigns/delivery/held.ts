// Messages held as uncertain: how they are reported, and the choices to settle them. Pure.
import { counted } from '../../kernel/text/counted.ts';

/** What may be done with a message when nobody knows whether it was accepted. */
export const CHOICES = ['accept', 'resend', 'skip'] as const;
export type Choice = (typeof CHOICES)[number];

/** What each choice means for the recipients. */
export const MEANINGS: Readonly<Record<Choice, string>> = {
  accept: 'count them as accepted, when you know that they arrived; nothing is sent',
  resend: 'send them again: recipients who already have the message get it twice',
  skip: 'give them up: no one gets two, and recipients who did not get the message never will',
};

/**
 * How many messages are held, the command and the call that settle them, and what each choice
 * means.
 */
export type HeldMessages = { count: number; command: string; call: string; choices: Readonly<Record<Choice, string>> };

/** @returns undefined when nothing is held */
export function heldOf(count: number, campaignUid: string): HeldMessages | undefined {
  if (count === 0) return undefined;
  return {
    count,
    command: `npx mailwright settle ${campaignUid} <${CHOICES.join('|')}>`,
    call: `POST /api/campaigns/${campaignUid}/settle-uncertain choice=<${CHOICES.join('|')}>`,
    choices: MEANINGS,
  };
}

/** The member of an answer, empty where nothing is held. */
export function heldIn(count: number, campaignUid: string): { held?: HeldMessages } {
  const held = heldOf(count, campaignUid);
  return held ? { held } : {};
}

/** Lines for a terminal. */
export function heldLines({ count, command, call, choices }: HeldMessages): string[] {
  return [
    `${counted(count, 'message is', 'messages are')} held as uncertain: ${count === 1 ? 'it' : 'they'} may or may not have arrived. Settle with`,
    `  ${command}`,
    `  ${call}`,
    ...CHOICES.map((choice) => `    ${choice.padEnd(8)}${choices[choice]}`),
  ];
}
