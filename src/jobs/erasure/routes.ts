// The endpoint that erases a person.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { ok, type Route } from '../../http/route.ts';
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { AppError, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { getSubscriberOfCustomer } from '../../subscribers/queries.ts';
import { TEXTS } from '../../subscribers/rules.ts';
import { erasePerson } from './erase.ts';

const members = {
  ...required({
    email: declare.text('The address of the person, to confirm that they are meant.', { max: 254 }),
  }),
  ...optional({
    keep_suppressed: declare.yesNo(
      'Whether the address is never to be mailed again, also when it comes back with an import: then a hash of it is kept, and nothing else.',
      { default: 'no' },
    ),
  }),
};
const { keep_suppressed } = members;
const byEmail = { keep_suppressed };
const bodyByEmail = whenNeeded(() =>
  z.object(byEmail).meta({ id: 'AddressErasure', description: 'How to erase an address.' }),
);
const body = whenNeeded(() => z.object(members).meta({ id: 'PersonErasure', description: 'Confirms whom to erase.' }));

const erased = whenNeeded(() =>
  z
    .strictObject({
      lists: count('Lists that the address is gone from.'),
      messages: count('Messages without what mail servers replied about it.'),
      opens: count('Opens without address and program.'),
      clicks: count('Clicks without address and program.'),
      unsubscribes: count('Unsubscribes without address, program and note.'),
      bounces: count('Bounces without their text.'),
      complaints: count('Complaints without their text.'),
      emails: count('Transactional emails to it without address and content.'),
      test_inbox: count('Mails to it that are gone from the test inbox.'),
      consents: count('Records of consent that are gone.'),
      files: count('Files of imports and exports that had the address and are gone.'),
      suppressed: z
        .boolean()
        .describe('Whether a hash is kept, by this erasure or an earlier one, so that it is never mailed again.'),
    })
    .meta({ id: 'ErasedPerson', description: 'What was erased of a person.' }),
);

function readErasure(sent: FormObject) {
  const { values, faults } = readMembers(members, sent);
  throwFaults(faults);
  return { key: emailKey(values.email ?? ''), keepsSuppressed: values.keep_suppressed === 'yes' };
}

const group = 'Subscribers';

const erase: Route = {
  name: 'erasePerson',
  method: 'POST',
  path: '/subscribers/:subscriber_uid/erase',
  needs: 'edit',
  summary: 'Erase everything of one person, over all lists: named by the id in any of them',
  about:
    'For good. The address is gone from all lists, and with it what names the person in messages, opens, clicks, unsubscribes, bounces, complaints and transactional emails, with the record of consent and the files of imports and exports that have it; the figures of campaigns stay as they are.',
  group,
  body,
  status: 200,
  answer: recordOf(erased),
  handle: async ({ db, caller, params, body: sent, clock }) => {
    const { key, keepsSuppressed } = readErasure(sent);
    const subscriber = await getSubscriberOfCustomer(db, caller.customerId, params['subscriber_uid'] ?? '');
    if (subscriber.email_key !== key) throwFaults({ email: say('import-erase-address') });
    const { testInbox, ...counts } = await erasePerson(db, caller.customerId, key, {
      keepsSuppressed,
      at: clock.now(),
    });
    return ok({ data: { record: { ...counts, test_inbox: testInbox } } });
  },
};

const eraseByEmail: Route = {
  name: 'erasePersonByEmail',
  method: 'POST',
  path: '/people/:email/erase',
  needs: 'edit',
  summary: 'Erase everything about an address, over all lists, also when it is on none any more',
  about: 'As `POST /subscribers/{subscriber_uid}/erase`. Doing it again changes nothing: the counts are 0 then.',
  group,
  body: bodyByEmail,
  status: 200,
  answer: recordOf(erased),
  handle: async ({ db, caller, params, body: sent, clock }) => {
    const { values, faults } = readMembers(byEmail, sent);
    throwFaults(faults);
    const email = (params['email'] ?? '').trim();
    if (!isMailAddress(email)) throw new AppError('invalid', TEXTS.badAddress);
    const { testInbox, ...counts } = await erasePerson(db, caller.customerId, emailKey(email), {
      keepsSuppressed: values.keep_suppressed === 'yes',
      at: clock.now(),
    });
    return ok({ data: { record: { ...counts, test_inbox: testInbox } } });
  },
};

export const erasureRoutes: Route[] = [erase, eraseByEmail];
