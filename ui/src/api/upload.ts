// Sends what is large, and tells how much of it has gone, which fetch does not say.
import { HEADERS, refusalOf, unreachable } from './client.ts';

type Upload = {
  body: XMLHttpRequestBodyInit;
  /** Absent: what the browser says of the body. */
  mediaType?: string;
  /** How much of it has gone, 0 to 1. */
  onShare: (share: number) => void;
  /** Breaks it off: the server keeps nothing of it. */
  signal?: AbortSignal;
};

/** POSTs it. @returns the answer's JSON. @throws ApiError; what `signal` was aborted with */
export function upload<Answer>(path: string, { body, mediaType, onShare, signal }: Upload): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    if (mediaType !== undefined) request.setRequestHeader('Content-Type', mediaType);
    for (const [name, value] of Object.entries(HEADERS)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onShare(loaded / total);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal?.reason ?? unreachable());
    signal?.addEventListener('abort', () => request.abort());
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else refusalOf(request.status, request.response).then(reject, reject);
    };
    request.send(body);
  });
}
