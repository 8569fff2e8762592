// Turns claimed messages into messages for the queue: each with its composer and its destination.
import { lastSentTo } from '../../campaigns/merge/last-sent.ts';
import { AppError, asError } from '../../kernel/errors.ts';
import type { ClaimedAttempt, ClaimedEmail, ClaimedMessage } from '../../messages/claim.ts';
import type { Db } from '../../storage/db.ts';
import type { EmailComposer } from './emails.ts';
import type { ComposeLater } from './feed-batch.ts';
import type { Composer, QueuedMessage } from './personalise.ts';

type Tools = {
  db: Db;
  emails: EmailComposer;
  /** The destination of a recipient's domain. */
  destinationOf(domain: string): string;
};

/**
 * Messages of a campaign.
 * @param composeOf composes one message where contents differ by recipient; default: the campaign's
 * composer
 */
export function withComposer(
  { db, destinationOf }: Tools,
  { compose: composeAll, envelopeFrom, uncertainPolicy, asksForLastSent }: Composer,
  messages: readonly ClaimedMessage[],
  composeOf: (message: ClaimedMessage) => ComposeLater | undefined = () => undefined,
): QueuedMessage[] {
  const lastSent = asksForLastSent ? readLastSent(db, messages) : undefined;
  return messages.map((message) => {
    const compose = composeOf(message) ?? composeAll;
    return {
      ...message,
      compose:
        lastSent === undefined
          ? (at, relay) => compose(message, { at, relay })
          : async (at, relay) =>
              compose(message, { at, relay, lastSentAt: (await lastSent).get(message.subscriber.id) }),
      envelopeFrom: envelopeFrom && (() => envelopeFrom(message)),
      uncertainPolicy,
      isUrgent: false,
      destination: destinationOf(domainOf(message)),
    };
  });
}

/** Transactional emails. */
export function withEmailComposer(
  { emails, destinationOf }: Tools,
  messages: readonly ClaimedEmail[],
): QueuedMessage[] {
  return messages.map((message) => ({
    ...message,
    compose: (at) => emails.compose(message, at),
    uncertainPolicy: 'hold',
    isUrgent: true,
    destination: destinationOf(domainOf(message)),
  }));
}

function domainOf({ address }: ClaimedAttempt): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/**
 * One statement for the whole batch. When it fails, the promise rejects with `unavailable` and the
 * messages are composed later.
 */
function readLastSent(db: Db, messages: readonly ClaimedMessage[]): Promise<Map<number, number>> {
  const subscriberIds = messages.map(({ subscriber }) => subscriber.id);
  const read = lastSentTo(db, messages[0]?.customerId ?? 0, subscriberIds).catch((cause: unknown) => {
    throw new AppError('unavailable', asError(cause).message, { cause });
  });
  read.catch(() => undefined); // reported to whoever composes a message
  return read;
}
