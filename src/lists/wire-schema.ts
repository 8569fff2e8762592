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
          name: said('Name of the list, for your own use.'),
          display_name: said('Name that subscribers see.'),
          description: said('What the list is for.'),
          opt_in: z
            .enum(OPT_INS)
            .optional()
            .describe(
              'With `full=1`. `double`: subscribers confirm by email; `single`: they are confirmed immediately.',
            ),
          opt_out: z.enum(OPT_OUTS).optional().describe('With `full=1`. `single`: unsubscribing takes one step.'),
          visibility: z
            .enum(VISIBILITIES)
            .optional()
            .describe('With `full=1`. A `private` list has no subscribe form and no archive.'),
          date_added_iso: said('With `full=1`: when it was created, ISO 8601 in UTC.').optional(),
          tags: tagsShown('With `full=1`: tags for sorting lists.').optional(),
        })
        .describe('General settings of the list.'),
      defaults: z
        .strictObject({
          from_name: said('From name.'),
          from_email: said('From email.'),
          reply_to: said('Reply-to address.'),
          subject: said('Subject; empty if none.'),
        })
        .describe('Defaults for new campaigns of the list.'),
      notifications: z
        .strictObject({
          subscribe: yesNo('Whether someone is notified of new subscribers.'),
          unsubscribe: yesNo('Whether someone is notified of unsubscribes.'),
          subscribe_to: said('Recipients of notifications about new subscribers; addresses separated by commas.'),
          unsubscribe_to: said('Recipients of notifications about unsubscribes; addresses separated by commas.'),
        })
        .describe('Notifications about subscribes and unsubscribes; `no` and empty strings if nothing was set.'),
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
    name: declare.text('Name of the list, for your own use.', NAMES),
    description: declare.text('What the list is for.', NAMES),
  },
  defaults: {
    from_name: declare.line('From name. One line.', { max: 100 }),
    from_email: declare.address('From email.', { max: 100, isAddress: isMailAddress }),
    reply_to: declare.address('Reply-to address.', { max: 100, isAddress: isMailAddress }),
  },
};
const ways = optional({
  opt_in: declare.oneOf('How people subscribe: `double` (they confirm by email) or `single`.', OPT_INS, {
    fold: declare.lower,
    default: 'double',
  }),
  opt_out: declare.oneOf('How people unsubscribe: `single`, in one step.', OPT_OUTS, {
    fold: declare.lower,
    default: 'single',
  }),
  visibility: declare.oneOf(
    '`public`: its archive can be shown, and it is listed among the preferences; or `private`.',
    VISIBILITIES,
    { fold: declare.lower, default: 'public' },
  ),
});
const others = {
  ...optional({ display_name: declare.text('Name that subscribers see. Defaults to the name.', { max: 255 }) }),
  ...ways,
  ...optional({ tags: tags('Tags for sorting lists: at most 20, of up to 50 characters each.') }),
};
const subject = optional({ subject: declare.line('Default subject of campaigns. One line.', { max: 255 }) });
const told = (event: string) =>
  declare.addresses(`Addresses separated by commas; required if \`${event}\` is yes.`, {
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
  subscribe: declare.yesNo('Whether someone is notified of new subscribers.', { default: 'no' }),
  unsubscribe: declare.yesNo('Whether someone is notified of unsubscribes.', { default: 'no' }),
  subscribe_to: told('subscribe'),
  unsubscribe_to: told('unsubscribe'),
});

const blocks = whenNeeded(() => ({
  notifications: z
    .object(NOTIFICATIONS)
    .meta({ id: 'ListNotificationsInput', description: 'Notifications about subscribes and unsubscribes.' })
    .nullish(),
  company: companyBody().nullish(),
}));

const newGeneral = whenNeeded(() =>
  z.object(NEW_GENERAL).meta({ id: 'NewListGeneral', description: 'General settings of the list.' }),
);
const newDefaults = whenNeeded(() =>
  z.object(NEW_DEFAULTS).meta({ id: 'NewListDefaults', description: 'Defaults for new campaigns of the list.' }),
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
        .meta({ id: 'ListGeneralChanges', description: 'General settings of the list. Absent members stay unchanged.' })
        .nullish(),
      defaults: z
        .object(DEFAULTS)
        .meta({
          id: 'ListDefaultsChanges',
          description: 'Defaults for new campaigns of the list. Absent members stay unchanged.',
        })
        .nullish(),
      ...blocks(),
    })
    .meta({ id: 'ListChanges', description: 'Changes to a list, in blocks. Absent members stay unchanged.' }),
);
