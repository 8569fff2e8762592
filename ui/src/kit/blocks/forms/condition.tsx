// What is shown to some people only: the condition in words, and choosing it.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useAllComparisons } from '../../comparisons.ts';
import { ALONE } from '../../merge-tags/conditions.ts';
import type { Completion } from '../../merge-tags/tag.ts';
import { Choice, TextField } from '../../parts.tsx';
import { type Block, textOf } from '../document/document.ts';
import { useEditing } from '../tools.ts';

type Told = { tag: string; label: string };

/** What can be compared: merge tags that give no address of a page. */
const comparedTags = (tags: readonly Completion[]): Told[] =>
  tags
    .filter(({ label }) => !label.endsWith('_URL]'))
    .map(({ label, detail }) => ({ tag: label.slice(1, -1), label: detail }));

const isAlone = (name: string) => ALONE.some((one) => one === name);

/** The condition as a sentence. */
export function ConditionWords({ block }: { block: Block }) {
  const { t } = useLingui();
  const { tags } = useEditing();
  const all = useAllComparisons();
  const tag = textOf(block, 'field');
  const field = comparedTags(tags).find((one) => one.tag === tag)?.label ?? `[${tag}]`;
  const comparison = all.find(({ name }) => name === textOf(block, 'operator'))?.label ?? '';
  const value = textOf(block, 'value');
  return (
    <p className="kit-words small">
      {value === '' ? t`Show when ${field} ${comparison}` : t`Show when ${field} ${comparison} “${value}”`}
    </p>
  );
}

/** The mail gets the condition when it is whole. */
export function ConditionFields({ block }: { block: Block }) {
  const { t } = useLingui();
  const { tags, set } = useEditing();
  const all = useAllComparisons();
  const stored = { tag: textOf(block, 'field'), operator: textOf(block, 'operator'), value: textOf(block, 'value') };
  const [now, setNow] = useState(stored);
  const [sought, setSought] = useState('');
  const sum = JSON.stringify(stored);
  useEffect(() => setNow(JSON.parse(sum)), [sum]);
  const take = (changes: Partial<typeof stored>) => {
    const next = { ...now, ...changes };
    setNow(next);
    const { tag: field, operator, value } = next;
    if (isAlone(operator)) set(block, { field, operator, value: undefined });
    else if (value.trim() !== '') set(block, { field, operator, value }, `${block.id}.value`);
  };
  const known = comparedTags(tags);
  const others = [now.tag, sought.replaceAll(/[[\]\s]/g, '').toUpperCase()].filter(
    (tag, index, both) =>
      /^[A-Z][A-Z0-9_]*$/.test(tag) && both.indexOf(tag) === index && !known.some((one) => one.tag === tag),
  );
  const told = known.map(({ tag, label }) => ({ value: tag, label }));
  const rest = others.map((tag) => ({ value: tag, label: `[${tag}]` }));
  return (
    <>
      <Choice
        {...{ label: t`Show when`, size: 'xs', searchable: true, allowDeselect: false, onSearchChange: setSought }}
        description={t`A field, or a merge tag`}
        data={[...told, ...rest]}
        value={now.tag}
        onChange={(tag) => tag && take({ tag })}
      />
      <Choice
        {...{ label: t`Comparison`, size: 'xs', allowDeselect: false }}
        data={all.map(({ name, label }) => ({ value: name, label }))}
        value={now.operator}
        onChange={(operator) => operator && take({ operator })}
      />
      {!isAlone(now.operator) && (
        <TextField
          {...{ label: t`Value`, size: 'xs', maxLength: 200 }}
          value={now.value}
          error={now.value.trim() === '' && t`It cannot be empty, so the previous text stays.`}
          onChange={(event) => take({ value: event.target.value })}
        />
      )}
    </>
  );
}
