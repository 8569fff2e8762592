// Pictures in requests and answers.
import { z } from 'zod';
import type { FormObject } from '../http/form/decode.ts';
import * as declare from '../http/members/declare.ts';
import { count, said, uid } from '../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../http/members/keyset.ts';
import { optional } from '../http/members/member.ts';
import { readMembers, recordOf, successAnswer } from '../http/members/schema.ts';
import { formatInstant } from '../kernel/clock.ts';
import { throwFaults } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { fileMarker, withFileAddresses } from '../mail/html/file-addresses.ts';
import type { NewPicture } from './add.ts';
import type { Media, MediaFile, MediaFilter } from './queries.ts';

const members = optional({
  name: declare.text('Its name, such as the file name.', { max: 255 }),
  alt: declare.clearable(
    declare.text('Alternative text; null if not written yet. Emails that use the image start with this text.', {
      max: 500,
    }),
  ),
});
export const newBody = whenNeeded(() =>
  z
    .object({
      ...members,
      file: z
        .string()
        .describe('The image: a file part of a multipart body, or base64. JPEG, PNG, GIF or WebP, at most 15 MB.')
        .meta({ contentEncoding: 'base64' }),
    })
    .meta({ id: 'NewMedia', description: 'An image to upload.' }),
);
export const changedBody = whenNeeded(() =>
  z.object(members).meta({ id: 'MediaChanges', description: 'Changes to an image. Absent members stay unchanged.' }),
);

/** Reads a new picture. @throws AppError `invalid` */
export function readNew(body: FormObject): NewPicture {
  const { values, faults } = readMembers(members, body);
  const content = bytesOf(body['file']);
  if (content === undefined || content.length === 0) faults['file'] = say('picture-form');
  throwFaults(faults);
  return { name: values.name ?? 'picture', alt: values.alt ?? null, content: content ?? new Uint8Array() };
}

function bytesOf(sent: unknown): Uint8Array | undefined {
  if (sent instanceof Uint8Array) return sent;
  const packed = typeof sent === 'string' ? sent.replace(/\s+/g, '') : '';
  return /^[A-Za-z0-9+/]+={0,2}$/.test(packed) ? Buffer.from(packed, 'base64') : undefined;
}

/** Reads changes. @throws AppError `invalid` */
export function readChanges(body: FormObject): Partial<Pick<Media, 'name' | 'folded_name' | 'alt'>> {
  const { values, faults } = readMembers(members, body);
  throwFaults(faults);
  return {
    ...(values.name !== undefined && { name: values.name, folded_name: values.name.toLowerCase() }),
    ...(values.alt !== undefined && { alt: values.alt }),
  };
}

const LISTED = { most: 100, otherwise: 40 };
const filters = optional({
  search: declare.text('Only images whose name contains this text.', { max: 100 }),
  unused: declare.yesNo('yes: only images that no email, template, saved block or brand has used.', { default: 'no' }),
});
export const listQuery = { ...keysetQuery(LISTED), ...filters };

/** What a listing asks for. @throws AppError `invalid` */
export function readListing(query: FormObject): MediaFilter & { perPage: number } {
  const { values, faults } = readMembers(listQuery, query);
  const { after, perPage } = readKeyset(values, ['number'], faults, LISTED.otherwise);
  throwFaults(faults);
  const before = after?.[0] as number | undefined;
  return { search: values.search, isUnused: values.unused === 'yes', before, limit: perPage + 1, perPage };
}

/** A picture with its files, the widest first. */
export function toWireMedia(media: Media, files: readonly MediaFile[], baseUrl: string) {
  const own = files.filter(({ media_id }) => media_id === media.id);
  const shown = own.map(({ hash, media_type, width, height, size }) => ({
    url: withFileAddresses(fileMarker({ hash, mediaType: media_type }), baseUrl),
    width,
    height,
    size,
  }));
  const { uid: media_uid, name, alt, was_used } = media;
  return {
    media_uid,
    name,
    alt,
    was_used: was_used === 1,
    media_type: own[0]?.media_type ?? '',
    files: shown,
    created_at: formatInstant(media.created_at),
  };
}

const record = whenNeeded(() =>
  z
    .strictObject({
      media_uid: uid('Its id.'),
      name: said('Its name.'),
      alt: z
        .string()
        .nullable()
        .describe('Alternative text; empty if the image is only decorative, null if not written yet.'),
      was_used: z.boolean().describe('Whether an email, a template, a saved block or the brand has used it.'),
      media_type: said('Media type of its files: `image/jpeg`, `image/png` or `image/gif`.'),
      files: z
        .array(
          z.strictObject({
            url: said('Its public address.'),
            width: count('Pixels.'),
            height: count('Pixels.'),
            size: count('Bytes.'),
          }),
        )
        .describe('Widest first: at most 1200, 600 and 320 pixels, twice the displayed width.'),
      created_at: said('When it was added, ISO 8601 in UTC.'),
    })
    .meta({ id: 'Media', description: 'An image for emails, in several sizes.' }),
);

export const mediaAnswer = recordOf(record);
export const listAnswer = keysetPage(record);
export const doneAnswer = successAnswer({});
