// A text as it is drawn where nobody writes in it.
import './merge-tags.css';
import { piecesInWords } from './conditions.ts';
import { useTagWords } from './words.ts';

/** A merge tag in words. */
export const TagChip = ({ written, words }: { written: string; words: string }) => (
  <span data-tag="" title={written}>
    {words}
  </span>
);

/** Plain text with its merge tags as chips. `across`: as in `tagsInWords`. */
export function TagChips({ text, across }: { text: string; across?: string | undefined }) {
  return piecesInWords(text, useTagWords(), across).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no names
    piece.isTag ? <TagChip key={index} written={piece.text} words={piece.words} /> : piece.text,
  );
}
