// The nonce that the server wrote into the page: styles that scripts add are allowed by it.

/** Where the lock of scrolling behind dialogs (package get-nonce) looks for it. */
declare global {
  var __webpack_nonce__: string | undefined;
}

/** @returns the nonce; the lock of scrolling behind dialogs is given it as well */
export function pageNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
}
