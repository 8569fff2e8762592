// What is stored of a campaign, with the tag of its revision: what changes are written on.
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type DraftRecord, draftQuery, loadDraft, type Stored } from '../../../api/campaigns/drafts.ts';
import { type Members, type Name, namesOf, storedValue } from './members.ts';

/** `was`: what members had been when they were changed, of a text that was found again. */
export type Base = Stored & { was?: Partial<Members> };

export type StoredDraft = {
  /** What changes are written on, at this moment. */
  base: RefObject<Base>;
  /** The same, as the screen was drawn with it. */
  stored: DraftRecord;
  /** What the API says is stored; newer than `base` when somebody else saved. */
  loaded: Stored;
  /** Changes are written on this from now on. */
  adopt: (next: Base) => void;
  /** Tells the other parts of the screen that it was saved. */
  tell: (next: Stored) => void;
  /** Loads it anew. */
  reload: () => Promise<void>;
  /** After saving: what the server made of it. */
  refresh: (tag: string) => Promise<void>;
};

export function useStored(uid: string): StoredDraft {
  const queryClient = useQueryClient();
  const { data: loaded } = useSuspenseQuery(draftQuery(uid));
  const base = useRef<Base>(loaded);
  const [stored, setStored] = useState(loaded.record);
  const adopt = (next: Base) => {
    base.current = next;
    setStored(next.record);
  };
  const tell = (next: Stored) => {
    queryClient.setQueryData(draftQuery(uid).queryKey, next);
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'draft';
    void queryClient.invalidateQueries({ queryKey: ['campaign', uid], predicate: isOther });
  };
  const reload = async () => {
    const next = await loadDraft(uid);
    adopt(next);
    tell(next);
  };
  const refresh = async (tag: string) => {
    const next = await loadDraft(uid).catch(() => undefined);
    if (!next) return;
    if (next.tag === tag) adopt(next); // else somebody saved again: the next save will find out
    tell(next);
  };
  return { base, stored, loaded, adopt, tell, reload, refresh };
}

/** While nothing is typed, what somebody else saved is shown as it comes. */
export function useNews({ base, loaded, adopt }: StoredDraft, isQuiet: boolean): void {
  const take = useRef(adopt);
  take.current = adopt;
  useEffect(() => {
    if (isQuiet && isNewer(loaded, base.current)) take.current(loaded);
  }, [loaded, isQuiet, base]);
}

/** A campaign that begins or is paused is of the same revision as before. */
function isNewer(loaded: Stored, base: Base): boolean {
  const [revision, known] = [revisionOf(loaded.tag), revisionOf(base.tag)];
  const [now, before] = [loaded.record, base.record];
  const isMoved = now.status !== before.status || now.started_at_iso !== before.started_at_iso;
  return revision > known || (revision === known && isMoved);
}

/** What the member was before it was changed here. */
export const formerValue = ({ record, was }: Base, name: Name) =>
  was && name in was ? was[name] : storedValue(record, name);

/** What is kept beside a text that is not saved, so that a later visit knows what it was written on. */
export function markOf(base: Base, changes: Partial<Members>): string {
  const was = namesOf(changes).map((name) => [name, formerValue(base, name)]);
  return JSON.stringify({ tag: base.tag, was: Object.fromEntries(was) });
}

export const readMark = (mark: string) => JSON.parse(mark) as Pick<Base, 'tag' | 'was'>;

/** The number in a tag: `"r12"`. */
export function revisionOf(tag: string): number {
  return Number(/\d+/.exec(tag)?.[0] ?? 0);
}
