// Merge tags in words: the field's name, and what it falls back to; conditions as parts of a sentence.
import { useLingui } from '@lingui/react/macro';
import { createContext, useContext, useMemo } from 'react';
import { useAllComparisons } from '../comparisons.ts';
import { readCondition } from './conditions.ts';
import { type Completion, readValue } from './tag.ts';

/** The tags that there are where something is written or shown. */
export const TagsContext = createContext<readonly Completion[]>([]);

/**
 * @param known the tags that there are; absent: those of the context
 * @returns the words for a tag as it is written; one that is not known stays as it is
 */
export function useTagWords(known?: readonly Completion[]): (written: string) => string {
  const { t } = useLingui();
  const around = useContext(TagsContext);
  const comparisons = useAllComparisons();
  const tags = known ?? around;
  return useMemo(() => {
    const names = new Map(tags.map(({ label, detail }) => [label.slice(1, -1), detail]));
    const condition = (written: string) => {
      const { tag, comparison, value = '' } = readCondition(written) ?? {};
      if (tag === undefined) return written;
      const field = names.get(tag) ?? `[${tag}]`;
      const compared = comparisons.find(({ name }) => name === comparison)?.label;
      return value === '' ? t`if ${field} ${compared}` : t`if ${field} ${compared} “${value}”`;
    };
    return (written) => {
      if (written === '[ELSE]') return t`otherwise`;
      if (written === '[ENDIF]') return t({ context: 'condition', message: 'end' });
      if (written.startsWith('[IF:')) return condition(written);
      const { name: tag = '', fallback = '' } = readValue(written) ?? {};
      const name = names.get(tag);
      if (!name) return written;
      return fallback === '' ? name : t`${name} or “${fallback}”`;
    };
  }, [t, tags, comparisons]);
}
