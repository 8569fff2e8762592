// The parts of the kit that screens use, under our names: a change of kit changes this folder.
import { useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  type ButtonProps,
  Checkbox,
  defaultOptionsFilter,
  Button as KitButton,
  Menu as KitMenu,
  Modal,
  type OptionsFilter,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  type SelectProps,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useCloseGuard } from './form/leave-guard.tsx';
import { coverScreen } from './page/behind.ts';
import { noteKeyboard } from './page/keyboard.ts';

type PressProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/**
 * A button. One that is busy, or goes off by its own press, keeps the keyboard until that goes on:
 * a browser takes it from what is disabled, and whoever presses keys stands at the top again.
 */
export function Button({ loading, disabled = false, onClick, onFocus, onBlur, ...props }: PressProps) {
  const [hasKeyboard, setKeyboard] = useState(false);
  const isOff = disabled || loading === true;
  const isKept = isOff && hasKeyboard;
  return (
    <KitButton
      {...props}
      {...(loading !== undefined && { loading })}
      disabled={disabled}
      renderRoot={(root: ComponentPropsWithRef<'button'>) => (
        <button {...root} disabled={isOff && !isKept} aria-disabled={isKept || root['aria-disabled']} />
      )}
      onClick={isKept ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setKeyboard(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setKeyboard(false);
        onBlur?.(event);
      }}
    />
  );
}
export const IconButton = ActionIcon;
type ButtonLinkProps = ButtonProps & ComponentPropsWithRef<'a'>;
/** A link to a file that looks like a button. */
export const FileLink = (props: ButtonLinkProps) => <KitButton component="a" {...props} />;
/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(FileLink);

export const TextField = TextInput;
/** A password, which can be looked at. */
export function PasswordField(props: ComponentPropsWithRef<typeof PasswordInput>) {
  const { t } = useLingui();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password` }}
      aria-invalid={props.error ? true : undefined} // the kit says so of other fields by itself
      {...props}
    />
  );
}
export const TextArea = Textarea;

type ChoiceProps = SelectProps<string> & {
  /** Where what can be chosen comes from: until it is known, nothing is said to be missing. */
  query?: Pick<UseQueryResult, 'isPending' | 'isSuccess' | 'error' | 'refetch'> | undefined;
  /** This many more there are than `data` has, to be found by what is typed; absent: none. */
  rest?: number;
};

/** More than that is not drawn at once: the browser would be busy with each key that is pressed. */
const MOST_DRAWN = 100;
/** Among more than that one looks for a name by typing it. */
const MOST_TO_READ = 20;

/** One of several; of many, found by what is typed. */
export function Choice({
  query,
  data = [],
  rest = 0,
  limit = MOST_DRAWN,
  onDropdownOpen,
  onDropdownClose,
  onClick,
  ...props
}: ChoiceProps) {
  const { t } = useLingui();
  // What was paged while somebody added to it may come twice, which the kit does not bear.
  const once = useMemo(() => [...new Map(data.map((one) => [nameOfOption(one), one])).values()], [data]);
  const filter: OptionsFilter = ({ options, search }) => {
    const fitting = defaultOptionsFilter({ options, search, limit: Number.POSITIVE_INFINITY }) as typeof options;
    const left = Math.max(fitting.length - limit, 0) + rest;
    if (left === 0) return fitting;
    const more = { value: MORE, label: t`${left} more: type part of the name`, disabled: true };
    const chosen = fitting.slice(limit).filter((one) => 'value' in one && one.value === props.value);
    return [...chosen, ...fitting.slice(0, limit), more];
  };
  const isFailed = query?.isSuccess === false && query.error !== null;
  const isOpened = useRef(false);
  return (
    <Select
      searchable={once.length > MOST_TO_READ}
      filter={filter}
      {...props}
      data={once}
      error={props.error ?? (isFailed ? query.error?.message : undefined)}
      nothingFoundMessage={isFailed ? undefined : query?.isPending ? t`Loading …` : props.nothingFoundMessage}
      onDropdownOpen={() => {
        isOpened.current = true;
        if (isFailed) void query.refetch();
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        isOpened.current = false;
        onDropdownClose?.();
      }}
      onClick={(event) => {
        // What is typed then looks for a name in the place of the chosen one, not behind it.
        if (isOpened.current) event.currentTarget.select();
        isOpened.current = false;
        onClick?.(event);
      }}
    />
  );
}

/** No value that anything has. */
const MORE = '\u0000more';

const nameOfOption = (one: NonNullable<SelectProps<string>['data']>[number]): unknown =>
  typeof one === 'object' && 'value' in one ? one.value : one;

export const Check = Checkbox;
export const CheckGroup = Checkbox.Group;
/**
 * Its label alone is its name: the kit would call it by its description, too, and tell that twice.
 */
export function Toggle({ label, ...props }: ComponentPropsWithRef<typeof Switch>) {
  const id = useId();
  if (label === undefined) return <Switch {...props} />;
  return <Switch {...props} label={<span id={id}>{label}</span>} aria-labelledby={id} />;
}
/**
 * One of few, all in sight. The kit names the group by its label alone: `aria-label` is one unseen.
 */
export function RadioGroup({ 'aria-label': name, ...props }: ComponentPropsWithRef<typeof Radio.Group>) {
  return <Radio.Group {...(name && { label: name, labelProps: { className: 'unseen' } })} {...props} />;
}
export const RadioChoice = Radio;
export const Segments = SegmentedControl;
export const Menu = KitMenu;
export const Hint = Tooltip;
/**
 * A dialog; it costs nothing until it is opened, as there may be one for each of many rows. What
 * had the keyboard before gets it back, also when the dialog is gone at once.
 */
export function Dialog({ opened, onClose, children, ...props }: ComponentPropsWithRef<typeof Modal>) {
  const { t } = useLingui();
  const [state, setState] = useState<'unmade' | 'open' | 'closed'>('unmade');
  useEffect(() => {
    if (!opened) return undefined;
    const giveBack = noteKeyboard();
    const uncover = coverScreen();
    setState('open');
    return () => {
      setState('closed');
      uncover();
      giveBack();
    };
  }, [opened]);
  const { isAsking, tryClose, around } = useCloseGuard(onClose);
  return (
    (opened || state !== 'unmade') && (
      <Modal
        closeButtonProps={{ 'aria-label': t`Close` }}
        {...props}
        opened={opened && state === 'open'}
        returnFocus={false}
        onClose={tryClose}
        closeOnEscape={!isAsking}
      >
        <div ref={markFirst} style={{ display: 'contents' }}>
          {around(children)}
        </div>
      </Modal>
    )
  );
}

const FIELD = ['input:not([type=hidden], [type=file], [type=radio]:not(:checked))', 'select', 'textarea']
  .map((one) => `${one}:not(:disabled)`)
  .join();

/**
 * The first field gets the keyboard where nothing else is marked to, not the cross above it. On a
 * phone it would open one over what the dialog says: there, and where no field is, the title gets
 * it, from which one reads on.
 */
function markFirst(content: HTMLElement | null): void {
  if (!content || content.querySelector('[data-autofocus]')) return;
  const field = matchMedia('(pointer: coarse)').matches ? null : content.querySelector(FIELD);
  const title = content.closest('[role=dialog]')?.querySelector('.mantine-Modal-title');
  if (!field) title?.setAttribute('tabindex', '-1');
  (field ?? title)?.setAttribute('data-autofocus', '');
}
