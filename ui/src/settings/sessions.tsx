// Where one is signed in; each place can be signed out from here.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mySessionsQuery } from '../api/accounts/me.ts';
import { answerOf, api } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { useOnce } from '../kit/form/use-once.ts';
import { instantOfUtc } from '../kit/format.ts';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Card } from '../kit/page/page.tsx';
import { Button } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

export function Sessions() {
  const { t } = useLingui();
  const format = useFormat();
  const queryClient = useQueryClient();
  const query = useQuery(mySessionsQuery);
  const { data, isLoading } = query;
  const once = useOnce();
  const end = useMutation({
    mutationFn: (session_uid: string) =>
      answerOf(api.DELETE('/me/sessions/{session_uid}', { params: { path: { session_uid } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mySessionsQuery.queryKey }),
    onError: (error) => toast(error.message, 'bad'),
  });
  const sessions = (data ?? []).map((one) => ({ ...one, where: `${browserName(one.user_agent)} · ${one.ip_address}` }));
  return (
    <Card title={t`Where you are signed in`}>
      {isLoading && <Awaited />}
      {!data && <Refused query={query} />}
      <ul className="stack">
        {sessions.map(({ session_uid, where, seen_at, is_current }) => (
          <li key={session_uid} className="row apart">
            <div>
              <div>{where}</div>
              <span className="small">
                {is_current ? t`this device` : t`last seen ${format.since(instantOfUtc(seen_at))}`}
              </span>
            </div>
            {!is_current && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t`Sign out ${where}`}
                loading={end.isPending && end.variables === session_uid}
                onClick={() => once(session_uid, () => end.mutateAsync(session_uid))}
              >
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
export function browserName(userAgent: string): string {
  return /Firefox|Edg|OPR|Chrome|Safari/.exec(userAgent)?.[0]?.replace('Edg', 'Edge').replace('OPR', 'Opera') ?? '?';
}
