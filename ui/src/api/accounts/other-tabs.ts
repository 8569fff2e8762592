// The tabs of a browser share one session: when it ends in one of them, or is somebody else's from
// then on, the others show nothing of it any more. When the same person has signed in again, they
// go on.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetWritings, isUnsavedElsewhere, saveWritings } from '../../kit/form/unsaved.ts';
import { openAgain } from '../events/connection.ts';
import { changeSession, type Session } from './session.ts';

/**
 * Who is signed in from now on, null for nobody; which customer the same person goes on with; or
 * that one of that is about to happen.
 */
type Told = { userUid: string | null } | { changed: Session } | 'save';

const channel = new BroadcastChannel('mailwright session');

const PATIENCE_MS = 2_000;
const CHECK_MS = 50;

export function tellTabs(userUid: string | null): void {
  channel.postMessage({ userUid } satisfies Told);
}

/** Tells the other tabs that the session shows another customer from now on. */
export function tellTabsOfCustomer(changed: Session): void {
  channel.postMessage({ changed } satisfies Told);
}

/** Lets the other tabs save what they can: they cannot when the session has ended. */
export async function saveElsewhere(): Promise<void> {
  channel.postMessage('save' satisfies Told);
  const until = performance.now() + PATIENCE_MS;
  while (isUnsavedElsewhere() && performance.now() < until)
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_MS);
    });
}

/** Hears the other tabs, as long as this one shows something of a user. */
export function useOtherTabs({ user: { uid: mine }, customer: { uid: shown } }: Session): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data === 'save') return void saveWritings();
      if ('changed' in data) {
        const { user, customer } = data.changed;
        if (user.uid !== mine || customer.uid === shown) return;
        return void changeSession(client, data.changed, () => navigate({ to: '/campaigns', search: {} }));
      }
      if (data.userUid === mine) {
        openAgain();
        return void saveWritings(); // was refused while nobody was signed in
      }
      forgetWritings();
      void changeSession(client, null, () => navigate({ to: '/sign-in', search: {} }));
    };
    return () => {
      channel.onmessage = null;
    };
  }, [client, navigate, mine, shown]);
}
