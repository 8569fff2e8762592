// One thing that is looked at before a campaign is sent.

export const CHECK_IDS = [
  'audience',
  'sender',
  'sender-domain',
  'subject',
  'preheader',
  'content',
  'sample-texts',
  'variants',
  'unsubscribe-link',
  'postal-address',
  'tags',
  'empty-fields',
  'links',
  'alt-texts',
  'html',
  'size',
  'text-part',
  'feeds',
  'test',
  'relay',
  'base-url',
] as const;
export const CHECK_STATES = ['ok', 'advice', 'blocking'] as const;

/** `message` is a sentence for people, `data` what it is about. */
export type CheckResult = {
  id: (typeof CHECK_IDS)[number];
  state: (typeof CHECK_STATES)[number];
  message: string;
  data: Record<string, unknown>;
};

type Make = (id: CheckResult['id'], message: string, data?: CheckResult['data']) => CheckResult;
const made =
  (state: CheckResult['state']): Make =>
  (id, message, data = {}) => ({ id, state, message, data });

export const fine = made('ok');
/** It can be sent, and would be better otherwise. */
export const advice = made('advice');
/** It cannot be sent, or would not leave. */
export const blocking = made('blocking');
