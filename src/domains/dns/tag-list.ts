// Tag lists: `v=DKIM1; k=rsa; p=…` (RFC 6376, section 3.2), the form of DKIM and DMARC records.

export type Tags = ReadonlyMap<string, string>;

const TAG = /^[ \t\r\n]*([A-Za-z][A-Za-z0-9_]*)[ \t\r\n]*=([\s\S]*)$/;

/** Parses a tag list. @returns the tags in order, or what is wrong with the text */
export function parseTagList(text: string): Tags | string {
  const tags = new Map<string, string>();
  const parts = text.split(';');
  if (parts.at(-1)?.trim() === '') parts.pop();
  for (const part of parts) {
    const [, name, value = ''] = TAG.exec(part) ?? [];
    if (name === undefined)
      return part.trim() === '' ? 'there is nothing between two semicolons' : notATag(part.trim());
    if (tags.has(name)) return `the tag ${name.slice(0, 20)}= is there twice`;
    tags.set(name, value.trim());
  }
  return tags;
}

function notATag(part: string): string {
  return `"${part.slice(0, 40).replace(/[^\x20-\x7e]+/g, '?')}" is not of the form tag=value`;
}
