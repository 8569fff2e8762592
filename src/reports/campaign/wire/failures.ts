// Why messages of a campaign failed, as answers show it.
import { z } from 'zod';
import { count, said, uid } from '../../../http/members/described.ts';
import { successAnswer } from '../../../http/members/schema.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { countedAt, instant, iso } from '../../wire.ts';
import { FAILURE_KINDS, FAILURE_TYPES, type Failure } from '../failures.ts';

const failure = whenNeeded(() =>
  z
    .strictObject({
      kind: z.enum(FAILURE_KINDS).describe('`rejected`: refused or given up; `bounced`: accepted, and later returned.'),
      type: z.enum(FAILURE_TYPES).describe('`hard`: permanent; `soft`: temporary; `internal`: a problem on our side.'),
      cause: said('The rule that matched the answer, or why it was given up.'),
      count: count('Number of messages.'),
      words: z
        .array(
          z.strictObject({
            text: said('The receivers’ answers, without the parts that differ each time.'),
            count: count('Number of occurrences.'),
          }),
        )
        .describe('Most frequent first, at most 3.'),
      example: z
        .strictObject({
          subscriber_uid: uid('Id of the subscriber; null if deleted.').nullable(),
          email: said('Email address; null if deleted.').nullable(),
          at: instant('When.'),
          reply: said('What its receiver said.'),
        })
        .describe('One of the recipients.'),
    })
    .meta({ id: 'FailureReport', description: 'Messages that failed for one reason.' }),
);

export const failuresAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      counted_at: countedAt,
      messages: count('Number of all rejected or bounced messages.'),
      looked_at: count('How many of them were examined: fewer than all if there are very many.'),
      records: z.array(failure()).describe('Most frequent first.'),
    })
    .describe('Why messages were rejected or bounced.'),
}));

/** Failures of one class. */
export function toWireFailure(one: Failure, names: ReadonlyMap<number, { uid: string; email: string }>) {
  const { kind, type, cause, example } = one;
  const person = names.get(example.subscriberId);
  const words = [...one.words].sort(([, a], [, b]) => b - a).slice(0, 3);
  return {
    kind,
    type,
    cause,
    count: one.count,
    words: words.map(([text, n]) => ({ text, count: n })),
    example: {
      subscriber_uid: person?.uid ?? null,
      email: person?.email ?? null,
      at: iso(example.at),
      reply: example.reply,
    },
  };
}
