// Schemas of lists for the API reference: request bodies and answers.
import { z } from 'zod';
import { companyAnswer, companyBody } from '../accounts/company-members.ts';
import * as declare from '../http/members/declare.ts';
import { said, uid, yesNo } from '../http/members/described.ts';
import { optional, required } from '../http/members/member.ts';
import { pageOf, recordOf, successAnswer } from '../http/members/schema.ts';
import { tags, tagsShown } from '../http/members/tags.ts';
import { isMailAddress } from '../kernel/address.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { OPT_INS, OPT_OUTS, VISIBILITIES } from './list-settings.ts';

const record = whenNeeded(() =>
  z
    .strictObject({
      general: z
        .strictObject({
          list_uid: uid('Id of the list.'),
          name: said('Name of the list, for you.'),
          display_name: said('Name that subscribers see.'),
          description: said('What the list is for.'),
          opt_in: z
            .enum(OPT_INS)
            .optional()
            .describe('With `full=1`. `double`: subscribers confirm by mail; `single`: they are on the list at once.'),
          opt_out: z.enum(OPT_OUTS).optional().describe('With `full=1`. `single`: one step unsubscribes.'),
          visibility: z
            .enum(VISIBILITIES)
            .optional()
            .describe('With `full=1`. A `private` list has no subscribe form and no archive.'),
          date_added_iso: said('With `full=1`: when it was made, ISO 8601 in UTC.').optional(),
          tags: tagsShown('With `full=1`: words by which you sort lists.').optional(),
        })
        .describe('What the list is.'),
      defaults: z
        .strictObject({
          from_name: said('Sender name.'),
          from_email: said('Sender address.'),
          reply_to: said('Reply-to address.'),
          subject: said('Subject; empty: none.'),
        })
        .describe('Sender that campaigns of the list begin with.'),
      notifications: z
        .strictObject({
          subscribe: yesNo('Whether somebody is told of new subscribers.'),
          unsubscribe: yesNo('Whether somebody is told of people who leave.'),
          subscribe_to: said('Who is told of new ones; addresses with commas between them.'),
          unsubscribe_to: said('Who is told of those who leave; addresses with commas between them.'),
        })
        .describe('Who is told when people come and go; `no` and empty texts where nothing was set.'),
      company: companyAnswer(),
    })
    .meta({ id: 'List', description: 'A list of subscribers.' }),
);

export const listsAnswer = pageOf(record);
export const listAnswer = recordOf(record);
export const createdAnswer = successAnswer(() => ({ list_uid: uid('Id of the new list.') }));
export const doneAnswer = successAnswer({});

const NAMES = { min: 2, max: 255 };
const REQUIRED = {
  general: {
    name: declare.text('Name of the list, for you.', NAMES),
    description: declare.text('What the list is for.', NAMES),
  },
  defaults: {
    from_name: declare.line('Sender name. One line.', { max: 100 }),
    from_email: declare.address('Sender address.', { max: 100, isAddress: isMailAddress }),
    reply_to: declare.address('Reply-to address.', { max: 100, isAddress: isMailAddress }),
  },
};
const ways = optional({
  opt_in: declare.oneOf('How people get on: `double` (they confirm by mail) or `single`.', OPT_INS, {
    fold: declare.lower,
    default: 'double',
  }),
  opt_out: declare.oneOf('How people get off: `single`, with one step.', OPT_OUTS, {
    fold: declare.lower,
    default: 'single',
  }),
  visibility: declare.oneOf(
    '`public`: its archive can be shown, and it stands among the preferences; or `private`.',
    VISIBILITIES,
    { fold: declare.lower, default: 'public' },
  ),
});
const others = {
  ...optional({ display_name: declare.text('Name that subscribers see; the name unless given.', { max: 255 }) }),
  ...ways,
  ...optional({ tags: tags('Words by which you sort lists: 20 of 50 characters at most.') }),
};
const subject = optional({ subject: declare.line('Subject that campaigns begin with. One line.', { max: 255 }) });
const told = (event: string) =>
  declare.addresses(`Addresses with commas between them; required when \`${event}\` is yes.`, {
    max: 255,
    isAddress: isMailAddress,
    fault: (label: string) => say('member-addresses', { label }),
  });

/** Members of the blocks; those of a new list are required where the interface says so. */
export const NEW_GENERAL = { ...required(REQUIRED.general), ...others };
export const GENERAL = { ...optional(REQUIRED.general), ...others };
export const NEW_DEFAULTS = { ...required(REQUIRED.defaults), ...subject };
export const DEFAULTS = { ...optional(REQUIRED.defaults), ...subject };
export const NOTIFICATIONS = optional({
  subscribe: declare.yesNo('Whether somebody is told of new subscribers.', { default: 'no' }),
  unsubscribe: declare.yesNo('Whether somebody is told of people who leave.', { default: 'no' }),
  subscribe_to: told('subscribe'),
  unsubscribe_to: told('unsubscribe'),
});

const blocks = whenNeeded(() => ({
  notifications: z
    .object(NOTIFICATIONS)
    .meta({ id: 'ListNotificationsInput', description: 'Who is told when people come and go.' })
    .nullish(),
  company: companyBody().nullish(),
}));

const newGeneral = whenNeeded(() =>
  z.object(NEW_GENERAL).meta({ id: 'NewListGeneral', description: 'What the list is.' }),
);
const newDefaults = whenNeeded(() =>
  z.object(NEW_DEFAULTS).meta({ id: 'NewListDefaults', description: 'Sender that campaigns of the list begin with.' }),
);

/** Members of `general` that client programs put beside the blocks. */
export const besideBlocks = whenNeeded(() => z.object(ways));

/** The body of a new list, in blocks. */
export const newListBody = whenNeeded(() =>
  z
    .object({ general: newGeneral(), defaults: newDefaults(), ...blocks() })
    .meta({ id: 'NewList', description: 'A new list, in blocks.' }),
);

/** The body of an update: absent members stay. */
export const changedListBody = whenNeeded(() =>
  z
    .object({
      general: z
        .object(GENERAL)
        .meta({ id: 'ListGeneralChanges', description: 'What the list is. What is not sent stays.' })
        .nullish(),
      defaults: z
        .object(DEFAULTS)
        .meta({
          id: 'ListDefaultsChanges',
          description: 'Sender that campaigns of the list begin with. What is not sent stays.',
        })
        .nullish(),
      ...blocks(),
    })
    .meta({ id: 'ListChanges', description: 'Changes to a list, in blocks. What is not sent stays.' }),
);
