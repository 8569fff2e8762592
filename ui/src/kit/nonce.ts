// The nonce that the server wrote into the page: styles that scripts add are allowed by it.
import { setNonce } from 'get-nonce';

/** @returns the nonce; the lock of scrolling behind dialogs is given it as well */
export function pageNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  setNonce(nonce);
  return nonce;
}
