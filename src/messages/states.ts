// The transitions (rules.ts) in SQL: which states a statement leaves, and the one that it writes.
// Literals, not parameters, so that partial indexes answer.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MessageState } from '../storage/tables.ts';
import { type Event, isEnd, TRANSITIONS } from './rules.ts';

/**
 * On a row of work or of message: it is in a state that one of the events leaves. States of the
 * other table are left out, as no row is in them.
 */
export function mayLeave(table: 'work' | 'message', ...events: readonly Event[]): RawBuilder<SqlBool> {
  const left = new Set(events.flatMap((event): readonly (MessageState | 'batch')[] => TRANSITIONS[event].from));
  const states = [...left].filter((state) => state !== 'batch' && isEnd(state) === (table === 'message'));
  return sql<SqlBool>`${sql.ref(`${table}.state`)} in (${sql.join(states.map((state) => sql.lit(state)))})`;
}

/** The state that an event leads to. */
export function stateAfter<E extends Event>(event: E): RawBuilder<(typeof TRANSITIONS)[E]['to']> {
  return sql.lit(TRANSITIONS[event].to) as RawBuilder<(typeof TRANSITIONS)[E]['to']>;
}
