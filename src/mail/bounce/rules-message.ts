// Data: phrases about this message, and about the route to the server. They come after the mailbox:
// "user unknown" decides.
import type { BounceRule } from './rules-shape.ts';

/** Content, size and relaying: `internal`. */
export const MESSAGE_RULES: readonly BounceRule[] = [
  {
    name: 'message-too-big',
    type: 'internal',
    from: 'Postfix, Exchange, GMX',
    pattern:
      /message (?:file )?(?:size )?(?:is )?(?:too (?:big|large|long)|exceed\w{0,2}|larger than)|(?:mail|message|maximum|max) (?:message )?size (?:limit )?(?:exceed|of)|size exceeds|exceeds (?:the )?(?:maximum|fixed|size|allowed|administrative|message)|too large|sizelimit|nachricht (?:ist )?zu gross|message trop volumineux|mensaje demasiado grande/,
  },
  { name: 'virus', type: 'internal', from: 'scanners', pattern: /\bvirus|\bmalware|infected|\btrojan|phish/ },
  {
    name: 'spam',
    type: 'internal',
    from: 'Yandex, Gmail, many',
    pattern: /\bspam|antispam|\bjunk\b|unsolicited|\bube\b|\buce\b|bulk (?:e-?)?mail|sieht nach werbung aus/,
  },
  {
    name: 'content',
    type: 'internal',
    from: 'Barracuda, Apple, amavis',
    pattern:
      /content (?:was |is )?(?:rejected|filter\w{0,4}|denied|restriction|blocked|not allowed|violation|presents)|(?:banned|prohibited|illegal|bad|blocked|potentially dangerous) (?:content|attachment|file|word|url|extension)|message content|mail content|\burls?\b.{0,40}(?:blocked|listed|rejected)|contains .{0,40}(?:url|link|attachment)|message (?:was )?filtered|attachment (?:type )?(?:is )?(?:not allowed|blocked)|security threat|security issue/,
  },
  {
    name: 'header-fault',
    type: 'internal',
    from: 'RFC 5322 checks',
    pattern:
      /(?:missing|invalid|malformed|duplicate|multiple|illegal|bad|rfc ?5322|rfc ?2822).{0,40}\bheaders?\b|header (?:error|line)|rfc ?(?:5322|2822|822) (?:violation|compliant)|bare (?:lf|cr|linefeed|newline)|8-?bit .{0,40}not (?:allowed|supported)|smtputf8|internationali[sz]ed (?:email|address)/,
  },
  {
    name: 'transport-rule',
    type: 'internal',
    from: 'Exchange',
    pattern:
      /transport\.rules|rejectmessage|security polic(?:y|ies)|organi[sz]ation .{0,30}policy|administrative prohibition/,
  },
  {
    name: 'relaying-denied',
    type: 'internal',
    from: 'Postfix, sendmail, qmail',
    pattern:
      /relay(?:ing)? (?:access )?(?:is )?(?:denied|not (?:permitted|allowed)|prohibited|refused)|(?:unable|not (?:permitted|allowed|configured)|no permission|attempted|refus\w{1,3}|do not|cannot|denied) (?:to )?relay|no relaying allowed|we do not relay|isn.t in my list of allowed rcpthosts|allowed rcpthosts|not a (?:valid )?(?:gateway|relay)|invalid relay|open relay/,
  },
  {
    name: 'policy',
    type: 'internal',
    from: 'many',
    pattern:
      /(?:policy|local policy|policies) (?:reasons?|restrictions?|violation|rejection|reject|statement)|(?:by|due to|for|of|against|to|on|in|local|violates) (?:\w{1,12} )?(?:policy|policies)\b|reject due to policy/,
  },
];

/** The route: `soft`. */
export const ROUTE_RULES: readonly BounceRule[] = [
  {
    name: 'expired',
    type: 'soft',
    from: 'Exchange, SES, qmail, Exim',
    pattern:
      /message expired|delivery (?:time )?expired|queue\.expired|in the queue too long|queue too long|retry (?:timeout|time|limit) (?:exceeded|not reached)|delivery retry timeout|could not be delivered (?:for|within|after) \d{1,3} (?:day|hour)|(?:undelivered|undeliverable|retrying) (?:for|after) \d{1,3} (?:day|hour)|too old|giving up after|exceeded (?:the )?(?:maximum )?(?:time|retr)|been failing for a long time|failed \d{1,3} attempts|unable to deliver in \d{1,6}/,
  },
  { name: 'greylisted', type: 'soft', from: 'greylisting', pattern: /gr[ea]y ?-?list/ },
  {
    name: 'no-connection',
    type: 'soft',
    from: 'Postfix, qmail, Exim',
    pattern:
      /connection (?:has )?(?:timed? ?out|refused|reset|dropped|lost|failed|closed|was closed)|connect(?:ion)? to .{0,80}(?:timed out|refused|failed|unreachable)|timed out|time-?out|no route to host|network (?:is )?unreachable|host (?:is )?(?:unreachable|not reachable|down)|lost connection|wasn.t able to establish an smtp connection|can.t connect to|could not connect|unable to connect|smtp connection failed|conversation with .{0,80}(?:timed out|failed)|no answer from host|remote end closed|tls (?:handshake|negotiation|connection)|cannot start tls|certificate verif/,
  },
  {
    name: 'dns-fault',
    type: 'soft',
    from: 'Postfix, Exim, Exchange',
    pattern:
      /name ?server|name service|dns (?:server|query|lookup|error|failure|timeout)|\bservfail|temporary lookup failure|unable to lookup|mx (?:record|lookup|host)|no mx\b|\bmx records?\b|unable to resolve|cannot resolve|could not be resolved|resolution (?:failed|error)|unable to route/,
  },
  {
    name: 'loop',
    type: 'soft',
    from: 'Postfix, qmail, Exchange',
    pattern:
      /too many hops|hop count|loops? back|mail ?loop|routing loop|loop detected|looping|listed as a best-preference mx|mxloopback|delivered-to.{0,40}(?:already|loop|present)|too many received/,
  },
  {
    name: 'system-trouble',
    type: 'soft',
    from: 'RFC 3463, 3.4',
    pattern:
      /internal (?:server )?error|system (?:error|failure|problem|not accepting|resources|full)|local (?:configuration )?error|configuration error|error in processing|processing error|cannot (?:append|open|create|write|update)|can.t (?:create output|open|write|append)|disk (?:full|error)|i\/o error|out of memory|resources (?:are )?(?:temporarily )?unavailable|mailer prog|prog mailer|backend|database|shutting down|server (?:is )?(?:too )?busy|overload|too many (?:connections|sessions|concurrent|errors)|service (?:is )?(?:temporarily )?(?:unavailable|not available)|storedrv/,
  },
  {
    name: 'temporarily',
    type: 'soft',
    from: 'many',
    pattern:
      /temporar(?:y|ily)|try (?:it )?again|try later|retry|(?:is|are|was|been|temporarily) deferred|spater (?:noch ?mal|erneut)|ulterieurement|mas tarde|intentelo de nuevo/,
  },
];
