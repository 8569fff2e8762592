// Blocklists as the interface answers them.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { sentencesLike, toWireSentences } from '../../http/members/sentences.ts';
import { AppError, throwFaults } from '../../kernel/errors.ts';
import { say, textOf } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Looked } from './look-up.ts';

const members = optional({
  server_id: declare.text('Id of the delivery server whose addresses are looked up; 0 is the configured one.', {
    max: 20,
  }),
  domain_uid: declare.text('Id of the sending domain that is looked up, instead of a delivery server.', { max: 40 }),
});
export const body = whenNeeded(() =>
  z.object(members).meta({ id: 'BlocklistRequest', description: 'What blocklists are asked about.' }),
);

/** @throws AppError `invalid` */
export function readRequest(given: FormObject): { serverId: string } | { domainUid: string } {
  const { values, faults } = readMembers(members, given);
  throwFaults(faults);
  const { server_id: serverId, domain_uid: domainUid } = values;
  if (serverId !== undefined && domainUid === undefined) return { serverId };
  if (domainUid !== undefined && serverId === undefined) return { domainUid };
  const fault = say('relay-about-one');
  throw new AppError('invalid', fault, { faults: { server_id: fault } });
}

export const toWire = ({ about, list, zone, state, codes, sentences, link }: Looked) => {
  const told = { reason: textOf(sentences) || null, sentences: toWireSentences(sentences) };
  return { about, list, zone, state, codes: [...codes], ...told, link };
};

const result = whenNeeded(() =>
  z
    .strictObject({
      about: said('The address or domain.'),
      list: said('The name of the blocklist.'),
      zone: said('The domain below which it is asked.'),
      state: z
        .enum(['listed', 'not-listed', 'unasked'])
        .describe('`unasked`: it gave no answer that says anything; `reason` has why.'),
      codes: z.array(z.string()).describe('What it answered, addresses in 127.0.0.0/8.'),
      reason: z.string().nullable().describe('Why it is listed, with the words of the list; or why nobody knows.'),
      sentences: sentencesLike('reason'),
      link: z.string().nullable().describe('Where its operator says more, and takes the entry away; null: not listed.'),
    })
    .meta({ id: 'BlocklistResult', description: 'What a blocklist says of an address or a domain.' }),
);

export const answer = successAnswer(() => ({
  data: z.strictObject({
    records: z.array(result()).describe('Each list with each address or domain that it could list.'),
    note: z.string().nullable().describe('What could not be looked up; null: nothing.'),
    sentences: sentencesLike('note'),
  }),
}));
