// The table of contents: everything that answers HTTP is mounted here.
import type { FastifyInstance } from 'fastify';
import { openAuthenticator } from './accounts/authenticate.ts';
import { openOnce } from './accounts/idempotency/once.ts';
import { keyRoutes } from './accounts/keys/routes.ts';
import { profileRoutes } from './accounts/profile/routes.ts';
import { countryRoutes } from './accounts/routes-countries.ts';
import { customerRoutes } from './accounts/routes-customers.ts';
import { installationRoutes } from './accounts/routes-installation.ts';
import { openAuditor } from './audit/auditor.ts';
import { blocksRoutes } from './blocks/routes.ts';
import { savedBlockRoutes } from './blocks/saved/routes.ts';
import { bounceRoutes } from './bounces/routes.ts';
import { abTestRoutes } from './campaigns/ab-test/routes.ts';
import { followTimeZone } from './campaigns/autoresponder/follow-time-zone.ts';
import { campaignBlocksRoutes } from './campaigns/blocks/routes.ts';
import { campaignEditingRoutes } from './campaigns/editing/routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { campaignScheduleRoutes } from './campaigns/schedule/routes.ts';
import { sendAgainRoutes } from './campaigns/send-again/routes.ts';
import { campaignVersionRoutes } from './campaigns/versions/routes.ts';
import { checkRoutes } from './content/checks/routes.ts';
import { templateFrameRoutes } from './content/frame/routes.ts';
import { previewRoutes } from './content/routes.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { sendingDomainRoutes } from './domains/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { namesKey } from './http/admission.ts';
import { mountRoutes } from './http/mount.ts';
import { allowOrigins } from './http/requests/cors.ts';
import type { Route, Services } from './http/route.ts';
import { createServer } from './http/server.ts';
import { namesSession } from './http/session-cookie.ts';
import { returnedMailRoutes } from './inbound/show/routes.ts';
import { bulkActionRoutes } from './jobs/bulk/routes.ts';
import { erasureRoutes } from './jobs/erasure/routes.ts';
import { exportRoutes } from './jobs/exports/routes.ts';
import { importRoutes } from './jobs/imports/routes.ts';
import type { Logger } from './kernel/log.ts';
import { fieldRoutes } from './lists/fields/routes.ts';
import { pageSettingsRoutes } from './lists/pages/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { mediaRoutes } from './media/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { captchaPages } from './pages/captcha/files.ts';
import { confirmPages } from './pages/confirm.ts';
import { subscribePages } from './pages/form/subscribe.ts';
import { sendFramedError } from './pages/frame.ts';
import { mailPages } from './pages/mail-pages.ts';
import { formPreviewRoutes } from './pages/preview/routes.ts';
import { profilePages } from './pages/profile.ts';
import { relayRoutes } from './relays/routes.ts';
import { audienceRoutes } from './reports/audience/routes.ts';
import { auditRoutes } from './reports/audit/routes.ts';
import { automationRoutes } from './reports/automations/routes.ts';
import { blocklistRoutes } from './reports/blocklists/routes.ts';
import { calendarRoutes } from './reports/calendar/routes.ts';
import { campaignReportRoutes } from './reports/campaign/routes.ts';
import { campaignGoingRoutes } from './reports/campaign/routes-going.ts';
import { heatMapRoutes } from './reports/campaign/routes-heat-map.ts';
import { checklistRoutes } from './reports/checklist/routes.ts';
import { doctorRoutes } from './reports/doctor/routes.ts';
import { overviewRoutes } from './reports/overview/routes.ts';
import { peopleRoutes } from './reports/people/routes.ts';
import { queueRoutes } from './reports/queue/routes.ts';
import { recipientTimesRoutes } from './reports/recipient-times/routes.ts';
import { searchRoutes } from './reports/search/routes.ts';
import { sharedReportRoutes } from './reports/shared/routes.ts';
import { confirmationMailRoutes } from './schedules/confirmation/routes.ts';
import { segmentOverviewRoutes } from './segments/overview/routes.ts';
import { segmentPeopleRoutes } from './segments/people/routes.ts';
import { segmentRoutes } from './segments/routes.ts';
import { announceChange } from './storage/spread/customers-to-poll.ts';
import { growthRoutes } from './subscribers/growth/routes.ts';
import { subscriberRoutes } from './subscribers/routes.ts';
import { subscriberByEmailRoutes } from './subscribers/routes-by-email.ts';
import { suppressionRoutes } from './suppression/routes.ts';
import { templateGalleryRoutes } from './templates/gallery/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { startingTemplateRoutes } from './templates/starting/routes.ts';
import { trackingPages } from './tracking/pages.ts';
import { trackingRoutes } from './tracking/routes.ts';
import { emailRoutes } from './transactional/routes.ts';
import { meRoutes } from './users/me/routes.ts';
import { userRoutes } from './users/members/routes.ts';
import { passkeyRoutes } from './users/passkeys/routes.ts';
import { authenticateSession } from './users/sessions/authenticate.ts';
import { sessionRoutes } from './users/sessions/routes.ts';
import { welcomeRoutes } from './users/welcome/routes.ts';
import { uiPages } from './web/built/ui.ts';
import { type WebServices, webPages } from './web/pages.ts';
import { referencePages } from './web/reference.ts';
import { PATHS } from './web/reference-texts.ts';
import { testInboxRoutes } from './web/test-inbox/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every endpoint below `/api`. */
export const apiRoutes: readonly Route[] = [
  ...listRoutes,
  ...fieldRoutes,
  ...pageSettingsRoutes,
  ...formPreviewRoutes,
  ...growthRoutes,
  ...subscriberRoutes,
  ...subscriberByEmailRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...bulkActionRoutes,
  ...confirmationMailRoutes,
  ...erasureRoutes,
  ...eventRoutes,
  ...segmentRoutes,
  ...segmentOverviewRoutes,
  ...segmentPeopleRoutes,
  ...mediaRoutes,
  ...blocksRoutes,
  ...savedBlockRoutes,
  ...templateRoutes,
  ...templateGalleryRoutes,
  ...startingTemplateRoutes,
  ...campaignRoutes,
  ...campaignBlocksRoutes,
  ...campaignVersionRoutes,
  ...campaignEditingRoutes,
  ...abTestRoutes,
  ...sendAgainRoutes,
  ...messageRoutes,
  ...emailRoutes,
  ...campaignScheduleRoutes,
  ...trackingRoutes,
  ...previewRoutes,
  ...templateFrameRoutes,
  ...campaignReportRoutes,
  ...campaignGoingRoutes,
  ...heatMapRoutes,
  ...overviewRoutes,
  ...automationRoutes,
  ...calendarRoutes,
  ...sharedReportRoutes,
  ...checklistRoutes,
  ...audienceRoutes,
  ...peopleRoutes,
  ...searchRoutes,
  ...checkRoutes,
  ...bounceRoutes,
  ...suppressionRoutes,
  ...relayRoutes,
  ...deliveryRoutes,
  ...queueRoutes,
  ...recipientTimesRoutes,
  ...returnedMailRoutes,
  ...blocklistRoutes,
  ...sendingDomainRoutes,
  ...countryRoutes,
  ...customerRoutes,
  ...profileRoutes(followTimeZone),
  ...installationRoutes,
  ...doctorRoutes,
  ...keyRoutes,
  ...sessionRoutes,
  ...welcomeRoutes,
  ...userRoutes,
  ...meRoutes,
  ...passkeyRoutes,
  ...auditRoutes,
  ...webhookRoutes,
  ...testInboxRoutes,
];

export type AppOptions = Omit<WebServices, keyof Services> & {
  services: Services;
  log: Logger;
  trustedProxies?: readonly string[];
  /** Origins whose pages may use the API with a key; absent: none. */
  corsOrigins?: readonly string[];
};

/** The whole HTTP application, not listening yet. */
export async function buildApp({
  services,
  log,
  trustedProxies,
  corsOrigins = [],
  ...web
}: AppOptions): Promise<FastifyInstance> {
  const app = await createServer({ log, trustedProxies });
  allowOrigins(app, corsOrigins);
  const { clock, rateLimit } = services;
  const keys = openAuthenticator(services.db, { clock, log, rateLimit });
  app.addHook('onClose', () => keys.end());
  app.addHook('onResponse', ({ method }, { statusCode }, done) => {
    if (method !== 'GET' && method !== 'HEAD' && statusCode < 400) services.changed?.();
    done();
  });
  mcpEndpoint(app, { routes: apiRoutes, paths: PATHS, services, authenticate: keys.find, corsOrigins });
  mountRoutes(app, apiRoutes, {
    services,
    audit: openAuditor({ ...services, log }),
    once: openOnce(services),
    beforeChange: (customerId) => announceChange(services.db, customerId),
    authenticate: (request) =>
      namesSession(request.headers, services.baseUrl) && !namesKey(request.headers)
        ? authenticateSession(services, request.headers)
        : keys.find(request),
  });
  trackingPages(app, services, sendFramedError);
  mailPages(app, services);
  subscribePages(app, services);
  captchaPages(app);
  confirmPages(app, services);
  profilePages(app, services);
  webPages(app, { ...services, ...web });
  uiPages(app);
  referencePages(app, apiRoutes, { version: web.version, baseUrl: services.baseUrl });
  return app;
}
