// A draft that saves itself, and whose text nobody overwrites.
import { useRef, useState } from 'react';
import {
  copyCampaign,
  type DraftRecord,
  isChangeable,
  loadDraft,
  restoreVersion,
  saveDraft,
} from '../../../api/campaigns/drafts.ts';
import { type Autosave, type Saving, useAutosave } from '../../../kit/form/use-autosave.ts';
import {
  differing,
  type Members,
  type Name,
  namesOf,
  ofOneContent,
  shownValue,
  storedValue,
  toRequest,
} from './members.ts';
import { type Conflict, type Joined, useSaver } from './use-saver.ts';
import { markOf, readMark, revisionOf, type StoredDraft, useNews, useStored } from './use-stored.ts';

export type Draft = {
  uid: string;
  /** As it is stored, without what is not saved yet. */
  stored: DraftRecord;
  /** What the member is on this screen. */
  get: <N extends Name>(name: N) => Members[N];
  set: (changes: Partial<Members>) => void;
  /** As `set`; what stands now stays a version of its own. */
  replace: (changes: Partial<Members>) => void;
  /** Why the member was refused; undefined: it was not. */
  faultOf: (name: Name) => string | undefined;
  /** Saves now. @returns whether everything is saved */
  flush: () => Promise<boolean>;
  saving: Saving;
  /** Whose changes of other members were joined with ours. */
  joined: Joined | undefined;
  conflict: Conflict | undefined;
  /** Brings a version back, after what was typed is saved. */
  restore: (revision: number) => Promise<void>;
  /** Loads it anew. */
  reload: () => Promise<void>;
} & Decisions;

type Decisions = {
  keepMine: () => Promise<void>;
  takeTheirs: () => Promise<void>;
  /** Of a campaign that is no draft any more: ours as a new one. @returns its uid */
  keepAsCopy: () => Promise<string>;
};

export function useDraft(uid: string): Draft {
  const [conflict, setConflict] = useState<Conflict>();
  const [joined, setJoined] = useState<Joined>();
  const typed = useRef<Partial<Members>>({});
  const storedDraft = useStored(uid);
  const { base, stored, adopt, reload } = storedDraft;
  const { save, keepsBefore } = useSaver({ uid, draft: storedDraft, onConflict: setConflict, onJoined: setJoined });
  const autosave: Autosave<Members> = useAutosave<Members>({
    key: `campaign.${uid}`,
    mark: () => markOf(base.current, autosave.now()),
    onFound: (mark) => {
      base.current = { ...base.current, ...readMark(mark) };
    },
    save,
  });
  const { saving, flush, changes } = autosave;
  useNews(storedDraft, saving.state === 'saved' && conflict === undefined && namesOf(changes).length === 0);

  const decisions = decisionsOf(uid, conflict, {
    autosave,
    storedDraft,
    keep: async (theirs) => {
      adopt(theirs.theirs);
      keepsBefore.current = true;
      await flush();
    },
    end: () => setConflict(undefined),
  });
  const replace = async (next: Partial<Members>) => {
    await flush();
    keepsBefore.current = true;
    autosave.change(ofOneContent(next));
  };
  const restore = async (revision: number) => {
    if (!(await flush())) return;
    await restoreVersion(uid, revision, base.current.tag);
    await reload();
  };
  return {
    uid,
    stored,
    get: <N extends Name>(name: N) =>
      name in changes
        ? (changes[name] as Members[N])
        : shownValue(name, typed.current[name], storedValue(stored, name)),
    set: (next) => {
      typed.current = { ...typed.current, ...next };
      autosave.change(ofOneContent(next));
    },
    replace: (next) => void replace(next),
    faultOf: (name) => (saving.state === 'refused' ? saving.fields[name] : undefined),
    flush,
    saving,
    conflict,
    joined,
    restore,
    reload,
    ...decisions,
  };
}

type Around = {
  autosave: Autosave<Members>;
  storedDraft: StoredDraft;
  keep: (conflict: Conflict) => Promise<void>;
  end: () => void;
};

function decisionsOf(uid: string, conflict: Conflict | undefined, around: Around): Decisions {
  const { autosave, storedDraft, keep, end } = around;
  const takeTheirs = async () => {
    if (!conflict) return;
    const { theirs } = conflict;
    if (isChangeable(theirs.record)) {
      // Ours becomes a version first, then theirs is brought back: both stay.
      const isDraft = theirs.record.status === 'draft';
      const body = toRequest(differing(autosave.now(), theirs.record), { isDraft });
      const tag = await saveDraft(uid, body, { tag: theirs.tag, keepsBefore: true });
      await restoreVersion(uid, revisionOf(theirs.tag), tag);
    }
    await storedDraft.reload();
    autosave.drop();
    end();
  };
  return {
    keepMine: async () => {
      if (conflict) await keep(conflict);
    },
    takeTheirs,
    keepAsCopy: async () => {
      const copy = await copyCampaign(uid);
      const { record, tag } = await loadDraft(copy);
      await saveDraft(copy, toRequest(differing(autosave.now(), record), { isDraft: true }), { tag });
      await takeTheirs();
      return copy;
    },
  };
}
