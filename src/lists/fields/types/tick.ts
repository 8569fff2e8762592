// Field types with a checkbox: a value of the field's own, or a consent.
import { text } from '../../../http/members/declare.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { lineFault, MAX_LINE } from '../line.ts';
import { fieldType } from '../type.ts';
import { shown } from './shown.ts';

const YES = new Set(['yes', 'true', '1', 'on']);
const NO = new Set(['no', 'false', '0', 'off']);
const saysYes = (given: string) => YES.has(given.toLowerCase());
const saysNo = (given: string) => NO.has(given.toLowerCase());

/**
 * When ticked, the field's own value, which may also be sent as yes or no in the usual words;
 * nothing otherwise.
 */
export const checkbox = fieldType({
  identifier: 'checkbox',
  name: 'Checkbox',
  example: 'yes',
  rules: {
    check_value: text('the value when ticked. One line.', { max: MAX_LINE, check: lineFault, default: 'yes' }),
  },
  check: {
    one(given, { label, rules: { check_value = 'yes' } }) {
      if (given === check_value || saysYes(given)) return { value: check_value };
      return saysNo(given) ? { value: '' } : { fault: say('value-tick', { label, value: shown(check_value) }) };
    },
  },
  control: { kind: 'tick', text: ({ label }) => label },
  expects: 'option',
});

/** When given, the text of the consent, with the time; nothing otherwise. */
export const consentcheckbox = fieldType({
  identifier: 'consentcheckbox',
  name: 'Consent Checkbox',
  example: 'yes',
  rules: {
    consent_text: text('what is consented to. One line. Defaults to the label.', { max: MAX_LINE, check: lineFault }),
  },
  defaults: (_rules, label) => ({ consent_text: label }),
  isGivenByHand: true,
  check: {
    one(given, { label, rules: { consent_text = label } }, { at }) {
      if (given === consent_text || saysYes(given)) return { value: consent_text, givenAt: at };
      return saysNo(given) ? { value: '' } : { fault: say('value-consent', { label }) };
    },
  },
  control: { kind: 'tick', text: ({ label, rules: { consent_text = label } }) => consent_text },
  expects: 'option',
});
