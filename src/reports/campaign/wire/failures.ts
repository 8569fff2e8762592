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
      kind: z.enum(FAILURE_KINDS).describe('`rejected`: refused or given up; `bounced`: accepted, and came back.'),
      type: z.enum(FAILURE_TYPES).describe('`hard`: for good; `soft`: for now; `internal`: our side.'),
      cause: said('The rule that knew the answer, or why it was given up.'),
      count: count('How many messages.'),
      words: z
        .array(
          z.strictObject({
            text: said('What receivers said, without what differs each time.'),
            count: count('How often.'),
          }),
        )
        .describe('The most frequent first, at most 3.'),
      example: z
        .strictObject({
          subscriber_uid: uid('Id of the subscriber; null: removed.').nullable(),
          email: said('Address; null: removed.').nullable(),
          at: instant('When.'),
          reply: said('What its receiver said.'),
        })
        .describe('One of them.'),
    })
    .meta({ id: 'FailureReport', description: 'Messages that failed for one reason.' }),
);

export const failuresAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      counted_at: countedAt,
      messages: count('All that were rejected or came back.'),
      looked_at: count('How many of them were looked at: fewer than all when there are very many.'),
      records: z.array(failure()).describe('The most frequent first.'),
    })
    .describe('Why messages were rejected or came back.'),
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
