// What lies behind a dialog: neither the keyboard nor a screen reader's cursor comes there.

let dialogs = 0;

/**
 * Makes inert what lies behind a dialog, until the last one is closed. Toasts stay in reach: they
 * tell what became of what was pressed in it.
 * @returns what says that this dialog is closed
 */
export function coverScreen(): () => void {
  count(1);
  return () => count(-1);
}

function count(more: number): void {
  dialogs += more;
  for (const part of document.querySelectorAll<HTMLElement>('#root > :not(.toasts)')) part.inert = dialogs > 0;
}
