// Why other servers cannot be used: relays, after the step that failed, and mailboxes.
import { useLingui } from '@lingui/react/macro';
import type { Words } from './words.ts';

export function useRelayWords(): Words<'smtp' | 'server' | 'seal'> {
  const { t } = useLingui();
  return {
    'server-says': ({ words }) => words,
    'smtp-unknown': ({ host }) =>
      t`Address: ${host} is not known in public DNS; a relay must be reachable on the public internet.`,
    'smtp-closed-address': ({ host }) =>
      t`Address: ${host} does not lead to a public address; a relay must be reachable on the public internet.`,
    'smtp-dns-unknown': ({ host }) => t`DNS: the name ${host} is not known (ENOTFOUND).`,
    'smtp-dns-no-address': ({ host }) => t`DNS: the name ${host} has no address (ENODATA).`,
    'smtp-dns-failed': ({ host, code }) => t`DNS: no answer for the name ${host} (${code}).`,
    'smtp-tcp-refused': ({ host, port }) =>
      t`TCP: ${host} port ${port} refuses connections: nothing is listening there, or a firewall blocks it (ECONNREFUSED).`,
    'smtp-tcp-silent': ({ host, port }) =>
      t`TCP: ${host} port ${port} does not answer: a firewall may block it (ETIMEDOUT).`,
    'smtp-tcp-no-host': ({ host, port }) =>
      t`TCP: ${host} port ${port} cannot be reached: there is no route to this host (EHOSTUNREACH).`,
    'smtp-tcp-no-network': ({ host, port }) =>
      t`TCP: ${host} port ${port} cannot be reached: there is no route to this network (ENETUNREACH).`,
    'smtp-tcp-reset': ({ host, port }) => t`TCP: ${host} port ${port} ended the connection (ECONNRESET).`,
    'smtp-tcp-forbidden': ({ host, port, code }) =>
      t`TCP: connecting to ${host} port ${port} is not allowed on this machine (${code}).`,
    'smtp-tcp-failed': ({ words }) => `TCP: ${words}`,
    'smtp-greeting-none': () => t`No greeting: the server accepts the connection but says nothing.`,
    'smtp-greeting-none-tls': () =>
      t`No greeting: the server accepts the connection but says nothing. Port 465 usually uses TLS from the start.`,
    'smtp-greeting-closed': () => t`Greeting: the server closed the connection without a word.`,
    'smtp-greeting-refused': ({ reply }) => t`Greeting: ${reply}`,
    'smtp-tls-slow': () => t`TLS: the handshake did not finish in time.`,
    'smtp-tls-refused': ({ reply }) => t`TLS: the server does not start TLS: ${reply}`,
    'smtp-tls-expired': ({ host }) =>
      t`TLS: the certificate of ${host} has expired. The operator of that server must renew it.`,
    'smtp-tls-early': ({ host }) => t`TLS: the certificate of ${host} is not valid yet.`,
    'smtp-tls-self-signed': ({ host }) =>
      t`TLS: the certificate of ${host} is self-signed. Turn off the certificate check only if you trust the connection to it.`,
    'smtp-tls-unverified': ({ host }) =>
      t`TLS: the certificate of ${host} is from an unknown issuer. Turn off the certificate check only if you trust the connection to it.`,
    'smtp-tls-other-name': ({ host, names }) => t`TLS: the certificate of ${host} is for another name: ${names}`,
    'smtp-tls-not-implicit': () => t`TLS: the server does not use TLS from the start on this port. Try STARTTLS.`,
    'smtp-tls-no-version': ({ words }) => t`TLS: no TLS version in common: ${words}`,
    'smtp-tls-failed': ({ words }) => `TLS: ${words}`,
    'smtp-auth-refused': ({ reply }) => t`Sign-in: ${reply}`,
    'smtp-auth-unencrypted': () =>
      t`Sign-in: the server offers no STARTTLS, or someone in between removed the offer, so the password was not sent. Try TLS from the start on port 465.`,
    'smtp-auth-none': () =>
      t`Sign-in: the server offers none, so the password was not sent. Remove username and password if it accepts your mail without them; otherwise try port 465 or 587.`,
    'smtp-auth-none-plain': () =>
      t`Sign-in: the server offers none on an unencrypted connection, so the password was not sent. Try it with TLS.`,
    'smtp-auth-other': ({ mechanisms }) =>
      t`Sign-in: the server offers only ${mechanisms}, so the password was not sent. PLAIN, LOGIN and CRAM-MD5 are supported.`,
    'smtp-refused': ({ step, reply }) => `${step}: ${reply}`,
    'smtp-domain': ({ domain }) => t`DNS: ${domain} is not a domain that mail can be sent to.`,
    'smtp-mx-failed': ({ domain, code }) => t`DNS: no answer for the domain ${domain} (${code}).`,
    'smtp-mx-unknown': ({ domain }) => t`DNS: the domain ${domain} does not exist.`,
    'smtp-mx-null': ({ domain }) => t`DNS: ${domain} accepts no mail (null MX).`,
    'smtp-server-is': ({ host }) => `${host}:`,
    'smtp-no-address': () => t`It has no address that connections are allowed to.`,
    'smtp-policy': ({ domain }) => t`The policy of ${domain} does not include it (MTA-STS).`,
    'smtp-silent': () => t`The server stopped answering.`,
    'smtp-closed': () => t`The server closed the connection.`,
    'smtp-slow': ({ seconds }) => t`The attempt was given up after ${seconds} s.`,
    'smtp-sender': ({ address }) => t`Sender: ${address} is not a valid email address.`,
    'seal-other': ({ purpose }) =>
      t`Encrypted data (${purpose}) cannot be read: MAILWRIGHT_SECRET is not the one it was stored with.`,
  };
}

export function useMailboxWords(): Words<'mailbox'> {
  const { t } = useLingui();
  return {
    'mailbox-name-unknown': ({ host }) => t`The host ${host} does not exist: DNS has no address for it.`,
    'mailbox-dns-failed': ({ host }) => t`The address of ${host} cannot be looked up: DNS does not answer.`,
    'mailbox-refused': ({ place }) =>
      t`${place} refuses connections: the host or the port is wrong, or the service is switched off there.`,
    'mailbox-no-answer': ({ place }) => t`${place} does not answer: the port is wrong, or a firewall is in between.`,
    'mailbox-unreachable': ({ place }) => t`${place} cannot be reached from here.`,
    'mailbox-no-greeting': ({ place }) => t`${place} says nothing: it may want TLS from the start (--tls implicit).`,
    'mailbox-certificate-name': ({ host }) => t`The certificate of the server is not for ${host}: check the host name.`,
    'mailbox-certificate-expired': ({ place }) => t`The certificate of ${place} has expired.`,
    'mailbox-certificate-untrusted': ({ place }) =>
      t`The certificate of ${place} is signed by an authority that this machine does not trust (--verify-tls no accepts it).`,
    'mailbox-tls-failed': ({ place, words, other }) =>
      t`TLS with ${place} fails (${words}): it may want --tls ${other}.`,
    'mailbox-no-starttls': ({ place }) => t`${place} does not offer STARTTLS: use --tls implicit.`,
    'mailbox-user': ({ user, reply }) => t`The server does not accept the user ${user}: ${reply}`,
    'mailbox-closed': ({ place }) => t`${place} closed the connection.`,
    'mailbox-closed-saying': ({ place, words }) => t`${place} closed the connection: ${words}`,
    'mailbox-other-protocol': ({ place, spoken, protocol, words }) =>
      t`${place} speaks ${spoken}, not ${protocol}: the port is wrong. It greets with: ${words}`,
    'mailbox-no-protocol': ({ place, protocol, words }) =>
      t`${place} does not seem to be a mail server for ${protocol}: the port may be wrong. It says: ${words}`,
    'mailbox-says': ({ place, words }) => `${place}: ${words}`,
    'mailbox-command': ({ host, words }) => t`${host} refuses a command: ${words}`,
    'mailbox-folder-read-only': ({ folder }) =>
      t`The folder “${folder}” is read-only: emails cannot be removed from it.`,
    'mailbox-folder-missing': ({ folder, folders }) => t`There is no folder “${folder}”. Available folders: ${folders}`,
    'mailbox-folder-refused': ({ folder, words }) => t`The folder “${folder}” cannot be opened: ${words}`,
    'mailbox-slow': ({ place }) => t`${place} answers so slowly that the connection was given up.`,
    'mailbox-floods': ({ place }) =>
      t`${place} sends far more than was requested: it may not be a mail server, or it may be broken.`,
    'mailbox-not-moved': ({ done, folder, words }) =>
      t`Processed emails could not be moved from “${folder}” to “${done}”: ${words}`,
    'mailbox-not-deleted': ({ folder, words }) => t`Processed emails could not be deleted from “${folder}”: ${words}`,
    'mailbox-kept': () =>
      t`Emails that were fetched and deleted are still there: make the server delete them immediately, without keeping copies.`,
    'mailbox-mails-unread': ({ words }) =>
      t`The server does not hand over one of its emails: ${words} That email stays there, and the others were fetched. Open it with an email app.`,
    'mailbox-search-refused': ({ words }) => t`The server does not say which emails there are: ${words}`,
    'mailbox-store-failed': () =>
      t`Emails were read but could not be processed because the database failed. They stay there.`,
    'mailbox-token-refused': ({ answer }) =>
      t`The token server answers ${answer}: the refresh token, the client id or the client secret is not accepted (anymore).`,
    'mailbox-token-late': ({ host }) => t`The token server ${host} does not answer in time.`,
    'mailbox-token-unreachable': ({ host, code }) => t`The token server ${host} cannot be reached (${code}).`,
  };
}

/** Why a provider's report is not taken. */
export function useReportWords(): Words<'report'> {
  const { t } = useLingui();
  return {
    'report-signature': () => t`A report was refused: the signature is missing or wrong.`,
    'report-secret': () => t`A report was refused: the secret is missing or wrong.`,
    'report-no-time': () => t`A report was refused: no time is signed.`,
    'report-old': () => t`A report was refused: the signed time is more than a day ago.`,
    'report-ahead': () => t`A report was refused: the signed time is in the future.`,
    'report-host': () => t`A report was refused: it names a host that is not Amazon’s.`,
    'report-topic': () => t`A report was refused: it belongs to another topic.`,
    'report-kind': () => t`A report was refused: its type or signature version is not supported.`,
    'report-no-certificate': () => t`A report was refused: what it refers to is not a certificate.`,
    'report-certificate-time': () => t`A report was refused: its certificate is not valid now.`,
    'report-answer': ({ host, status }) => t`A report was refused: ${host}, which it refers to, answers ${status}.`,
    'report-long': () => t`A report was refused: what it refers to is too long.`,
  };
}
