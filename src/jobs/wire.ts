// What answers about all kinds of jobs say alike.
import { z } from 'zod';
import { said } from '../http/members/described.ts';
import { sentencesLike, toWireSentences } from '../http/members/sentences.ts';
import { isoOrNull } from '../kernel/clock.ts';
import { storedFault, storedText } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { Job } from '../storage/tables.ts';

const instantOrNull = (about: string) => z.string().nullable().describe(`${about} ISO 8601 in UTC; null if not yet.`);

/** When the job was made, begun and ended. */
export const JOB_TIMES = whenNeeded(() => ({
  created_at: said('When it was created. ISO 8601 in UTC.'),
  started_at: instantOrNull('When work on it began.'),
  ended_at: instantOrNull('When it ended.'),
}));

type Times = { created_at: number; started_at: number | null; ended_at: number | null };

/** The times of a job in an answer. */
export const timesOf = ({ created_at, started_at, ended_at }: Times) => ({
  created_at: isoOrNull(created_at),
  started_at: isoOrNull(started_at),
  ended_at: isoOrNull(ended_at),
});

/** Why a job stopped. */
export const REASON = whenNeeded(() => ({
  reason: z.string().nullable().describe('Why it failed, in English; null if it did not.'),
  sentences: sentencesLike('reason'),
}));

/** Why a job stopped, in an answer. */
export const reasonOf = ({ reason }: Pick<Job, 'reason'>) => ({
  reason: storedText(reason),
  sentences: toWireSentences(storedFault(reason)),
});
