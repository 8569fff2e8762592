// A form over members of a record, saved by its button on what they were loaded from.
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ClashError, type Deciding } from './clash.tsx';
import { type Based, type Clash, changedOf, type Store, saveOn } from './tagged.ts';

/** `shown`: the form when it was sent, where the request says more than it. */
type Sent<Members> = { sent: Members; shown: Members };

/** @param onSaved once it is stored, with what stands now */
export function useSharedForm<Members extends object>(
  loaded: Based<Members>,
  store: Store<Members>,
  onSaved: (stored: Based<Members>) => unknown,
) {
  const based = useRef(loaded);
  const [form, setForm] = useState(loaded.members);
  const [clash, setClash] = useState<Clash<Members>>();
  const save = useMutation({
    mutationFn: async ({ sent }: Sent<Members>) => {
      const result = await saveOn(based.current, changedOf(sent, based.current.members), store);
      setClash('clash' in result ? result.clash : undefined);
      if ('clash' in result) throw new ClashError();
      based.current = result.based;
      return result.based;
    },
    async onSuccess(stored, { shown }) {
      // What was written on meanwhile stays; the rest is as it stands now.
      setForm((now) => ({ ...stored.members, ...changedOf(now, shown) }));
      await onSaved(stored);
    },
  });
  const deciding: Deciding | undefined = clash && {
    savedAt: clash.savedAt,
    keepMine() {
      const mine = { ...clash.theirs.members, ...changedOf(form, based.current.members) };
      based.current = clash.theirs;
      setForm(mine);
      save.mutate({ sent: mine, shown: mine });
    },
    takeTheirs() {
      based.current = clash.theirs;
      setForm(clash.theirs.members);
      setClash(undefined);
      save.reset();
    },
  };
  const send = (sent = form) => save.mutate({ sent, shown: form });
  return { form, setForm, send, save, clash: deciding };
}
