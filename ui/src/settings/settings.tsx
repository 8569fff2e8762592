// Settings: one's own account, and for owners the people and keys of the customer.
import { useLingui } from '@lingui/react/macro';
import { Link, Outlet } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { Page } from '../kit/page.tsx';

export function Settings() {
  const { t } = useLingui();
  const isOwner = useMay('own');
  const current = { activeProps: { 'aria-current': 'page' as const } };
  return (
    <Page title={t`Settings`}>
      <nav className="tabs" aria-label={t`Of the settings`}>
        <Link to="/settings" activeOptions={{ exact: true }} {...current}>
          {t`My account`}
        </Link>
        {isOwner && (
          <>
            <Link to="/settings/people" {...current}>
              {t`People`}
            </Link>
            <Link to="/settings/keys" {...current}>
              {t`API keys`}
            </Link>
          </>
        )}
      </nav>
      <Outlet />
    </Page>
  );
}
