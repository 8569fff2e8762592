// Expressions of listmonk's templates, `{{ .Subscriber.Name }}`, as our merge tags. What computes
// something has no counterpart: it is named and stays as written.
import { type Outcome, replaceTags, type Translate } from './translation.ts';

const EXPRESSION = /\{\{-?\s*([^{}]{0,500}?)\s*-?\}\}/g;
/** The short way to say that a link is tracked; ours are, when the campaign says so. */
const TRACKED = /(https?:\/\/[^\s"'<>]{1,2000}?)@TrackLink/g;

const FIXED: Readonly<Record<string, string>> = {
  '.Subscriber.Email': '[EMAIL]',
  '.Subscriber.UUID': '[SUBSCRIBER_UID]',
  '.Subscriber.Name': '[NAME]',
  '.Subscriber.FirstName': '[FNAME]',
  '.Subscriber.LastName': '[LNAME]',
  '.Subscriber.CreatedAt': '[SUBSCRIBER_DATE_ADDED]',
  '.Campaign.Subject': '[CAMPAIGN_SUBJECT]',
  '.Campaign.Name': '[CAMPAIGN_NAME]',
  '.Campaign.UUID': '[CAMPAIGN_UID]',
  '.Campaign.FromEmail': '[CAMPAIGN_FROM_EMAIL]',
  UnsubscribeURL: '[UNSUBSCRIBE_URL]',
  ManageURL: '[UPDATE_PROFILE_URL]',
  MessageURL: '[WEB_VERSION_URL]',
  ArchiveURL: '[WEB_VERSION_URL]',
  RootURL: '[CURRENT_DOMAIN_URL]',
  TrackView: '', // ours is put in when opens are tracked
  'TrackView .': '',
};
const DATES: Readonly<Record<string, string>> = {
  '2006': '[CURRENT_YEAR]',
  '01': '[CURRENT_MONTH]',
  '02': '[CURRENT_DAY]',
  January: '[CURRENT_MONTH_FULL_NAME]',
  '01/02/2006': '[CURRENT_DATE]',
  '2006-01-02': '[DATE]',
};
/** Words of listmonk's own templates, which it has in the language of its settings. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { 'email.unsub': 'Unsubscribe', 'email.viewInBrowser': 'View in browser', 'public.poweredBy': 'Powered by' },
  de: {
    'email.unsub': 'Abmelden',
    'email.viewInBrowser': 'Im Browser anzeigen',
    'public.poweredBy': 'Unterstützt von',
  },
};

/** Tags of fields that are no attributes: those of the name, and the address. */
const OWN_TAGS = ['FNAME', 'LNAME', 'NAME', 'EMAIL'];

/** The tag at listmonk of an attribute, other than those of the name. */
export const attributeTag = (key: string): string => (OWN_TAGS.includes(key.toUpperCase()) ? `${key} attribute` : key);

const COMMAND = /^(if|else|end|range|with|define|block|template|break|continue)\b/;

/** @param language of its settings; its words are English where we have none of it */
export const translateListmonk = (language: string): Translate => {
  const words = WORDS[language] ?? WORDS['en'] ?? {};
  return (text, fields) => {
    const { text: links } = replaceTags(text, TRACKED, ([, url = '']) => ({ text: url }));
    return replaceTags(links, EXPRESSION, ([, inner = '']) => outcomeOf(inner, fields, words));
  };
};

function outcomeOf(
  inner: string,
  fields: ReadonlyMap<string, string>,
  words: Readonly<Record<string, string>>,
): Outcome {
  const plain = inner.replace(/^\(|\)$/g, '').replace(/\s+\.$/, '');
  const fixed = FIXED[inner] ?? FIXED[plain];
  if (fixed !== undefined) return { text: fixed };
  if (inner.startsWith('/*')) return { text: '' };
  const [, attribute] = /^\.Subscriber\.Attribs\.([\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*)$/u.exec(plain) ?? [];
  const [, indexed] = /^index \.Subscriber\.Attribs "([^"]+)"$/.exec(plain) ?? [];
  const field = fields.get(attributeTag(attribute ?? indexed ?? ''));
  if (field !== undefined) return { text: `[${field}]` };
  if (attribute !== undefined || indexed !== undefined) return { why: 'no one has this attribute, or it is not text' };
  const [, url] = /^TrackLink "([^"]+)"(?: \.)?$/.exec(inner) ?? [];
  if (url !== undefined) return { text: url };
  const [, html] = /^Safe "([^"\\]*)"$/.exec(inner) ?? [];
  if (html !== undefined) return { text: html };
  const [, word = ''] = /^L\.Ts? "([^"]+)"$/.exec(inner) ?? [];
  if (words[word] !== undefined) return { text: words[word] };
  const [, layout = ''] = /^Date "([^"]*)"$/.exec(inner) ?? [];
  if (DATES[layout] !== undefined) return { text: DATES[layout] };
  if (layout !== '') return { why: 'a date format that no merge tag supports' };
  if (COMMAND.test(inner)) return { why: 'computes something: use segments, or a campaign for each case' };
  return { why: 'has no counterpart here' };
}
