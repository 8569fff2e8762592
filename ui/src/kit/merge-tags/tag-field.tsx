// A line of text with a button that puts merge tags in where the cursor stands; below it the line in
// words, by which conditions are taken out, and tags get words for people whose field is empty.
import { useLingui } from '@lingui/react/macro';
import { type ComponentPropsWithoutRef, Fragment, useRef, useState } from 'react';
import { TextField } from '../parts.tsx';
import { conditionsOf, piecesInWords, withoutCondition } from './conditions.ts';
import { FallbackField } from './fallback-field.tsx';
import { type Completion, mayBeEmpty, pieces } from './tag.ts';
import { TagChip } from './tag-chips.tsx';
import { TagsMenu } from './tags-menu.tsx';
import { useTagWords } from './words.ts';

/** Pixels that what is typed does not run below. */
const BUTTON_WIDTH = 108;

type TagFieldProps = ComponentPropsWithoutRef<typeof TextField> & { label: string; tags: readonly Completion[] };

/** `tags`: none, and it is a line of text without a button. */
export function TagField({ tags, ...props }: TagFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const wasEntered = useRef(false);
  const [said, setSaid] = useState('');
  /** Which of its tags shows its fallback, and whether it was chosen for that. */
  const [shown, setShown] = useState<{ at: number; isEntered: boolean }>();
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
    type(written);
    if (!mayBeEmpty(written)) return;
    const before = pieces(input.value.slice(0, start + 1)).filter(({ isTag }) => isTag);
    setShown({ at: before.length, isEntered: false });
  };
  const takeOut = (at: number) => {
    const { current: input } = field;
    if (!input) return;
    input.focus();
    input.select();
    type(withoutCondition(input.value, at));
  };
  const chips = pieces(String(props.value ?? '')).filter(({ isTag }) => isTag);
  const chip = shown === undefined ? undefined : chips[shown.at]?.text;
  const replace = (written: string) => {
    const { current: input } = field;
    if (!input || shown === undefined) return;
    const parts = pieces(input.value);
    const place = parts.indexOf(parts.filter(({ isTag }) => isTag)[shown.at] ?? { text: '', isTag: false });
    const next = parts.map(({ text }, index) => (index === place ? written : text)).join('');
    if (input.maxLength >= 0 && next.length > input.maxLength) setSaid(t`There is no room left for ${written}.`);
    else write(input, next);
  };
  const isOn = props.disabled !== true && props.readOnly !== true;
  const hasMenu = known.length > 0 && isOn;
  return (
    <div className="stack close">
      <TextField
        {...props}
        ref={field}
        error={said === '' ? props.error : said}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={
          <>
            {props.description}
            {tags.length > 0 && (
              <InWords
                text={String(props.value ?? '')}
                tags={tags}
                onTakeOut={isOn ? takeOut : undefined}
                onChoose={isOn ? (at) => setShown({ at, isEntered: true }) : undefined}
              />
            )}
          </>
        }
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
      {chip !== undefined && mayBeEmpty(chip) && isOn && (
        <FallbackField
          key={`${shown?.at} ${shown?.isEntered}`}
          {...{ written: chip, tags, isEntered: shown?.isEntered }}
          onChange={replace}
          onDone={() => {
            setShown(undefined);
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** As if it were typed, while the keyboard is somewhere else. */
function write(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Outdated, but the one way that the browser's own undo knows of. */
const type = (written: string) => document.execCommand(written === '' ? 'delete' : 'insertText', false, written);

type InWordsProps = {
  text: string;
  tags: readonly Completion[];
  /** Is given the place of a condition's first mark among the tags. */
  onTakeOut: ((at: number) => void) | undefined;
  /** Is given the place of a tag that may be empty. */
  onChoose: ((at: number) => void) | undefined;
};

/** The line as it reads. */
function InWords({ text, tags, onTakeOut, onChoose }: InWordsProps) {
  const { t } = useLingui();
  const all = piecesInWords(text, useTagWords(tags));
  const chips = all.filter(({ isTag }) => isTag);
  if (chips.length === 0) return null;
  const begins = new Set(conditionsOf(chips.map((chip) => chip.text)).map(([first]) => first));
  return (
    <span className="tag-words">
      {all.map((piece, index) => {
        const at = chips.indexOf(piece);
        const name = `${t`Remove the condition`}: ${piece.words}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no names
          <Fragment key={index}>
            {!piece.isTag ? (
              piece.text
            ) : onChoose && mayBeEmpty(piece.text) ? (
              <button type="button" data-tag="" title={piece.text} onClick={() => onChoose(at)}>
                {piece.words}
              </button>
            ) : (
              <TagChip written={piece.text} words={piece.words} />
            )}
            {onTakeOut && begins.has(at) && (
              <button type="button" className="tag-out" aria-label={name} title={name} onClick={() => onTakeOut(at)}>
                <span aria-hidden="true">×</span>
              </button>
            )}
          </Fragment>
        );
      })}
    </span>
  );
}
