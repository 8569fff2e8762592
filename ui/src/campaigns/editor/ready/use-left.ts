// How long it is until an instant.
import { useEffect, useState } from 'react';
import { askServerClock, serverNow } from '../../../api/server-clock.ts';

/** ms until then by the server's clock, told anew each second; undefined without a time. */
export function useLeft(at: number | undefined): number | undefined {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (at === undefined) return undefined;
    void askServerClock().then(setNow);
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return at === undefined ? undefined : at - now;
}
