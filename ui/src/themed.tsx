// The kit in the theme that the person chose; before sign-in, the system's.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from './api/accounts/session.ts';
import { KitProvider } from './kit/theme/provider.tsx';

export function Themed({ nonce, children }: { nonce: string; children: ReactNode }) {
  const { data } = useQuery(sessionQuery);
  const theme = data?.user.theme ?? 'system';
  return (
    <KitProvider nonce={nonce} scheme={theme === 'system' ? 'auto' : theme}>
      {children}
    </KitProvider>
  );
}
