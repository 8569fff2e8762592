// A text as it is drawn where nobody writes in it.
import './merge-tags.css';
import { pieces } from './tag.ts';
import { useTagWords } from './words.ts';

/** Plain text with its merge tags as chips. */
export function TagChips({ text }: { text: string }) {
  const said = useTagWords();
  return pieces(text).map((piece, index) =>
    piece.isTag ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no names
      <span key={index} data-tag="" title={piece.text}>
        {said(piece.text)}
      </span>
    ) : (
      piece.text
    ),
  );
}
