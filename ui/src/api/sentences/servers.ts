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
      t`TCP: ${host} port ${port} refuses connections: nothing listens there, or a firewall says no (ECONNREFUSED).`,
    'smtp-tcp-silent': ({ host, port }) =>
      t`TCP: ${host} port ${port} does not answer: a firewall may drop it (ETIMEDOUT).`,
    'smtp-tcp-no-host': ({ host, port }) =>
      t`TCP: ${host} port ${port} cannot be reached: there is no way to this host (EHOSTUNREACH).`,
    'smtp-tcp-no-network': ({ host, port }) =>
      t`TCP: ${host} port ${port} cannot be reached: there is no way to this network (ENETUNREACH).`,
    'smtp-tcp-reset': ({ host, port }) => t`TCP: ${host} port ${port} ended the connection (ECONNRESET).`,
    'smtp-tcp-forbidden': ({ host, port, code }) =>
      t`TCP: connecting to ${host} port ${port} is not allowed on this machine (${code}).`,
    'smtp-tcp-failed': ({ words }) => `TCP: ${words}`,
    'smtp-greeting-none': () => t`No greeting: the server takes the connection and says nothing.`,
    'smtp-greeting-none-tls': () =>
      t`No greeting: the server takes the connection and says nothing; port 465 usually speaks TLS from the start.`,
    'smtp-greeting-closed': () => t`Greeting: the server closed the connection without a word.`,
    'smtp-greeting-refused': ({ reply }) => t`Greeting: ${reply}`,
    'smtp-tls-slow': () => t`TLS: the handshake came to no end in time.`,
    'smtp-tls-refused': ({ reply }) => t`TLS: the server does not start TLS: ${reply}`,
    'smtp-tls-expired': ({ host }) =>
      t`TLS: the certificate of ${host} has expired, and whoever runs that server must renew it.`,
    'smtp-tls-early': ({ host }) => t`TLS: the certificate of ${host} is not valid yet.`,
    'smtp-tls-self-signed': ({ host }) =>
      t`TLS: the certificate of ${host} is self-signed. Turn the certificate check off only if you trust the way to it.`,
    'smtp-tls-unverified': ({ host }) =>
      t`TLS: the certificate of ${host} comes from nobody known here. Turn the certificate check off only if you trust the way to it.`,
    'smtp-tls-other-name': ({ host, names }) => t`TLS: the certificate of ${host} is for another name: ${names}`,
    'smtp-tls-not-implicit': () =>
      t`TLS: the server does not speak TLS from the start on this port; STARTTLS may be right.`,
    'smtp-tls-no-version': ({ words }) => t`TLS: no common version of TLS: ${words}`,
    'smtp-tls-failed': ({ words }) => `TLS: ${words}`,
    'smtp-auth-refused': ({ reply }) => t`Sign-in: ${reply}`,
    'smtp-auth-unencrypted': () =>
      t`Sign-in: the server offers no STARTTLS, or somebody on the way took the offer out, so the password was not sent. TLS from the start on port 465 may be right.`,
    'smtp-auth-none': () =>
      t`Sign-in: the server offers none, so the password was not sent. Take username and password out if it takes your mail without them; else port 465 or 587 may be right.`,
    'smtp-auth-none-plain': () =>
      t`Sign-in: the server offers none on an unencrypted connection, so the password was not sent. It may with TLS.`,
    'smtp-auth-other': ({ mechanisms }) =>
      t`Sign-in: the server offers ${mechanisms} alone, so the password was not sent. It can be by PLAIN, LOGIN or CRAM-MD5.`,
    'smtp-refused': ({ step, reply }) => `${step}: ${reply}`,
    'smtp-domain': ({ domain }) => t`DNS: ${domain} is no domain that mail can be sent to.`,
    'smtp-mx-failed': ({ domain, code }) => t`DNS: no answer for the domain ${domain} (${code}).`,
    'smtp-mx-unknown': ({ domain }) => t`DNS: the domain ${domain} does not exist.`,
    'smtp-mx-null': ({ domain }) => t`DNS: ${domain} takes no mail (null MX).`,
    'smtp-server-is': ({ host }) => `${host}:`,
    'smtp-no-address': () => t`It has no address that may be connected to.`,
    'smtp-policy': ({ domain }) => t`The policy of ${domain} does not name it (MTA-STS).`,
    'smtp-silent': () => t`The server stopped answering.`,
    'smtp-closed': () => t`The server closed the connection.`,
    'smtp-slow': ({ seconds }) => t`It was given up after ${seconds} s.`,
    'smtp-sender': ({ address }) => t`Sender: ${address} is not a valid email address.`,
    'seal-other': ({ purpose }) =>
      t`What is stored encrypted (${purpose}) cannot be read: MAILWRIGHT_SECRET is not the one it was stored with.`,
  };
}

export function useMailboxWords(): Words<'mailbox'> {
  const { t } = useLingui();
  return {
    'mailbox-name-unknown': ({ host }) => t`There is no host ${host}: DNS knows no address for it.`,
    'mailbox-dns-failed': ({ host }) => t`The address of ${host} cannot be looked up: DNS does not answer.`,
    'mailbox-refused': ({ place }) =>
      t`${place} refuses connections: the host or the port is wrong, or the service is switched off there.`,
    'mailbox-no-answer': ({ place }) => t`${place} does not answer: the port is wrong, or a firewall is in between.`,
    'mailbox-unreachable': ({ place }) => t`${place} cannot be reached from here.`,
    'mailbox-no-greeting': ({ place }) => t`${place} says nothing: it may want TLS from the start (--tls implicit).`,
    'mailbox-certificate-name': ({ host }) => t`The certificate of the server is not for ${host}: check the host name.`,
    'mailbox-certificate-expired': ({ place }) => t`The certificate of ${place} has expired.`,
    'mailbox-certificate-untrusted': ({ place }) =>
      t`The certificate of ${place} is signed by nobody whom this machine trusts (--verify-tls no takes it).`,
    'mailbox-tls-failed': ({ place, words, other }) =>
      t`TLS with ${place} fails (${words}): it may want --tls ${other}.`,
    'mailbox-no-starttls': ({ place }) => t`${place} does not offer STARTTLS: use --tls implicit.`,
    'mailbox-user': ({ user, reply }) => t`The server does not take the user ${user}: ${reply}`,
    'mailbox-closed': ({ place }) => t`${place} closed the connection.`,
    'mailbox-closed-saying': ({ place, words }) => t`${place} closed the connection: ${words}`,
    'mailbox-other-protocol': ({ place, spoken, protocol, words }) =>
      t`${place} speaks ${spoken}, not ${protocol}: the port is wrong. It greets with: ${words}`,
    'mailbox-no-protocol': ({ place, protocol, words }) =>
      t`${place} greets as no ${protocol} server does: the port may be wrong. It says: ${words}`,
    'mailbox-says': ({ place, words }) => `${place}: ${words}`,
    'mailbox-command': ({ host, words }) => t`${host} refuses a command: ${words}`,
    'mailbox-folder-read-only': ({ folder }) =>
      t`The folder “${folder}” can only be read: mails cannot be removed from it.`,
    'mailbox-folder-missing': ({ folder, folders }) => t`There is no folder “${folder}”; there are: ${folders}`,
    'mailbox-folder-refused': ({ folder, words }) => t`The folder “${folder}” cannot be opened: ${words}`,
    'mailbox-slow': ({ place }) => t`${place} sends its answers so slowly that it was given up.`,
    'mailbox-floods': ({ place }) =>
      t`${place} sends far more than it was asked for: it may be no mail server, or a broken one.`,
    'mailbox-not-moved': ({ done, folder, words }) =>
      t`Mails that are done could not be moved from “${folder}” to “${done}”: ${words}`,
    'mailbox-not-deleted': ({ folder, words }) =>
      t`Mails that are done could not be deleted from “${folder}”: ${words}`,
    'mailbox-kept': () =>
      t`Mails that were taken and deleted are still there: let the server delete them at once, and do not let it keep copies.`,
    'mailbox-mails-unread': ({ words }) =>
      t`The server has a mail that it does not give: ${words} It stays there, the others were taken. Look at it with a mail program.`,
    'mailbox-search-refused': ({ words }) => t`The server does not say which mails there are: ${words}`,
    'mailbox-store-failed': () => t`Mails were read and could not be acted on: the store failed. They stay there.`,
    'mailbox-token-refused': ({ answer }) =>
      t`The token server answers ${answer}: the refresh token, the client id or the client secret is not taken (any more).`,
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
    'report-ahead': () => t`A report was refused: the signed time is to come.`,
    'report-host': () => t`A report was refused: it names a host that is not Amazon’s.`,
    'report-topic': () => t`A report was refused: it is of another topic.`,
    'report-kind': () => t`A report was refused: its type or signature version is not known.`,
    'report-no-certificate': () => t`A report was refused: what it names is no certificate.`,
    'report-certificate-time': () => t`A report was refused: its certificate is not valid now.`,
    'report-answer': ({ host, status }) => t`A report was refused: ${host}, which it names, answers ${status}.`,
    'report-long': () => t`A report was refused: what it names is too long.`,
  };
}
