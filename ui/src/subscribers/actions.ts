// What can be done with many people, in words.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkAction } from '../api/lists/people.ts';

export type Action = {
  key: BulkAction['action'];
  /** In the menu. */
  name: string;
  /** Of the dialog. */
  title: string;
  /** What it means. */
  about: string;
  /** On the button that does it. */
  verb: (people: number) => string;
};

export function useActions(): readonly Action[] {
  const { t } = useLingui();
  return [
    {
      key: 'unsubscribe',
      name: t`Unsubscribe…`,
      title: t`Unsubscribe all who fit`,
      about: t`They get no mail of this list any more. Only they themselves can come back.`,
      verb: (people) => t`${plural(people, { one: 'Unsubscribe # person', other: 'Unsubscribe # people' })}`,
    },
    {
      key: 'confirm',
      name: t`Confirm…`,
      title: t`Confirm all who fit`,
      about: t`They get mail from now on, without having answered themselves. Who unsubscribed stays so.`,
      verb: (people) => t`${plural(people, { one: 'Confirm # person', other: 'Confirm # people' })}`,
    },
    {
      key: 'ask-to-confirm',
      name: t`Ask to confirm again…`,
      title: t`Ask the unconfirmed again`,
      about: t`They get the confirmation mail of this list once more. Who is confirmed, has left or gets no mail is not asked.`,
      verb: (people) => t`${plural(people, { one: 'Ask # person', other: 'Ask # people' })}`,
    },
    {
      key: 'copy',
      name: t`Copy to a list…`,
      title: t`Copy all who fit`,
      about: t`They are on the other list too, with their state and the values of fields with the same tag. Its automations treat them as imported people.`,
      verb: (people) => t`${plural(people, { one: 'Copy # person', other: 'Copy # people' })}`,
    },
    {
      key: 'move',
      name: t`Move to a list…`,
      title: t`Move all who fit`,
      about: t`They go to the other list with their state and values; its automations treat them as imported people. Here they stay as “Moved”, with their history.`,
      verb: (people) => t`${plural(people, { one: 'Move # person', other: 'Move # people' })}`,
    },
    {
      key: 'set-field',
      name: t`Set a field…`,
      title: t`Set a field of all who fit`,
      about: t`What stood there before is replaced.`,
      verb: (people) => t`${plural(people, { one: 'Change # person', other: 'Change # people' })}`,
    },
    {
      key: 'delete',
      name: t`Remove…`,
      title: t`Remove all who fit`,
      about: t`They are gone from this list, with their values. Who wants no more mail is better unsubscribed: that is remembered. This cannot be undone.`,
      verb: (people) => t`${plural(people, { one: 'Remove # person', other: 'Remove # people' })}`,
    },
  ];
}

/** Why somebody was passed over, by the word of the API. */
export function useSkipReasons(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    'already-so': t`were so already`,
    blacklisted: t`get no mail, and stay so`,
    left: t`unsubscribed themselves`,
    moved: t`were moved before`,
    'on-target': t`are on the other list already`,
    suppressed: t`get no mail: their address is suppressed`,
    'asked-lately': t`were asked lately`,
    'not-asked': t`have nothing to confirm`,
    'does-not-fit': t`have values that this one does not fit`,
  };
}
