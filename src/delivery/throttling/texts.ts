// Why a message may not go now, in one line for people.
import { formatCalendarTime } from '../../kernel/clock.ts';
import { counted } from '../../kernel/text/counted.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import type { UsableRelay } from '../../relays/usable.ts';
import type { Flow } from './flow.ts';

/** Workers that share the rate; `at` by the clock and `now` in ticks are the same moment. */
type WorkerMoment = { workers: number; at: number; now: number };

const texts = new WeakMap<Flow, { version: number; text: string }>(); // asked for again and again, made once a change

/**
 * What holds a destination back, e.g. `google.com is limited to 20 a minute after: 421 4.7.28 …`.
 */
export function flowReason(flow: Flow, name: string, moment: WorkerMoment): string {
  const version = flow.slowed?.version ?? 0;
  const known = texts.get(flow);
  if (known?.version === version) return known.text;
  const text = reasonOf(flow, name, moment);
  texts.set(flow, { version, text });
  return text;
}

function reasonOf({ slowed }: Flow, name: string, { workers, at, now }: WorkerMoment): string {
  if (!slowed) return `${name} accepts no more at the moment`;
  const after = `after: ${oneLine(slowed.reply, 200)}`;
  const { parked, probe, limit, atMost } = slowed;
  if (parked) {
    const until = formatCalendarTime(Math.round(at + parked.until - now)).slice(11, 16);
    return `${name} is parked until ${until} UTC ${after}`;
  }
  if (limit && !(probe && probe.waitMs > 10_000))
    return `${name} is limited to ${rateText(limit.rate * workers)} ${after}`;
  if (probe) return `${name} is tried with one message at a time ${after}`;
  return `${name} gets at most ${counted((atMost?.count ?? 1) * workers, 'message')} at a time ${after}`;
}

/**
 * `12 a second`, `20 a minute`, `30 an hour`: in the unit in which the number is at least 10, else
 * the smallest.
 */
function rateText(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond)} a second`;
  if (perSecond >= 1 / 6) return `${Math.round(perSecond * 60)} a minute`;
  return `${Math.max(1, Math.round(perSecond * 3600))} an hour`;
}

export function campaignReason(perMinute: number): string {
  return `the campaign is limited to ${perMinute} a minute`;
}

export function relayReason(relay: UsableRelay | undefined): string {
  return `${relay?.label ?? 'the relay'} is limited to ${relay?.quotas.perSecond ?? 0} a second`;
}

/** What a server said, without the recipient it said it of: all who use the relay can read it. */
export function withoutAddresses(reply: string): string {
  return reply.includes('@') ? reply.replace(/[^\s<>@,;:]{1,64}@/g, '…@') : reply;
}
