// Which keys people press.
import { useLingui } from '@lingui/react/macro';

/** Whether this is a Mac, whose people press Cmd where others press Ctrl. */
export const isMac = /^Mac|^iP/.test(navigator.platform);

/** The keys that take back and do again, as they are written on this machine. */
export function useUndoKeys(): { undo: string; redo: string } {
  const { t } = useLingui();
  return isMac ? { undo: '⌘Z', redo: '⇧⌘Z' } : { undo: t`Ctrl+Z`, redo: t`Ctrl+Shift+Z` };
}
