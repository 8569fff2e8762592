// Saves changes of a draft on the revision that they were written on. When somebody saved in
// between, changes of other members are joined; of the same members a person decides.
import { type RefObject, useRef } from 'react';
import { isChangeable, loadDraft, type Stored, saveDraft } from '../../../api/campaigns/drafts.ts';
import { ApiError } from '../../../api/client.ts';
import { StaleRecord } from '../../../api/shared/tagged.ts';
import type { SaveResult } from '../../../kit/form/use-autosave.ts';
import { differing, type Members, type Name, namesOf, pick, storedValue, toRequest, withMembers } from './members.ts';
import { formerValue, type StoredDraft } from './use-stored.ts';

/** Two people changed the same members. */
export type Conflict = { theirs: Stored; names: Name[]; savedBy: string; savedAt: string };
export type Joined = { savedBy: string; savedAt: string };

type SaverOptions = {
  uid: string;
  draft: StoredDraft;
  onConflict: (conflict: Conflict | undefined) => void;
  onJoined: (joined: Joined) => void;
};

type Saver = {
  save: (changes: Partial<Members>, how: { isLeaving: boolean }) => Promise<SaveResult<Members>>;
  /** The next save keeps what stands as a version of its own. */
  keepsBefore: RefObject<boolean>;
};

export function useSaver({ uid, draft, onConflict, onJoined }: SaverOptions): Saver {
  const { base, adopt, tell, refresh } = draft;
  const keepsBefore = useRef(false);

  async function save(changes: Partial<Members>, how: { isLeaving: boolean }): Promise<SaveResult<Members>> {
    const on = base.current;
    try {
      const body = toRequest(changes, { isDraft: on.record.status === 'draft' });
      const tag = await saveDraft(uid, body, { tag: on.tag, keepsBefore: keepsBefore.current, ...how });
      keepsBefore.current = false;
      adopt({ record: withMembers(on.record, changes), tag });
      onConflict(undefined);
      if (!how.isLeaving) await refresh(tag);
      return { state: 'saved' };
    } catch (error) {
      if (error instanceof StaleRecord) return join(changes, error);
      if (!(error instanceof ApiError)) throw error;
      if (error.isAway || error.status === 429) return { state: 'away' };
      return refused(changes, error);
    }
  }

  /** What is at fault stays unsaved; the rest is saved. */
  async function refused(changes: Partial<Members>, error: ApiError): Promise<SaveResult<Members>> {
    const told = { state: 'refused', message: error.message, fields: error.fields } as const;
    const faulty = Object.keys(error.fields);
    const isFaulty = (name: Name) =>
      faulty.some((fault) => fault === name || fault.startsWith(`${name}.`) || fault === name.split('.')[0]);
    const good = pick(changes, (name) => !isFaulty(name));
    const count = namesOf(good).length;
    if (error.status !== 422 || count === 0 || count === namesOf(changes).length) return { ...told, saved: {} };
    const result = await save(good, { isLeaving: false });
    return result.state === 'saved' ? { ...told, saved: good } : result;
  }

  async function join(changes: Partial<Members>, { savedBy = '', savedAt }: StaleRecord): Promise<SaveResult<Members>> {
    const theirs = await loadDraft(uid).catch(() => undefined);
    if (!theirs) return { state: 'away' };
    const mine = differing(changes, theirs.record);
    const { current: former } = base;
    const names = namesOf(mine).filter((name) => formerValue(former, name) !== storedValue(theirs.record, name));
    if (names.length > 0 || !isChangeable(theirs.record)) {
      onConflict({ theirs, names, savedBy, savedAt });
      return { state: 'stopped' };
    }
    adopt(theirs);
    tell(theirs);
    if (namesOf(mine).length === 0) return { state: 'saved' };
    onJoined({ savedBy, savedAt });
    keepsBefore.current = true;
    return save(mine, { isLeaving: false });
  }

  return { save, keepsBefore };
}
