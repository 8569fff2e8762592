// The stream of events, heard by the shell for all screens: they never ask in intervals.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newApplier } from './apply.ts';
import { type Connection, setConnection } from './connection.ts';
import { forgetProgress } from './pace.ts';
import { hearEvents } from './tabs.ts';

/** Keeps what was asked of the API in step with what happens, for a customer. */
export function useEvents(customerUid: string): void {
  const client = useQueryClient();
  useEffect(() => follow(client, customerUid), [client, customerUid]);
}

function follow(client: QueryClient, customerUid: string): () => void {
  const applier = newApplier(client);
  let before: Connection = 'opening';
  return hearEvents(customerUid, {
    onTold: applier.tell,
    onBeat: applier.beat,
    onConnection(state) {
      setConnection(state);
      if (state === 'lost' && before !== 'lost') forgetProgress();
      // Whatever happened meanwhile: what is on the screen is asked anew.
      if (state === 'open' && (before === 'lost' || before === 'ended')) void client.invalidateQueries();
      before = state;
    },
  });
}
