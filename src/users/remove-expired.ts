// Removes what lets nobody in any more: sessions that nobody used, links that ran out.
import type { Db } from '../storage/db.ts';
import { INVITATION_SHOWN_MS, SESSION_IDLE_MS } from './rules.ts';
import { deleteUnused } from './sessions/queries.ts';
import { deleteRunOut } from './welcome/queries.ts';

const CHUNK = 1_000;

/** Removes some sessions that are over. @returns whether there may be more */
export function removeOldSessions(db: Db, at: number): Promise<boolean> {
  return deleteUnused(db, at - SESSION_IDLE_MS, CHUNK);
}

/** Removes some links that ran out. @returns whether there may be more */
export function removeOldLinks(db: Db, at: number): Promise<boolean> {
  return deleteRunOut(db, { at, invitedBefore: at - INVITATION_SHOWN_MS, limit: CHUNK });
}
