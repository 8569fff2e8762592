// Amazon SES, which reports through SNS. SNS signs with a certificate that it names: taken from
// Amazon's own hosts alone.
import { createVerify, X509Certificate } from 'node:crypto';
import { say } from '../../kernel/sentences/sentence.ts';
import { type FetchText, NotProven, type Proof, type Provider, type ProviderEvent, refuseOld } from './provider.ts';
import { bodyOf, bounceOf, instantOf, type Json, objectOf, objectsOf, textOf } from './shared.ts';

/** Where SNS has its certificates and confirmations. */
const HOST = /^sns\.[a-z]{2}(?:-[a-z]{2,10}){1,2}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;
const CERTIFICATE = /^\/SimpleNotificationService-[0-9a-f]{16,64}\.pem$/;

const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};
const HASHES: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/** The secret is the topic's name: only its messages count, whoever else has a topic. */
export const ses: Provider = {
  async read(request, proof) {
    const sent = objectOf(bodyOf(request));
    await requireSigned(sent, proof);
    if (textOf(sent['Type']) === 'SubscriptionConfirmation') {
      await proof.fetchText(amazonAddress(sent['SubscribeURL']));
      return [];
    }
    if (textOf(sent['Type']) !== 'Notification') return [];
    return eventsIn(sent);
  },
};

function amazonAddress(value: unknown): URL {
  const text = textOf(value);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAmazon = url?.protocol === 'https:' && url.port === '' && HOST.test(url.hostname);
  if (!url || !isAmazon || url.username !== '' || url.password !== '') {
    throw new NotProven(say('report-host'));
  }
  return url;
}

async function requireSigned(sent: Json, { secret, at, fetchText }: Proof): Promise<void> {
  if (textOf(sent['TopicArn']) !== secret) throw new NotProven(say('report-topic'));
  const names = SIGNED[textOf(sent['Type'])];
  const hash = HASHES[textOf(sent['SignatureVersion'])];
  if (!names || hash === undefined) throw new NotProven(say('report-kind'));
  const url = amazonAddress(sent['SigningCertURL']);
  if (!CERTIFICATE.test(url.pathname) || url.search !== '') throw new NotProven(say('report-no-certificate'));
  const certificate = await certificateAt(url, fetchText);
  if (Date.parse(certificate.validTo) < at || Date.parse(certificate.validFrom) > at) {
    forget(url);
    throw new NotProven(say('report-certificate-time'));
  }
  const lines = names.flatMap((name) => (typeof sent[name] === 'string' ? [name, sent[name]] : []));
  const verify = createVerify(hash).update(`${lines.join('\n')}\n`, 'utf8');
  if (!verify.verify(certificate.publicKey, textOf(sent['Signature']), 'base64')) {
    throw new NotProven(say('report-signature'));
  }
  refuseOld(Date.parse(textOf(sent['Timestamp'])), at);
}

const MOST = 20;
const certificates = new Map<string, X509Certificate>();

async function certificateAt(url: URL, fetchText: FetchText): Promise<X509Certificate> {
  const known = certificates.get(url.href);
  if (known) return known;
  const text = await fetchText(url);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text);
  } catch {
    throw new NotProven(say('report-no-certificate'));
  }
  if (certificates.size >= MOST) certificates.clear();
  certificates.set(url.href, certificate);
  return certificate;
}

const forget = (url: URL) => certificates.delete(url.href);

/** SES puts its own report into the message, as text. */
function eventsIn(sent: Json): ProviderEvent[] {
  let report: Json;
  try {
    report = objectOf(JSON.parse(textOf(sent['Message'])));
  } catch {
    return []; // another program's message, or SES's greeting to a new topic
  }
  const kind = textOf(report['notificationType']) || textOf(report['eventType']);
  const mail = objectOf(report['mail']);
  if (kind === 'Bounce') return bouncesIn(objectOf(report['bounce']), mail);
  if (kind !== 'Complaint') return [];
  const complaint = objectOf(report['complaint']);
  const feedback = textOf(complaint['complaintFeedbackType']) || textOf(complaint['complaintSubType']);
  if (feedback === 'not-spam') return [];
  return objectsOf(complaint['complainedRecipients']).map((recipient) => ({
    kind: 'complaint',
    email: textOf(recipient['emailAddress']),
    at: instantOf(complaint['timestamp']),
    text: JSON.stringify({ mail }),
    diagnostic: `Feedback report: ${feedback || 'abuse'}`,
  }));
}

function bouncesIn(bounce: Json, mail: Json): ProviderEvent[] {
  const [main, sub] = [textOf(bounce['bounceType']), textOf(bounce['bounceSubType'])];
  const isOurs = sub === 'ContentRejected' || sub === 'AttachmentRejected' || sub === 'MessageTooLarge';
  const type = main === 'Permanent' ? 'hard' : isOurs ? 'internal' : 'soft';
  return objectsOf(bounce['bouncedRecipients']).map((recipient) =>
    bounceOf(
      { mail },
      {
        email: textOf(recipient['emailAddress']),
        at: instantOf(bounce['timestamp']),
        said: textOf(recipient['diagnosticCode']) || `${main} ${sub}`.trim(),
        enhanced: textOf(recipient['status']),
        type,
      },
    ),
  );
}
