// What may be done with many people at once, and who is passed over. Pure.

export const BULK_ACTIONS = [
  'unsubscribe',
  'confirm',
  'move',
  'copy',
  'delete',
  'set-field',
  'ask-to-confirm',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Why somebody is passed over. */
export const PASSED_OVER = {
  'already-so': 'They are so already.',
  blacklisted: 'They are on the blacklist of the list, and stay there.',
  left: 'They unsubscribed: only they themselves can come back.',
  moved: 'They were moved to another list.',
  'on-target': 'The other list has the address already.',
  suppressed: 'They get no mail: their address is suppressed.',
  'asked-lately':
    'They were asked lately: nobody gets more than three of these mails in seven days, a quarter of an hour apart.',
  'not-asked': 'They have nothing to confirm.',
  'does-not-fit': 'The value does not fit with their others.',
} as const;
export type PassedOver = keyof typeof PASSED_OVER;

/** Why an action passes over somebody with this status; undefined: it does not. */
export function whyPassedOver(action: BulkAction, status: string): PassedOver | undefined {
  if (action === 'delete' || action === 'set-field') return undefined;
  if (action === 'copy' || action === 'move') return status === 'moved' ? 'moved' : undefined;
  if (action === 'ask-to-confirm') return whyNotAsked(status);
  if (status === (action === 'confirm' ? 'confirmed' : 'unsubscribed')) return 'already-so';
  if (status === 'blacklisted') return 'blacklisted';
  if (status === 'moved') return 'moved';
  return action === 'confirm' && status === 'unsubscribed' ? 'left' : undefined;
}

function whyNotAsked(status: string): PassedOver | undefined {
  if (status === 'unconfirmed') return undefined;
  if (status === 'confirmed') return 'already-so';
  if (status === 'unsubscribed') return 'left';
  return status === 'blacklisted' || status === 'moved' ? status : 'not-asked';
}
