// What is refused of templates, pictures and blocks.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const contentWords: Words<'template' | 'archive' | 'picture' | 'blocks' | 'saved-block'> = {
  'template-missing': () => t`The template does not exist.`,
  'template-no-starting': () => t`There is no such starting template.`,
  'template-no-content': () => t`Please provide the content of the template, or an archive.`,
  'template-sources': () => t`Provide exactly one of starting, archive, content and blocks.`,
  'template-archive-form': () => t`Archive must be a zip file.`,
  'template-archive-and-content': () => t`Provide exactly one of archive and content; got archive and content.`,
  'template-and-blocks': ({ other }) => t`Provide exactly one of archive, content and blocks; got ${other} and blocks.`,
  'template-markdown-long': ({ label, max }) => t`${label} is too long for Markdown (maximum is ${max} characters).`,
  'template-heavy-content': ({ seconds, memory }) =>
    t`The content cannot be compiled within ${seconds} s and ${memory} MB of memory. Please make it shorter, or remove tags, links and style sheets.`,
  'template-heavy-styles': ({ seconds, memory }) =>
    t`The style sheets of the page cannot be inlined within ${seconds} s and ${memory} MB of memory. Please remove rules that are not needed, or leave inlining off.`,
  'template-heavy-checks': ({ seconds, memory }) =>
    t`The page cannot be checked within ${seconds} s and ${memory} MB of memory. Please make it shorter.`,
  'archive-pictures': ({ path }) =>
    t`Your archive's page uses ${path}: only PNG, JPEG, GIF and WebP images are supported.`,
  'archive-page-long': ({ max }) => t`Your archive's page is too long (maximum is ${max} characters).`,
  'archive-no-page': () => t`Your archive contains no HTML page.`,
  'archive-several-pages': () => t`Your archive contains several HTML pages, and none of them is its index.html.`,
  'archive-no-picture': ({ path, kind }) => t`Your archive contains ${path}, which is not a ${kind} image.`,
  'archive-no-text': ({ path }) => t`Your archive contains ${path}, which is not text.`,
  'archive-no-zip': () => t`Your archive does not seem to be a valid zip file.`,
  'archive-directory': () => t`Your archive is damaged: its directory cannot be read.`,
  'archive-many': ({ most }) => t`Your archive contains more than ${most} files.`,
  'archive-twice': ({ path }) => t`Your archive contains ${path} twice.`,
  'archive-unsafe': ({ path }) => t`Your archive contains an unsafe path: ${path}.`,
  'archive-link': ({ path }) => t`Your archive contains a link: ${path}.`,
  'archive-no-file': ({ path }) => t`Your archive contains something that is not a file: ${path}.`,
  'archive-password': ({ path }) => t`Your archive is protected by a password: ${path}.`,
  'archive-overlap': () => t`Your archive is damaged: two of its files overlap.`,
  'archive-packed': ({ path }) => t`Your archive compresses ${path} in a way that is not supported.`,
  'archive-bomb': ({ path, ratio }) => t`Your archive looks like a zip bomb: ${path} grows more than ${ratio} times.`,
  'archive-damaged': ({ path }) => t`Your archive is damaged: ${path} cannot be unpacked.`,
  'archive-checksum': ({ path }) => t`Your archive is damaged: ${path} does not match its checksum.`,
  'archive-file-large': ({ path, max }) =>
    t`Your archive contains a file that is too large: ${path} (maximum is ${max}).`,
  'archive-large': ({ max }) => t`Your archive is too large when unpacked (maximum is ${max}).`,
  'picture-many': ({ most }) => t`You have reached the maximum of ${most} images. Remove some that no email uses.`,
  'picture-removing': () => t`The image is being removed. Please send it again.`,
  'picture-missing': () => t`The image does not exist.`,
  'picture-large': () => t`The image is larger than 15 MB.`,
  'picture-kind': () => t`File must be an image: JPEG, PNG, GIF or WebP.`,
  'picture-form': () => t`File must be an image: a file part, or base64.`,
  'picture-pixels': ({ width, height, side }) =>
    t`The image has ${width} by ${height} pixels: the maximum is 40 million, and ${side} on a side.`,
  'picture-memory': ({ width, height, most }) =>
    t`The image has ${width} by ${height} pixels: for its type (16 bits per color, progressive JPEG, WebP) the maximum is ${most} million. Make it smaller, or save it with 8 bits per color as PNG or as a JPEG that is not progressive.`,
  'picture-heavy': ({ seconds, memory }) =>
    t`The image cannot be processed within ${seconds} s and ${memory} MB of memory. Please make it smaller.`,
  'picture-damaged': () => t`The image is damaged and cannot be read completely.`,
  'blocks-heavy': ({ seconds, memory }) =>
    t`The page cannot be made from the blocks within ${seconds} s and ${memory} MB of memory. Please use fewer or shorter blocks.`,
  'blocks-link': ({ label }) => t`${label} must be a link: http, https, mailto, tel, or a merge tag that gives one.`,
  'blocks-picture': ({ label }) =>
    t`${label} must be the address of an image: http, https, or a merge tag that gives one.`,
  'blocks-list-many': ({ label, max }) => t`${label} holds more than ${max} blocks.`,
  'blocks-columns': ({ label }) => t`${label} must be two or three.`,
  'blocks-field': ({ label }) => t`${label} must be a merge tag without its brackets, such as CITY.`,
  'blocks-version': ({ label, version }) => t`${label} must be ${version}.`,
  'blocks-language': ({ label }) => t`${label} must be a language such as en or de-CH.`,
  'blocks-colour': ({ label }) => t`${label} must be a color such as #1d6b70.`,
  'blocks-form': () => t`Blocks must be an object, or its JSON.`,
  'blocks-unknown': ({ label }) => t`${label} is not known here.`,
  'blocks-given': ({ label, kind }) => t`${label} must be given: ${kind}.`,
  'blocks-kind': ({ label, kind }) => t`${label} must be ${kind}.`,
  'blocks-known': ({ label }) => t`${label} must be one of those that are known.`,
  'blocks-least': ({ label, least }) => t`${label} must be at least ${least}.`,
  'blocks-most': ({ label, most }) => t`${label} must be at most ${most}.`,
  'blocks-many': ({ max }) => t`Blocks holds more than ${max} blocks, including those in columns and conditions.`,
  'blocks-long': ({ label, max }) => t`${label} is too long (maximum is ${max} characters as JSON).`,
  'blocks-json': ({ label }) => t`${label} is not valid JSON.`,
  'blocks-widths': () => t`Widths must be as many as there are columns.`,
  'blocks-feed-url': () => t`Feed url must be given: a link.`,
  'blocks-href': () => t`Href must be given: a link.`,
  'blocks-feed-columns': () => t`Feed cannot be placed in columns.`,
  'blocks-value-none': ({ operator }) => t`Value cannot be given with ${operator}.`,
  'blocks-value-given': ({ field }) => t`Value must be given: what [${field}] is compared with.`,
  'template-filled-long': ({ most }) => t`With the values of its tags, the text has more than ${most} characters.`,
  'saved-block-missing': () => t`The saved block does not exist.`,
  'saved-block-many': ({ most }) =>
    t`You have reached the maximum of ${most} saved blocks. Remove one that is not used.`,
};
