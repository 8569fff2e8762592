// What mail goes out over, and who gets none.
import { useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { Page } from '../kit/page/page.tsx';
import { Tabs } from '../kit/page/tabs.tsx';
import { BrokenRecords } from './broken-records.tsx';

export function Deliverability() {
  const { t } = useLingui();
  const mayOperate = useMay('operate');
  // One relay or domain has no tab of its own.
  const isOneOf = useLocation({ select: ({ pathname }) => /\/deliverability\/(relays|domains)\//.test(pathname) });
  const current = { activeProps: { 'aria-current': 'page' as const } };
  return (
    <Page
      title={t`Deliverability`}
      about={t`Relays deliver your mail to receivers. Mail signed for one of your domains is trusted there.`}
    >
      <Tabs label={t`Deliverability sections`}>
        <Link
          to="/deliverability"
          activeOptions={{ exact: true }}
          {...current}
          {...(isOneOf && { 'aria-current': 'page' as const })}
        >
          {t`Relays and domains`}
        </Link>
        {mayOperate && (
          <Link to="/deliverability/queue" {...current}>
            {t`Queue and lanes`}
          </Link>
        )}
        <Link to="/deliverability/returned" {...current}>
          {t`Returned mail`}
        </Link>
        <Link to="/deliverability/suppression" {...current}>
          {t`Suppression list`}
        </Link>
      </Tabs>
      <BrokenRecords />
      <Outlet />
    </Page>
  );
}
