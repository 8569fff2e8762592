// The introduction of the API reference: what holds for all routes.
import type { ReferenceTexts } from '../http/openapi/document.ts';

/** `{base_url}` is the address of the installation. */
export const INTRODUCTION = `The API of a Mailwright server, which covers everything the server can do.
[Start page of this server](/) · [this document as OpenAPI 3.1](/openapi.json) · [for client generators](/openapi.json?bodies=json): JSON bodies only, without MCP and webhooks

All paths are relative to \`{base_url}/api\`. The shortest call:

\`\`\`sh
curl -H "X-Api-Key: $KEY" {base_url}/api/lists
\`\`\`

## Authentication

Send an API key in the header \`X-Api-Key\` with every call. A key belongs to one customer and gives no access to the data of
others. The first key is created when the server is started for the first time, and is in the file \`api-key\` of the data
folder. The operator creates more with \`npx mailwright key\`. A call without a valid key returns 401; a call that the key does
not allow returns 403.

Older client programs send the same key in \`X-MW-PUBLIC-KEY\` together with a signature. They work unchanged; the signature is
ignored.

Programs with a language model can use the same operations as tools at \`{base_url}/api/mcp\` ([MCP](#tag/mcp)).

## Requests

A body is JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`; all three are equivalent.

- **Forms** use brackets for nested members: \`general[name]=News\`, \`conditions[0][value]=Ann\`, \`options[V1]=Red\`.
- **Multipart** bodies do the same. A file is a part with a file name.
- **Absent** members, \`null\` and empty strings are equivalent for an optional member, unless its description says otherwise. On an
  update, absent members stay unchanged.
- Numbers may be sent as strings, and \`yes\` and \`no\` as \`true\`, \`false\`, 1 or 0. Enumerated values are case-insensitive.
- Strings are trimmed. Their lengths are counted in characters (code points).
- HTML, plain text and files may be sent as base64 where the description says so.
- POST with the header \`X-HTTP-Method-Override\`, or with the member \`_method\`, stands for PUT or DELETE, for proxies that allow only GET and POST.

A body may have at most 2 MB, or 25 MB for pages, files and many records (see each operation), 250,000 values and 10 levels.

## Answers and errors

Every answer is a JSON object with \`status\`: \`success\` or \`error\`. For an error, \`error\` says what is wrong: as a string or, if
members are invalid, as an object with what is expected for each member’s path, with all faults together:

\`\`\`json
{ "status": "error", "error": { "from_email": "From email is not a valid email address.", "send_at": "Send at cannot be blank." } }
\`\`\`

| status | means | what to do |
|---|---|---|
| 304 | unchanged since the \`ETag\` sent in \`If-None-Match\` | use what you have |
| 400 | not readable, or not allowed in the current state | read the text |
| 401 | no API key, or an invalid one | check the key |
| 403 | the key may not do this | ask the operator |
| 404 | it does not exist, or belongs to another customer | check the id |
| 405 | the path supports only the methods in \`Allow\` | use one of them |
| 408 | the body did not arrive in time | send it again |
| 409 | it conflicts with existing data | change the request |
| 412 | someone saved it after the \`ETag\` sent in \`If-Match\` | read it again |
| 413 | the body is too large | send it in parts |
| 415 | the content type is none of the three | use one of them |
| 422 | members are invalid; nothing was changed | correct the named members |
| 429 | too many requests, in general or for this key | send it again after \`Retry-After\` seconds |
| 500 | server error | tell the operator the \`X-Request-Id\` |
| 503 | the database or a required mail server is unavailable; nothing was changed | send it again after \`Retry-After\` seconds |

The texts are in English and stable. Every answer has an \`X-Request-Id\`, which also identifies it in the server’s log.

\`HEAD\` works wherever \`GET\` does; \`OPTIONS\` returns the methods of any path in \`Allow\`. Long answers are compressed with brotli or gzip according to \`Accept-Encoding\`. If the operator
limits requests, each answer to a key has \`RateLimit\` and \`RateLimit-Policy\`, and a request over the limit returns 429 with \`Retry-After\`.

## Sending a request again

A POST with the header \`Idempotency-Key\`, a key of your choice for this request (preferably a UUID), can be sent again if no answer came: for 24 hours the same
request with the same key returns the same answer, with \`Idempotency-Replayed: true\`, and is not done again. A different request with that key returns 409, and so does one that is still
in progress, with \`Retry-After\`. A refused request changes nothing and leaves its key unused. If the server was killed during an operation that does several things, the key returns 409
because it was cut off: check the current state before you use a new key.

## Paging

Collections accept \`page\` (from 1) and \`per_page\` (1 to 500, usually 10 by default) and return the same members: \`count\` (a string), \`total_pages\`,
\`current_page\`, \`next_page\` and \`prev_page\` (\`null\` if there is none) and \`records\`, newest first. Continue until \`next_page\` is
\`null\`. A value that is not a number counts as absent; a page after the last one is empty.

Collections with the parameter \`after\` are paged by key, whatever their size: they return \`records\` and \`next\`. Send \`next\` as
\`after\` in the same request to get the following records; \`null\` means that there are no more.

## Times

Times of campaigns are in the customer’s time zone, \`2026-12-24 09:00:00\`; those of lists, subscribers and transactional emails
are in UTC. See the description of each member.

## The states of a campaign

| status | means | goes on to |
|---|---|---|
| \`draft\` | being written; nothing happens automatically | \`pending-sending\`, by \`PUT\` with that \`status\` |
| \`pending-sending\` | waits for its \`send_at\` (a past time means immediately) | \`processing\`, or \`paused\` |
| \`processing\` | its audience is being recorded | \`sending\` |
| \`sending\` | messages are being sent; autoresponders and recurring campaigns keep this status | \`sent\`, or \`paused\` |
| \`paused\` | nothing is sent until it is resumed | \`sending\` |
| \`sent\` | every message has an outcome | |
| \`blocked\` | stopped by the operator’s limits for bounces and complaints | |
| \`pending-approve\` | waits for the operator | |
| \`pending-delete\` | deleted; its data is removed in the background | |

Each message has a known outcome: \`accepted\` (by a mail server), \`deferred\` (put off, to be tried again), \`rejected\`,
\`skipped\` (with the reason), or \`uncertain\`: the connection broke after the whole message had been handed over, before the
answer came. \`PUT /campaigns/{campaign_uid}/delivery\` sets whether uncertain messages are held, sent again or skipped.

## Two dialects

A key is **strict** or **lenient**. This reference describes the strict dialect, which is the default. Programs written for
other servers with this interface expect more tolerance; a key created with \`npx mailwright key add --lenient\` provides it: list fields are
not paged if no page is requested, \`required\` and \`visibility\` of a new field have defaults, and so on. The complete table is in
\`docs/wire-contract.md\`.
`;

/** In the order of their display. */
export const GROUPS: ReferenceTexts['groups'] = [
  {
    name: 'Campaigns',
    description:
      'Emails to a list or a segment of it: create them, send them, and follow the outcome of every message.',
  },
  {
    name: 'Reports',
    description: 'Campaign results: over time, by person, link, domain and program. Nothing here changes anything.',
  },
  {
    name: 'Lists',
    description: 'Lists of subscribers: their sender, how people subscribe and unsubscribe, and their public pages.',
  },
  {
    name: 'List fields',
    description: 'What is stored about a list’s subscribers: fields of twenty types, each with its rules.',
  },
  {
    name: 'Subscribers',
    description: 'The people on a list: add, update, find and unsubscribe them, one by one or by the thousand.',
  },
  {
    name: 'Imports',
    description: 'CSV files imported into a list: upload, map the columns, try, run, undo.',
  },
  {
    name: 'Exports',
    description:
      'People of a list exported to a file: choose whom, check the progress, download it. The file is kept for one day.',
  },
  {
    name: 'Bulk actions',
    description: 'Actions on many people of a list, chosen by a filter: check how many they are, then start.',
  },
  { name: 'Events', description: 'A stream of current events, so that no one has to poll.' },
  {
    name: 'Segments',
    description: 'Parts of a list, by conditions on field values and on activity in campaigns.',
  },
  {
    name: 'Media',
    description: 'Images for emails, each in up to three widths at public addresses.',
  },
  {
    name: 'Blocks',
    description:
      'Emails made of blocks: headings, texts, images, buttons, columns. They are the content of a template or campaign; the server turns them into HTML for all email programs.',
  },
  { name: 'Templates', description: 'Pages that campaigns are made from, as HTML or as a ZIP archive with images.' },
  { name: 'Transactional emails', description: 'Emails to one person each. They are sent ahead of all campaigns.' },
  { name: 'Suppressions', description: 'Addresses that get no email, whatever list they are on.' },
  {
    name: 'Delivery servers',
    description:
      'The relays that emails are sent through: limits, warm-up, a test, and the destinations that slow them.',
  },
  {
    name: 'Sending domains',
    description: 'Domains that emails come from: their DKIM keys, the DNS records to publish, and a check of them.',
  },
  { name: 'Countries', description: 'Countries and their zones, for company addresses.' },
  {
    name: 'Sessions',
    description: 'Signing in with email address and password, accepting invitations, and resetting passwords.',
  },
  {
    name: 'Your account',
    description: 'The signed-in user: name, password, sessions, second factor. Not for API keys.',
  },
  { name: 'Profile', description: 'The customer itself: company, postal address, time zone, locale; and the server.' },
  { name: 'Test inbox', description: 'Emails that are kept on the server because no relay is set up.' },
  {
    name: 'Webhooks',
    description:
      'Requests that this server sends when something happens, signed according to Standard Webhooks: their receivers and results.',
  },
  { name: 'Audit', description: 'Who changed what.' },
  { name: 'Users', description: 'The people who work for a customer: invitations and roles.' },
  { name: 'API keys', description: 'Keys for programs, each with a scope that limits its requests.' },
  { name: 'Customers', description: 'Customers of the server, each with their own data.' },
];

const uid = (description: string) => ({ description, minLength: 1, maxLength: 200 });
const number = (description: string) => ({ description, pattern: '^\\d{1,15}$' });

/** Descriptions of path parameters. */
export const PATHS: ReferenceTexts['paths'] = {
  campaign_uid: uid('Id of a campaign.'),
  webhook_uid: uid('Id of a webhook.'),
  revision: number('Number of a version, from the list of versions.'),
  list_uid: uid('Id of a list.'),
  field_id: number('Id of a field of the list.'),
  subscriber_uid: uid('Id of a subscriber.'),
  import_uid: uid('Id of an import of the list.'),
  mail_id: number('Id of an email in the test inbox.'),
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
  server_id: number('Id of a delivery server; 0 is the configured relay.'),
  country_id: number('Id of a country, from the list of countries.'),
  hash: {
    description: 'SHA-1 or SHA-256 of the link’s destination address, in hex; see the links of the campaign.',
    minLength: 1,
    maxLength: 200,
  },
  email: { description: 'An email address, percent-encoded.', minLength: 1, maxLength: 400 },
  email_message_id: uid('Message-ID of an email, without angle brackets.'),
};
