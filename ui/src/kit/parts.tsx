// The parts of the kit that screens use, under our names: a change of kit changes this folder.
import {
  ActionIcon,
  type ButtonProps,
  Checkbox,
  Button as KitButton,
  Menu as KitMenu,
  Modal,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, useRef } from 'react';

export const Button = KitButton;
export const IconButton = ActionIcon;
/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonLinkProps) => <KitButton component="a" {...props} />);

type ButtonLinkProps = ButtonProps & ComponentPropsWithRef<'a'>;
export const TextField = TextInput;
export const PasswordField = PasswordInput;
export const TextArea = Textarea;
export const Choice = Select;
export const Check = Checkbox;
export const CheckGroup = Checkbox.Group;
export const Toggle = Switch;
export const RadioGroup = Radio.Group;
export const RadioChoice = Radio;
export const Segments = SegmentedControl;
export const Menu = KitMenu;
export const Hint = Tooltip;
/** A dialog; it costs nothing until it is opened, as there may be one for each of many rows. */
export function Dialog(props: ComponentPropsWithRef<typeof Modal>) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.opened;
  return wasOpened.current && <Modal {...props} />;
}
