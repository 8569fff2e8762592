// A preview as a page of its own, for a frame: it runs no script, its links and forms do nothing,
// and nothing is counted. Pure.

/** How a mail program shows it. */
export type FrameOptions = {
  /** Whether pictures are loaded. */
  pictures: boolean;
  /** The scheme that the mail finds; undefined: that of whoever looks. */
  scheme: 'light' | 'dark' | undefined;
};

/** `(prefers-color-scheme: dark)` in a style sheet or in `media` of an element. */
const PREFERS = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;

/** The HTML of the mail, told that this scheme is preferred. */
export function framed(html: string, { scheme }: Pick<FrameOptions, 'scheme'>): string {
  if (scheme === undefined) return html;
  // Queries that always and never hold, since no server can tell a browser what is preferred.
  return html.replace(PREFERS, (_, named: string) =>
    named.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
}

/**
 * Headers of the page. `sandbox` holds for whoever opens it outside of a frame too; pictures come
 * from anywhere, as in a mail program.
 */
export function frameHeaders({ pictures }: Pick<FrameOptions, 'pictures'>): Record<string, string> {
  const policy = [
    "default-src 'none'",
    pictures ? 'img-src http: https: data:' : "img-src 'none'",
    "style-src 'unsafe-inline' http: https:",
    'font-src http: https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}
