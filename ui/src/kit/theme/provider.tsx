// The kit around the whole UI: theme, color scheme, nonce, toasts.
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './styles.ts';
import { cssVariables, theme } from './theme.ts';
import { Toasts } from './toasts.tsx';

export type ColorScheme = 'light' | 'dark' | 'auto';

export function KitProvider({ nonce, scheme, children }: { nonce: string; scheme: ColorScheme; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      forceColorScheme={scheme === 'auto' ? undefined : scheme}
      getStyleNonce={() => nonce}
    >
      {children}
      <Toasts />
    </MantineProvider>
  );
}
