// Templates, those of the customer and those that come with the server, as screens ask for them.
import { useLingui } from '@lingui/react/macro';
import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type StartingTemplate = components['schemas']['StartingTemplate'];
export type TemplateEntry = components['schemas']['TemplateEntry'];

/** The newest first, a page of them at a time. */
export const templatesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['templates', 'list', search],
    queryFn: async ({ pageParam }) => {
      const query = { per_page: 24, page: pageParam, ...(search !== '' && { search }) };
      return (await answerOf(api.GET('/templates', { params: { query } }))).data;
    },
    initialPageParam: 1,
    getNextPageParam: ({ current_page, total_pages }) => (current_page < total_pages ? current_page + 1 : undefined),
  });

export const templateQuery = (uid: string) =>
  queryOptions({ queryKey: ['templates', 'one', uid], queryFn: () => loadTemplate(uid) });

export async function loadTemplate(uid: string) {
  const params = { path: { template_uid: uid }, query: { full: '1' } };
  const path = { path: { template_uid: uid } };
  const [{ data }, { data: made }] = await Promise.all([
    answerOf(api.GET('/templates/{template_uid}', { params })),
    answerOf(api.GET('/templates/{template_uid}/blocks', { params: path })),
  ]);
  const { blocks } = made.record;
  return { ...data.record, blocks: blocks === null ? null : JSON.stringify(blocks) };
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
    newsletter: { name: t`Newsletter`, about: t`A picture, a main story and two more: a letter once a month.` },
    announcement: { name: t`Announcement`, about: t`One thing that is new, three reasons, one button.` },
    offer: { name: t`Offer`, about: t`A reduction with a code and an end, and three products.` },
    event: { name: t`Event invitation`, about: t`Date and place, yes or no, and what happens when.` },
    digest: { name: t`Digest of a feed`, about: t`What a blog or a shop published lately, by itself.` },
    letter: { name: t`Plain letter`, about: t`Words alone, as from one person to another.` },
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

/** A page to begin from nothing with. */
export const EMPTY_PAGE = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body>
<p>Hello [FNAME:filter:defaultvalue(there)],</p>

<p><a href="[UNSUBSCRIBE_URL]">Unsubscribe</a><br>[COMPANY_FULL_ADDRESS]</p>
</body>
</html>
`;
