// What is said of the link to a report.
import { z } from 'zod';
import { said } from '../../http/members/described.ts';
import { recordOf } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';

const link = whenNeeded(() =>
  z
    .strictObject({ url: said('Its public address; null if the report is not shared.').nullable() })
    .meta({ id: 'ReportLink', description: 'The public link to a campaign’s report.' }),
);

export const linkAnswer = recordOf(link);
