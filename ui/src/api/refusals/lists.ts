// What is refused of lists, their fields and the values of fields.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';
import { regexWords } from './regex.ts';

export const listsWords: Words<'list' | 'field' | 'value'> = {
  'list-missing': () => t`The subscribers list does not exist.`,
  'list-sending': () => t`This list cannot be removed while one of its campaigns is being sent.`,
  'list-colors': () => t`Colors must hold background, text and accent.`,
  'list-private': () => t`The list is private: it has no form.`,
  'field-missing': () => t`The list field does not exist.`,
  'field-email-removed': () => t`The EMAIL field cannot be removed.`,
  'field-email-tag': () => t`The tag of the EMAIL field cannot be changed.`,
  'field-email-required': () => t`The EMAIL field must stay required.`,
  'field-type-stays': ({ type }) => t`The type of a field cannot be changed; it is ${type}.`,
  'field-regex': ({ error }) => {
    const fault = regexWords(error);
    return t`Content regex cannot be used: ${fault}. It takes RE2 syntax, without look-around and back-references.`;
  },
  'field-options-unique': () => t`Option value must be unique.`,
  'field-options-form': () => t`Options must be a list of objects with name and value.`,
  'field-options-many': ({ max }) => t`Please provide at most ${max} options.`,
  'field-options-control': ({ member }) => t`Option ${member} must not hold control characters.`,
  'field-tag-form': () =>
    t`Tag must begin with a letter, hold only letters, digits and underscores, and not end with an underscore.`,
  'field-lengths': () => t`Max length must not be smaller than min length.`,
  'field-years': () => t`Year end must not be before year start.`,
  'field-country-code': ({ label }) => t`${label} must be an ISO 3166 alpha-2 code.`,
  'field-domain': ({ label, domain }) => t`${label} holds ${domain}, which is no domain.`,
  'value-no-options': ({ label }) => t`${label} has no options yet.`,
  'value-other-option': ({ label, value }) => t`${label} holds ${value}, which is not one of the options.`,
  'value-country': ({ label }) => t`${label} is not a known country.`,
  'value-state': ({ label, country }) => t`${label} is not a state of ${country}.`,
  'value-date': ({ label }) => t`${label} is no date such as 1990-02-28 or 28.2.1990.`,
  'value-date-time': ({ label }) => t`${label} is no date and time such as 2026-11-21 08:05:00.`,
  'value-phone': ({ label }) => t`${label} is not a valid phone number.`,
  'value-required-form': ({ label }) => t`${label} does not have the required form.`,
  'value-only': ({ label, signs }) => t`${label} may hold only ${signs}.`,
  'value-control': ({ label }) => t`${label} must not hold control characters.`,
  'value-tick': ({ label, value }) => t`${label} must be ${value} or empty.`,
  'value-consent': ({ label }) => t`${label} must be its consent text or empty.`,
  'value-url': ({ label }) => t`${label} is not a valid URL.`,
  'value-url-scheme': ({ label, scheme }) => t`${label} must begin with ${scheme}://.`,
  'value-url-domain': ({ label }) => t`${label} is on a domain that is not allowed.`,
  'value-year': ({ label, first, last }) => t`${label} must be a year from ${first} to ${last}.`,
  'value-single': ({ label }) => t`${label} must be a single value.`,
  'field-tag-reserved': ({ tag }) => t`The tag “${tag}” is reserved!`,
  'field-tag-taken': () => t`The tag attribute must be unique in the mail list!`,
};
