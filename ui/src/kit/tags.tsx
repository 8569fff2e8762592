// Tags of lists and campaigns: small chips; pressing one shows what has it.
import { useLingui } from '@lingui/react/macro';
import './tags.css';

type TagsProps = { tags: readonly string[]; choose: (tag: string) => void };

export function Tags({ tags, choose }: TagsProps) {
  const { t } = useLingui();
  if (tags.length === 0) return null;
  return (
    <span className="tags">
      {tags.map((tag) => (
        <button key={tag} type="button" className="tag" title={t`Show all with this tag`} onClick={() => choose(tag)}>
          {tag}
        </button>
      ))}
    </span>
  );
}

/** The tag that narrows a table, to press again; nothing without one. */
export function ChosenTag({ tag, clear }: { tag: string | undefined; clear: () => void }) {
  const { t } = useLingui();
  if (tag === undefined) return null;
  return (
    <button
      type="button"
      className="chip"
      aria-pressed="true"
      aria-label={t`Tag ${tag}: show all again`}
      onClick={clear}
    >
      {tag} <span aria-hidden="true">×</span>
    </button>
  );
}

/** The tags of a text with commas between them. */
export const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
