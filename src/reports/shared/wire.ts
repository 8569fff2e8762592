// What is said of the link to a report.
import { z } from 'zod';
import { said } from '../../http/members/described.ts';
import { recordOf } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';

const link = whenNeeded(() =>
  z
    .strictObject({ url: said('Its public address; null: the report is not shared.').nullable() })
    .meta({ id: 'ReportLink', description: 'The link that shows the report of a campaign to whoever has it.' }),
);

export const linkAnswer = recordOf(link);
