// What was asked of the API, kept: fresh for some seconds, asked anew when a window comes back.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const RETRIES = 3;

export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A server that is being restarted is back in seconds; a refusal stays one.
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
  return client;
}
