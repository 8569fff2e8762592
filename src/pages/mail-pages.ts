// The pages that mails link to, the archive, and shared reports.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../http/route.ts';
import { abusePages } from './abuse.ts';
import { archivePages } from './archive/archive.ts';
import { formerLinkPages } from './former-links.ts';
import { forwardPages } from './forward/forward.ts';
import { preferencesPages } from './preferences.ts';
import { reportPages } from './report/report.ts';
import { unsubscribePages } from './unsubscribe.ts';

/** Mounts all of them. */
export function mailPages(app: FastifyInstance, services: Services): void {
  unsubscribePages(app, services);
  formerLinkPages(app, services);
  preferencesPages(app, services);
  forwardPages(app, services);
  abusePages(app, services);
  archivePages(app, services);
  reportPages(app, services);
}
