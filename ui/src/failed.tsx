// What stands in place of a screen that cannot be shown.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { ApiError } from './api/client.ts';
import { Empty } from './kit/notice.tsx';
import { Page } from './kit/page.tsx';
import { Button } from './kit/parts.tsx';

export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const words = error instanceof Error ? error.message : String(error);
  const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return (
    <Page title={isAway ? t`The server does not answer` : t`This could not be shown`}>
      <div className="card">
        <Empty title={words} action={<Button onClick={reset}>{t`Try again`}</Button>}>
          {isAway && <Trans>Nothing is lost: what was being sent goes on as soon as the server is back.</Trans>}
        </Empty>
      </div>
    </Page>
  );
}

export function ScreenMissing() {
  const { t } = useLingui();
  return (
    <Page title={t`There is no such page`}>
      <div className="card">
        <Empty
          title={t`It may have been removed, or the address is not whole.`}
          action={<Link to="/campaigns">{t`To the campaigns`}</Link>}
        />
      </div>
    </Page>
  );
}
