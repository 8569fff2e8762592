// The newsletter that benchmarks send: 5 KB of HTML with 12 links.

const paragraph = (i: number) =>
  `<p>Hello [FNAME], this is a paragraph of text for [EMAIL]: lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor. <a href="https://shop.example.com/article/${i}?utm=mail">Read on</a></p>\n`;

export const newsletter = () =>
  `<!doctype html><html><body>${Array.from({ length: 12 }, (_, i) => paragraph(i)).join('')}<p>[COMPANY_FULL_ADDRESS]</p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></body></html>`;

/** Bytes of a message, quoted-printable: of HTML alone, and with the plain text besides. */
export const MESSAGE_BYTES: Record<string, number> & { html: number } = { html: 6_100, both: 11_500 };
