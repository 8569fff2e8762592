// The introduction of the API reference: what holds for all routes.
import type { ReferenceTexts } from '../http/openapi/document.ts';

/** `{base_url}` is the address of the installation. */
export const INTRODUCTION = `The programming interface of a Mailwright server: everything that it does can be done from here.
[Start page of this server](/) · [this document as OpenAPI 3.1](/openapi.json) · [for programs that write clients](/openapi.json?bodies=json): bodies in JSON alone, without MCP and webhooks

All addresses are below \`{base_url}/api\`. The shortest call:

\`\`\`sh
curl -H "X-Api-Key: $KEY" {base_url}/api/lists
\`\`\`

## Authentication

Every call carries an API key in the header \`X-Api-Key\`. A key belongs to one customer, and nothing of another customer can
be seen or changed with it. The first key was made when the server was started for the first time; it stands in the file
\`api-key\` of the data folder. The operator makes more with \`npx mailwright key\`. A call without a key, or with one that is not
valid, is answered 401; a key that may not do what was asked, 403.

Older client programs send the same key in \`X-MW-PUBLIC-KEY\` together with a signature. They work unchanged; the signature is
not looked at.

Programs with a language model find the same operations as tools at \`{base_url}/api/mcp\` ([MCP](#tag/mcp)).

## Requests

A body is JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`, as the client likes; all three mean the same.

- **Forms** write what is nested with brackets: \`general[name]=News\`, \`conditions[0][value]=Ann\`, \`options[V1]=Red\`.
- **Multipart** does the same. A file is a part with a file name.
- **Absent**, \`null\` and an empty text mean the same for a member that need not be there, unless its text says otherwise. On an
  update, what is not sent stays.
- Numbers may come as texts, and \`yes\` and \`no\` as \`true\`, \`false\`, 1 or 0. Words of a fixed set may be written in any case.
- Texts are trimmed. Their lengths are counted in characters (code points).
- HTML, plain text and files may come as base64 wherever a text says so.
- POST with the header \`X-HTTP-Method-Override\`, or with the member \`_method\`, stands for PUT or DELETE where a proxy lets only GET and POST pass.

A body has at most 2 MB, or 25 MB where pages, files and many records go (each operation says it), 250,000 values and 10 levels.

## Answers and errors

Every answer is a JSON object with \`status\`: \`success\` or \`error\`. An error says in \`error\` what is wrong, as a text, or, when
members do not fit, as an object from each member's path to what would be right, all faults at once:

\`\`\`json
{ "status": "error", "error": { "from_email": "From email is not a valid email address.", "send_at": "Send at cannot be blank." } }
\`\`\`

| status | means | what to do |
|---|---|---|
| 304 | unchanged since the \`ETag\` that was sent in \`If-None-Match\` | use what you have |
| 400 | not readable, or the state of the thing forbids it | read the text |
| 401 | no API key, or a wrong one | check the key |
| 403 | the key may not do this | ask the operator |
| 404 | there is no such thing, or it is another customer's | check the id |
| 405 | the address knows other methods, named in \`Allow\` | use one of them |
| 408 | the body did not arrive in time | send it again |
| 409 | it clashes with what is stored | change the request |
| 412 | somebody saved it since the \`ETag\` that was sent in \`If-Match\` | read it again |
| 413 | the body is too large | send it in parts |
| 415 | the content type is none of the three | name one of them |
| 422 | members do not fit; nothing was changed | correct the members that are named |
| 429 | too often, or more requests than the key may make | send it again after \`Retry-After\` seconds |
| 500 | our fault | tell the operator the \`X-Request-Id\` |
| 503 | the store cannot answer now; nothing was changed | send it again after \`Retry-After\` seconds |

The texts are English and stable. Every answer has an \`X-Request-Id\`, under which the log of the server has it.

\`HEAD\` answers wherever \`GET\` does; \`OPTIONS\` of any path says its methods in \`Allow\`. Long answers are packed with brotli or gzip for who sends \`Accept-Encoding\`. Where the operator
counts requests, each answer to a key has \`RateLimit\` and \`RateLimit-Policy\`, and one too many is a 429 with \`Retry-After\`.

## Sending a request again

A POST with the header \`Idempotency-Key\`, a word of your own for this request (best a UUID), may be sent again when no answer came: for 24 hours the same
request with the same key is answered as before, with \`Idempotency-Replayed: true\`, and not done again. Another request under that key is a 409, and so is one that is still
under way, with \`Retry-After\`. What was refused changed nothing, and leaves its key free. If the server was killed in the middle of an operation that does several things, the key answers 409 that
it was cut off: look what there is before you use a new one.

## Paging

Collections take \`page\` (from 1) and \`per_page\` (1 to 500, as a rule 10) and answer the same members: \`count\` (a text), \`total_pages\`,
\`current_page\`, \`next_page\` and \`prev_page\` (\`null\` where there is none) and \`records\`, newest first. Go on until \`next_page\` is
\`null\`. A value that is no number counts as absent; a page after the last one is empty.

Collections with the parameter \`after\` are read by key, however large they are: they answer \`records\` and \`next\`. Give \`next\` as
\`after\` of the same question for the records after them; \`null\`: there are no more.

## Times

Times of campaigns are in the time zone of the customer, \`2026-12-24 09:00:00\`; those of lists, subscribers and transactional emails
are in UTC. Each member says which.

## The states of a campaign

| status | means | goes on to |
|---|---|---|
| \`draft\` | being written; nothing happens by itself | \`pending-sending\`, by \`PUT\` with that \`status\` |
| \`pending-sending\` | waits for its \`send_at\` (one that is past means: now) | \`processing\`, or \`paused\` |
| \`processing\` | its audience is being written down | \`sending\` |
| \`sending\` | messages leave; an autoresponder and a campaign that recurs stay here | \`sent\`, or \`paused\` |
| \`paused\` | nothing leaves until it is unpaused | \`sending\` |
| \`sent\` | every message has an outcome | |
| \`blocked\` | stopped by the operator's limits for bounces and complaints | |
| \`pending-approve\` | waits for the operator | |
| \`pending-delete\` | removed; its rows go in the background | |

Of each message is known what became of it: \`accepted\` (a mail server took it), \`deferred\` (put off, tried again), \`rejected\`,
\`skipped\` (with the reason), or \`uncertain\`: the connection broke after the whole message had been handed over and before the
answer came. Uncertain messages are held, sent again or skipped as \`PUT /campaigns/{campaign_uid}/delivery\` says.

## Two dialects

A key is **strict** or **lenient**. What is written here is the strict dialect, which is the default. Programs that were written for
other servers of this interface expect more patience; a key made with \`npx mailwright key add --lenient\` gives it to them: list fields come
unpaged when no page is asked for, \`required\` and \`visibility\` of a new field have defaults, and the like. The whole table is in
\`docs/wire-contract.md\`.
`;

/** In the order of their display. */
export const GROUPS: ReferenceTexts['groups'] = [
  {
    name: 'Campaigns',
    description: 'Mails to a list or a segment of it: write them, send them, see what became of every single one.',
  },
  {
    name: 'Reports',
    description:
      'What came of campaigns: over time, by person, link, domain and program. Nothing here changes anything.',
  },
  {
    name: 'Lists',
    description:
      'Lists of subscribers: who the mails come from, how people get on and off, what its public pages look like.',
  },
  {
    name: 'List fields',
    description: 'What is known of the subscribers of a list: fields of twenty types, each with its rules.',
  },
  {
    name: 'Subscribers',
    description: 'The people of a list: add, change, find and unsubscribe them, one by one or thousands at once.',
  },
  {
    name: 'Imports',
    description: 'Files of people on their way into a list: upload, say what the columns are, try, run, undo.',
  },
  {
    name: 'Exports',
    description: 'People of a list in a file: say whom, ask how far it is, download it. The file is kept for a day.',
  },
  {
    name: 'Bulk actions',
    description:
      'Something that is done with many people of a list, named by a filter: see how many they are, then begin it.',
  },
  { name: 'Events', description: 'A stream that tells what goes on, so that nobody has to ask again and again.' },
  {
    name: 'Segments',
    description: 'Parts of a list, by conditions on field values and on what people did with campaigns.',
  },
  {
    name: 'Media',
    description: 'Images for mails, each in up to three widths at public addresses.',
  },
  {
    name: 'Blocks',
    description:
      'Mails of blocks: headings, texts, images, buttons, columns. A template or campaign has them as its content; the server makes HTML of them for every mail program.',
  },
  { name: 'Templates', description: 'Pages to make campaigns from, as HTML or as a zip archive with images.' },
  { name: 'Transactional emails', description: 'Emails to one person each. They are sent ahead of all campaigns.' },
  { name: 'Suppressions', description: 'Addresses that get no mail, whatever list they are on.' },
  {
    name: 'Delivery servers',
    description: 'The relays that mails leave through: limits, warm-up, a probe, and the receivers that slow them.',
  },
  {
    name: 'Sending domains',
    description: 'Domains that mails come from: their DKIM keys, the DNS records to publish, a check of them.',
  },
  { name: 'Countries', description: 'Countries and their zones, for company addresses.' },
  {
    name: 'Sessions',
    description: 'People sign in with mail address and password, are invited, and set a password anew.',
  },
  { name: 'Your account', description: 'Who is signed in: name, password, sessions, second factor. Not for API keys.' },
  { name: 'Profile', description: 'The customer itself: company, postal address, time zone, locale; and the server.' },
  { name: 'Test inbox', description: 'Mails that went no further, as no relay is set up.' },
  {
    name: 'Webhooks',
    description:
      'Requests that this server sends when something happens, signed as Standard Webhooks says: who gets them, what came of them.',
  },
  { name: 'Audit', description: 'Who changed what.' },
  { name: 'Users', description: 'The people who work for a customer: inviting them, and what they may do.' },
  { name: 'API keys', description: 'Keys for programs, each with a scope: what its requests may do.' },
  { name: 'Customers', description: 'Customers of the server, each with everything that is theirs.' },
];

const uid = (description: string) => ({ description, minLength: 1, maxLength: 200 });
const number = (description: string) => ({ description, pattern: '^\\d{1,15}$' });

/** Descriptions of path parameters. */
export const PATHS: ReferenceTexts['paths'] = {
  campaign_uid: uid('Id of a campaign.'),
  webhook_uid: uid('Id of a webhook.'),
  revision: number('The number of a version, as the listing tells it.'),
  list_uid: uid('Id of a list.'),
  field_id: number('Id of a field of the list.'),
  subscriber_uid: uid('Id of a subscriber.'),
  import_uid: uid('Id of an import of the list.'),
  mail_id: number('Id of a mail in the test inbox.'),
  export_uid: uid('Id of an export of the list.'),
  bulk_action_uid: uid('Id of a bulk action of the list.'),
  segment_uid: uid('Id of a segment of the list.'),
  template_uid: uid('Id of a template.'),
  media_uid: uid('Id of an image.'),
  saved_block_uid: uid('Id of a saved block.'),
  starting_id: uid('Name of a template that comes with the server.'),
  key_uid: uid('Id of an API key.'),
  user_uid: uid('Id of a user, or of an invitation.'),
  passkey_uid: uid('Id of a passkey.'),
  session_uid: uid('Id of a session.'),
  email_uid: uid('Id of a transactional email.'),
  domain_uid: uid('Id of a sending domain.'),
  server_id: number('Id of a delivery server; 0 is the relay of the configuration.'),
  country_id: number('Id of a country, from the listing of countries.'),
  hash: {
    description: 'SHA-1 or SHA-256 of the address that the link leads to, in hex; see the links of the campaign.',
    minLength: 1,
    maxLength: 200,
  },
  email: { description: 'An email address, percent-encoded.', minLength: 1, maxLength: 400 },
  email_message_id: uid('Message-ID of a mail, without angle brackets.'),
};
