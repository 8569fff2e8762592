// Pictures that travel in the message instead of being fetched when it is read.
import { replaceReferences } from './page-references.ts';

/** A kept picture: the SHA-256 of its content in hex, and what it is (templates/images.ts has looked). */
export type Picture = { hash: string; extension: string; mediaType: string; content: Uint8Array };
/** A picture that travels. */
export type EmbeddedPicture = Picture & { contentId: string; fileName: string };

/** Attributes whose address is a picture's, drawn where it stands; `url(` is a style sheet's. */
const SHOWN = new Set(['src', 'srcset', 'background', 'poster', 'style', 'url(']);

/** HTML that names pictures by Content-ID, and those pictures in the order of their first place. */
export type WithPictures = { html: string; embedded: EmbeddedPicture[] };

/**
 * The HTML with the pictures that it shows named by Content-ID (RFC 2392); undefined when it shows none of them. A link to
 * a picture stays a link.
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
