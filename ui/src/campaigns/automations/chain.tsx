// One chain: the event, and the mails after it in the order of their delays. Those that were ended
// stand folded below.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Chain, Step } from '../../api/campaigns/automations.ts';
import { Notice } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { delayAfter, delayBetween } from './delays.ts';
import { NewStep } from './new-step.tsx';
import { StepItem } from './step.tsx';
import { useEventName } from './words.ts';

const isEnded = ({ campaign }: Step) => campaign.status === 'sent';

export function ChainCard({ listUid, chain }: { listUid: string; chain: Chain }) {
  const { t } = useLingui();
  const title = useEventName()(chain);
  const { after, campaign } = chain;
  const steps = chain.steps.filter((step) => !isEnded(step));
  const ended = chain.steps.filter(isEnded);
  const isRemoved = after !== 'subscribe' && campaign === null;
  const followed = { after, campaignId: campaign?.campaign_id ?? null };
  const between = (step: Step, next: Step | undefined) =>
    next && (
      <NewStep
        listUid={listUid}
        label={t`Insert an email`}
        about={t`Insert an email between ${step.campaign.name} and ${next.campaign.name}`}
        followed={followed}
        delay={delayBetween(step.delay, next.delay)}
        isQuiet
      />
    );
  const items = (some: readonly Step[], { mayGrow = false } = {}) => (
    <ol className="chain" aria-label={title}>
      {some.map((step, n) => (
        <StepItem key={step.campaign.campaign_uid} after={after} step={step} before={some[n - 1]}>
          {mayGrow && between(step, some[n + 1])}
        </StepItem>
      ))}
    </ol>
  );
  return (
    <Card
      title={title}
      actions={
        campaign && (
          <Link to="/campaigns/$campaignUid" params={{ campaignUid: campaign.campaign_uid }}>
            {t`Open the campaign`}
          </Link>
        )
      }
    >
      <div className="stack">
        {isRemoved && (
          <Notice tone="warn">{t`The campaign that these emails follow was removed: no one gets them any longer.`}</Notice>
        )}
        {steps.length > 0 && items(steps, { mayGrow: !isRemoved })}
        {!isRemoved && (
          <div className="chain-end">
            <NewStep
              listUid={listUid}
              label={t`Add an email here`}
              about={t`Add an email here: ${title}`}
              followed={followed}
              delay={delayAfter(steps)}
              isQuiet
            />
          </div>
        )}
        {ended.length > 0 && (
          <details className="chain-ended">
            <summary>{t`${plural(ended.length, { one: '# email was ended', other: '# emails were ended' })}`}</summary>
            {items(ended)}
          </details>
        )}
      </div>
    </Card>
  );
}
