// What the author of a draft should know: its time alone sends nothing.
import type { Campaign } from '../../storage/tables.ts';
import type { Warning } from './warning.ts';

/** Tells of a draft whose send time has passed at `at` (ms). */
export function draftWarnings(
  { status, send_at, uid }: Pick<Campaign, 'status' | 'send_at' | 'uid'>,
  at: number,
): Warning[] {
  if (status !== 'draft' || send_at === null || send_at > at) return [];
  const message = `This time has passed, and the campaign is still a draft: it is sent when its status becomes pending-sending, or by POST /campaigns/${uid}/send.`;
  return [{ member: 'send_at', message }];
}
