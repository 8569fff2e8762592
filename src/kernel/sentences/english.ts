// Sentences that the server says, in English; `{name}` stands for a value. Screens have their own
// words for each code (ui/src/api/sentences/, ui/src/api/refusals/). A code that was stored once
// keeps its meaning.
import { ACCOUNTS } from './english/accounts.ts';
import { CAMPAIGNS } from './english/campaigns.ts';
import { CONTENT } from './english/content.ts';
import { FOUND } from './english/found.ts';
import { IMPORTS } from './english/imports.ts';
import { LISTS } from './english/lists.ts';
import { MEMBERS } from './english/members.ts';
import { NOTICES } from './english/notices.ts';
import { PEOPLE } from './english/people.ts';
import { REQUESTS } from './english/requests.ts';
import { SENDING } from './english/sending.ts';
import { SERVERS } from './english/servers.ts';
import { WAITING } from './english/waiting.ts';
import { WRITTEN } from './english/written.ts';

export const ENGLISH = {
  ...FOUND,
  ...SERVERS,
  ...WAITING,
  ...WRITTEN,
  ...NOTICES,
  ...MEMBERS,
  ...REQUESTS,
  ...CAMPAIGNS,
  ...LISTS,
  ...PEOPLE,
  ...CONTENT,
  ...IMPORTS,
  ...ACCOUNTS,
  ...SENDING,
} as const;
