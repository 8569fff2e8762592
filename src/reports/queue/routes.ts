// What waits to be sent, who sends it, and whom it is sent to more slowly: for operators.
import { notesOfWorkers } from '../../coordination/lease.ts';
import { nameOfOwner } from '../../coordination/owner.ts';
import { ok, type Route } from '../../http/route.ts';
import { lanesOfNote } from '../../metrics/lanes.ts';
import { readState } from '../installation-state.ts';
import { pacedDestinations, queuedCampaigns } from './queries.ts';
import { answer, toWire } from './wire.ts';

const MOST_CAMPAIGNS = 50;
const MOST_DESTINATIONS = 100;

const queue: Route = {
  name: 'getQueue',
  method: 'GET',
  path: '/queue',
  needs: 'operate',
  summary: 'Get what waits to be sent, the connections to relays, and slowed or parked destinations',
  about:
    'For all customers. Lanes are those of all server processes; event loop figures are those of the process that answers and its threads: ask each node for its own.',
  group: 'Profile',
  status: 200,
  answer,
  handle: async ({ db, clock, installation }) => {
    const [state, campaigns, destinations, notes, measured] = await Promise.all([
      readState(db),
      queuedCampaigns(db, MOST_CAMPAIGNS),
      pacedDestinations(db, MOST_DESTINATIONS),
      notesOfWorkers(db),
      installation.measured?.() ?? [],
    ]);
    const workers = notes.map(({ owner, note }) => ({ process: nameOfOwner(owner), lanes: lanesOfNote(note) }));
    return ok({ data: { record: toWire({ state, campaigns, destinations, workers, measured, at: clock.now() }) } });
  },
};

export const queueRoutes: Route[] = [queue];
