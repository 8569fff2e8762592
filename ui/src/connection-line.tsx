// What the shell says while the server is not heard, above the screen. It goes by itself.
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConnection } from './api/events/connection.ts';

/** A server that is restarted is back before anybody needs to know. */
const PATIENCE_MS = 1_500;

export function ConnectionLine() {
  const { t } = useLingui();
  const connection = useConnection();
  const { href } = useLocation();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (connection !== 'lost') return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [connection]);
  return (
    <div className="connection" role="status">
      {connection === 'lost' && isLate && (
        <div className="notice warn">
          <div>{t`Connection lost. Reconnecting… Sending does not depend on this page.`}</div>
        </div>
      )}
      {connection === 'ended' && (
        <div className="notice warn">
          <div>
            <Trans>
              You are signed out.{' '}
              <Link to="/sign-in" search={{ next: href }} target="_blank">
                Sign in in a new tab
              </Link>
              , then come back: what you have written stays here.
            </Trans>
          </div>
        </div>
      )}
    </div>
  );
}
