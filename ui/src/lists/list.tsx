// One list: its people, its fields, and the ways in.
import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useMay } from '../api/accounts/session.ts';
import { listQuery } from '../api/lists/lists.ts';
import { Page } from '../kit/page/page.tsx';
import { Tabs } from '../kit/page/tabs.tsx';
import { ButtonLink } from '../kit/parts.tsx';

export function List() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid' });
  const { data } = useSuspenseQuery(listQuery(listUid));
  const mayEdit = useMay('edit');
  const params = { listUid };
  return (
    <Page
      title={data.general.name}
      trail={<Link to="/lists">{t`Lists`}</Link>}
      actions={
        mayEdit && (
          <ButtonLink to="/lists/$listUid/import" params={params} variant="default">
            {t`Import`}
          </ButtonLink>
        )
      }
    >
      <Tabs label={t`List sections`}>
        <Link
          to="/lists/$listUid"
          params={params}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {t`Subscribers`}
        </Link>
        <Link to="/lists/$listUid/automations" params={params} activeProps={{ 'aria-current': 'page' }}>
          {t`Automations`}
        </Link>
        <Link
          to="/lists/$listUid/growth"
          params={params}
          activeOptions={{ includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {t`Growth`}
        </Link>
        <Link to="/lists/$listUid/fields" params={params} activeProps={{ 'aria-current': 'page' }}>
          {t`Fields`}
        </Link>
        <Link to="/lists/$listUid/form" params={params} activeProps={{ 'aria-current': 'page' }}>
          {t`Form`}
        </Link>
        <Link to="/lists/$listUid/look" params={params} activeProps={{ 'aria-current': 'page' }}>
          {t`Design`}
        </Link>
        <Link to="/lists/$listUid/settings" params={params} activeProps={{ 'aria-current': 'page' }}>
          {t`Settings`}
        </Link>
      </Tabs>
      <Outlet />
    </Page>
  );
}
