// Templates, those of the customer and those that come with the server, as screens ask for them.
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '../../kit/local-time.ts';
import { answerOf, api } from '../client.ts';
import { tagged } from '../shared/tagged.ts';
import { upload } from '../upload.ts';

export type StartingTemplate = components['schemas']['StartingTemplate'];
export type TemplateCard = components['schemas']['TemplateCard'];

/** For this long after a change the server may still be making a picture of it, ms. */
const PICTURED_MS = MINUTE_MS;
const LOOK_AGAIN_MS = 4_000;

const isAwaited = ({ picture, updated_at }: TemplateCard) =>
  picture === 'outline' && Date.now() - Date.parse(updated_at) < PICTURED_MS;

/** Of the pages after the first one: who asks for more looks through all. */
const MORE_PER_PAGE = 96;

/** A few of them, then more of them at a time. */
export const templatesQuery = (search: string, sort: 'changed' | 'name') =>
  infiniteQueryOptions({
    queryKey: ['templates', 'list', search, sort],
    queryFn: async ({ pageParam }) => {
      const more = pageParam !== '' && { after: pageParam, per_page: MORE_PER_PAGE };
      const query = { ...(search !== '' && { search }), ...(sort !== 'changed' && { sort }), ...more };
      return (await answerOf(api.GET('/templates/overview', { params: { query } }))).data;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.records.some(isAwaited) === true && state.data.pages.length < 4 && LOOK_AGAIN_MS,
  });

/** The address of what is shown of a template in small. */
export const templatePicture = ({ template_uid, picture_version }: TemplateCard) =>
  `/api/templates/${template_uid}/picture?version=${picture_version}`;

export const templateQuery = (uid: string) =>
  queryOptions({ queryKey: ['templates', 'one', uid], queryFn: () => loadTemplate(uid) });

/** A template with the JSON of its blocks, both of one tag; null: its content is HTML. */
export async function loadTemplate(uid: string) {
  const params = { path: { template_uid: uid } };
  for (let tries = 0; ; tries += 1) {
    const [page, made] = await Promise.all([
      tagged(api.GET('/templates/{template_uid}', { params: { ...params, query: { full: '1' } } })),
      tagged(api.GET('/templates/{template_uid}/blocks', { params })),
    ]);
    if (page.tag !== made.tag && tries < 3) continue; // somebody saved in between
    const { blocks } = made.data.data.record;
    return { ...page.data.data.record, blocks: blocks === null ? null : JSON.stringify(blocks), tag: page.tag };
  }
}

export const startingTemplatesQuery = queryOptions({
  queryKey: ['starting-templates'],
  queryFn: async () => (await answerOf(api.GET('/starting-templates'))).data.records,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Addresses of pages for frames; `version` changes when the template does. */
export const templatePage = (uid: string, version = '', scheme: 'light' | 'dark' = 'light') =>
  `/api/templates/${uid}/preview.html?scheme=${scheme}${version && `&v=${version}`}`;
export const startingPage = (id: string) => `/api/starting-templates/${id}/preview.html?scheme=light`;

/** What the templates that come with the server are called, and what each is good for. */
export function useStartingWords(): (template: Pick<StartingTemplate, 'id'>) => { name: string; about: string } {
  const { t } = useLingui();
  const words: Record<StartingTemplate['id'], { name: string; about: string }> = {
    newsletter: { name: t`Newsletter`, about: t`An image, a main story and two more: a monthly newsletter.` },
    announcement: { name: t`Announcement`, about: t`One piece of news, three reasons, one button.` },
    offer: { name: t`Offer`, about: t`A discount with a code and a deadline, and three products.` },
    event: { name: t`Event invitation`, about: t`Date and place, yes or no, and the schedule.` },
    digest: { name: t`Digest of a feed`, about: t`The latest posts of a blog or shop, filled in automatically.` },
    letter: { name: t`Plain letter`, about: t`Just words, as from one person to another.` },
  };
  return ({ id }) => words[id];
}

/** A mail of blocks to begin from nothing with. */
export function useEmptyBlocks(): () => string {
  const { t, i18n } = useLingui();
  return () =>
    JSON.stringify({
      version: 1,
      language: i18n.locale === 'de' ? 'de' : 'en',
      blocks: [
        { kind: 'image', alt: '' },
        { kind: 'heading', level: 1, text: t`A heading` },
        { kind: 'text', text: t`<p>Hello [FNAME:filter:defaultvalue(there)],</p><p>write here.</p>` },
        { kind: 'footer' },
      ],
    });
}

/** A page to begin from nothing with, in the language of whoever writes. */
export function useEmptyPage(): () => string {
  const { t, i18n } = useLingui();
  return () => `<!doctype html>
<html lang="${i18n.locale === 'de' ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body>
${t`<p>Hello [FNAME:filter:defaultvalue(there)],</p>`}

<p><a href="[UNSUBSCRIBE_URL]">${t`Unsubscribe`}</a><br>[COMPANY_FULL_ADDRESS]</p>
</body>
</html>
`;
}

/** What a new template is made of. */
export type NewTemplate = { name: string } & (
  | { content: string; format?: 'markdown' }
  | { archive: string }
  | { blocks: string }
  | { starting: StartingTemplate['id']; made_of: 'blocks' }
);

/** @returns its uid. @throws ApiError */
export async function makeTemplate(body: NewTemplate): Promise<string> {
  return (await answerOf(api.POST('/templates', { body }))).template_uid;
}

/** @returns the uid of the copy. @throws ApiError */
export async function copyTemplate(uid: string, name: string): Promise<string> {
  const params = { path: { template_uid: uid } };
  return (await answerOf(api.POST('/templates/{template_uid}/copy', { params, body: { name } }))).template_uid;
}

/**
 * Makes a template of a zip, as it is. @param onShare how much of it has gone, 0 to 1
 * @returns its uid. @throws ApiError
 */
export async function uploadArchive(name: string, file: File, onShare: (share: number) => void): Promise<string> {
  const body = new FormData();
  body.append('name', name);
  body.append('archive', file);
  return (await upload<{ template_uid: string }>('/api/templates', { body, onShare })).template_uid;
}
