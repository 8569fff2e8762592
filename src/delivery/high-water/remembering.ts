// Sending that notes what is begun and what comes of it.
import type { Lease } from '../../coordination/lease.ts';
import { noteAttempt } from '../../metrics/messages.ts';
import type { LaneTools } from '../relay-pool/lane.ts';
import type { Memory } from './memory.ts';

/** What is begun and what comes of it is remembered, for a store that goes back in time. */
export function remembering(memory: Memory, { id }: Lease, send: LaneTools['deliver']): LaneTools['deliver'] {
  return async (lane, message, relay, next) => {
    const begun = memory.begin(id, message);
    const delivered = await send(lane, message, relay, next);
    memory.settle(begun, delivered.outcome);
    const { state } = delivered.outcome;
    if (state !== 'pending') noteAttempt(relay.label, message.destination, state);
    return delivered;
  };
}
