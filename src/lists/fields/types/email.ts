// Field type email: mail addresses, stored as written.
import { isMailAddress } from '../../../kernel/address.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { lineLimits } from '../line.ts';
import { fieldType } from '../type.ts';

export const email = fieldType({
  identifier: 'email',
  name: 'Email',
  example: 'name@example.com',
  rules: {},
  check: {
    one: (text, { label }) => (isMailAddress(text) ? { value: text } : { fault: say('member-address', { label }) }),
  },
  control: { kind: 'input', type: 'email', limits: lineLimits },
  expects: 'email',
});
