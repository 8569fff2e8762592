// The table of contents: everything that answers HTTP is mounted here.
import type { FastifyInstance } from 'fastify';
import { authenticate } from './accounts/authenticate.ts';
import { countryRoutes } from './accounts/routes-countries.ts';
import { customerRoutes } from './accounts/routes-customers.ts';
import { bounceRoutes } from './bounces/routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { campaignScheduleRoutes } from './campaigns/schedule/routes.ts';
import { previewRoutes } from './content/routes.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { sendingDomainRoutes } from './domains/routes.ts';
import type { Route, Services } from './http/route.ts';
import { createServer, mountRoutes } from './http/server.ts';
import type { Logger } from './kernel/log.ts';
import { fieldRoutes } from './lists/fields/routes.ts';
import { pageSettingsRoutes } from './lists/pages/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { confirmPages } from './pages/confirm.ts';
import { subscribePages } from './pages/form/subscribe.ts';
import { mailPages } from './pages/mail-pages.ts';
import { profilePages } from './pages/profile.ts';
import { relayRoutes } from './relays/routes.ts';
import { segmentRoutes } from './segments/routes.ts';
import { subscriberRoutes } from './subscribers/routes.ts';
import { subscriberByEmailRoutes } from './subscribers/routes-by-email.ts';
import { suppressionRoutes } from './suppression/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { trackingPages } from './tracking/pages.ts';
import { trackingRoutes } from './tracking/routes.ts';
import { emailRoutes } from './transactional/routes.ts';
import { type WebServices, webPages } from './web/pages.ts';
import { referencePages } from './web/reference.ts';

/** Every endpoint below `/api`. */
export const apiRoutes: readonly Route[] = [
  ...listRoutes,
  ...fieldRoutes,
  ...pageSettingsRoutes,
  ...subscriberRoutes,
  ...subscriberByEmailRoutes,
  ...segmentRoutes,
  ...templateRoutes,
  ...campaignRoutes,
  ...messageRoutes,
  ...emailRoutes,
  ...campaignScheduleRoutes,
  ...trackingRoutes,
  ...previewRoutes,
  ...bounceRoutes,
  ...suppressionRoutes,
  ...relayRoutes,
  ...deliveryRoutes,
  ...sendingDomainRoutes,
  ...countryRoutes,
  ...customerRoutes,
];

export type AppOptions = Omit<WebServices, keyof Services> & {
  services: Services;
  log: Logger;
  trustedProxies?: readonly string[];
};

/** The whole HTTP application, not listening yet. */
export async function buildApp({ services, log, trustedProxies, ...web }: AppOptions): Promise<FastifyInstance> {
  const app = await createServer({ log, trustedProxies });
  mountRoutes(app, apiRoutes, { services, authenticate: (headers) => authenticate(services.db, headers) });
  trackingPages(app, services);
  mailPages(app, services);
  subscribePages(app, services);
  confirmPages(app, services);
  profilePages(app, services);
  webPages(app, { ...services, ...web });
  referencePages(app, apiRoutes, { version: web.version, baseUrl: services.baseUrl });
  return app;
}
