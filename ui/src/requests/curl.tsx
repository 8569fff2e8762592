// What the screen asks of the API, to be copied: opens when an address ends in #curl.
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type AskedRequest, requestsOfScreen } from '../api/requests.ts';
import { Copyable } from '../kit/copy-button.tsx';
import { Loading, Notice } from '../kit/notice.tsx';
import { Dialog } from '../kit/parts.tsx';
import './curl.css';

export function CurlDialog() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  return (
    <Dialog opened onClose={close} title={t`Copy as curl`} size="lg">
      <Requests />
    </Dialog>
  );
}

function Requests() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [requests, setRequests] = useState<readonly AskedRequest[]>();
  useEffect(() => {
    let isShown = true;
    void requestsOfScreen(queryClient).then((found) => {
      if (isShown) setRequests(found);
    });
    return () => {
      isShown = false;
    };
  }, [queryClient]);
  if (!requests) return <Loading label={t`Requesting the data of this screen again`} lines={3} />;
  if (requests.length === 0) return <Notice>{t`This screen makes no requests that a program could make.`}</Notice>;
  return (
    <div className="stack">
      <p>{t`This screen shows what these requests return. Set MAILWRIGHT_KEY to an API key first.`}</p>
      {requests.length > 1 && <Copyable text={requests.map(({ curl }) => curl).join('\n')} of={t`all requests`} />}
      {requests.length === 1 && requests[0] && <Copyable text={requests[0].curl} of={requests[0].path} />}
      {requests.length > 1 && (
        <details className="requests">
          <summary>{t`One by one`}</summary>
          <div className="stack">
            {requests.map(({ method, path, curl }, at) => {
              const name = `${at + 1}. ${method} ${path}`; // one may be asked for several things
              return (
                <div key={curl}>
                  <div className="small mono">{name}</div>
                  <Copyable text={curl} of={name} />
                </div>
              );
            })}
          </div>
        </details>
      )}
      <div>
        <Link to="/settings/keys">{t`Go to API keys`}</Link>
      </div>
    </div>
  );
}
