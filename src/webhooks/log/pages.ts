// Events as they are kept: in their order, hundreds in a compressed row, each as it is told. The
// text of an event is the same however often it is sent.
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

/**
 * An event. `subject`: whom or what it is about; events of one are told one after the other.
 * `data`: its payload, as JSON.
 */
export type KeptEvent = { type: string; at: number; subject: string; data: string };

/** Events of a row: this many are read to tell one. */
export const PAGE_EVENTS = 500;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function packEvents(events: readonly KeptEvent[]): Promise<Uint8Array> {
  return compress(JSON.stringify(events.map(({ type, at, subject, data }) => [type, at, subject, data])));
}

export async function unpackEvents(content: Uint8Array): Promise<KeptEvent[]> {
  const rows = JSON.parse((await decompress(content)).toString()) as [string, number, string, string][];
  return rows.map(([type, at, subject, data]) => ({ type, at, subject, data }));
}

/** The id of an event: the same in every request about it. `place`: its place in the row. */
export const eventId = (uid: string, place: number): string => `evt_${uid}${String(place).padStart(3, '0')}`;

/** The text of an event, or of one in a batch, where `id` says which it is. */
export function eventText({ type, at, data }: KeptEvent, id?: string): string {
  const named = id === undefined ? '' : `"id":${JSON.stringify(id)},`;
  const timestamp = new Date(at).toISOString();
  return `{${named}"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":${data}}`;
}

/** The text of a request with several events. `at`: of the last of them. */
export function batchText(texts: readonly string[], at: number): string {
  return `{"type":"batch","timestamp":"${new Date(at).toISOString()}","data":{"events":[${texts.join(',')}]}}`;
}
