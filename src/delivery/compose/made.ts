// What making a message gives.
import type { Sending } from '../../campaigns/merge/source.ts';
import type { ComposedMessage, CompositionRefusal } from '../../mail/mime/compose.ts';
import type { ClaimedMessage } from '../../messages/claim.ts';

/** A message as it goes to a lane, or why it cannot be made. */
export type Made = (ComposedMessage & { envelopeFrom: string }) | CompositionRefusal;
/** Makes the message for one recipient; `sending.at` is its Date, in ms. */
export type Compose = (message: ClaimedMessage, sending: Sending) => Made;
