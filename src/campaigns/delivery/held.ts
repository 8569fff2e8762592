// What is told of messages that are held as uncertain, wherever the result of a campaign is shown.
// Pure.

/** What may be done with a message of which nobody knows whether it was accepted. */
export const CHOICES = ['accept', 'resend', 'skip'] as const;
export type Choice = (typeof CHOICES)[number];

/** What each choice means for the people concerned. */
export const MEANINGS: Readonly<Record<Choice, string>> = {
  accept: 'they count as accepted: right where you know that they arrived; nothing is sent',
  resend: 'they go out once more: who has the first one gets two',
  skip: 'they are given up: nobody gets two, and who did not get the first one gets none',
};

/**
 * How many there are, the one command and the one call that settle them, and what each choice
 * means.
 */
export type Held = { count: number; command: string; call: string; choices: Readonly<Record<Choice, string>> };

/** @returns undefined when nothing is held */
export function heldOf(count: number, campaignUid: string): Held | undefined {
  if (count === 0) return undefined;
  return {
    count,
    command: `npx mailwright settle ${campaignUid} <${CHOICES.join('|')}>`,
    call: `POST /api/campaigns/${campaignUid}/settle-uncertain choice=<${CHOICES.join('|')}>`,
    choices: MEANINGS,
  };
}

/** The member of an answer that tells it, where there is something to tell. */
export function heldIn(count: number, campaignUid: string): { held?: Held } {
  const held = heldOf(count, campaignUid);
  return held ? { held } : {};
}

/** Lines for a terminal. */
export function heldLines({ count, command, call, choices }: Held): string[] {
  const [are, they] = count === 1 ? ['message is', 'it'] : ['messages are', 'they'];
  return [
    `${count.toLocaleString('en')} ${are} held as uncertain: nobody knows whether ${they} arrived. Settle with`,
    `  ${command}`,
    `  ${call}`,
    ...CHOICES.map((choice) => `    ${choice.padEnd(8)}${choices[choice]}`),
  ];
}
