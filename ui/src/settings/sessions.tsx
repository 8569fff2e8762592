// Where one is signed in; each place can be signed out from here.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mySessionsQuery } from '../api/accounts/me.ts';
import { answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { instantOfUtc } from '../kit/format.ts';
import { Card } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

export function Sessions() {
  const { t } = useLingui();
  const format = useFormat();
  const queryClient = useQueryClient();
  const { data } = useQuery(mySessionsQuery);
  const end = useMutation({
    mutationFn: (session_uid: string) =>
      answerOf(api.DELETE('/me/sessions/{session_uid}', { params: { path: { session_uid } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mySessionsQuery.queryKey }),
    onError: (error) => toast(error.message, 'bad'),
  });
  return (
    <Card title={t`Where you are signed in`}>
      <ul className="stack">
        {(data ?? []).map(({ session_uid, ip_address, user_agent, seen_at, is_current }) => (
          <li key={session_uid} className="row apart">
            <div>
              <div>
                {browserName(user_agent)} · {ip_address}
              </div>
              <span className="small">
                {is_current ? t`this device` : t`last seen ${format.since(instantOfUtc(seen_at))}`}
              </span>
            </div>
            {!is_current && (
              <Button size="compact-sm" variant="default" onClick={() => end.mutate(session_uid)}>
                {t`Sign out`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The browser, as far as its own name for itself tells. */
function browserName(userAgent: string): string {
  return /Firefox|Edg|OPR|Chrome|Safari/.exec(userAgent)?.[0]?.replace('Edg', 'Edge').replace('OPR', 'Opera') ?? '?';
}
