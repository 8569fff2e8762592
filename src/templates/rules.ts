// Limits of a template.

/** Longest page in characters; far beyond what any mail program accepts. */
export const MAX_CONTENT = 5_000_000;

/**
 * What is wrong with a page or plain text; undefined when nothing is. `label` begins the sentence.
 */
export function contentFault(label: string, text: string): string | undefined {
  if (text.length > MAX_CONTENT) return `${label} is too long (maximum is ${MAX_CONTENT} characters).`;
  return text.includes('\0') ? `${label} holds a NUL character.` : undefined; // PostgreSQL cannot store it
}

/** Longest name in characters. */
export const MAX_NAME = 255;
