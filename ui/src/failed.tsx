// What stands in place of a screen that cannot be shown.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from './api/client.ts';
import { useConnection } from './api/events/connection.ts';
import { isPartGone } from './kit/load-part.ts';
import { Empty } from './kit/notice.tsx';
import { Page } from './kit/page/page.tsx';
import { Button } from './kit/parts.tsx';

const AGAIN_MS = 3_000;

export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const words = error instanceof Error ? error.message : String(error);
  const isAway = error instanceof ApiError && error.isAway;
  const isSignedOut = error instanceof ApiError && error.status === 401;
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const connection = useConnection();
  const tryAgain = useCallback(() => {
    queries.reset();
    reset();
    void router.invalidate();
  }, [queries, reset, router]);
  // As soon as the server is heard again, or the person known again, nobody needs to press anything.
  const before = useRef(connection);
  useEffect(() => {
    if ((isAway || isSignedOut) && connection === 'open' && before.current !== 'open') tryAgain();
    before.current = connection;
  }, [connection, isAway, isSignedOut, tryAgain]);
  // Until it is known who is signed in there is no stream, so nothing tells that the server is back.
  useEffect(() => {
    if (!isAway || connection !== 'opening') return undefined;
    const timer = setInterval(tryAgain, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAway, connection, tryAgain]);
  if (isPartGone(error)) return <Outdated />;
  if (error instanceof ApiError && error.status === 404) return <Missing title={words} />;
  return (
    <Page title={isAway ? t`The server is not responding` : t`This page could not be shown`}>
      <div className="card">
        <Empty title={words} action={<Button onClick={tryAgain}>{t`Try again`}</Button>}>
          {isAway && <Trans>Nothing is lost: sending continues as soon as the server is back.</Trans>}
        </Empty>
      </div>
    </Page>
  );
}

/**
 * The server was replaced while the page was open, and its parts have other names now; or it was away
 * when a part was to be loaded: Firefox does not ask for it a second time.
 */
function Outdated() {
  const { t } = useLingui();
  return (
    <Page title={t`This page needs to be reloaded`}>
      <div className="card">
        <Empty
          title={t`The server was unavailable or was updated while this page was open.`}
          action={<Button onClick={() => window.location.reload()}>{t`Reload`}</Button>}
        >
          <Trans>What you have written is kept and will be there after the reload.</Trans>
        </Empty>
      </div>
    </Page>
  );
}

export function ScreenMissing() {
  const { t } = useLingui();
  return <Missing title={t`It may have been removed, or the address is incomplete.`} />;
}

/** Says so, and leads to where such things are listed. */
function Missing({ title }: { title: string }) {
  const { t } = useLingui();
  const places = {
    '/lists': t`Go to lists`,
    '/templates': t`Go to templates`,
    '/deliverability': t`Go to deliverability`,
    '/test-inbox': t`Go to test inbox`,
    '/campaigns': t`Go to campaigns`,
  };
  const { pathname } = useLocation();
  const names = Object.keys(places) as (keyof typeof places)[];
  const to = names.find((name) => pathname.startsWith(`${name}/`)) ?? '/campaigns';
  return (
    <Page title={t`Page not found`}>
      <div className="card">
        <Empty title={title} action={<Link to={to}>{places[to]}</Link>} />
      </div>
    </Page>
  );
}
