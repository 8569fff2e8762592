// What the store has encrypted (kernel/seal.ts), whoever owns it.

/** A column of texts made by `seal` for a purpose; rows have an `id`. */
export type SealedColumn = { table: string; column: string; purpose: string };

/** A test finds out whether one is missing. */
export const SEALED: readonly SealedColumn[] = [
  { table: 'relay', column: 'password', purpose: 'relay-password' },
  { table: 'dkim_key', column: 'private_key', purpose: 'dkim-key' },
  { table: 'mailbox', column: 'credentials', purpose: 'mailbox-credentials' },
  { table: 'provider', column: 'secret', purpose: 'provider secret' },
  { table: 'webhook', column: 'secret', purpose: 'webhook-secret' },
  { table: 'webhook', column: 'old_secret', purpose: 'webhook-secret' },
  { table: 'user_account', column: 'totp_secret', purpose: 'totp' },
  { table: 'user_account', column: 'totp_pending', purpose: 'totp' },
];

/** What is kept for a day: the former secret reads it until then. */
export const FOR_A_DAY: readonly string[] = ['idempotency'];
