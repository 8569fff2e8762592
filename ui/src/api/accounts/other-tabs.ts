// The tabs of a browser share one session: when it ends in one of them, or is somebody else's from
// then on, the others show nothing of it any more.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetWritings, isUnsavedElsewhere, saveWritings } from '../../kit/form/unsaved.ts';
import { changeSession } from './session.ts';

/** Who is signed in from now on, null for nobody; or that the session is about to end. */
type Told = { userUid: string | null } | 'save';

const channel = new BroadcastChannel('mailwright session');

const PATIENCE_MS = 2_000;
const CHECK_MS = 50;

export function tellTabs(userUid: string | null): void {
  channel.postMessage({ userUid } satisfies Told);
}

/** Lets the other tabs save what they can: they are not allowed to when the session has ended. */
export async function saveElsewhere(): Promise<void> {
  channel.postMessage('save' satisfies Told);
  const until = performance.now() + PATIENCE_MS;
  while (isUnsavedElsewhere() && performance.now() < until)
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_MS);
    });
}

/** Hears the other tabs, as long as this one shows something of a user. */
export function useOtherTabs(mine: string): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data === 'save') return void saveWritings();
      if (data.userUid === mine) return;
      forgetWritings();
      void changeSession(client, null, () => navigate({ to: '/sign-in', search: {} }));
    };
    return () => {
      channel.onmessage = null;
    };
  }, [client, navigate, mine]);
}
