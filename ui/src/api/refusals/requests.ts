// Why requests are refused, whatever they are about.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const requestsWords: Words<'request' | 'right'> = {
  'request-nothing-known': () => t`Nothing of the request is known.`,
  'request-block-unknown': () => t`Nothing of a block is known.`,
  'request-many-members': ({ most }) => t`The request names more than ${most} members.`,
  'request-page-not-found': () => t`Page not found.`,
  'request-method': ({ methods, method }) => t`This path takes ${methods}, not ${method}.`,
  'request-nul': () => t`A text of the request holds a NUL character.`,
  'request-unreadable': () => t`The request could not be read.`,
  'request-content-type': () =>
    t`The content type is none of application/json, application/x-www-form-urlencoded and multipart/form-data.`,
  'request-body-encoded': () => t`The body has a Content-Encoding, and is taken only as it is. Please send it without.`,
  'request-content-length': () => t`The body is not as long as Content-Length says.`,
  'request-json-object': () => t`The JSON body is not an object.`,
  'request-too-large': ({ size }) => t`The request body is larger than ${size}.`,
  'request-body-late': () => t`The body did not arrive in time.`,
  'request-stopping': () => t`The server was stopped before this was done. Please try again in a few seconds.`,
  'request-large-many': () => t`Too many large requests are being processed. Please try again in a few seconds.`,
  'request-values-many': ({ most }) => t`The request holds more than ${most} values.`,
  'request-file-kind': () => t`Send the file itself, as text/csv, or a multipart/form-data with it.`,
  'request-no-file': () => t`The multipart body has no part with a file name: send the file as such a part.`,
  'request-foreign': () =>
    t`This request was not made by a page of this server: with a session, changes need the header Origin or Sec-Fetch-Site of its own pages. Programs use an API key.`,
  'request-rate': ({ limit, window, seconds }) =>
    t`This API key may make ${limit} requests in ${window} seconds. Try again in ${seconds} s.`,
  'request-often': () => t`There were too many requests of this kind. Please try again in an hour.`,
  'request-idempotency-key': () => t`Idempotency-Key must have 1 to 255 characters, visible ASCII and spaces.`,
  'request-our-fault': () => t`Something went wrong on our side. The log has it under the X-Request-Id.`,
  'right-read': () => t`This needs a role with the customer, or an API key with the scope read.`,
  'right-write': () => t`Changing this needs the role editor, sender or owner, or an API key with the scope write.`,
  'right-send': () =>
    t`Sending, scheduling and resuming need the role sender or owner, or an API key with the scope send.`,
  'right-owner': () => t`This needs the role owner, or an API key with the scope owner.`,
  'right-operator': () => t`This is for operators of the installation, and for API keys with the scope operator.`,
  'request-used-key': () =>
    t`This Idempotency-Key was used for another request: the address or the body differs. Use a new key for each request.`,
  'request-key-under-way': () => t`A request with this Idempotency-Key is still running. Ask again for its answer.`,
  'request-key-cut-off': () =>
    t`A request with this Idempotency-Key was cut off before it was answered: it may have been done, in whole or in part. See what there is, then use a new key.`,
  'request-key-not-kept': () => t`The request with this Idempotency-Key was done. Its answer was too large to be kept.`,
  'request-no-key': () =>
    t`You are signed out here. Sign in in another tab, then try again: what you have written stays.`,
  'request-customer-off': () => t`This customer account is not active.`,
  'request-streams': () => t`Too many event streams are open. One is enough for all windows of a browser.`,
};
