// What can be chosen of the block that is open. What is no valid value yet stays in its field and
// says why; the mail keeps the last one that was.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { NumberField } from '../../form/number-field.tsx';
import { LinkTags } from '../../merge-tags/link-tags.tsx';
import { TagField } from '../../merge-tags/tag-field.tsx';
import { Check, Choice, TextArea } from '../../parts.tsx';
import { addressFor, type Picture } from '../../pictures/tools.ts';
import { type Block, isLink, isPictureAddress, type Kind, textOf } from '../document/document.ts';
import { type Field, useFields } from '../kinds.ts';
import { useEditing } from '../tools.ts';
import { ConditionFields } from './condition.tsx';

/** `ofKind`: the kind of block that it stands in. */
export function BlockForm({ block, ofKind }: { block: Block; ofKind: Kind | undefined }) {
  const { set: setAll, tools } = useEditing();
  const fields = useFields()(block, { isInColumn: ofKind !== undefined });
  const set = (member: string, value: unknown) => setAll(block, together(member, value), `${block.id}.${member}`);
  const chosen = (picture: Picture) => ({
    src: addressFor(picture, widthOf(block, ofKind === 'columns')),
    ...(picture.alt && { alt: picture.alt }),
  });
  const hasPicture = fields.some(({ type }) => type === 'picture');
  return (
    <div className="block-form">
      {hasPicture && <div className="wide">{tools.choosePicture((picture) => setAll(block, chosen(picture)))}</div>}
      {block.kind === 'columns' && <ColumnsFields block={block} set={set} />}
      {block.kind === 'condition' && <ConditionFields block={block} />}
      {fields.map((field) => (
        <FieldOf key={field.member} field={field} block={block} set={set} />
      ))}
    </div>
  );
}

/** How wide a picture is in the mail, in pixels. */
function widthOf(block: Block, isInColumn: boolean): number {
  if (typeof block['width'] === 'number') return block['width'];
  return isInColumn || block.kind === 'product' ? COLUMN : WIDTH;
}
const [WIDTH, COLUMN] = [600, 300];

/** A member, with others that only make sense with it. */
function together(member: string, value: unknown): Record<string, unknown> {
  if (member === 'feed')
    return value === undefined
      ? { feed: value, feed_url: value, feed_count: value, feed_days: value }
      : { feed: value, feed_url: 'https://' };
  if (member === 'href' && value === undefined) return { href: value, more: undefined };
  return { [member]: value };
}

type FieldProps = { field: Field; block: Block; set: (member: string, value: unknown) => void };

function FieldOf({ field, block, set }: FieldProps): ReactNode {
  const { member, label, type } = field;
  const value = block[member];
  switch (type) {
    case 'choice':
      return (
        <Choice
          {...{ label, allowDeselect: false, size: 'xs' }}
          data={Object.entries(field.options ?? {}).map(([option, words]) => ({ value: option, label: words }))}
          value={value === undefined ? '' : String(value)}
          onChange={(next) => set(member, next === '' ? undefined : member === 'level' ? Number(next) : next)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...{ label, min: field.min ?? 0, max: field.max ?? 600, size: 'xs' }}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => {
            if (next !== '' || !field.isNeeded) set(member, next === '' ? undefined : next);
          }}
        />
      );
    case 'check':
      return (
        <Check
          {...{ label, size: 'xs', className: 'wide' }}
          checked={value === undefined ? field.isOn === true : value === true}
          onChange={({ target: { checked } }) => set(member, checked === (field.isOn === true) ? undefined : checked)}
        />
      );
    default:
      return <TextOf {...{ field, block, set }} />;
  }
}

function TextOf({ field, block, set }: FieldProps) {
  const { t } = useLingui();
  const { tags } = useEditing();
  const id = useId();
  const { member, label, about, type, isNeeded = false } = field;
  const value = textOf(block, member);
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped((now) => (now.trim() === value.trim() ? now : value)), [value]);
  const fault = useFault(field, typed);
  const take = (text: string) => {
    setTyped(text);
    if (isTaken(field, text))
      set(member, text.trim() === '' && !isNeeded && member !== 'alt' && type !== 'long' ? undefined : text);
  };
  const shared = { label, description: about, error: fault, size: 'xs', value: typed, className: 'wide' } as const;
  if (type === 'long')
    return (
      <TextArea
        {...shared}
        autosize
        minRows={4}
        maxRows={16}
        classNames={{ input: 'mono' }}
        onChange={(event) => take(event.target.value)}
      />
    );
  const isAddress = type === 'link' || type === 'picture';
  return (
    <>
      <TagField
        {...shared}
        tags={isAddress || member === 'alt' ? [] : tags}
        placeholder={isAddress ? 'https://' : type === 'line' && member === 'alt' ? t`Empty: decorative` : undefined}
        list={isAddress ? id : undefined}
        onChange={(event) => take(event.target.value)}
      />
      {isAddress && <LinkTags id={id} tags={tags} />}
    </>
  );
}

function isTaken({ type, isNeeded = false }: Field, text: string): boolean {
  if (text.trim() === '') return !isNeeded;
  if (type === 'picture') return isPictureAddress(text);
  return type !== 'link' || isLink(text);
}

function useFault(field: Field, typed: string): string | undefined {
  const { t } = useLingui();
  if (isTaken(field, typed)) return undefined;
  if (typed.trim() === '') return t`It cannot be empty, so the previous text stays.`;
  return field.type === 'picture'
    ? t`Start with https:// or a merge tag.`
    : t`Start with https://, mailto:, tel: or a merge tag.`;
}

const WIDTHS = ['', '1,2', '2,1', '1,3', '3,1', '1,1,2', '2,1,1', '1,2,1'];

function ColumnsFields({ block, set }: Omit<FieldProps, 'field'>) {
  const { t } = useLingui();
  const { set: setAll } = useEditing();
  const columns = block.columns ?? [];
  const widths = Array.isArray(block['widths']) ? block['widths'].join(',') : '';
  const setCount = (count: number) => {
    const kept = columns.slice(0, count);
    const rest = columns.slice(count).flat();
    const next = count > columns.length ? [...columns, []] : [...kept.slice(0, -1), [...(kept.at(-1) ?? []), ...rest]];
    setAll(block, { columns: next, widths: undefined });
  };
  const choices = WIDTHS.filter((one) => one === '' || one.split(',').length === columns.length);
  const all = widths === '' || choices.includes(widths) ? choices : [...choices, widths];
  return (
    <>
      <Choice
        {...{ label: t`Number`, allowDeselect: false, size: 'xs' }}
        data={[
          { value: '2', label: t`two` },
          { value: '3', label: t`three` },
        ]}
        value={String(columns.length)}
        onChange={(next) => setCount(Number(next))}
      />
      <Choice
        {...{ label: t`Widths`, allowDeselect: false, size: 'xs' }}
        data={all.map((one) => ({ value: one, label: one === '' ? t`all equal` : one.replaceAll(',', ' : ') }))}
        value={widths}
        onChange={(next) => set('widths', next ? next.split(',').map(Number) : undefined)}
      />
    </>
  );
}
