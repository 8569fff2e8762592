// The preheader of a draft, in its blocks or in its page.
import { readDoc } from '../../../kit/blocks/document/document.ts';
import type { Draft } from '../saving/use-draft.ts';
import { preheaderOf, withPreheader } from './preheader.ts';

/** The preheader of a draft, and how it is changed: in its blocks, else in its page. */
export function usePreheader(draft: Draft): [text: string, set: (text: string) => void] {
  const [content, blocks] = [draft.get('template.content'), draft.get('template.blocks')];
  if (blocks === null)
    return [preheaderOf(content), (text) => draft.set({ 'template.content': withPreheader(content, text) })];
  const { preheader = '', ...doc } = readDoc(blocks);
  const set = (text: string) =>
    draft.set({ 'template.blocks': JSON.stringify(text === '' ? doc : { ...doc, preheader: text.slice(0, 500) }) });
  return [preheader, set];
}
