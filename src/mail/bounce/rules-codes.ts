// Data: the meaning of codes when no text decided (RFC 3463, RFC 5248, RFC 7505, RFC 7372; the IANA
// registry of enhanced status codes). Codes that servers use for everything (5.0.0, 5.1.0, 550,
// 554) are left out: they decide nothing.
import type { BounceRule } from './rules-shape.ts';

/** Exact codes first (541 comes with 5.4.1), then whole families. */
export const CODE_RULES: readonly BounceRule[] = [
  { name: 'code-5.1.1', type: 'hard', from: 'RFC 3463: bad destination mailbox address', status: ['5.1.1'] },
  { name: 'code-5.1.2', type: 'hard', from: 'RFC 3463: bad destination system address', status: ['5.1.2'] },
  { name: 'code-5.1.3', type: 'hard', from: 'RFC 3463: bad destination mailbox address syntax', status: ['5.1.3'] },
  { name: 'code-5.1.6', type: 'hard', from: 'RFC 3463: destination mailbox has moved', status: ['5.1.6'] },
  { name: 'code-5.1.10', type: 'hard', from: 'RFC 7505: recipient address has null MX', status: ['5.1.10', '556'] },
  { name: 'code-5.2.1', type: 'hard', from: 'RFC 3463: mailbox disabled', status: ['5.2.1'] },
  { name: 'code-5.4.310', type: 'hard', from: 'Exchange Online: domain does not exist', status: ['5.4.310'] },
  { name: 'code-5.7.17', type: 'hard', from: 'RFC 7293: mailbox owner has changed', status: ['5.7.17', '5.7.18'] },
  { name: 'code-sender', type: 'internal', from: 'RFC 3463: bad sender address', status: ['5.1.7', '5.1.8', '5.1.9'] },
  { name: 'code-5.2.2', type: 'soft', from: 'RFC 3463: mailbox full', status: ['5.2.2', '4.2.2'] },
  { name: 'code-size', type: 'internal', from: 'RFC 3463: message too big', status: ['5.2.3', '5.3.4'] },
  { name: 'code-4.4.7', type: 'soft', from: 'RFC 3463: delivery time expired', status: ['4.4.7', '5.4.7'] },
  { name: 'reply-policy', type: 'internal', from: 'some servers: rejected by a filter', status: ['541', '571'] },
  {
    name: 'code-5.7-restricted',
    type: 'soft',
    from: 'Exchange Online: the recipient takes mail of some senders only',
    status: ['5.7.124', '5.7.129', '5.7.133', '5.7.134', '5.7.135', '5.7.136', '5.7.2'],
  },
  {
    name: 'code-reputation',
    type: 'internal',
    from: 'RFC 7372, RFC 8617: authentication; reputation',
    status: [
      '4.7.20',
      '4.7.21',
      '4.7.22',
      '4.7.23',
      '4.7.24',
      '4.7.25',
      '4.7.26',
      '4.7.27',
      '4.7.28',
      '4.7.29',
      '4.7.30',
      '4.7.31',
      '4.7.32',
    ],
  },
  { name: 'code-5.7', type: 'internal', from: 'RFC 3463: security or policy', status: ['5.7'] },
  { name: 'code-5.6', type: 'internal', from: 'RFC 3463: content or media', status: ['5.6', '4.6'] },
  {
    name: 'code-5.5',
    type: 'internal',
    from: 'RFC 3463: protocol',
    status: ['5.5.1', '5.5.2', '5.5.3', '5.5.4', '5.5.5', '5.5.6'],
  },
  { name: 'code-5.4', type: 'soft', from: 'RFC 3463: network and routing', status: ['5.4'] },
  { name: 'code-5.3', type: 'soft', from: 'RFC 3463: mail system', status: ['5.3'] },
  { name: 'code-5.2', type: 'soft', from: 'RFC 3463: mailbox', status: ['5.2'] },
  {
    name: 'reply-command',
    type: 'internal',
    from: 'RFC 5321, section 4.2: commands and parameters',
    status: ['500', '501', '502', '503', '504', '555'],
  },
  { name: 'reply-authentication', type: 'internal', from: 'RFC 4954', status: ['530'] },
  { name: 'reply-size', type: 'internal', from: 'some servers: message too big', status: ['523'] },
  { name: 'reply-552', type: 'soft', from: 'RFC 5321: exceeded storage allocation', status: ['552'] },
  { name: 'reply-551', type: 'hard', from: 'RFC 5321: user not local', status: ['551'] },
];

/**
 * Words that mean little by themselves. They count only when neither a sentence nor a code decided.
 */
export const VAGUE_RULES: readonly BounceRule[] = [
  {
    name: 'words-refused',
    type: 'internal',
    from: 'many',
    pattern:
      /\b(?:blocked|prohibited|not authori[sz]ed|unauthori[sz]ed|access denied|suspicious|abuse|security|banned|permission)\b/,
  },
];
