// What was asked of the API, kept: fresh for some seconds, asked anew when a window comes back.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const RETRIES = 3;

export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a network too: what is asked fails at once, in words. Held back until the network is
      // there again, a press of Save would take effect when nobody thinks of it any more.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        // A server that is being restarted is back in seconds; a refusal stays one.
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
  return client;
}
