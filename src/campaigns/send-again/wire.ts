// Sending a campaign again, in requests and answers.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign } from '../../storage/tables.ts';
import { MAX_NAME } from '../rules.ts';

const members = optional({
  name: declare.headerLine('Name of the new campaign. Defaults to this one’s, with “(again)”.', { max: MAX_NAME }),
  subject: declare.headerLine('Subject of the new campaign. Defaults to this one’s.', { max: 255 }),
});

/** @throws AppError `invalid` */
export function readSendAgain(body: FormObject): { name: string | undefined; subject: string | undefined } {
  const { values, faults } = readMembers(members, body);
  throwFaults(faults);
  return { name: values.name, subject: values.subject };
}

export function toWireAgain({ uid, name, subject }: Campaign, recipients: number) {
  return { campaign_uid: uid, name, subject, recipients_count: recipients };
}

export const sendAgainBody = whenNeeded(() =>
  z.object(members).meta({ id: 'SendAgain', description: 'What differs when a campaign is sent again.' }),
);

export const sendAgainAnswer = successAnswer(() => ({
  campaign_uid: uid('Id of the new campaign.'),
  data: z.strictObject({
    record: z
      .strictObject({
        campaign_uid: uid('Id of the new campaign.'),
        name: said('Its name.'),
        subject: said('Its subject.'),
        recipients_count: count('Number of people who would get it now. The recipients are determined when it begins.'),
      })
      .describe('The new campaign, a draft.'),
  }),
}));
