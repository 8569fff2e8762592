// What one step of a bulk action is about, and what became of it.
import type { List, ListField } from '../../storage/tables.ts';
import type { BulkAction, PassedOver } from './rules.ts';

/** A list with its fields. */
export type Place = { list: Pick<List, 'id' | 'customer_id'>; fields: readonly ListField[] };

/**
 * What is to be done. `target`: where people are moved or copied to; its change has begun too.
 * `value`: of the field with `tag`, checked when the action was made.
 */
export type BulkStep = {
  action: BulkAction;
  from: Place;
  target: Place | undefined;
  field: { tag: string; value: string } | undefined;
  at: number;
};

/** What became of the people. */
export type BulkOutcome = { done: number; skipped: { email: string; why: PassedOver }[] };
