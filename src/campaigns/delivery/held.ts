// Messages held as uncertain: how they are reported, and the choices to settle them. Pure.
import { counted } from '../../kernel/text/counted.ts';

/** What may be done with a message when nobody knows whether it was accepted. */
export const CHOICES = ['accept', 'resend', 'skip'] as const;
export type Choice = (typeof CHOICES)[number];

/** What each choice means for the recipients. */
export const MEANINGS: Readonly<Record<Choice, string>> = {
  accept: 'they count as accepted: right where you know that they arrived; nothing is sent',
  resend: 'they go out once more: who has the first one gets two',
  skip: 'they are given up: nobody gets two, and who did not get the first one gets none',
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
    `${counted(count, 'message is', 'messages are')} held as uncertain: nobody knows whether ${count === 1 ? 'it' : 'they'} arrived. Settle with`,
    `  ${command}`,
    `  ${call}`,
    ...CHOICES.map((choice) => `    ${choice.padEnd(8)}${choices[choice]}`),
  ];
}
