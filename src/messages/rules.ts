// What a message may become: its states as data. Pure.
//
// A recipient is in one of three places: a batch (to do), a row of work (in the air, put off, or
// waiting by itself), a message (ended). The way is batch → work → message; whoever is skipped goes
// from the batch to a message at once. Back goes only what ended otherwise than accepted, and then
// to work: once a recipient has left the batch, each moment has a row that a late statement runs
// into.
import type { EndState, MessageState } from '../storage/tables.ts';

type Transition = { readonly from: readonly (MessageState | 'batch')[]; readonly to: MessageState };

/**
 * The states that an event leaves and the one it leads to. The statements of turn.ts, recover.ts and
 * retry/queries.ts name the same states themselves: who changes one changes both.
 */
export const TRANSITIONS = {
  claim: { from: ['pending', 'deferred'], to: 'claimed' },
  start: { from: ['batch', 'claimed'], to: 'in_flight' },
  release: { from: ['claimed', 'in_flight'], to: 'pending' },
  putOff: { from: ['batch', 'claimed', 'in_flight'], to: 'deferred' },
  accept: { from: ['in_flight', 'uncertain', 'skipped'], to: 'accepted' },
  reject: { from: ['in_flight', 'uncertain'], to: 'rejected' },
  lose: { from: ['in_flight'], to: 'uncertain' },
  skip: { from: ['batch', 'pending', 'deferred', 'claimed', 'in_flight', 'uncertain'], to: 'skipped' },
  sendAgain: { from: ['rejected', 'uncertain'], to: 'pending' },
} as const satisfies Record<string, Transition>;

export const END_STATES = ['accepted', 'rejected', 'uncertain', 'skipped'] as const satisfies readonly EndState[];

/** Whether a message in this state has ended. */
export function isEnd(state: MessageState): state is EndState {
  return END_STATES.some((end) => end === state);
}

/** Whether late evidence (an open, a click, a bounce) may change what a message ended as. */
export function isUnsettled(state: MessageState): state is 'uncertain' | 'skipped' {
  return state !== 'accepted' && isEnd(state) && TRANSITIONS.accept.from.some((from) => from === state);
}
