// The picture types that mail programs show, detected by their first bytes. File names prove
// nothing.

/**
 * One type: its media type, the extension it is served under, and the extensions a name may have.
 */
export type ImageType = { mediaType: string; extension: string; names: readonly string[] };

const PNG: ImageType = { mediaType: 'image/png', extension: 'png', names: ['png'] };
const JPEG: ImageType = { mediaType: 'image/jpeg', extension: 'jpg', names: ['jpg', 'jpeg'] };
const GIF: ImageType = { mediaType: 'image/gif', extension: 'gif', names: ['gif'] };
const WEBP: ImageType = { mediaType: 'image/webp', extension: 'webp', names: ['webp'] };
const IMAGE_TYPES = [PNG, JPEG, GIF, WEBP];

/** The supported type of a file name; undefined when there is none. */
export function imageTypeByName(path: string): ImageType | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return IMAGE_TYPES.find((type) => type.names.includes(extension));
}

/** The type of the content, by its signature. */
export function imageTypeByContent(content: Uint8Array): ImageType | undefined {
  const head = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return PNG;
  if (head.startsWith('\xff\xd8\xff')) return JPEG;
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return GIF;
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return WEBP;
  return undefined;
}

/** The type of a stored file. */
export function imageTypeOfMedia(mediaType: string): ImageType | undefined {
  return IMAGE_TYPES.find((type) => type.mediaType === mediaType);
}
