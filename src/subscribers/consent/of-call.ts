// What is noted of a change that came by the interface.
import type { Actor, Call } from '../../http/route.ts';
import type { Evidence } from './record.ts';

/** The name of who calls: of a user, or of a key. */
export function actorName(actor: Actor): string | undefined {
  if (actor.kind === 'nobody') return undefined;
  return actor.kind === 'user' ? actor.name : `API key ${actor.name}`;
}

/** By whom and from where. */
export function evidenceOfCall({ caller, ipAddress }: Call): Evidence {
  return { way: 'api', actor: actorName(caller.actor), ip: ipAddress };
}
