// Members of a record that save themselves, on what they were loaded from.
import { useEffect, useRef, useState } from 'react';
import { type Autosave, type SaveResult, useAutosave } from '../../kit/form/use-autosave.ts';
import { ApiError } from '../client.ts';
import { asTyped } from './as-typed.ts';
import type { Deciding } from './clash.tsx';
import { type Based, type Clash, saveOn } from './tagged.ts';

type Options<Members> = {
  /** What the text belongs to. */
  key: string;
  loaded: Based<Members>;
  /** @returns the tag after it @throws StaleRecord, ApiError */
  put: (changes: Partial<Members>, tag: string, isLeaving: boolean) => Promise<string>;
  load: () => Promise<Based<Members>>;
  /** Tells the screen what stands now. */
  onStored: (stored: Based<Members>) => void;
};

/** `clash`: somebody saved the same members, and a person has to decide. */
export type SharedAutosave<Members> = {
  autosave: Autosave<Members>;
  /** What a field shows of a member: what is typed and not saved yet, else what stands. */
  get: <N extends keyof Members>(name: N) => Members[N];
  /** `theirs`: what they saved. */
  clash: (Deciding & { theirs: Members }) | undefined;
};

export function useSharedAutosave<Members extends object>(options: Options<Members>): SharedAutosave<Members> {
  const { key, loaded, put, load, onStored } = options;
  const based = useRef(loaded);
  const [clash, setClash] = useState<Clash<Members>>();
  const save = async (changes: Members, { isLeaving }: { isLeaving: boolean }): Promise<SaveResult<Members>> => {
    try {
      const result = await saveOn<Members>(based.current, changes, {
        put: (sent, tag) => put(sent, tag, isLeaving),
        load,
      });
      setClash('clash' in result ? result.clash : undefined);
      if ('clash' in result) return { state: 'stopped' };
      based.current = result.based;
      onStored(result.based);
      return { state: 'saved' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, isAway, message, fields } = error;
      return isAway || status === 429 ? { state: 'away' } : { state: 'refused', saved: {}, message, fields };
    }
  };
  const typed = useRef<Partial<Members>>({});
  const saver: Autosave<Members> = useAutosave<Members>({
    key,
    save,
    mark: () => markOf(based.current, saver.now()),
    onFound: (mark) => {
      const { tag, was } = JSON.parse(mark) as { tag: string; was: Partial<Members> };
      based.current = { tag, members: { ...based.current.members, ...was } };
    },
  });
  const autosave: Autosave<Members> = {
    ...saver,
    change: (more) => {
      typed.current = { ...typed.current, ...more };
      saver.change(more);
    },
  };
  const get = <N extends keyof Members>(name: N): Members[N] =>
    name in autosave.changes
      ? (autosave.changes[name] as Members[N])
      : asTyped<Members[N]>(typed.current[name], loaded.members[name]);
  const isQuiet = Object.keys(autosave.changes).length === 0;
  useEffect(() => {
    if (isQuiet) based.current = loaded; // what somebody else saved meanwhile is shown
  }, [isQuiet, loaded]);
  if (!clash) return { autosave, get, clash: undefined };
  const adopt = () => {
    based.current = clash.theirs;
    setClash(undefined);
  };
  const keepMine = () => {
    adopt();
    void autosave.flush();
  };
  const takeTheirs = () => {
    adopt();
    autosave.drop();
    onStored(clash.theirs);
  };
  return { autosave, get, clash: { savedAt: clash.savedAt, theirs: clash.theirs.members, keepMine, takeTheirs } };
}

/** What the changed members were before: a later visit joins, or asks, by it. */
function markOf<Members extends object>({ tag, members }: Based<Members>, changes: Partial<Members>): string {
  const names = Object.keys(changes) as (keyof Members)[];
  return JSON.stringify({ tag, was: Object.fromEntries(names.map((name) => [name, members[name]])) });
}
