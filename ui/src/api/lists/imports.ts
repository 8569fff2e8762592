// Imports, as screens ask for them.
import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';
import { upload } from '../upload.ts';

export type Import = components['schemas']['Import'];
export type ImportSettings = components['schemas']['ImportSettings'];

/** How an import stands; events say when to ask again. */
export const importQuery = (listUid: string, importUid: string) =>
  queryOptions({
    queryKey: ['import', listUid, importUid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid, import_uid: importUid } };
      return (await answerOf(api.GET('/lists/{list_uid}/imports/{import_uid}', { params }))).data.record;
    },
  });

/** Imports of a list, newest first; events say when to ask again. */
export const importsQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['jobs', listUid, 'imports'],
    queryFn: async () => {
      const params = { path: { list_uid: listUid }, query: { per_page: 20 } };
      return (await answerOf(api.GET('/lists/{list_uid}/imports', { params }))).data.records;
    },
  });

/**
 * Sends a file as it is, whatever its size. @param on `onShare` is told how much of it has gone, 0
 * to 1; `signal` breaks it off
 * @throws ApiError; what `signal` was aborted with
 */
export async function uploadImport(
  listUid: string,
  file: File,
  on: { onShare: (share: number) => void; signal: AbortSignal },
): Promise<Import> {
  const path = `/api/lists/${listUid}/imports?file_name=${encodeURIComponent(file.name)}`;
  return (await upload<{ data: { record: Import } }>(path, { body: file, mediaType: 'text/csv', ...on })).data.record;
}
