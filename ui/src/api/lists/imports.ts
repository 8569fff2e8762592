// Imports, as screens ask for them.

import { t } from '@lingui/core/macro';
import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, answerOf, api } from '../client.ts';

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
 * Sends a file as it is, whatever its size. @param onShare how much of it has gone, 0 to 1
 * @throws ApiError
 */
export function uploadImport(listUid: string, file: File, onShare: (share: number) => void): Promise<Import> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not say how much of a body has gone
    request.open('POST', `/api/lists/${listUid}/imports?file_name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', 'text/csv');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onShare(loaded / total);
    request.onerror = () => reject(new ApiError(0, t`The server cannot be reached.`));
    request.onload = () => {
      const { status } = request;
      if (status === 201) resolve(request.response.data.record as Import);
      else reject(new ApiError(status, String(request.response?.error ?? t`The server answered ${status}.`)));
    };
    request.send(file);
  });
}
