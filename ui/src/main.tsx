// Entry: language, nonce, data, routes.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from './api/accounts/session.ts';
import { newQueryClient } from './api/query-client.ts';
import { ignoreStrayFiles } from './kit/form/drop-place.tsx';
import { pageNonce } from './kit/theme/nonce.ts';
import { newRouter } from './router.ts';
import { keepNamesApart, preferredLanguage, speak } from './texts.ts';
import { Themed } from './themed.tsx';

ignoreStrayFiles();
keepNamesApart();
const nonce = pageNonce();
const queryClient = newQueryClient();
const session = await queryClient.fetchQuery({ ...sessionQuery, retry: false }).catch(() => null);
await speak(session?.user.language ?? preferredLanguage());
const router = newRouter(queryClient);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <Themed nonce={nonce}>
            <RouterProvider router={router} />
          </Themed>
        </I18nProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
