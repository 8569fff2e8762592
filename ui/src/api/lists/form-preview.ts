// The form of a list as it would be with what is not saved yet.
import type { components, paths } from '@mailwright/client/schema';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type UnsavedField = Partial<components['schemas']['NewField']> & { field_id?: string };
export type UnsavedPages = components['schemas']['ListPagesChanges'];
/** A page that has the look of the list. */
export type ShownPage = NonNullable<
  NonNullable<paths['/lists/{list_uid}/form-preview.html']['get']['parameters']['query']>['page']
>;
export type Unsaved = { page?: ShownPage; language?: 'en' | 'de'; field?: UnsavedField; pages?: UnsavedPages };

/** @returns the address of the page for a frame; what is wrong with it is the error */
export const formPreviewQuery = (listUid: string, { page, language, field, pages }: Unsaved) => {
  const query = {
    ...(page && { page }),
    ...(language && { language }),
    ...(field && { field: JSON.stringify(field) }),
    ...(pages && { pages: JSON.stringify(pages) }),
  };
  return queryOptions({
    queryKey: ['fields', listUid, 'preview', query],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { list_uid: listUid }, query };
      await answerOf(api.GET('/lists/{list_uid}/form-preview.html', { params, parseAs: 'text', signal }));
      return `/api/lists/${listUid}/form-preview.html?${new URLSearchParams(query)}`;
    },
  });
};

export const formCodeQuery = (listUid: string, language: 'en' | 'de') =>
  queryOptions({
    queryKey: ['fields', listUid, 'code', language],
    queryFn: async () => {
      const params = { path: { list_uid: listUid }, query: { language } };
      return (await answerOf(api.GET('/lists/{list_uid}/form-code', { params }))).data;
    },
  });
