// Why an address that others gave could not be asked, as a part of a sentence.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useFetchWords(): Words<'fetch'> {
  const { t } = useLingui();
  return {
    'fetch-no-address': () => t`it is not an address`,
    'fetch-no-http': () => t`it is not an http or https address`,
    'fetch-user': () => t`an address must not contain a user name and password`,
    'fetch-closed': ({ host }) => t`${host} is not a public address; MAILWRIGHT_FETCH_ALLOW lists the exceptions`,
    'fetch-not-public': () => t`it does not lead to a public address`,
    'fetch-unknown-name': () => t`its name does not exist in DNS`,
    'fetch-name-later': () => t`its name cannot be looked up right now`,
    'fetch-refused': () => t`the connection was refused`,
    'fetch-closed-early': () => t`the connection was closed too early`,
    'fetch-closed-silently': () => t`the connection was closed without an answer`,
    'fetch-certificate': ({ code }) => t`its certificate is not trusted (${code})`,
    'fetch-unreachable': () => t`it cannot be reached`,
    'fetch-unreachable-by': ({ code }) => t`it cannot be reached (${code})`,
    'fetch-slow': ({ seconds }) => t`it takes longer than ${seconds} seconds`,
    'fetch-status': ({ status }) => t`it answers with status ${status}`,
    'fetch-redirects': ({ most }) => t`it redirects more than ${most} times`,
    'fetch-large': ({ most }) => t`it is larger than ${most} MB`,
    'fetch-compression': () => t`its compression is not supported`,
    'fetch-compression-broken': () => t`its compression is broken`,
    'fetch-stopping': () => t`the server is stopping`,
  };
}
