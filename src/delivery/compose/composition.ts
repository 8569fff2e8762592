// The types of composing a message.
import type { SendingFacts } from '../../campaigns/merge/source.ts';
import type { ComposedMessage, CompositionRefusal } from '../../mail/mime/compose.ts';
import type { ClaimedMessage } from '../../messages/claim.ts';

/** A message for a lane, or why it cannot be composed. */
export type Composition = (ComposedMessage & { envelopeFrom: string }) | CompositionRefusal;
/** Composes the message for one recipient; `sending.at` is its Date, in ms. */
export type Compose = (message: ClaimedMessage, sending: SendingFacts) => Composition;
