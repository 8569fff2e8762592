// Rules for refusals, as data: the first match decides. Rules about us at the relay, or about one
// mailbox, come before similar ones about rate; providers' own codes come before general phrases.
// Texts are matched as the server wrote them, code included, at most 500 characters; every pattern
// runs in linear time.

/**
 * - rate: too fast for this destination
 * - connections: too many at a time
 * - greylist: this message has to wait, the next one may go at once
 * - block: our address or name is refused; continuing makes it worse
 * - mailbox: about this recipient only
 * - server: the server's own trouble
 * - message: about this message only
 * - unknown: a temporary refusal that no rule knows
 */
export type DeferralKind = 'rate' | 'connections' | 'greylist' | 'block' | 'mailbox' | 'server' | 'message' | 'unknown';

export type DeferralRule = {
  name: string;
  kind: DeferralKind;
  /** Matched against the enhanced code; '' when there is none. */
  enhanced?: RegExp;
  text?: RegExp;
  /** Also for 5xx; absent = 4xx only. */
  alsoPermanent?: true;
  /** `relay`: about us at the relay itself, whatever the destination. */
  scope?: 'relay';
};

export const DEFERRAL_RULES: readonly DeferralRule[] = [
  // The relay's own limits on us
  { name: 'relay-rate', kind: 'rate', scope: 'relay', text: /maximum sending rate exceeded|throttling failure/i },
  {
    name: 'relay-quota',
    kind: 'block',
    scope: 'relay',
    alsoPermanent: true,
    text: /daily (?:message |user )?(?:sending )?(?:quota|limit) exceeded|maximum credits exceeded|exceeded the max emails per hour|sending limit (?:reached|exceeded) for (?:this|your) account/i,
  },
  { name: 'exchange-submission-rate', kind: 'rate', scope: 'relay', text: /message submission rate for this client/i },

  // One mailbox: full, switched off, or itself too busy.
  {
    name: 'mailbox-busy',
    kind: 'mailbox',
    text: /user you are trying to contact is receiving mail (?:at a rate|too quickly)|recipient thread limit|messages to \S+ deferred due to excessive volume|mailbox is (?:busy|locked)|ratelimit exceeded for mailbox|too many messages for (?:this )?(?:user|recipient|mailbox)/i,
  },
  { name: 'mailbox-full', kind: 'mailbox', enhanced: /^4\.2\.2$/ },
  {
    name: 'mailbox-full-text',
    kind: 'mailbox',
    text: /(?:mailbox|account|user|recipient|inbox)\b[^.]{0,40}\b(?:full|over ?quota|exceeded (?:its |the )?(?:quota|storage))|quota (?:limit )?exceeded|out of storage|disk quota|insufficient mailbox storage/i,
  },
  {
    name: 'mailbox-unverified',
    kind: 'mailbox',
    text: /unverified address|address verification in progress|verify recipient|callout|recipient (?:address )?(?:temporarily )?(?:unavailable|disabled)|mailbox (?:temporarily )?(?:disabled|inactive|suspended)|user unknown/i,
  },
  {
    name: 'mailbox-code',
    kind: 'mailbox',
    enhanced: /^4\.2\.[013]$|^4\.1\.[126]$/,
    text: /^(?!.*(?:grey|gray)list)(?!.*(?:too (?:many|fast)|rate|throttl)).*$/i,
  },

  // Google
  { name: 'google-rate', kind: 'rate', enhanced: /^4\.7\.(?:23|26|27|28|29|30|31|32|40)$/ },
  {
    name: 'google-unusual-rate',
    kind: 'rate',
    text: /unusual rate of (?:unsolicited )?(?:mail|e-?mail)|has been (?:temporarily )?rate limited/i,
  },
  {
    name: 'google-suspicious',
    kind: 'rate',
    enhanced: /^4\.7\.0$/,
    text: /try again later, closing connection|very low reputation|message is suspicious/i,
  },
  {
    name: 'google-unusual-final',
    kind: 'block',
    alsoPermanent: true,
    text: /^550.{0,60}unusual rate of unsolicited mail/i,
  },
  {
    name: 'google-reputation',
    kind: 'block',
    alsoPermanent: true,
    text: /^55\d.{0,400}very low reputation of the sending (?:ip|domain)/i,
  },

  // Microsoft: outlook.com and Exchange Online
  { name: 'outlook-connections', kind: 'connections', text: /\bRP-003\b|^432 .{0,60}concurrent connections/i },
  {
    name: 'outlook-rate',
    kind: 'rate',
    text: /\bRP-00[12]\b|\b4(?:21|51) PR\(|limits for how many messages can be sent per hour/i,
  },
  {
    name: 'outlook-block',
    kind: 'block',
    alsoPermanent: true,
    text: /\((?:S3140|S3150)\)|\b(?:SC-00[1-4]|DY-00[12]|OU-00[12])\b|part of their network is on our block list/i,
  },
  {
    name: 'exchange-banned',
    kind: 'block',
    alsoPermanent: true,
    text: /banned sending ip|5\.7\.(?:511|606|607|608|609|61\d|62\d|63\d|64\d)\b/i,
  },
  { name: 'exchange-ip-reputation', kind: 'rate', enhanced: /^4\.7\.6\d\d$/ },
  { name: 'exchange-suspicious', kind: 'rate', enhanced: /^4\.7\.5\d\d$/ },
  { name: 'exchange-resources', kind: 'server', enhanced: /^4\.3\.1$/ },

  // Yahoo, AOL
  { name: 'yahoo-permanent', kind: 'block', text: /\[TS(?:S)?03\]|permanently deferred/i },
  {
    name: 'yahoo-rate',
    kind: 'rate',
    text: /\[(?:IP)?TSS?\d\d\]|unexpected volume or user complaints|deferred due to user complaints/i,
  },
  { name: 'yahoo-greylist', kind: 'greylist', text: /\[GL\d\d\]/ },
  { name: 'yahoo-block', kind: 'block', alsoPermanent: true, text: /\[BL\d\d\]|\[IPTS\d\d\]/ },

  // Apple
  { name: 'apple-busy', kind: 'rate', enhanced: /^4\.7\.1$/, text: /service unavailable - try again later/i },

  // Comcast, Charter, Cox
  { name: 'comcast-sessions', kind: 'connections', text: /too many sessions (?:open|opened)/i },
  { name: 'comcast-rate', kind: 'rate', text: /\bRL0\d{2,6}\b|throttled - try again later/i },
  { name: 'comcast-block', kind: 'block', alsoPermanent: true, text: /\bBL0\d{2,6}\b|\bES0000\d\d\b/ },

  // GMX, web.de, mail.com, IONOS, Telekom
  {
    name: 'gmx-rate',
    kind: 'rate',
    text: /too many messages have been received in a short period|\bc=r(?:lgl|ate)\b/i,
  },
  {
    name: 'gmx-block',
    kind: 'block',
    alsoPermanent: true,
    text: /ip address is (?:block|black) ?listed|bad dns ptr|problem with your dns ptr/i,
  },
  { name: 'telekom-block', kind: 'block', alsoPermanent: true, text: /tosa@rx\.t-online\.de|\(BL\)/i },

  // Orange, Free, SFR, La Poste
  { name: 'orange-connections', kind: 'connections', text: /OFR_?(?:\d{3}_)?104\b|trop de connexions/i },
  {
    name: 'orange-rate',
    kind: 'rate',
    text: /OFR_?(?:\d{3}_)?(?:105|108|109|999)\b|service refuse[\s\S]{0,20}veuillez essayer/i,
  },
  { name: 'orange-block', kind: 'block', alsoPermanent: true, text: /OFR_?(?:\d{3}_)?(?:102|506|507)\b/i },
  { name: 'sfr-rate', kind: 'rate', text: /\bLPN\d{3}_(?:4|5)\d\d\b/ },
  { name: 'free-block', kind: 'block', text: /too many spams? from your ip/i },
  { name: 'free-errors', kind: 'rate', text: /too many errors from your ip/i },

  // Asia, Russia
  { name: 'qq-rate', kind: 'rate', alsoPermanent: true, text: /(?:ip|domain|connection|sender) frequency limited/i },
  {
    name: 'netease-rate',
    kind: 'rate',
    alsoPermanent: true,
    text: /\b(?:MI:(?:SFQ|CEL|DMC|IMF)|RP:(?:CEL|QRC|TRC)|HL:(?:IFC|ITC|MEP))\b/,
  },
  { name: 'yandex-later', kind: 'rate', text: /service is currently unavailable\. please come back later/i },

  // Filters in front of many domains
  { name: 'mimecast-greylist', kind: 'greylist', text: /internal resources? (?:are|is)? ?temporarily unavailable/i },
  {
    name: 'proofpoint-block',
    kind: 'block',
    alsoPermanent: true,
    text: /(?:ipcheck|support)\.proofpoint\.com|proofpoint dynamic reputation/i,
  },
  { name: 'cloudmark-block', kind: 'block', alsoPermanent: true, text: /csi\.cloudmark\.com/i },
  { name: 'barracuda-block', kind: 'block', alsoPermanent: true, text: /barracudacentral\.org|barracuda reputation/i },
  { name: 'barracuda-rate', kind: 'rate', text: /rate ?control|barracuda[^.]{0,40}too many/i },
  {
    name: 'cisco-reputation',
    kind: 'block',
    alsoPermanent: true,
    text: /poor reputation|sender ?base reputation|sbrs/i,
  },
  { name: 'messagelabs-shaping', kind: 'rate', text: /traffic shap|#4\.x\.2/i },
  { name: 'cisco-connections', kind: 'connections', enhanced: /^$/, text: /#4\.4\.5/ },

  // Block lists, by name or by the usual sentence
  { name: 'listed-links', kind: 'message', alsoPermanent: true, text: /\bdbl\b|surbl|uribl/i },
  {
    name: 'block-list',
    kind: 'block',
    alsoPermanent: true,
    text: /spamhaus\.(?:org|net)|spamcop\.net|sorbs\.net|uceprotect|abuseat\.org|\bdnsbl\b|\brbl\b|client host .{1,80} blocked|\b(?:ip|host|server)\b.{0,60} (?:is|was|has been) (?:\w{1,12} )?(?:listed|blacklisted|blocklisted|block listed|black listed|blocked)\b|temporarily (?:black|block)listed/i,
  },
  {
    name: 'no-reverse-name',
    kind: 'block',
    text: /cannot find your (?:reverse )?hostname|reverse dns (?:failure|lookup failed)|no (?:reverse dns|ptr)|does not resolve to|helo command rejected/i,
  },

  // Greylisting
  {
    name: 'greylist',
    kind: 'greylist',
    text: /gr[ea]y-?list|postgrey|first time sender|delayed by policy|come back in \d/i,
  },

  // Too many at a time
  {
    name: 'connections',
    kind: 'connections',
    text: /too many (?:concurrent |simultaneous |open )?(?:smtp )?(?:connections|sessions)|(?:concurrent|simultaneous|number of) (?:smtp )?(?:connections|sessions)[^.]{0,40}(?:limit|exceed|reached|maximum)|(?:connection|session) limit|maximum (?:number of )?(?:concurrent |simultaneous )?(?:connections|sessions)|max(?:imum)? connections/i,
  },

  // Too fast
  {
    name: 'rate-limit',
    kind: 'rate',
    text: /rate[- ]?limit|rate overlimit|limit(?:ed)? (?:the )?rate|sending rate|message rate|throttl|slow(?:ing)? down|too fast|too quickly|too much mail|excessive (?:mail|e-?mail|volume|rate)|high volume|unusual (?:volume|traffic|rate)|volume limit|flood/i,
  },
  {
    name: 'too-many-messages',
    kind: 'rate',
    text: /too many (?:messages|mails|e-?mails|recipients received|requests|deliveries|transactions)|(?:message|mail|delivery|hourly|daily|per.hour|per.minute) (?:request )?(?:quota|limit)[^.]{0,30}(?:exceed|reach)|exceeded[^.]{0,40}(?:limit|quota)|sent too/i,
  },

  // A waiting time without a reason: typical of greylisting
  { name: 'wait', kind: 'greylist', text: /(?:re-?try|try again|come back) (?:in|after) \d/i },

  // About this message
  { name: 'message-recipients', kind: 'message', enhanced: /^4\.5\.3$/ },
  {
    name: 'message-sender',
    kind: 'message',
    text: /sender address rejected|domain of sender|sender verify|sender domain|^4\d\d 4\.1\.[78]\b/i,
  },
  { name: 'message-content', kind: 'message', enhanced: /^4\.6\.\d+$|^4\.3\.4$|^4\.7\.(?:5|7|20|21|22|24)$/ },

  // The server's own trouble
  { name: 'server-code', kind: 'server', enhanced: /^4\.[34]\.\d+$/ },
  {
    name: 'server-text',
    kind: 'server',
    text: /temporary (?:local )?(?:problem|failure|error|server error|system problem|lookup failure)|local problem|system (?:not (?:available|accepting)|resources)|insufficient (?:system )?(?:storage|resources)|queue file|server (?:is )?(?:busy|overloaded|too busy)|resources temporarily|service (?:temporarily )?(?:not available|unavailable)|timed? ?out|out of memory|load (?:average|too high)|no space|maintenance|database|internal error|server configuration/i,
  },

  // Policy without a reason, with a request to retry later: usually about rate
  {
    name: 'policy-later',
    kind: 'rate',
    enhanced: /^4\.7\.[01]$/,
    text: /try (?:again )?later|temporarily (?:deferred|rejected|refused)|please retry|come back later/i,
  },
];
