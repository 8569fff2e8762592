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
    email: declare.text('The address of the person, as confirmation.', { max: 254 }),
  }),
  ...optional({
    keep_suppressed: declare.yesNo(
      'Whether the address is never to be mailed again, even if an import brings it back. Then a hash of it is kept, and nothing else.',
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
      lists: count('Lists that the address was removed from.'),
      messages: count('Messages whose mail server responses were removed.'),
      opens: count('Opens whose IP address and user agent were removed.'),
      clicks: count('Clicks whose IP address and user agent were removed.'),
      unsubscribes: count('Unsubscribes whose IP address, user agent and note were removed.'),
      bounces: count('Bounces whose text was removed.'),
      complaints: count('Complaints whose text was removed.'),
      emails: count('Transactional emails to it whose address and content were removed.'),
      test_inbox: count('Emails to it that were removed from the test inbox.'),
      consents: count('Consent records that were removed.'),
      files: count('Import and export files that contained the address and were removed.'),
      suppressed: z
        .boolean()
        .describe('Whether a hash is kept, by this erasure or an earlier one, so that it is never mailed again.'),
    })
    .meta({ id: 'ErasedPerson', description: 'What was erased.' }),
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
  summary: 'Erase all data of a person, across all lists, identified by the id in any of them',
  about:
    'Cannot be undone. The address is removed from all lists, along with whatever identifies the person in messages, opens, clicks, unsubscribes, bounces, complaints and transactional emails, the consent records, and the import and export files that contain it. Campaign statistics stay unchanged.',
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
  summary: 'Erase all data about an address, across all lists, even if it is no longer on any',
  about: 'As `POST /subscribers/{subscriber_uid}/erase`. Repeating it changes nothing; the counts are then 0.',
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
