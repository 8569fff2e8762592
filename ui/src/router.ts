// The router over everything below `/app`.
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { ScreenFailed, ScreenMissing } from './failed.tsx';
import { tree } from './routes.tsx';

export function newRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/app',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenFailed,
    defaultNotFoundComponent: ScreenMissing,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
