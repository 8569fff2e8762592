// A draft that saves itself: what was typed goes to the server a moment later, and before the page
// is left. What could not be saved stays here and is tried again.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type CampaignChanges, campaignQuery } from '../../api/campaigns.ts';
import { ApiError, answerOf, api } from '../../api/client.ts';

const WAIT_MS = 700;
const RETRY_MS = 4_000;

export type Saving =
  | { state: 'saved' | 'saving' | 'changed' }
  | { state: 'refused'; message: string; fields: Readonly<Record<string, string>> };

export type Draft = {
  /** Notes changes, to be saved soon; they stand in the fields at once. */
  change: (changes: CampaignChanges) => void;
  /** Saves now. @returns whether everything is saved */
  save: () => Promise<boolean>;
  /** What was changed and is not saved yet. */
  changes: CampaignChanges;
  saving: Saving;
};

export function useDraft(uid: string): Draft {
  const queryClient = useQueryClient();
  const pending = useRef<CampaignChanges>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);
  const again = useRef<() => void>(() => undefined);
  const [changes, setChanges] = useState<CampaignChanges>({});
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const sent = pending.current;
    if (Object.keys(sent).length === 0) return true;
    setSaving({ state: 'saving' });
    try {
      const params = { path: { campaign_uid: uid } };
      await answerOf(api.PUT('/campaigns/{campaign_uid}', { params, body: sent, keepalive: isSmall(sent) }));
      pending.current = without(pending.current, sent);
      await queryClient.invalidateQueries({ queryKey: campaignQuery(uid).queryKey });
      setChanges(pending.current);
      setSaving({ state: Object.keys(pending.current).length === 0 ? 'saved' : 'changed' });
      return true;
    } catch (error) {
      const { message, fields } = error instanceof ApiError ? error : new ApiError(0, String(error));
      setSaving({ state: 'refused', message, fields });
      const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (isAway) timer.current = setTimeout(() => again.current(), RETRY_MS);
      return false;
    }
  }, [queryClient, uid]);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    await running.current;
    running.current = saveOnce();
    return running.current;
  }, [saveOnce]);

  again.current = () => void save();

  const change = useCallback(
    (more: CampaignChanges) => {
      pending.current = { ...pending.current, ...more };
      setChanges(pending.current);
      setSaving({ state: 'changed' });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), WAIT_MS);
    },
    [save],
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (Object.keys(pending.current).length === 0) return;
      void save();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      void save(); // another screen of ours was opened
    };
  }, [save]);

  return { change, save, changes, saving };
}

/** Browsers send at most 64 kB while a page goes away. */
function isSmall(changes: CampaignChanges): boolean {
  return JSON.stringify(changes).length < 60_000;
}

/** The changes that were made while `sent` was on its way. */
function without(now: CampaignChanges, sent: CampaignChanges): CampaignChanges {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => sent[name as keyof CampaignChanges] !== value),
  ) as CampaignChanges;
}
