// A receiver with a limit, and a worker's lanes that send to it, in simulated time: nothing waits.
import { type Flow, flowWaitMs, growFlow, newFlow, takeFlow } from '../../src/delivery/throttling/flow.ts';
import { type Evidence, learnFlow } from '../../src/delivery/throttling/learn.ts';

/** Whether a message at this moment is accepted. */
export type Receiver = (now: number) => boolean;

/** A receiver that accepts `perSecond` on average, and `burst` at once. */
export function steadyReceiver(limit: { perSecond: number; burst: number }): Receiver {
  let tokens = limit.burst;
  let at = 0;
  return (now) => {
    tokens = Math.min(limit.burst, tokens + ((now - at) * limit.perSecond) / 1000);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** A receiver that accepts `most` in each window of `windowMs`. */
export function windowReceiver(most: number, windowMs: number): Receiver {
  let window = -1;
  let taken = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) taken = 0;
    window = current;
    if (taken >= most) return false;
    taken += 1;
    return true;
  };
}

export const TOO_FAST: Evidence = {
  kind: 'refused',
  isFinal: false,
  deferral: { kind: 'rate', scope: 'destination', rule: 'test', waitMs: undefined },
};

export type Run = {
  flow: Flow;
  now: number;
  underWay: { at: number; taken: boolean }[];
  accepted: number;
  refused: number;
};

/** A run that has not begun. */
export function newRun(): Run {
  return { flow: newFlow('example.com', 0), now: 0, underWay: [], accepted: 0, refused: 0 };
}

/**
 * Continues a run for `forMs` with the given number of lanes, each as fast as allowed; a reply
 * takes `latencyMs`.
 * @returns the numbers of accepted and refused messages in that time
 */
export function sendOn(
  run: Run,
  receiver: Receiver,
  options: { forMs: number; lanes?: number; latencyMs?: number; refusal?: Evidence },
): { accepted: number; refused: number } {
  const { forMs, lanes = 20, latencyMs = 20, refusal = TOO_FAST } = options;
  const { flow, underWay } = run;
  const before = { ...run };
  let grownAt = run.now;
  for (const end = run.now + forMs; run.now < end; run.now += STEP_MS) {
    const { now } = run;
    while (underWay[0] && underWay[0].at <= now) {
      const taken = underWay.shift()?.taken === true;
      run[taken ? 'accepted' : 'refused'] += 1;
      learnFlow(flow, taken ? { kind: 'accepted' } : refusal, '421 4.7.28 slow down', now);
    }
    while (underWay.length < lanes && flowWaitMs(flow, now) === 0) {
      takeFlow(flow, now);
      underWay.push({ at: now + latencyMs, taken: receiver(now) });
    }
    const { parked } = flow.slowed ?? {};
    if (parked?.trial === 'none' && now >= parked.until) {
      Object.assign(parked, { trial: 'granted', grantedAt: now }); // as the store would
    }
    if (now - grownAt < 1000) continue;
    growFlow(flow, now);
    grownAt = now;
  }
  return { accepted: run.accepted - before.accepted, refused: run.refused - before.refused };
}

const STEP_MS = 5;
