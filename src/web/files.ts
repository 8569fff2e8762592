// Serves the pictures of mails: stored under the hash of their content, so an address never changes
// its meaning.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { oneCopy } from '../kernel/recent.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { imageTypeOfMedia } from '../mail/html/images.ts';
import { findBlob } from '../storage/blobs.ts';
import type { Db } from '../storage/db.ts';
import { findStartingPicture } from '../templates/starting/starting.ts';

const copyOf = oneCopy<Buffer>(1_000);
const NAME = /^([0-9a-f]{64})\.([a-z]{3,4})$/;

/** Mounts `/files/<hash>.<ext>`. */
export function filePages(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const [, hash, extension] = NAME.exec(request.params.name) ?? [];
    const blob = hash === undefined ? undefined : ((await findBlob(db, hash)) ?? findStartingPicture(hash));
    // Only picture types recognized by their bytes are served; anything else is not for display.
    if (!blob || extension === undefined || imageTypeOfMedia(blob.mediaType)?.extension !== extension) {
      throw new AppError('not_found', say('request-page-not-found'));
    }
    const etag = `"${blob.hash}"`;
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { buffer, byteOffset, byteLength } = blob.content;
    return reply.type(blob.mediaType).send(copyOf(blob.hash, Buffer.from(buffer, byteOffset, byteLength)));
  });
}
