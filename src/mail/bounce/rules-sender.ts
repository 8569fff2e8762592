// Data: phrases about the sender. They come first: a server that checks the sender before the
// recipient may give any code.
import type { BounceRule } from './rules-shape.ts';

/**
 * Reputation, sender address, authentication. All `internal`, except those about the recipient or
 * an earlier bounce.
 */
export const SENDER_RULES: readonly BounceRule[] = [
  // Our own account at the relay. "Your account is suspended" is not about the recipient.
  { name: 'reply-login', type: 'internal', from: 'RFC 4954: how we logged in', status: ['534', '535', '538'] },
  {
    name: 'own-account',
    type: 'internal',
    from: 'relays',
    pattern:
      /\byour (?:\w{1,12} )?(?:account|subscription|domain|access|service|plan|sending)\b.{0,60}(?:suspend|disabled|blocked|limited|closed|inactive|expired|terminated|deactivated|not active|paused)|sending (?:is |has been |was )?(?:paused|disabled|suspended)|maximum credits/,
  },
  {
    name: 'sender-not-verified',
    type: 'internal',
    from: 'Amazon SES, SendGrid',
    pattern:
      /identities failed the check|e-?mail address is not verified|verified sender identity|account is in the sandbox/,
  },
  // Recipients that accept only some senders: unrelated to our reputation.
  {
    name: 'restricted-recipient',
    type: 'soft',
    from: 'Exchange',
    pattern:
      /sendernotauthenticated|resolver\.rst\.(?:auth\w{0,20}|notauth\w{0,20}|restricted\w{0,40}|senderrestrict\w{0,20})|not (?:have permission|allowed|authorized|permitted) to (?:send|post|deliver|mail) (?:messages? |e?mail )?to (?:this|the|that) (?:recipient|group|list|user|mailbox|distribution)|only accepts (?:mail|messages?|e-?mails?) from|allowed[- ]senders? list|members only|accept(?:s|ing)? (?:mail|messages) only from|restricted (?:group|recipient|address)|distribution list .{0,40}(?:restricted|not accept)|sender restriction/,
  },
  // Senders that a relay takes from their owners alone.
  {
    name: 'sender-not-allowed',
    type: 'internal',
    from: 'Microsoft 365, Postmark, Mailgun, Brevo, GMX, iCloud, Zoho',
    pattern:
      /send as th(?:is|e|at) sender|sendasdenied|sender signature|unconfigured sending domain|domain .{0,80}(?:is not allowed to send|is unverified|not verified)|(?:sender|from|sending) (?:e-?mail |address |domain |identity ){0,2}.{0,60}(?:not (?:verified|validated|confirmed|registered|owned|allowed for)|unverified|must be verified|(?:does not|doesn't|must) (?:match|belong to) )|unauthori[sz]ed sender|(?:not|n't) one of your addresses|relaying disallowed as/,
  },
  // Relays with a suppression list of their own: the address bounced before.
  { name: 'relay-suppressed', type: 'hard', from: 'Amazon SES', pattern: /has suppressed sending to this address/ },
  { name: 'relay-suppression-list', type: 'hard', from: 'Amazon SES', pattern: /on the .{0,40}suppression list/ },
  {
    name: 'relay-bounced-before',
    type: 'hard',
    from: 'Mailgun, SendGrid',
    pattern: /previously bounced address|bounced address list|recipient .{0,20}marked as inactive/,
  },
  // Blocklists and reputation.
  {
    name: 'address-block-outlook',
    type: 'internal',
    from: 'Outlook',
    pattern: /part of their network is on our block list|\(s3\d{3}\)|\bas\(48\d\d\)/,
  },
  { name: 'spamhaus', type: 'internal', from: 'Spamhaus', pattern: /spamhaus|\b(?:zen|sbl|xbl|pbl|dbl)\.spam/ },
  {
    name: 'blocklist-name',
    type: 'internal',
    from: 'blocklists',
    pattern:
      /spamcop|\bsorbs\b|abuseat|barracudacentral|surbl|uribl|invaluement|mailspike|uceprotect|backscatterer|psbl|spamrats|lashback|truncate\.gbudb/,
  },
  {
    name: 'blocked-using',
    type: 'internal',
    from: 'Postfix',
    pattern: /blocked (?:using|by|with) .{0,60}(?:list|rbl|bl\b|reputation|protection|\.org|\.net|\.com)/,
  },
  {
    name: 'listed',
    type: 'internal',
    from: 'Exim',
    pattern: /\b(?:is|are|was|been|found) (?:currently |dns)?listed (?:in|on|at|by)\b/,
  },
  {
    name: 'blocklist',
    type: 'internal',
    from: 'many',
    pattern: /\b(?:dns)?(?:black|block|deny)[- ]?list(?:s|ed|ing)?\b|\bdnsbl|\brbls?\b|\brbl\b/,
  },
  { name: 'reputation', type: 'internal', from: 'Cisco, Mimecast, Gmail', pattern: /reputation/ },
  { name: 'senderscore', type: 'internal', from: 'Validity', pattern: /sender ?score|senderbase/ },
  {
    name: 'excessive-unknown-users',
    type: 'internal',
    from: 'Comcast, Yahoo',
    pattern: /excessive (?:userid )?unknown|too many (?:unknown|invalid|bad) (?:users|recipients|addresses)/,
  },
  {
    name: 'client-host-rejected',
    type: 'internal',
    from: 'Postfix',
    pattern: /client host .{0,120}(?:rejected|blocked)|client host rejected/,
  },
  {
    name: 'banned-ip',
    type: 'internal',
    from: 'Outlook',
    pattern: /banned sending ip|sending ip (?:address )?(?:is |has been )?(?:banned|blocked)/,
  },
  {
    name: 'ip-blocked',
    type: 'internal',
    from: 'many',
    pattern:
      /\b(?:your|from|the|client|sender|sending|this) ip\b.{0,60}\b(?:blocked|banned|rejected|refused|denied|not allowed|blacklisted|suspicious)/,
  },
  {
    name: 'ip-refused',
    type: 'internal',
    from: 'many',
    pattern:
      /(?:blocked|refused|denied|banned|rejected|not accepted|will not be accepted|suspicious).{0,40}\b(?:your|from|the|this|sending|sender|client) ip\b/,
  },
  {
    name: 'address-blocked-proofpoint',
    type: 'internal',
    from: 'Proofpoint',
    pattern: /ipcheck\.proofpoint|dnsbl\.proofpoint/,
  },
  {
    name: 'yahoo-code',
    type: 'internal',
    from: 'Yahoo',
    pattern: /\[(?:bl\d\d|tss?\d\d|ts0\d|phc\d\d|cs\d\d)\]|yahoo\.com\/.{0,40}421-ts/,
  },
  {
    name: 'comcast-code',
    type: 'internal',
    from: 'Comcast',
    pattern: /\bbl0000\d\d|\brl0000\d\d|\brtr:\w\w|\bhvu:b\d|\bdyn:t\d/,
  },
  {
    name: 'complaints',
    type: 'internal',
    from: 'Yahoo, AOL',
    pattern: /user complaints|too many complaints|due to (?:spam )?complaints|excessive complaints/,
  },
  {
    name: 'telekom-problem',
    type: 'internal',
    from: 'Telekom',
    pattern: /tosa ?@|tosa@|a problem occurred\. ?\(ask your postmaster/,
  },
  { name: 'unsolicited-rate', type: 'internal', from: 'Gmail', pattern: /unusual rate of|our system has detected/ },
  {
    name: 'not-yet-authorized',
    type: 'internal',
    from: 'Gmail',
    pattern:
      /not authorized to send (?:messages|email|mail) (?:directly|from)|ip you.re using to send mail is not authorized/,
  },
  // Names in the DNS.
  {
    name: 'reverse-dns',
    type: 'internal',
    from: 'many',
    pattern:
      /reverse[- ](?:dns|hostname|lookup|host)|\bptr\b|\brdns\b|\bfcrdns\b|cannot find your (?:host ?name|reverse)/,
  },
  {
    name: 'helo',
    type: 'internal',
    from: 'Postfix, Exim',
    pattern:
      /\b(?:helo|ehlo)\b.{0,80}(?:reject|invalid|denied|mismatch|not found|resolv|bad|forged|require)|(?:invalid|bad|forged) (?:helo|ehlo)/,
  },
  // Authentication of the message.
  { name: 'dmarc', type: 'internal', from: 'RFC 7489', pattern: /\bdmarc\b/ },
  { name: 'spf', type: 'internal', from: 'RFC 7208', pattern: /\bspf\b|openspf|sender policy framework/ },
  { name: 'dkim', type: 'internal', from: 'RFC 6376', pattern: /\bdkim\b|domainkeys/ },
  {
    name: 'unauthenticated',
    type: 'internal',
    from: 'Gmail, Outlook',
    pattern:
      /unauthenticated (?:e?mail|message)|(?:email|message|sender) (?:is |was )?not authenticated|authentication (?:checks|failure|information|results)|anti-?spoofing|spoofed/,
  },
  {
    name: 'authentication-required',
    type: 'internal',
    from: 'RFC 4954',
    pattern:
      /(?:smtp )?auth(?:entication)? (?:is )?required|not authenticated|authenticate first|client was not authenticated|must authenticate|authorization failed|authentication failed/,
    status: ['530', '535', '534', '538', '5.7.0', '5.7.8', '5.7.57', '5.7.1', '550', '554'],
  },
  {
    name: 'tls-required',
    type: 'internal',
    from: 'RFC 3207',
    pattern:
      /must issue a? ?starttls|(?:starttls|tls|encryption) (?:is )?(?:required|needed)|requires? (?:tls|encryption)/,
  },
  // The envelope sender.
  {
    name: 'sender-rejected',
    type: 'internal',
    from: 'Postfix',
    pattern:
      /sender(?: address)?(?: was| is)? (?:rejected|refused|denied|blocked|not allowed|not accepted|invalid|unknown|banned)/,
  },
  {
    name: 'sender-verify',
    type: 'internal',
    from: 'Exim',
    pattern:
      /sender (?:address )?(?:verify|verification|callout) fail|could ?n.t verify sender|unable to verify (?:the )?sender|verification failed for @/,
  },
  {
    name: 'sender-domain',
    type: 'internal',
    from: 'sendmail, Exim',
    pattern:
      /domain of sender|sender(?:.s)? (?:address )?domain|sending domain|(?:invalid|bad|unknown|illegal|unresolvable|unrouteable|unroutable) (?:envelope )?sender|sender .{0,20}does not exist/,
  },
  {
    name: 'mail-from',
    type: 'internal',
    from: 'many',
    pattern:
      /(?:bad|invalid|unacceptable|illegal) (?:mail[- ]from|return[- ]path|from address|from header)|\bmail from\b.{0,60}(?:not allowed|not permitted|refused|rejected|resolve)/,
  },
  {
    name: 'blocked-senders',
    type: 'internal',
    from: 'Mimecast',
    pattern: /manually blocked senders|blocked senders|envelope blocked|sender (?:is )?(?:on|in) .{0,30}block/,
  },
  {
    name: 'recipient-blocked-sender',
    type: 'internal',
    from: 'Yahoo, GMX',
    pattern: /blocked by the recipient|recipient (?:has )?(?:blocked|rejected) (?:your|the sender|this sender)/,
  },
  {
    name: 'anonymous-sender',
    type: 'internal',
    from: 'Outlook',
    pattern:
      /unregistered domain|tenant has exceeded|sender not (?:authorized|authenticated)|not (?:allowed|authorized|permitted) to send as/,
  },
  // Our sending volume.
  {
    name: 'sending-quota',
    type: 'internal',
    from: 'Gmail, relays',
    pattern:
      /(?:sending|user|hourly|daily|message|outgoing|email) (?:sending )?(?:quota|limit|rate) (?:has been |was )?(?:exceeded|reached)|exceeded .{0,40}(?:sending|daily|hourly) (?:quota|limit|rate)|sending rate|(?:rate|ratelimit|throttl)\w{0,6} (?:limit )?exceeded|frequency limited/,
  },
  { name: 'too-many-recipients', type: 'internal', from: 'RFC 5321', pattern: /too many recipients/ },
];
