// What each check found last, for all who ask: kept as a setting of the installation.
import { findSettings, replaceSetting } from '../../accounts/queries.ts';
import type { Db } from '../../storage/db.ts';
import { examineOne } from './examine.ts';
import { CHECKS, type Check, type Examined, type Finding } from './finding.ts';

/** `at`: when it was examined, ms; null: never. */
export type Examination = { check: Check; at: number | null; findings: readonly Finding[] };

const nameOf = (check: Check) => `examined:${check}`;
const underWay = new WeakMap<Db, Map<Check, Promise<Examination>>>();

/** What was found last, of every check. */
export async function lastExaminations(db: Db): Promise<Examination[]> {
  const kept = await findSettings(db, CHECKS.map(nameOf));
  return CHECKS.map((check) => {
    const text = kept.get(nameOf(check));
    return text === undefined ? { check, at: null, findings: [] } : { check, ...JSON.parse(text) };
  });
}

/**
 * Examines and keeps what is found. Callers who ask meanwhile get the same: a check runs once at a
 * time.
 */
export function examineAndKeep(of: Examined, check: Check): Promise<Examination> {
  const running = underWay.get(of.db) ?? new Map<Check, Promise<Examination>>();
  underWay.set(of.db, running);
  const going = running.get(check) ?? examineNow(of, check).finally(() => running.delete(check));
  running.set(check, going);
  return going;
}

async function examineNow(of: Examined, check: Check): Promise<Examination> {
  const kept = { at: of.clock.now(), findings: await examineOne(of, check) };
  // A store that takes no changes is what was found: it is told, even if it cannot be kept.
  await replaceSetting(of.db, nameOf(check), JSON.stringify(kept)).catch(() => undefined);
  return { check, ...kept };
}
