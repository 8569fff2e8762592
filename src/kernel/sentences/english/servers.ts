// Why other servers cannot be used: relays (the step that failed comes first), mailboxes.
export const SERVERS = {
  // Words of a server or of the system, as they are.
  'server-says': '{words}',

  'smtp-unknown':
    'address: {host} is not known in public DNS; a delivery server must be reachable on the public internet',
  'smtp-closed-address':
    'address: {host} does not lead to a public address; a delivery server must be reachable on the public internet',
  'smtp-dns-unknown': 'DNS: the name {host} is not known (ENOTFOUND)',
  'smtp-dns-no-address': 'DNS: the name {host} has no address (ENODATA)',
  'smtp-dns-failed': 'DNS: no answer for the name {host} ({code})',
  'smtp-tcp-refused':
    'TCP: {host} port {port} refuses connections: nothing is listening there, or a firewall blocks it (ECONNREFUSED)',
  'smtp-tcp-silent': 'TCP: {host} port {port} does not answer: a firewall may block it (ETIMEDOUT)',
  'smtp-tcp-no-host': 'TCP: {host} port {port} cannot be reached: there is no route to this host (EHOSTUNREACH)',
  'smtp-tcp-no-network': 'TCP: {host} port {port} cannot be reached: there is no route to this network (ENETUNREACH)',
  'smtp-tcp-reset': 'TCP: {host} port {port} ended the connection (ECONNRESET)',
  'smtp-tcp-forbidden': 'TCP: connecting to {host} port {port} is not allowed on this machine ({code})',
  'smtp-tcp-failed': 'TCP: {words}',
  'smtp-greeting-none': 'Greeting never received: the server accepts the connection but says nothing',
  'smtp-greeting-none-tls':
    'Greeting never received: the server accepts the connection but says nothing; port 465 usually uses TLS from the start (implicit)',
  'smtp-greeting-closed': 'greeting: the server closed the connection without a word',
  'smtp-greeting-refused': 'greeting: {reply}',
  'smtp-tls-slow': 'TLS: the handshake did not finish in time',
  'smtp-tls-refused': 'TLS: the server does not start TLS: {reply}',
  'smtp-tls-expired': 'TLS: the certificate of {host} has expired; the operator of that server must renew it',
  'smtp-tls-early': 'TLS: the certificate of {host} is not valid yet',
  'smtp-tls-self-signed':
    'TLS: the certificate of {host} is self-signed. Turn off the certificate check only if you trust the connection to it.',
  'smtp-tls-unverified':
    'TLS: the certificate of {host} is from an unknown issuer (unable to verify it). Turn off the certificate check only if you trust the connection to it.',
  'smtp-tls-other-name': 'TLS: the certificate of {host} is for another name: {names}',
  'smtp-tls-not-implicit': 'TLS: the server does not use TLS from the start on this port; try starttls',
  'smtp-tls-no-version': 'TLS: no TLS version in common: {words}',
  'smtp-tls-failed': 'TLS: {words}',
  'smtp-auth-refused': 'auth: {reply}',
  'smtp-auth-unencrypted':
    'auth: the server offers no STARTTLS, or someone in between removed the offer, so the login was not sent. Try TLS from the start on port 465 (smtps://, implicit), or, on your own network, an unencrypted login (ignoreTLS=true, none).',
  'smtp-auth-none':
    'auth: the server offers no AUTH, so the login was not sent. Remove it if the server accepts your mail without one; otherwise try port 465 or 587.',
  'smtp-auth-none-plain':
    'auth: the server offers no AUTH on an unencrypted connection, so the login was not sent. Try TLS (starttls or implicit).',
  'smtp-auth-other':
    'auth: the server offers only {mechanisms}, so the login was not sent. PLAIN, LOGIN and CRAM-MD5 are supported.',
  'smtp-refused': '{step}: {reply}',
  'smtp-domain': 'DNS: {domain} is not a domain that mail can be sent to',
  'smtp-mx-failed': 'DNS: no answer for the domain {domain} ({code})',
  'smtp-mx-unknown': 'DNS: the domain {domain} does not exist',
  'smtp-mx-null': 'DNS: {domain} accepts no mail (null MX)',
  'smtp-server-is': '{host}:',
  'smtp-no-address': 'it has no address that connections are allowed to',
  'smtp-policy': 'the policy of {domain} does not include it (MTA-STS)',
  'smtp-silent': 'the server stopped answering',
  'smtp-closed': 'the server closed the connection',
  'smtp-slow': 'the attempt was given up after {seconds} s',
  'smtp-sender': 'MAIL: {address} is not a valid email address',
  'seal-other':
    "A stored secret ({purpose}) cannot be read: the installation's secret (MAILWRIGHT_SECRET) is not the one it was stored with.",

  'mailbox-name-unknown': 'The host {host} does not exist (DNS has no address for it).',
  'mailbox-dns-failed': 'The address of {host} cannot be looked up: DNS does not answer.',
  'mailbox-refused':
    '{place} refuses connections: the host or the port is wrong, or the service is switched off there.',
  'mailbox-no-answer': '{place} does not answer: the port is wrong, or a firewall is in between.',
  'mailbox-unreachable': '{place} cannot be reached from here.',
  'mailbox-no-greeting': '{place} says nothing: it may want TLS from the first byte (--tls implicit).',
  'mailbox-certificate-name': 'The certificate of the server is not for {host}: check the host name.',
  'mailbox-certificate-expired': 'The certificate of {place} has expired.',
  'mailbox-certificate-untrusted':
    'The certificate of {place} is signed by an authority that this machine does not trust (--verify-tls no accepts it).',
  'mailbox-tls-failed': 'TLS with {place} fails ({words}): it may want --tls {other}.',
  'mailbox-no-starttls': '{place} does not offer STARTTLS: use --tls implicit.',
  'mailbox-user': 'The server does not accept the user {user}: {reply}',
  'mailbox-closed': '{place} closed the connection.',
  'mailbox-closed-saying': '{place} closed the connection: {words}',
  'mailbox-slow': '{place} answers so slowly that the connection was given up.',
  'mailbox-floods': '{place} sends far more than was requested: it may not be a mail server, or it may be broken.',
  'mailbox-other-protocol': '{place} speaks {spoken}, not {protocol}: the port is wrong. It greets with: {words}',
  'mailbox-no-protocol':
    '{place} does not seem to be a mail server for {protocol}: the port may be wrong. It says: {words}',
  'mailbox-says': '{place}: {words}',
  'mailbox-command': '{host} refuses a command: {words}',
  'mailbox-folder-read-only': 'The folder "{folder}" is read-only: emails cannot be removed from it.',
  'mailbox-folder-refused': 'The folder "{folder}" cannot be opened: {words}',
  'mailbox-folder-missing': 'There is no folder "{folder}". Available folders: {folders}',
  'mailbox-not-moved': 'Processed emails could not be moved from "{folder}" to "{done}": {words}',
  'mailbox-not-deleted': 'Processed emails could not be deleted from "{folder}": {words}',
  'mailbox-kept':
    'Emails that were fetched and deleted are still there: make the server delete them immediately, without keeping copies.',
  'mailbox-mails-unread':
    'The server does not hand over one of its emails: {words} That email stays there, and the others were fetched. Open it with an email app.',
  'mailbox-search-refused': 'The server does not say which emails there are: {words}',
  'mailbox-store-failed': 'Emails were read but could not be processed because the database failed. They stay there.',
  'mailbox-token-refused':
    'The token server answers {answer}: the refresh token, the client id or the client secret is not accepted (anymore).',
  'mailbox-token-late': 'The token server {host} cannot be reached (no answer in time).',
  'mailbox-token-unreachable': 'The token server {host} cannot be reached ({code}).',

  // Why a provider's report is not taken.
  'report-signature': 'A report was refused: the signature is missing or wrong.',
  'report-secret': 'A report was refused: the secret is missing or wrong.',
  'report-no-time': 'A report was refused: no time is signed.',
  'report-old': 'A report was refused: the signed time is more than a day ago.',
  'report-ahead': 'A report was refused: the signed time is in the future.',
  'report-host': 'A report was refused: it names a host that is not Amazon’s.',
  'report-topic': 'A report was refused: it belongs to another topic.',
  'report-kind': 'A report was refused: its type or signature version is not supported.',
  'report-no-certificate': 'A report was refused: what it refers to is not a certificate.',
  'report-certificate-time': 'A report was refused: its certificate is not valid now.',
  'report-answer': 'A report was refused: {host}, which it refers to, answers {status}.',
  'report-long': 'A report was refused: what it refers to is too long.',
} as const;
