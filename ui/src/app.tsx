// The shell: navigation, search, who is signed in; the screen stands in its middle.
import { useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useOtherTabs } from './api/accounts/other-tabs.ts';
import { useSession } from './api/accounts/session.ts';
import { useEvents } from './api/events/events.ts';
import { ConnectionLine } from './connection-line.tsx';
import { lazyPart } from './kit/load-part.ts';
import { Loading } from './kit/notice.tsx';
import './app.css';
import { AccountMenu } from './account/menu.tsx';
import { Search } from './search/search.tsx';

const CurlDialog = lazyPart(async () => (await import('./requests/curl.tsx')).CurlDialog);

const SCREENS = [
  '/campaigns',
  '/lists',
  '/segments',
  '/templates',
  '/reports',
  '/deliverability',
  '/settings',
] as const;

export function Shell() {
  const { t } = useLingui();
  const session = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const hash = useLocation({ select: (location) => location.hash });
  const [isOpen, setOpen] = useState(false);
  useEvents(session.customer.uid);
  useOtherTabs(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a phone closes with each change of screen
  useEffect(() => setOpen(false), [pathname]);
  // A segment has the address of its list, but is found among the segments.
  const isSegment = /^\/lists\/[^/]+\/segments\//.test(pathname);
  const names: Record<(typeof SCREENS)[number], string> = {
    '/campaigns': t`Campaigns`,
    '/lists': t`Lists`,
    '/segments': t`Segments`,
    '/templates': t`Templates`,
    '/reports': t`Reports`,
    '/deliverability': t`Deliverability`,
    '/settings': t`Settings`,
  };
  return (
    <div className="shell">
      <a className="skip" href="#screen">{t`Skip to content`}</a>
      <div className={isOpen ? 'side open' : 'side'}>
        <div className="side-head">
          <Link to="/campaigns" className="brand">
            Mailwright
          </Link>
          <Search />
          <button type="button" className="menu-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t`Menu`}
          </button>
        </div>
        <nav aria-label={t`Main`}>
          {SCREENS.map((path) => (
            <Link
              key={path}
              to={path}
              activeOptions={{ exact: isSegment }}
              {...(isSegment && path === '/segments' && { 'aria-current': 'page' as const })}
            >
              {names[path]}
            </Link>
          ))}
          {session.installation.test_inbox && (
            <Link className="inbox" to="/test-inbox" activeProps={{ 'aria-current': 'page' }}>
              {t`Test inbox`}
            </Link>
          )}
        </nav>
        <AccountMenu />
      </div>
      <main id="screen" tabIndex={-1}>
        <ConnectionLine />
        <Suspense fallback={<Loading label={t`Loading`} lines={8} />}>
          <Outlet />
        </Suspense>
      </main>
      {hash === 'curl' && (
        <Suspense fallback={null}>
          <CurlDialog />
        </Suspense>
      )}
    </div>
  );
}
