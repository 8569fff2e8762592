// The autoresponders of a list as chains: which mail people get when, who waits for it, and what
// came of it.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { automationsQuery } from '../../api/campaigns/automations.ts';
import { Empty, Loading, Notice, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import './automations.css';
import { ChainCard } from './chain.tsx';
import { NewStep } from './new-step.tsx';

export function Automations() {
  const { t } = useLingui();
  const { listUid } = useParams({ from: '/shell/lists/$listUid/automations' });
  const automations = useQuery(automationsQuery(listUid));
  // What was asked for anew in vain takes no dialog away, with what is written in it.
  if (automations.error && !automations.data) return <Refused query={automations} />;
  if (automations.isPending) return <Loading label={t`Loading the automations`} />;
  const { records, is_cut: isCut } = automations.data;
  if (records.length === 0) {
    return (
      <Card>
        <Empty
          title={t`No automations yet`}
          action={<NewStep listUid={listUid} label={t`New automation`} anchor="new-automation" />}
        >
          {t`An automation sends emails automatically, to each person some time after an event: a welcome as soon as they subscribe, a first tip two days later. You write each email once; it keeps going out until you pause it.`}
        </Empty>
      </Card>
    );
  }
  return (
    <div className="stack">
      <div className="row apart">
        <p className="quiet">{t`Emails that each person gets automatically, some time after an event.`}</p>
        <NewStep listUid={listUid} label={t`New automation`} anchor="new-automation" />
      </div>
      {isCut && <Notice tone="warn">{t`This list has more than 100 automations: these are the newest.`}</Notice>}
      {records.map((chain) => (
        <ChainCard key={`${chain.after} ${chain.steps[0]?.campaign.campaign_uid}`} listUid={listUid} chain={chain} />
      ))}
    </div>
  );
}
