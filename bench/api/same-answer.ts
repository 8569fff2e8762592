// Has the bare route give the answer that ours gives.
import type { Request } from './load.ts';

export type AsBare = (n: number) => Request;

/**
 * Asks ours once and tells the bare route its status and content.
 * @returns how to ask the bare route, and the bytes of the content
 */
export async function tellBare(
  barePort: number,
  port: number,
  request: Request | undefined,
): Promise<{ asBare: AsBare; bytes: number }> {
  if (!request) throw new Error('there is no such request');
  const { method, path, headers, body } = request;
  const form = body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...form },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const location = answer.headers.get('location');
  const told = { status: answer.status, ...(location === null ? { json: JSON.parse(text) } : { location }) };
  await fetch(`http://127.0.0.1:${barePort}/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(told),
  });
  const asked: Request = { method, path: '/', headers: headers ?? {}, ...(body !== undefined && { body }) };
  return { asBare: () => asked, bytes: Buffer.byteLength(text) };
}
