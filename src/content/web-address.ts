// Makes a text safe as the address of a redirect.

/**
 * The text as a header value, when it is an http or https address: printable ASCII stays as
 * written, everything else (line breaks in a tag's value, letters beyond ASCII) is percent-encoded
 * as in browsers.
 */
export function webAddress(text: string): string | undefined {
  const address = text.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}
