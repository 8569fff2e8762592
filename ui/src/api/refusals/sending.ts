// What is refused of relays, domains and mails.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const sendingWords: Words<'relay' | 'domain' | 'message' | 'mail'> = {
  'relay-many': ({ most }) => t`A customer can have at most ${most} delivery servers.`,
  'relay-probed': () => t`This delivery server is already being tested.`,
  'relay-missing': () => t`The delivery server does not exist.`,
  'relay-changed': () => t`Somebody else changed the delivery server at the same time. Please reload it.`,
  'relay-shared': () => t`The delivery server is shared by all customers: only the operator can change it.`,
  'relay-helo': () => t`Helo name must be a host name, or an IP address in brackets.`,
  'relay-hostname': () => t`Hostname must be a host name such as smtp.example.com, or an IP address.`,
  'relay-username-direct': () => t`Username cannot be used with direct delivery.`,
  'relay-tls-direct': () => t`TLS must be none, opportunistic or starttls with direct delivery.`,
  'relay-direct-operator': () => t`Hostname: direct delivery is set up by the operator of the installation.`,
  'relay-direct-options': () => t`Hostname: the options private and dns are given by the command relay only.`,
  'relay-public': () =>
    t`Hostname must lead to a public address. Relays in the server’s own network are added there: npx mailwright relay add.`,
  'relay-username-blank': () => t`Username cannot be blank when a password is given.`,
  'relay-password-blank': () => t`Password cannot be blank when a username is given.`,
  'relay-tls-password': () =>
    t`TLS must be opportunistic, starttls or implicit when a password is given: without TLS it could be read in transit.`,
  'relay-password-again': () => t`Password must be given again when hostname, port, TLS or username changes.`,
  'relay-until-first': () => t`Until must not be less than first day.`,
  'relay-used-minute': ({ relay, limit, at }) =>
    t`${relay} has used up its quota for this minute (${limit}) and continues at ${at}.`,
  'relay-used-hour': ({ relay, limit, at }) =>
    t`${relay} has used up its quota for this hour (${limit}) and continues at ${at}.`,
  'relay-used-day': ({ relay, limit, at }) =>
    t`${relay} has used up its quota for this day (${limit}) and continues at ${at}.`,
  'relay-used-month': ({ relay, limit, at }) =>
    t`${relay} has used up its quota for this month (${limit}) and continues at ${at}.`,
  'relay-used-warm-up': ({ relay, limit, at }) =>
    t`${relay} has used up this day of its warm-up plan (${limit}) and continues at ${at}.`,
  'domain-missing': () => t`The sending domain does not exist.`,
  'domain-many': ({ most }) => t`You can have at most ${most} sending domains.`,
  'domain-there': ({ name }) => t`The sending domain ${name} already exists.`,
  'domain-rsa-bits': ({ bits }) => t`RSA bits must be one of: ${bits}.`,
  'domain-key-kind': ({ type }) => t`The key must be an RSA or an Ed25519 key; it is of type ${type}.`,
  'domain-key-bits': ({ bits, min, max }) =>
    t`The RSA key has ${bits} bits; receivers take keys of ${min} to ${max} bits.`,
  'domain-key-password': () => t`The key is protected by a password: save it without one first (openssl pkey).`,
  'domain-key-public': () => t`This is a public key; the private one is needed.`,
  'domain-key-pem': () => t`The key must be a private key in PEM form (“-----BEGIN PRIVATE KEY-----”).`,
  'domain-selector-taken': ({ selector }) => t`Selector “${selector}” is taken: each key of a domain has its own.`,
  'domain-selector-signs': ({ selector }) =>
    t`Selector “${selector}” must have letters, digits, hyphens and dots only, such as mail1.`,
  'domain-keys-wait': ({ named }) =>
    t`New keys (${named}) are already waiting for their DNS records: publish those, then check.`,
  'domain-name-signs': () => t`Please give a domain name such as example.com, without “@”, “/” and “:”.`,
  'domain-name-parts': () => t`Please give a domain name of at least two parts, such as example.com.`,
  'message-log-missing': () => t`The delivery log does not exist.`,
  'message-choice': ({ choices }) =>
    t`Choice must be one of: ${choices}. To change nothing and count, send dry_run=yes.`,
  'message-emails': ({ most }) =>
    t`Emails must be 1 to ${most} addresses, as a list or with commas between them. Leave it out for all.`,
  'mail-gone': () => t`This email is no longer in the inbox.`,
  'mail-no-html': () => t`This email has no HTML.`,
  'mail-suppressed': ({ address }) => t`${address} gets no email from you: it is on the suppression list.`,
  'relay-blocklists-often': () =>
    t`Blocklists were queried 30 times this hour, which is the maximum: further queries might no longer be answered.`,
  'relay-about-one': () => t`Please give either server_id or domain_uid.`,
  'mail-released': () => t`This email was released before, or is being released now: check what happened to it.`,
  'mail-returned-missing': () => t`The returned email does not exist.`,
  'mail-before': () => t`Before must be a number.`,
  'mail-missing': () => t`The email does not exist.`,
  'mail-body-or-template': () => t`Provide exactly one of body and template_uid.`,
  'mail-subject-template': () => t`Subject cannot be blank: the template has none.`,
  'mail-no-value': ({ tags }) => t`There is no value for ${tags}.`,
  'mail-no-value-campaign': ({ others }) =>
    t`Only messages of campaigns have a value for ${others}; data may have one.`,
  'mail-no-value-both': ({ tags, others }) =>
    t`There is no value for ${tags}. Only messages of campaigns have a value for ${others}; data may have one.`,
  'mail-data-object': () => t`Data must be an object of names and values.`,
  'mail-data-many': ({ most }) => t`Data has too many names (maximum is ${most}).`,
  'mail-data-name': () => t`A name has letters, digits and _, and starts with a letter.`,
  'mail-data-twice': ({ tag }) => t`[${tag}] has two values: names do not differ by case.`,
  'mail-data-value': () =>
    t`The value must be a text, a number, true, false or null: give what is inside of it names of its own.`,
  'mail-data-long': () => t`Data makes an email that is too long.`,
  'mail-data-subject': () => t`Subject is blank with this data.`,
  'mail-attachments-list': () => t`Attachments must be a list of objects with name, type and data.`,
};
