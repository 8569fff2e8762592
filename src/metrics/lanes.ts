// The connections to relays, as they are when somebody asks.
import { Gauge } from 'prom-client';
import { MOST_RELAYS, OTHERS, registry } from './registry.ts';

/** A relay as a worker has it. `limit`: the most connections it may open there. */
export type RelayLanes = { relay: string; connected: number; limit: number; isUp: boolean };

const byConnections = (a: RelayLanes, b: RelayLanes) => b.connected - a.connected;

/** A worker's relays as a text for other processes: those with the most connections. */
export function noteOfLanes(lanes: readonly RelayLanes[]): string {
  const told = lanes.toSorted(byConnections).slice(0, MOST_RELAYS);
  return JSON.stringify(told);
}

/** Reads what `noteOfLanes` wrote. */
export const lanesOfNote = (note: string): RelayLanes[] => JSON.parse(note);

const sources = new Set<() => readonly RelayLanes[]>();

/** Shows a worker's relays until the returned function is called. */
export function showLanes(source: () => readonly RelayLanes[]): () => void {
  sources.add(source);
  return () => sources.delete(source);
}

const all = () => [...sources].flatMap((source) => source());

new Gauge({
  name: 'mailwright_lanes',
  help: `Connections to relays: open ones, and the maximum; beyond ${MOST_RELAYS} relays together as "${OTHERS}".`,
  labelNames: ['relay', 'state'],
  registers: [registry],
  collect() {
    this.reset();
    for (const [place, { relay: name, connected, limit }] of all().toSorted(byConnections).entries()) {
      const relay = place < MOST_RELAYS ? name : OTHERS;
      this.inc({ relay, state: 'connected' }, connected);
      this.inc({ relay, state: 'limit' }, limit);
    }
  },
});

new Gauge({
  name: 'mailwright_relay_up',
  help: `1 when the last attempt to reach the relay worked, 0 when it failed; of ${MOST_RELAYS} relays, failing ones first.`,
  labelNames: ['relay'],
  aggregator: 'min',
  registers: [registry],
  collect() {
    this.reset();
    const told = all().toSorted((a, b) => Number(a.isUp) - Number(b.isUp) || byConnections(a, b));
    for (const { relay, isUp } of told.slice(0, MOST_RELAYS)) this.set({ relay }, isUp ? 1 : 0);
  },
});
