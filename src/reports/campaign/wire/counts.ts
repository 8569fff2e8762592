// Which opens and clicks reports count.
import { z } from 'zod';
import * as declare from '../../../http/members/declare.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';

export const COUNTS = ['raw', 'filtered'] as const;
/** Which opens and clicks count: all, or those by people (docs/statistics.md). */
export type Counts = (typeof COUNTS)[number];

export const countsMember = {
  counts: declare.oneOf(
    'Which opens and clicks count: `raw`: all; `filtered`: without machines. Defaults to the customer’s setting.',
    COUNTS,
    { fold: declare.lower },
  ),
};

export const countsAnswer = whenNeeded(() => z.enum(COUNTS).describe('Which opens and clicks are counted.'));
