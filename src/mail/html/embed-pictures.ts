// Pictures attached to the message instead of being fetched when it is read.
import { replaceReferences } from './page-references.ts';

/**
 * A stored picture: the SHA-256 of its content in hex, and its type (checked by
 * images.ts).
 */
export type Picture = { hash: string; extension: string; mediaType: string; content: Uint8Array };
/** A picture attached to a message. */
export type EmbeddedPicture = Picture & { contentId: string; fileName: string };

/** Attributes that show a picture in place; `url(` stands for style sheets. */
const SHOWN = new Set(['src', 'srcset', 'background', 'poster', 'style', 'url(']);

/** HTML that refers to pictures by Content-ID, and those pictures in order of first use. */
export type WithPictures = { html: string; embedded: EmbeddedPicture[] };

/**
 * Replaces the pictures that the HTML shows by Content-IDs (RFC 2392); undefined when it shows
 * none. A link to a picture stays a link.
 * @param filesUrl a picture's address in the HTML is `<filesUrl>/<hash>.<extension>`
 */
export function embedPictures(html: string, pictures: readonly Picture[], filesUrl: string): WithPictures | undefined {
  if (pictures.length === 0) return undefined;
  const { hostname } = new URL(filesUrl);
  const known = new Map(pictures.map((picture) => [`${filesUrl}/${picture.hash}.${picture.extension}`, picture]));
  const embedded = new Map<Picture, EmbeddedPicture>();
  const changed = replaceReferences(html, {
    address(address, { attribute }) {
      const picture = SHOWN.has(attribute) ? known.get(address) : undefined;
      if (!picture) return undefined;
      const found = embedded.get(picture) ?? {
        ...picture,
        contentId: `${picture.hash.slice(0, 32)}@${hostname}`,
        fileName: `picture-${embedded.size + 1}.${picture.extension}`,
      };
      embedded.set(picture, found);
      return `cid:${found.contentId}`;
    },
  });
  return embedded.size === 0 ? undefined : { html: changed, embedded: [...embedded.values()] };
}
