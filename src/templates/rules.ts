// What a template may be.

/** Characters of a page at most; five megabytes is far beyond what any mail program takes. */
export const MAX_CONTENT = 5_000_000;

/** What is wrong with a page or plain text, if anything; `label` begins the sentence. */
export function contentFault(label: string, text: string): string | undefined {
  if (text.length > MAX_CONTENT) return `${label} is too long (maximum is ${MAX_CONTENT} characters).`;
  return text.includes('\0') ? `${label} holds a NUL character.` : undefined; // PostgreSQL keeps none
}

/** Characters of a name at most. */
export const MAX_NAME = 255;
