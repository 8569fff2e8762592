// Schemas of lists for the API reference: what may be sent, and what every answer is.
import { z } from 'zod';
import { pageOf, successAnswer } from '../http/schema.ts';
import { OPT_INS, OPT_OUTS, VISIBILITIES } from './list-settings.ts';

const yesNo = z.enum(['yes', 'no']);

const record = z.strictObject({
  general: z.strictObject({
    list_uid: z.string(),
    name: z.string(),
    display_name: z.string(),
    description: z.string(),
    opt_in: z
      .enum(OPT_INS)
      .optional()
      .describe('With `full=1`. `double`: subscribers confirm by mail; `single`: they are on the list at once.'),
    opt_out: z.enum(OPT_OUTS).optional().describe('With `full=1`. One click unsubscribes.'),
    visibility: z
      .enum(VISIBILITIES)
      .optional()
      .describe('With `full=1`. A `private` list has no subscribe form and no archive.'),
    date_added_iso: z.string().optional().describe('With `full=1`: when it was made, ISO 8601 in UTC.'),
  }),
  defaults: z.strictObject({
    from_name: z.string(),
    from_email: z.string(),
    reply_to: z.string(),
    subject: z.string(),
  }),
  notifications: z
    .strictObject({ subscribe: yesNo, unsubscribe: yesNo, subscribe_to: z.string(), unsubscribe_to: z.string() })
    .describe('Who is told of new and of leaving subscribers; `no` and empty texts where nothing was set.'),
  company: z
    .strictObject({
      name: z.string(),
      address_1: z.string(),
      address_2: z.string(),
      zone_name: z.string(),
      city: z.string(),
      zip_code: z.string(),
      phone: z.string(),
      address_format: z.string(),
      country: z
        .strictObject({ country_id: z.string(), name: z.string(), code: z.string() })
        .describe('Empty texts when there is none.'),
      zone: z
        .strictObject({ zone_id: z.string(), name: z.string(), code: z.string() })
        .describe('The zone of the country that `zone_name` names; empty texts when it names none.'),
      website: z.string().optional().describe('With `full=1`.'),
    })
    .describe('The company that messages of the list name: its own, else that of the customer.'),
});

export const listsAnswer = pageOf(record);
export const listAnswer = successAnswer({ data: z.strictObject({ record }) });
export const createdAnswer = successAnswer({ list_uid: z.string() });
export const doneAnswer = successAnswer({});

const text = (max: number, about = '') => z.string().max(max).optional().describe(about);
const general = z.object({
  name: text(255, '2 to 255 characters.'),
  description: text(255, '2 to 255 characters.'),
  display_name: text(255, 'What subscribers see; the name unless given.'),
  opt_in: z.enum(OPT_INS).optional().describe('Default double.'),
  opt_out: z.enum(OPT_OUTS).optional().describe('Default single.'),
  visibility: z.enum(VISIBILITIES).optional().describe('Default public.'),
});

const defaults = z.object({
  from_name: text(100),
  from_email: text(100),
  reply_to: text(100),
  subject: text(255),
});

const others = {
  notifications: z
    .object({
      subscribe: yesNo.optional(),
      unsubscribe: yesNo.optional(),
      subscribe_to: text(255, 'Addresses with commas between them; required when subscribe is yes.'),
      unsubscribe_to: text(255, 'Likewise for unsubscribe.'),
    })
    .optional(),
  company: z
    .object({
      name: text(255),
      country: text(255, 'ISO 3166 code or English name. Or `country_id`.'),
      country_id: text(9),
      zone: text(255, 'Code or name of a zone of the country. Or `zone_id`, `zone_name`.'),
      zone_id: text(20),
      zone_name: text(255),
      address_1: text(255),
      address_2: text(255),
      city: text(255),
      zip_code: text(255),
      phone: text(255),
      website: text(255),
      address_format: text(255),
    })
    .optional()
    .describe(
      'What is absent comes from the customer’s company; name, country, address_1, city and zip_code must come from one of both.',
    ),
};

/** The body of a new list, in blocks. */
export const newListBody = z.object({
  general: general.required({ name: true, description: true }),
  defaults: defaults.required({ from_name: true, from_email: true, reply_to: true }),
  ...others,
});
/** The body of an update: what is not sent stays. */
export const changedListBody = z.object({ general: general.optional(), defaults: defaults.optional(), ...others });
