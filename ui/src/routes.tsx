// The route table: a line a screen. Each screen is loaded when it is opened.
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { sessionQuery } from './api/accounts/session.ts';
import { Shell } from './app.tsx';
import { ScreenMissing } from './failed.tsx';
import { loadPart } from './kit/load-part.ts';
import * as searches from './searches.ts';
import { peopleSearch } from './subscribers/filter.ts';

type Context = { queryClient: QueryClient };

const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPart(load), name);

const root = createRootRouteWithContext<Context>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: searches.only(searches.signInSearch),
  component: screen(() => import('./account/sign-in.tsx'), 'SignIn'),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: searches.only(searches.forgotSearch),
  component: screen(() => import('./account/forgot.tsx'), 'Forgot'),
});
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  validateSearch: (search): { token: string } => ({ token: String(search['token'] ?? '') }),
  component: screen(() => import('./account/welcome.tsx'), 'Welcome'),
});
/** All other screens: for people who are signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  async beforeLoad({ context, location }) {
    // Nothing is on the screen yet: it says what is wrong, and asks again by itself (failed.tsx).
    const session = await context.queryClient.ensureQueryData({ ...sessionQuery, retry: false });
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
  validateSearch: searches.only(searches.campaignsSearch),
  component: screen(() => import('./home.tsx'), 'Home'),
});
const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$campaignUid',
  validateSearch: searches.only(searches.campaignSearch),
  component: screen(() => import('./campaign.tsx'), 'Campaign'),
});
const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/calendar',
  validateSearch: searches.only(searches.calendarSearch),
  component: screen(() => import('./campaigns/calendar/calendar.tsx'), 'Calendar'),
});
const lists = createRoute({
  getParentRoute: () => shell,
  path: '/lists',
  validateSearch: searches.only(searches.listsSearch),
  component: screen(() => import('./lists/lists.tsx'), 'Lists'),
});
const list = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid',
  component: screen(() => import('./lists/list.tsx'), 'List'),
});
const listSubscribers = createRoute({
  getParentRoute: () => list,
  path: '/',
  validateSearch: searches.only(peopleSearch),
  component: screen(() => import('./subscribers/subscribers.tsx'), 'Subscribers'),
});
const listFields = createRoute({
  getParentRoute: () => list,
  path: '/fields',
  component: screen(() => import('./lists/fields.tsx'), 'Fields'),
});
const listGrowth = createRoute({
  getParentRoute: () => list,
  path: '/growth',
  validateSearch: searches.only(searches.growthSearch),
  component: screen(() => import('./lists/growth.tsx'), 'Growth'),
});
const listAutomations = createRoute({
  getParentRoute: () => list,
  path: '/automations',
  component: screen(() => import('./campaigns/automations/automations.tsx'), 'Automations'),
});
const listLook = createRoute({
  getParentRoute: () => list,
  path: '/look',
  component: screen(() => import('./lists/look.tsx'), 'Look'),
});
const listSettings = createRoute({
  getParentRoute: () => list,
  path: '/settings',
  component: screen(() => import('./lists/list-settings.tsx'), 'ListSettings'),
});
const listForm = createRoute({
  getParentRoute: () => list,
  path: '/form',
  component: screen(() => import('./lists/form.tsx'), 'ListForm'),
});
const upload = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/import',
  component: screen(() => import('./imports/upload.tsx'), 'Upload'),
});
const importScreen = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/import/$importUid',
  component: screen(() => import('./imports/import.tsx'), 'ImportScreen'),
});
const person = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/subscribers/$subscriberUid',
  component: screen(() => import('./subscribers/person.tsx'), 'Person'),
});
const segments = createRoute({
  getParentRoute: () => shell,
  path: '/segments',
  component: screen(() => import('./segments/segments.tsx'), 'Segments'),
});
const segment = createRoute({
  getParentRoute: () => shell,
  path: '/lists/$listUid/segments/$segmentUid',
  component: screen(() => import('./segments/segment.tsx'), 'SegmentScreen'),
});
const templates = createRoute({
  getParentRoute: () => shell,
  path: '/templates',
  validateSearch: searches.only(searches.templatesSearch),
  component: screen(() => import('./templates/templates.tsx'), 'Templates'),
});
const pictures = createRoute({
  getParentRoute: () => shell,
  path: '/pictures',
  component: screen(() => import('./templates/pictures.tsx'), 'PicturesScreen'),
});
const template = createRoute({
  getParentRoute: () => shell,
  path: '/templates/$templateUid',
  component: screen(() => import('./templates/template.tsx'), 'Template'),
});
const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  component: screen(() => import('./reports/reports.tsx'), 'Reports'),
});
const deliverability = createRoute({
  getParentRoute: () => shell,
  path: '/deliverability',
  component: screen(() => import('./sending/deliverability.tsx'), 'Deliverability'),
});
const sending = createRoute({
  getParentRoute: () => deliverability,
  path: '/',
  component: screen(() => import('./sending/sending.tsx'), 'Sending'),
});
const domain = createRoute({
  getParentRoute: () => deliverability,
  path: '/domains/$domainUid',
  component: screen(() => import('./sending/domain.tsx'), 'DomainScreen'),
});
const returned = createRoute({
  getParentRoute: () => deliverability,
  path: '/returned',
  component: screen(() => import('./sending/returned/returned.tsx'), 'Returned'),
});
const queue = createRoute({
  getParentRoute: () => deliverability,
  path: '/queue',
  component: screen(() => import('./sending/queue/queue.tsx'), 'QueueScreen'),
});
const relay = createRoute({
  getParentRoute: () => deliverability,
  path: '/relays/$serverId',
  component: screen(() => import('./sending/relay.tsx'), 'RelayScreen'),
});
const suppression = createRoute({
  getParentRoute: () => deliverability,
  path: '/suppression',
  validateSearch: searches.only(searches.suppressionSearch),
  component: screen(() => import('./sending/suppression/suppression.tsx'), 'Suppressions'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: screen(() => import('./settings/settings.tsx'), 'Settings'),
});
const account = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: screen(() => import('./settings/account.tsx'), 'Account'),
});
const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  component: screen(() => import('./settings/people/people.tsx'), 'People'),
});
const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  component: screen(() => import('./settings/keys.tsx'), 'Keys'),
});
const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: screen(() => import('./settings/webhooks/webhooks.tsx'), 'Webhooks'),
});
const company = createRoute({
  getParentRoute: () => settings,
  path: '/company',
  component: screen(() => import('./settings/company.tsx'), 'Company'),
});
const brand = createRoute({
  getParentRoute: () => settings,
  path: '/brand',
  component: screen(() => import('./settings/brand/brand.tsx'), 'BrandScreen'),
});
const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: searches.only(searches.auditSearch),
  component: screen(() => import('./settings/audit.tsx'), 'Audit'),
});
const health = createRoute({
  getParentRoute: () => settings,
  path: '/health',
  component: screen(() => import('./settings/health/health.tsx'), 'Health'),
});
const keyboard = createRoute({
  getParentRoute: () => shell,
  path: '/keyboard',
  component: screen(() => import('./search/keyboard.tsx'), 'Keyboard'),
});
const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/test-inbox',
  component: screen(() => import('./inbox/inbox.tsx'), 'Inbox'),
});
const testMail = createRoute({
  getParentRoute: () => shell,
  path: '/test-inbox/$mailId',
  component: screen(() => import('./inbox/mail.tsx'), 'Mail'),
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
    list.addChildren([listSubscribers, listAutomations, listGrowth, listFields, listForm, listLook, listSettings]),
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
