// What a message may become: its states as data. Pure.
//
// A recipient is in one of four places: a batch (to do), its worker's list of what is in flight
// (turn/in-flight.ts), a row of work (put off, or waiting by itself), a message (ended). The way is
// batch → list → message, or → work → message; whoever is skipped goes from the batch to a message
// at once. Back goes only what ended otherwise than accepted, and then to work, where it stays
// while it is in flight again: once a recipient has left the batch, each moment has a row, or a
// name in a list, that a late statement runs into.
import type { EndState, MessageState } from '../storage/tables.ts';

type Transition = { readonly from: readonly (MessageState | 'batch')[]; readonly to: MessageState };

/**
 * The transitions: the states that an event leaves and the one it leads to. Statements ask for
 * `from` and write `to` (states.ts), so that a late one, or one of somebody else, changes nothing.
 * - release: a worker gives back what it did not send; takeBack: the answer to its claim was lost,
 *   or its lease is gone. A message that became uncertain meanwhile, or was given up by its
 *   campaign's policy, leaves that state when the worker that had it reports after all: it was not
 *   sent (release), or the mail server did not take it (putOff).
 * - reject: by a mail server; or it was put off for too long, as its destination is parked.
 * - lose: nobody knows whether the mail server took it; giveUp: the same, and it is not sent again.
 * - forget: the store went back in time, so its own state says nothing.
 */
export const TRANSITIONS = {
  claim: { from: ['pending', 'deferred'], to: 'claimed' },
  start: { from: ['batch', 'claimed'], to: 'in_flight' },
  release: { from: ['claimed', 'in_flight', 'uncertain', 'skipped'], to: 'pending' },
  takeBack: { from: ['claimed'], to: 'pending' },
  putOff: { from: ['batch', 'claimed', 'in_flight', 'uncertain', 'skipped'], to: 'deferred' },
  accept: { from: ['in_flight', 'uncertain', 'skipped'], to: 'accepted' },
  reject: { from: ['claimed', 'in_flight', 'uncertain', 'skipped'], to: 'rejected' },
  lose: { from: ['in_flight'], to: 'uncertain' },
  forget: { from: ['pending', 'deferred', 'claimed', 'in_flight'], to: 'uncertain' },
  giveUp: { from: ['in_flight', 'uncertain'], to: 'skipped' },
  skip: { from: ['batch', 'pending', 'deferred', 'claimed'], to: 'skipped' },
  sendAgain: { from: ['in_flight', 'rejected', 'uncertain'], to: 'pending' },
} as const satisfies Record<string, Transition>;

export type Event = keyof typeof TRANSITIONS;

/** How a message ends that is in flight. */
export const ENDINGS = ['accept', 'reject', 'lose', 'giveUp'] as const satisfies readonly Event[];

export const END_STATES = ['accepted', 'rejected', 'uncertain', 'skipped'] as const satisfies readonly EndState[];

/** Whether a message in this state has ended. */
export function isEnd(state: MessageState): state is EndState {
  return END_STATES.some((end) => end === state);
}

/** How a message may have ended that late evidence (an open, a click, a bounce) changes. */
export const UNSETTLED: readonly EndState[] = TRANSITIONS.accept.from.filter((state) => isEnd(state));

/** Whether late evidence may change what a message ended as. */
export function isUnsettled(state: MessageState): boolean {
  return UNSETTLED.some((unsettled) => unsettled === state);
}

/** Whether this is what became of an uncertain message, as whoever sent it knows after all. */
export function isSettledBy(state: unknown): boolean {
  const { accept, reject } = TRANSITIONS;
  return [accept, reject].some(({ from, to }) => to === state && from.some((left) => left === 'uncertain'));
}
