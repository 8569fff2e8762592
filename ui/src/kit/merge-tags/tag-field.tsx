// A line of text with a button that puts merge tags in where the cursor stands.
import { useLingui } from '@lingui/react/macro';
import { type ComponentPropsWithoutRef, useRef, useState } from 'react';
import { TextField } from '../parts.tsx';
import type { Completion } from './tag.ts';
import { TagsMenu } from './tags-menu.tsx';

/** Pixels that what is typed does not run below. */
const BUTTON_WIDTH = 108;

type TagFieldProps = ComponentPropsWithoutRef<typeof TextField> & { label: string; tags: readonly Completion[] };

/** `tags`: none, and it is a line of text without a button. */
export function TagField({ tags, ...props }: TagFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const wasEntered = useRef(false);
  const [said, setSaid] = useState('');
  const known = tags.filter(({ label }) => !label.endsWith('_URL]') && label !== '[CAMPAIGN_SUBJECT]');
  const insert = (written: string) => {
    const { current: input } = field;
    if (!input) return;
    const { value, maxLength } = input;
    const end = wasEntered.current ? (input.selectionEnd ?? value.length) : value.length;
    const start = wasEntered.current ? (input.selectionStart ?? end) : end;
    input.focus();
    input.setSelectionRange(start, end);
    // A piece of a tag would reach people as it is written.
    if (maxLength >= 0 && value.length - (end - start) + written.length > maxLength) {
      setSaid(t`There is no room left for ${written}.`);
      return;
    }
    setSaid('');
    // Outdated, but the one way that the browser's own undo knows of.
    document.execCommand('insertText', false, written);
  };
  const hasMenu = known.length > 0 && props.disabled !== true && props.readOnly !== true;
  return (
    <TextField
      {...props}
      ref={field}
      error={said === '' ? props.error : said}
      onChange={(event) => {
        setSaid('');
        props.onChange?.(event);
      }}
      onFocus={(event) => {
        wasEntered.current = true;
        props.onFocus?.(event);
      }}
      {...(hasMenu && {
        rightSection: <TagsMenu tags={known} className="tag-button" label={props.label} onChoose={insert} />,
        rightSectionWidth: BUTTON_WIDTH,
        rightSectionProps: { className: 'tag-section' },
      })}
    />
  );
}
