// What is wrong with members of requests.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const membersWords: Words<'member'> = {
  'member-blank': ({ label }) => t`${label} cannot be blank.`,
  'member-text': ({ label }) => t`${label} must be a text.`,
  'member-short': ({ label, min }) => t`${label} is too short (minimum is ${min} characters).`,
  'member-long': ({ label, max }) => t`${label} is too long (maximum is ${max} characters).`,
  'member-nul': ({ label }) => t`${label} holds a NUL character.`,
  'member-line-break': ({ label }) => t`${label} holds a line break.`,
  'member-line': ({ label }) => t`${label} must be one line without control characters.`,
  'member-one-line': ({ label }) => t`${label} must be one line.`,
  'member-address': ({ label }) => t`${label} is not a valid email address.`,
  'member-yes-no': ({ label }) => t`${label} must be yes or no.`,
  'member-one-of': ({ label, words }) => t`${label} must be one of: ${words}.`,
  'member-whole': ({ label, min, max }) => t`${label} must be a whole number from ${min} to ${max}.`,
  'member-object': ({ label }) => t`${label} must be an object.`,
  'member-object-json': ({ label }) => t`${label} must be an object, or its JSON.`,
  'member-object-as-json': ({ label }) => t`${label} must be an object as JSON.`,
  'member-block': ({ block, member }) => t`${block} must be a block of members, such as ${block}[${member}].`,
  'member-block-company': () => t`company must be a block of members, such as company[name].`,
  'member-block-customer': () => t`customer must be a block of members, such as customer[first_name].`,
  'member-block-details': () => t`Details must be a block of members, such as details[status].`,
  'member-objects': ({ label }) => t`${label} must be a list of objects.`,
  'member-too-many': ({ label, most }) => t`${label} are too many (maximum is ${most}).`,
  'member-texts': ({ label }) => t`${label} must be texts.`,
  'member-texts-long': ({ label, max }) => t`${label} are too long (maximum is ${max} characters each).`,
  'member-texts-line': ({ label }) => t`${label} must be of one line, without commas.`,
  'member-hash': ({ label }) => t`${label} must be a SHA-256 in hex.`,
  'member-link-hash': ({ label }) => t`${label} must be the hash of a link.`,
  'member-instant': ({ label }) => t`${label} must be a time like 2026-11-21T15:05:00Z.`,
  'member-color': ({ label }) => t`${label} must be a color like #0b62c4.`,
  'member-absolute': ({ label, called }) =>
    called === 'https'
      ? t`${label} must be an absolute https address without a user name.`
      : t`${label} must be an absolute http or https address without a user name.`,
  'member-time-zone': () => t`Time zone must be a name of the IANA database, as Europe/Berlin.`,
  'member-addresses': ({ label }) => t`${label} must hold valid email addresses with commas between them.`,
  'member-after': () => t`After must be next of an answer to the same question.`,
  'member-nothing-known': ({ known }) => t`Nothing of this is known here. Known are: ${known}.`,
  'member-nothing-known-inside': ({ inside, known }) =>
    t`Nothing of this is known here: ${inside}. Known are: ${known}.`,
  'member-nothing-known-details': ({ known }) => t`Nothing of this is known here. Known are: ${known}, details.`,
};
