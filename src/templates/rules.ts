// Limits of a template, and what its content is written in.

import { storedEtag } from '../http/requests/etag.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import { foldText } from '../kernel/text/comparing.ts';
import { MAX_MARKDOWN, pageOfMarkdown } from '../mail/html/markdown.ts';
import type { Template } from '../storage/tables.ts';

/** Longest page in characters; far beyond what any mail program accepts. */
export const MAX_CONTENT = 5_000_000;

/**
 * What is wrong with a page or plain text; undefined when nothing is. `label` begins the sentence.
 */
export function contentFault(label: string, text: string): Told | undefined {
  if (text.length > MAX_CONTENT) return say('member-long', { label, max: MAX_CONTENT });
  return text.includes('\0') ? say('member-nul', { label }) : undefined; // PostgreSQL cannot store it
}

/** Longest name in characters. */
export const MAX_NAME = 255;

/** The columns of a name. */
export const named = (name: string) => ({ name, folded_name: foldText(name) });

/** What a copy is called where nobody says. */
export const nameOfCopy = (name: string) => `Copy of ${name}`.slice(0, MAX_NAME).replace(/[\ud800-\udbff]$/, ''); // half a sign

/** Names what somebody may change of a template, as it is stored. */
export const tagOf = ({ name, subject, content, blocks }: Template) => storedEtag([name, subject, content, blocks]);

/** What content may be written in. */
export const FORMATS = ['html', 'markdown'] as const;
export type Format = (typeof FORMATS)[number];

/** What is wrong with content in a format, as contentFault. */
export function writtenFault(label: string, text: string, format: Format): Told | undefined {
  if (format === 'markdown' && text.length > MAX_MARKDOWN)
    return say('template-markdown-long', { label, max: MAX_MARKDOWN });
  return contentFault(label, text);
}

/** Content as HTML. */
export function htmlOfContent(text: string, format: Format): string {
  return format === 'markdown' ? pageOfMarkdown(text) : text;
}
