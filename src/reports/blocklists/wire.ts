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
  server_id: declare.text('Id of the delivery server whose addresses are checked; 0 is the configured one.', {
    max: 20,
  }),
  domain_uid: declare.text('Id of the sending domain to check, instead of a delivery server.', { max: 40 }),
});
export const body = whenNeeded(() => z.object(members).meta({ id: 'BlocklistRequest', description: 'What to check.' }));

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
      zone: said('The DNS zone that is queried.'),
      state: z
        .enum(['listed', 'not-listed', 'unasked'])
        .describe('`unasked`: there was no usable answer; see `reason`.'),
      codes: z.array(z.string()).describe('The returned addresses in 127.0.0.0/8.'),
      reason: z.string().nullable().describe('Why it is listed, in the blocklist’s words; or why this is unknown.'),
      sentences: sentencesLike('reason'),
      link: z
        .string()
        .nullable()
        .describe('Where its operator explains the listing and removes it; null if not listed.'),
    })
    .meta({ id: 'BlocklistResult', description: 'Result of a blocklist for an address or domain.' }),
);

export const answer = successAnswer(() => ({
  data: z.strictObject({
    records: z.array(result()).describe('Each blocklist with each address or domain that it could list.'),
    note: z.string().nullable().describe('What could not be looked up; null if nothing.'),
    sentences: sentencesLike('note'),
  }),
}));
