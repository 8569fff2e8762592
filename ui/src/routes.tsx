// The route table: a line a screen. Each screen is loaded when it is opened.
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { sessionQuery } from './api/accounts/session.ts';
import { Shell } from './app.tsx';
import { ScreenMissing } from './failed.tsx';
import * as searches from './searches.ts';
import { peopleSearch } from './subscribers/filter.ts';

type Context = { queryClient: QueryClient };

const root = createRootRouteWithContext<Context>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: searches.signInSearch,
  component: lazyRouteComponent(() => import('./account/sign-in.tsx'), 'SignIn'),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: searches.forgotSearch,
  component: lazyRouteComponent(() => import('./account/forgot.tsx'), 'Forgot'),
});
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  validateSearch: (search): { token: string } => ({ token: String(search['token'] ?? '') }),
  component: lazyRouteComponent(() => import('./account/welcome.tsx'), 'Welcome'),
});
/** All other screens: for people who are signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
});
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/campaigns' });
  },
});
const campaigns = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns',
  validateSearch: searches.campaignsSearch,
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
});
const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$campaignUid',
  validateSearch: searches.reportSearch,
  component: lazyRouteComponent(() => import('./campaign.tsx'), 'Campaign'),
});
const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/calendar',
  validateSearch: searches.calendarSearch,
  component: lazyRouteComponent(() => import('./campaigns/calendar/calendar.tsx'), 'Calendar'),
});
const lists = createRoute({
  getParentRoute: () => shell,
  path: '/lists',
  validateSearch: searches.listsSearch,
  component: lazyRouteComponent(() => import('./lists/lists.tsx'), 'Lists'),
});
const list = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid',
  component: lazyRouteComponent(() => import('./lists/list.tsx'), 'List'),
});
const listSubscribers = createRoute({
  getParentRoute: () => list,
  path: '/',
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => import('./subscribers/subscribers.tsx'), 'Subscribers'),
});
const listFields = createRoute({
  getParentRoute: () => list,
  path: '/fields',
  component: lazyRouteComponent(() => import('./lists/fields.tsx'), 'Fields'),
});
const listGrowth = createRoute({
  getParentRoute: () => list,
  path: '/growth',
  validateSearch: searches.growthSearch,
  component: lazyRouteComponent(() => import('./lists/growth.tsx'), 'Growth'),
});
const listAutomations = createRoute({
  getParentRoute: () => list,
  path: '/automations',
  component: lazyRouteComponent(() => import('./campaigns/automations/automations.tsx'), 'Automations'),
});
const listLook = createRoute({
  getParentRoute: () => list,
  path: '/look',
  component: lazyRouteComponent(() => import('./lists/look.tsx'), 'Look'),
});
const listForm = createRoute({
  getParentRoute: () => list,
  path: '/form',
  component: lazyRouteComponent(() => import('./lists/form.tsx'), 'ListForm'),
});
const upload = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/import',
  component: lazyRouteComponent(() => import('./imports/upload.tsx'), 'Upload'),
});
const importScreen = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/import/$importUid',
  component: lazyRouteComponent(() => import('./imports/import.tsx'), 'ImportScreen'),
});
const person = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/subscribers/$subscriberUid',
  component: lazyRouteComponent(() => import('./subscribers/person.tsx'), 'Person'),
});
const segments = createRoute({
  getParentRoute: () => shell,
  path: '/segments',
  component: lazyRouteComponent(() => import('./segments/segments.tsx'), 'Segments'),
});
const segment = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/segments/$segmentUid',
  component: lazyRouteComponent(() => import('./segments/segment.tsx'), 'SegmentScreen'),
});
const templates = createRoute({
  getParentRoute: () => shell,
  path: '/templates',
  validateSearch: searches.templatesSearch,
  component: lazyRouteComponent(() => import('./templates/templates.tsx'), 'Templates'),
});
const pictures = createRoute({
  getParentRoute: () => shell,
  path: '/pictures',
  component: lazyRouteComponent(() => import('./templates/pictures.tsx'), 'PicturesScreen'),
});
const template = createRoute({
  getParentRoute: () => shell,
  path: '/templates/$templateUid',
  component: lazyRouteComponent(() => import('./templates/template.tsx'), 'Template'),
});
const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  component: lazyRouteComponent(() => import('./reports/reports.tsx'), 'Reports'),
});
const deliverability = createRoute({
  getParentRoute: () => shell,
  path: '/deliverability',
  component: lazyRouteComponent(() => import('./sending/deliverability.tsx'), 'Deliverability'),
});
const sending = createRoute({
  getParentRoute: () => deliverability,
  path: '/',
  component: lazyRouteComponent(() => import('./sending/sending.tsx'), 'Sending'),
});
const domain = createRoute({
  getParentRoute: () => deliverability,
  path: '/domains/$domainUid',
  component: lazyRouteComponent(() => import('./sending/domain.tsx'), 'DomainScreen'),
});
const returned = createRoute({
  getParentRoute: () => deliverability,
  path: '/returned',
  component: lazyRouteComponent(() => import('./sending/returned/returned.tsx'), 'Returned'),
});
const queue = createRoute({
  getParentRoute: () => deliverability,
  path: '/queue',
  component: lazyRouteComponent(() => import('./sending/queue/queue.tsx'), 'QueueScreen'),
});
const relay = createRoute({
  getParentRoute: () => deliverability,
  path: '/relays/$serverId',
  component: lazyRouteComponent(() => import('./sending/relay.tsx'), 'RelayScreen'),
});
const suppression = createRoute({
  getParentRoute: () => deliverability,
  path: '/suppression',
  validateSearch: searches.suppressionSearch,
  component: lazyRouteComponent(() => import('./sending/suppression/suppression.tsx'), 'Suppressions'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings.tsx'), 'Settings'),
});
const account = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./settings/account.tsx'), 'Account'),
});
const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  component: lazyRouteComponent(() => import('./settings/people.tsx'), 'People'),
});
const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  component: lazyRouteComponent(() => import('./settings/keys.tsx'), 'Keys'),
});
const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./settings/webhooks/webhooks.tsx'), 'Webhooks'),
});
const company = createRoute({
  getParentRoute: () => settings,
  path: '/company',
  component: lazyRouteComponent(() => import('./settings/company.tsx'), 'Company'),
});
const brand = createRoute({
  getParentRoute: () => settings,
  path: '/brand',
  component: lazyRouteComponent(() => import('./settings/brand/brand.tsx'), 'BrandScreen'),
});
const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: searches.auditSearch,
  component: lazyRouteComponent(() => import('./settings/audit.tsx'), 'Audit'),
});
const health = createRoute({
  getParentRoute: () => settings,
  path: '/health',
  component: lazyRouteComponent(() => import('./settings/health/health.tsx'), 'Health'),
});
const keyboard = createRoute({
  getParentRoute: () => shell,
  path: '/keyboard',
  component: lazyRouteComponent(() => import('./search/keyboard.tsx'), 'Keyboard'),
});
const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/test-inbox',
  component: lazyRouteComponent(() => import('./inbox/inbox.tsx'), 'Inbox'),
});
const testMail = createRoute({
  getParentRoute: () => shell,
  path: '/test-inbox/$mailId',
  component: lazyRouteComponent(() => import('./inbox/mail.tsx'), 'Mail'),
});
/** Whatever else is asked for below `/app`. */
const missing = createRoute({ getParentRoute: () => shell, path: '$', component: ScreenMissing });

/** Everything below `/app`. */
export const tree = root.addChildren([
  signIn,
  forgot,
  welcome,
  shell.addChildren([
    home,
    campaigns,
    calendar,
    campaign,
    lists,
    list.addChildren([listSubscribers, listAutomations, listGrowth, listFields, listForm, listLook]),
    upload,
    importScreen,
    person,
    segments,
    segment,
    templates,
    template,
    pictures,
    reports,
    deliverability.addChildren([sending, relay, domain, returned, queue, suppression]),
    settings.addChildren([account, company, brand, people, keys, webhooks, audit, health]),
    keyboard,
    inbox,
    testMail,
    missing,
  ]),
]);
