// Tag lists: `v=DKIM1; k=rsa; p=…` (RFC 6376, section 3.2), the form of DKIM and DMARC records.
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { shown } from './verdict.ts';

export type Tags = ReadonlyMap<string, string>;

const TAG = /^[ \t\r\n]*([A-Za-z][A-Za-z0-9_]*)[ \t\r\n]*=([\s\S]*)$/;

/** Parses a tag list. @returns the tags in order, or what is wrong with the text */
export function parseTagList(text: string): { tags: Tags } | { fault: Sentence } {
  const tags = new Map<string, string>();
  const parts = text.split(';');
  if (parts.at(-1)?.trim() === '') parts.pop();
  for (const part of parts) {
    const [, name, value = ''] = TAG.exec(part) ?? [];
    if (name === undefined) {
      const isEmpty = part.trim() === '';
      return { fault: isEmpty ? say('tags-empty') : say('tags-other', { part: shown(part.trim()) }) };
    }
    if (tags.has(name)) return { fault: say('tags-twice', { tag: name.slice(0, 20) }) };
    tags.set(name, value.trim());
  }
  return { tags };
}
