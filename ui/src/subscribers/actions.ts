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
      title: t`Unsubscribe all matching people`,
      about: t`They no longer get email from this list. Only they themselves can resubscribe.`,
      verb: (people) => t`${plural(people, { one: 'Unsubscribe # person', other: 'Unsubscribe # people' })}`,
    },
    {
      key: 'confirm',
      name: t`Confirm…`,
      title: t`Confirm all matching people`,
      about: t`They get email from now on without having confirmed themselves. People who unsubscribed stay unsubscribed.`,
      verb: (people) => t`${plural(people, { one: 'Confirm # person', other: 'Confirm # people' })}`,
    },
    {
      key: 'ask-to-confirm',
      name: t`Ask to confirm again…`,
      title: t`Ask unconfirmed people again`,
      about: t`They get the confirmation email of this list again. People who are confirmed, have unsubscribed or get no email are not asked.`,
      verb: (people) => t`${plural(people, { one: 'Ask # person', other: 'Ask # people' })}`,
    },
    {
      key: 'copy',
      name: t`Copy to a list…`,
      title: t`Copy all matching people`,
      about: t`They are added to the other list as well, with their status and the values of fields with the same tag. That list’s automations treat them as imported people.`,
      verb: (people) => t`${plural(people, { one: 'Copy # person', other: 'Copy # people' })}`,
    },
    {
      key: 'move',
      name: t`Move to a list…`,
      title: t`Move all matching people`,
      about: t`They move to the other list with their status and values; its automations treat them as imported people. On this list they stay as “Moved”, with their history.`,
      verb: (people) => t`${plural(people, { one: 'Move # person', other: 'Move # people' })}`,
    },
    {
      key: 'set-field',
      name: t`Set a field…`,
      title: t`Set a field for all matching people`,
      about: t`The previous values are replaced.`,
      verb: (people) => t`${plural(people, { one: 'Change # person', other: 'Change # people' })}`,
    },
    {
      key: 'delete',
      name: t`Remove…`,
      title: t`Remove all matching people`,
      about: t`This removes them from the list, along with their values. To stop emailing people, unsubscribe them instead: that is remembered. This cannot be undone.`,
      verb: (people) => t`${plural(people, { one: 'Remove # person', other: 'Remove # people' })}`,
    },
  ];
}

/** Why somebody was passed over, by the word of the API. */
export function useSkipReasons(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    'already-so': t`no change needed`,
    blacklisted: t`blocked on this list`,
    left: t`unsubscribed themselves`,
    moved: t`moved to another list earlier`,
    'on-target': t`already on the other list`,
    suppressed: t`not emailed: the address is suppressed`,
    'asked-lately': t`asked recently`,
    'not-asked': t`nothing to confirm`,
    'does-not-fit': t`with values that conflict with this one`,
  };
}
