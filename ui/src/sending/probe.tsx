// Trying out a relay: connect, encrypt, log in.
import { useLingui } from '@lingui/react/macro';
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { relaysQuery } from '../api/campaigns/sending.ts';
import { answerOf, api } from '../api/client.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';
import { Notice } from '../kit/notice.tsx';

async function probe(server_id: string) {
  const params = { path: { server_id } };
  return (await answerOf(api.POST('/delivery-servers/{server_id}/probe', { params, body: {} }))).data;
}

type Probed = Awaited<ReturnType<typeof probe>>;

/** For `useMutation`. */
export function useProbe() {
  const queryClient = useQueryClient();
  return {
    mutationFn: probe,
    onSuccess: () => {
      for (const { queryKey } of [relaysQuery, checklistQuery]) void queryClient.invalidateQueries({ queryKey });
    },
  };
}

export function ProbeResult({
  probe: { data, error, isPending },
}: {
  probe: UseMutationResult<Probed, Error, string>;
}) {
  const { t } = useLingui();
  const said = useSentences();
  if (isPending) return <Notice>{t`Connecting…`}</Notice>;
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  if (!data) return null;
  return (
    <Notice tone={data.works === 'yes' ? 'good' : 'bad'}>
      <strong>{data.works === 'yes' ? t`It works.` : t`It does not work.`}</strong>
      {data.works === 'yes' ? (
        <div className="mono">{data.result}</div>
      ) : (
        <div>{said(data.sentences, data.result)}</div>
      )}
    </Notice>
  );
}
