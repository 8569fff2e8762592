// Settings: one's own account, the company, and for owners its people, keys and audit,
// and for operators whether the installation is well.
import { useLingui } from '@lingui/react/macro';
import { Link, Outlet } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { Page } from '../kit/page/page.tsx';
import { Tabs } from '../kit/page/tabs.tsx';

export function Settings() {
  const { t } = useLingui();
  const isOperator = useMay('operate');
  const current = { activeProps: { 'aria-current': 'page' as const } };
  return (
    <Page title={t`Settings`}>
      <Tabs label={t`Settings sections`}>
        <Link to="/settings" activeOptions={{ exact: true }} {...current}>
          {t`My account`}
        </Link>
        <Link to="/settings/company" {...current}>
          {t`Company`}
        </Link>
        <Link to="/settings/brand" {...current}>
          {t`Brand`}
        </Link>
        <Link to="/settings/people" {...current}>
          {t`People`}
        </Link>
        <Link to="/settings/keys" {...current}>
          {t`API keys`}
        </Link>
        <Link to="/settings/webhooks" {...current}>
          {t`Webhooks`}
        </Link>
        <Link to="/settings/audit" {...current}>
          {t`Audit`}
        </Link>
        {isOperator && (
          <Link to="/settings/health" {...current}>
            {t`Health`}
          </Link>
        )}
      </Tabs>
      <Outlet />
    </Page>
  );
}
