// Which way a mail is read. Mail programs know no `dir="auto"`, and MJML writes a direction of its
// own into every cell, so it is decided here.
import type { Block, BlocksDocument } from '../document/schema.ts';

const LETTER = /\p{L}/gu;
const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Whether a mail is read from right to left: its language is, or most letters of its texts are.
 */
export function isFromRight({ language, blocks }: Pick<BlocksDocument, 'language' | 'blocks'>): boolean {
  if (language !== undefined && isLanguageFromRight(language)) return true;
  const letters = wordsOf(blocks).match(LETTER) ?? [];
  return letters.filter((letter) => FROM_RIGHT.test(letter)).length * 2 > letters.length;
}

/** CLDR: `characterOrder`, by the language's usual script where it names none. */
function isLanguageFromRight(language: string): boolean {
  try {
    const { script } = new Intl.Locale(language).maximize();
    return ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'].includes(script ?? '');
  } catch {
    return false; // a name that no language has
  }
}

/** What blocks say, without elements and merge tags. */
function wordsOf(blocks: readonly Block[]): string {
  const texts = blocks.flatMap((block) => {
    if (block.kind === 'columns') return block.columns.map(wordsOf);
    if (block.kind === 'condition') return [wordsOf(block.blocks)];
    return 'text' in block ? [block.text ?? '', block.kind === 'product' ? block.title : ''] : [];
  });
  return texts.join(' ').replaceAll(/<[^<>]*>|\[[A-Z][^[\]]*\]/g, ' ');
}
