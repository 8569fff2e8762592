// Bounces written as plain text, before or without RFC 3464. How each system writes them is data;
// the result is found the same way for all: the recipient (an address in the text) and the reason
// (the sentence with a code, or one that a bounce rule knows).
import { addressesIn, reportedAddress } from './report-original.ts';
import { field, type Mail, textField } from './report-parts.ts';

/**
 * Data: how to identify a system. `text` is matched against the first lines, `subject` and `from`
 * against these fields.
 */
type TextFormat = { name: string; text?: RegExp; subject?: RegExp; from?: RegExp };

const TEXT_FORMATS: readonly TextFormat[] = [
  { name: 'qmail', text: /^hi\. this is the .{0,60}(?:qmail-send|deliver|program at)/im },
  { name: 'qmail', text: /i wasn't able to deliver your message to the following addresses/i },
  {
    name: 'exim',
    text: /^(?:this message was created automatically by mail delivery software|a message that you sent could not be delivered)/im,
  },
  {
    name: 'exim',
    text: /^(?:a message that you sent (?:contained|was rejected)|the following address(?:\(es\)|es)? failed)/im,
  },
  { name: 'exim-de', text: /diese nachricht wurde automatisch (?:erstellt|erzeugt|von der)/i },
  { name: 'postfix', text: /this is the (?:postfix|mail system|.{0,20}mail delivery) (?:program )?at host/i },
  {
    name: 'sendmail',
    text: /^\s*-{3,} the following addresses had (?:permanent|delivery)|-{3,} transcript of session follows -{3,}/im,
  },
  { name: 'exchange', text: /did not reach (?:some or all of )?the (?:intended|following) recipient/i },
  {
    name: 'exchange',
    text: /delivery (?:has failed|failed) to th(?:e|is|ese) (?:following )?recipients?|couldn't be delivered to/i,
  },
  { name: 'exchange-smtpsvc', text: /this is an automatically generated delivery status notification/i },
  {
    name: 'exchange-de',
    text: /(?:fehler bei der nachrichtenzustellung|die nachricht (?:konnte nicht|hat .{0,60}nicht erreicht)|unzustellbar(?:e nachricht|:)|hat einige oder alle der vorgesehenen empfänger nicht erreicht|ihre nachricht an .{0,100}konnte nicht)/i,
  },
  {
    name: 'exchange-fr',
    text: /(?:échec de la remise|la remise (?:à|de) .{0,60}a échoué|n'a pas (?:pu être|été) (?:remis|délivré|distribué)|impossible de (?:remettre|délivrer) (?:le|votre) message)/i,
  },
  {
    name: 'exchange-es',
    text: /(?:error al entregar|no se pudo entregar|no se ha podido entregar|no ha podido ser entregado|no fue entregado)/i,
  },
  {
    name: 'gmail',
    text: /^(?:delivery to the following recipients? (?:failed|has failed)|your message wasn't delivered|\*\* (?:address not found|message (?:blocked|not delivered|too large)) \*\*)/im,
  },
  {
    name: 'yahoo',
    text: /^(?:message from \S{0,10}\s?yahoo\.com|sorry, we were unable to deliver your message to the following address)/im,
  },
  { name: 'yahoo', text: /unable to deliver message to the following address/i },
  { name: 'notes', text: /^(?:your message\s*$[\s\S]{0,400}^was not delivered to:|-{3,} failure reasons -{3,})/im },
  { name: 'groupwise', text: /the message that you sent was undeliverable to the following/i },
  { name: 'ses', text: /an error occurred while trying to deliver the mail to the following recipient/i },
  {
    name: 'mimecast',
    text: /(?:the following message (?:to|could not be delivered)|your message .{0,80}was rejected|policy has rejected your (?:e-?mail|message)|message (?:has been )?rejected by mimecast)/i,
  },
  { name: 'barracuda', text: /was blocked by our spam firewall|your (?:e-?mail )?message to: /i },
  { name: 'courier', text: /running the courier mail server|this is a delivery status notification from /i },
  { name: 'mdaemon', text: /^the (?:attached|following) message had permanent|permanent fatal delivery errors/im },
  { name: 'communigate', text: /^failed to deliver to '/im },
  { name: 'sun', text: /your message cannot be delivered to the following recipients/i },
  {
    name: 'imail',
    text: /^(?:unknown user|undeliverable to|invalid final delivery userid|user mailbox exceeds allowed size):? /im,
  },
  { name: 'mercury', text: /the message you sent could not be delivered|mercury has been unable to deliver/i },
  {
    name: 'icewarp',
    text: /your message (?:could not|has not|cannot) be(?:en)? delivered|message could not be delivered to (?:some|one|the following)/i,
  },
  {
    name: 'ibm-vm',
    text: /^(?:the following .{0,20}mail (?:file|item) (?:could not|was not)|unable to deliver .{0,60}following)|vm(?:mail| tcp\/ip)|running ibm/im,
  },
  { name: 'interscan', text: /^sent >>> rcpt to:|^received <<< 5\d\d/im },
  { name: 'mail-ru', text: /^this message was created automatically by mail\.ru/im },
  { name: 'james', text: /hi\. this is the james mail server/i },
  {
    name: 'general',
    subject:
      /^(?:\W{0,3}(?:undeliver(?:able|ed)|returned (?:mail|to sender)|mail (?:delivery )?(?:failed|failure|error|undeliverable|system error)|delivery (?:failure|failed|notification|status notification|has failed|problem|report)|failure notice|failed (?:mail|delivery)|mail could not be delivered|non ?remis|undelivered mail|message (?:undeliverable|not delivered|delivery failure|you sent blocked)|nondeliverable|rejected))/i,
  },
  {
    name: 'general-others',
    subject:
      /^(?:\W{0,3}(?:unzustellbar|zustellung (?:fehlgeschlagen|nicht möglich)|nicht zustellbar|fehler bei der (?:zustellung|übermittlung)|mail konnte nicht|nachricht (?:nicht zustellbar|unzustellbar)|échec (?:de (?:la )?(?:remise|livraison|distribution))|non remis|message non (?:distribué|remis|délivré)|no se (?:puede|pudo) entregar|mensaje no entregado|no entregado|devuelto|error (?:de|al) (?:entrega|envío|entregar)|mancata consegna|recapito non riuscito|não entregue|falha na entrega|onbestelbaar|niet bezorgd|недоставленное))/i,
  },
  {
    name: 'daemon',
    from: /(?:^|[<\s"(])(?:mailer-daemon|mail-daemon|maildaemon|mdaemon|postmaster|mailer|mail_daemon|mail\.daemon|bounce-handler|postoffice|antispam-gateway)@|mail delivery (?:sub)?system|mailer-daemon|system administrator|internet mail delivery|microsoft outlook </i,
  },
];

/** Data: phrases of servers that keep trying. */
const STILL_TRYING: readonly RegExp[] = [
  /(?:warning|notice).{0,60}(?:not (?:yet )?(?:been )?delivered|could not (?:be )?(?:send|sent|deliver)|delayed)/i,
  /(?:this is a warning message only|you do not need to (?:re)?send|no action is required|you do(?:n't| not) have to resend)/i,
  /(?:has|have|could) not (?:yet )?(?:be|been) delivered.{0,160}(?:still|continue|will be|keep|yet)/is,
  /(?:delivery|delivered|message|mail).{0,40}(?:is|has been|was|being) delayed|delivery delayed|delay notification|delivery status notification \(delay\)/i,
  /will (?:continue to (?:be )?(?:try|tried|attempt|retry)|keep trying|be re-?tried|try again|be attempted again)|attempts will (?:continue|be made)|delivery attempts will continue|still trying/i,
  /(?:zustellung|nachricht|übermittlung).{0,60}(?:verzögert|noch nicht zugestellt|weiterhin versucht)|zustellversuche werden fortgesetzt/i,
  /(?:remise|message|livraison).{0,60}(?:retardée?|différée?|pas encore été)|nouvelle tentative/i,
  /(?:entrega|mensaje).{0,60}(?:retrasad[oa]|demorad[oa]|aplazad[oa])|se seguirá intentando/i,
];
const GIVEN_UP =
  /permanent (?:error|failure|fatal)|failed permanently|(?:giving|given|gave) up|returned to sender|could not be delivered for|i'm not going to try again|undeliverable|expired/i;

/** Data: how replies and forwards by people begin. They may quote a bounce. */
const WRITTEN_BY_PEOPLE = /^\s*(?:re|fwd?|aw|antw|wg|tr|rv|sv|vs|odp)\s?(?:\[\d{1,3}\])?:/i;

/** Local parts that are never the bounced recipient. */
const MACHINES =
  /^(?:mailer-daemon|mail-daemon|postmaster|hostmaster|abuse|mdaemon|no-?reply|do-?not-?reply|helpdesk|support)@/i;

/**
 * The name of the system that wrote this bounce; undefined when the mail doesn't look like a
 * bounce. `text`: without the quoted original.
 */
export function bounceFormat(mail: Mail, text: string): string | undefined {
  if (field(mail.fields, 'x-failed-recipients')) return 'exim';
  const start = text.slice(0, 3000);
  const subject = textField(mail.fields, 'subject').slice(0, 300);
  const from = field(mail.fields, 'from')?.slice(0, 300) ?? '';
  if (WRITTEN_BY_PEOPLE.test(subject) && !isFromSystem(mail)) return undefined;
  return TEXT_FORMATS.find(
    (format) => format.text?.test(start) || format.subject?.test(subject) || format.from?.test(from),
  )?.name;
}

/** Whether the mail comes from a mail system rather than from a person. */
export function isFromSystem(mail: Mail): boolean {
  const from = field(mail.fields, 'from')?.slice(0, 300) ?? '';
  return TEXT_FORMATS.some((format) => format.from?.test(from));
}

/** Whether the text says that the server keeps trying. */
export function isStillTrying(mail: Mail, text: string): boolean {
  const said = `${textField(mail.fields, 'subject').slice(0, 300)}\n${text.slice(0, 3000)}`;
  return !GIVEN_UP.test(said) && STILL_TRYING.some((pattern) => pattern.test(said));
}

/**
 * The recipient of the bounce: as its header says, else the one we wrote to when the text names it,
 * else the first address in the text.
 */
export function failedRecipient(mail: Mail, text: string, writtenTo: string | undefined): string | undefined {
  const told = reportedAddress(field(mail.fields, 'x-failed-recipients'));
  if (told) return told;
  const ours = new Set(
    ['to', 'from', 'delivered-to', 'envelope-to', 'x-original-to', 'reply-to']
      .flatMap((name) => addressesIn(field(mail.fields, name) ?? ''))
      .map((address) => address.toLowerCase()),
  );
  const named = addressesIn(text.slice(0, 16_000)).filter(
    (address) => !ours.has(address.toLowerCase()) && !MACHINES.test(address),
  );
  const same = named.find((address) => address.toLowerCase() === writtenTo?.toLowerCase());
  return same ?? named[0] ?? writtenTo;
}
