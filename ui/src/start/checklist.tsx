// The first steps: what must be there before mail reaches people, what is wrong now, and the way to
// mend it. It goes when all is done, or when the person wants no more of it.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery, useMay, useSession } from '../api/accounts/session.ts';
import { checklistQuery } from '../api/campaigns/checklist.ts';
import { answerOf, api } from '../api/client.ts';
import { Button } from '../kit/parts.tsx';
import { State, type Tone } from '../kit/state.tsx';
import { toast } from '../kit/toast.ts';
import './checklist.css';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Mend } from './mend.tsx';
import { useStepTexts } from './step-texts.ts';

const TONES: Record<string, Tone> = { done: 'good', open: 'open', wrong: 'bad' };

export function Checklist() {
  const { user } = useSession();
  const mayEdit = useMay('edit');
  return user.hides_checklist || !mayEdit ? null : <Steps />;
}

function Steps() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const query = useQuery(checklistQuery);
  const { data, isLoading } = query;
  const isTried = useSession().installation.test_inbox;
  const textOf = useStepTexts();
  const hide = useMutation({
    mutationFn: () => answerOf(api.PUT('/me', { body: { hides_checklist: 'yes' } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => toast(error.message, 'bad'),
  });
  if (isLoading) return <Awaited />;
  if (!data) return <Refused what={t`First steps`} query={query} />;
  if (data.is_complete) return null;
  const done = data.steps.filter(({ state }) => state === 'done').length;
  const all = data.steps.length;
  const next = data.steps.find(({ state }) => state !== 'done')?.id;
  return (
    <details className="card first-steps" open>
      <summary>
        <h2>{t`First steps`}</h2>
        <span className="small">{t`${done} of ${all} done`}</span>
      </summary>
      <ol>
        {data.steps.map((step) => {
          const { name, state, about } = textOf(step);
          return (
            <li key={step.id} className={step.id === next ? 'next' : undefined}>
              <State tone={TONES[step.state] ?? 'open'}>
                <span className="unseen">{state}: </span>
                {name}
              </State>
              {step.state !== 'done' && <p className="small">{about}</p>}
              {step.state !== 'done' && <Mend step={step} isNext={step.id === next} />}
            </li>
          );
        })}
      </ol>
      <div className="row apart first-steps-foot">
        <span className="small">
          {isTried && t`Until there is a relay, all email goes to the test inbox, so you can try everything first.`}
        </span>
        <Button variant="subtle" size="compact-sm" loading={hide.isPending} onClick={() => hide.mutate()}>
          {t`Do not show again`}
        </Button>
      </div>
    </details>
  );
}
