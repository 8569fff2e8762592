// The way to where a step is done; where the person may not, who may.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../api/accounts/session.ts';
import type { ChecklistStep } from '../api/campaigns/checklist.ts';
import { listNamesQuery } from '../api/lists/lists.ts';
import { ButtonLink } from '../kit/parts.tsx';

type Id = ChecklistStep['id'];
const OWNERS: ReadonlySet<Id> = new Set(['company', 'relay', 'domain']);

export function Mend({ step, isNext }: { step: ChecklistStep; isNext: boolean }) {
  const { t } = useLingui();
  const isOwner = useMay('own');
  const { id, about } = step;
  if (id === 'base-url') return null; // stands in the server's own settings
  if (OWNERS.has(id) && !isOwner) return <span className="small">{t`Only owners can do this.`}</span>;
  const look = { variant: isNext ? 'filled' : 'default', size: 'compact-md' } as const;
  if (id === 'company') return <ButtonLink to="/settings/company" {...look}>{t`Add name and address`}</ButtonLink>;
  if (id === 'relay')
    return (
      <ButtonLink to="/deliverability" {...(about === null && { hash: 'relay' })} {...look}>
        {about === null ? t`Add a relay` : t`View relays`}
      </ButtonLink>
    );
  if (id === 'domain')
    return (
      <ButtonLink to="/deliverability" {...(about === null && { hash: 'domain' })} {...look}>
        {about === null ? t`Add your domain` : t`View DNS records`}
      </ButtonLink>
    );
  if (id === 'list') return <ButtonLink to="/lists" hash="new-list" {...look}>{t`Create a list`}</ButtonLink>;
  if (id === 'people') return <ImportLink look={look} />;
  return <ButtonLink to="/campaigns" hash="new-campaign" {...look}>{t`Create a campaign`}</ButtonLink>;
}

type Look = { variant: 'filled' | 'default'; size: 'compact-md' };

/** To the import of the newest list. */
function ImportLink({ look }: { look: Look }) {
  const { t } = useLingui();
  const { data } = useQuery(listNamesQuery());
  const listUid = data?.named[0]?.uid;
  if (listUid === undefined) return <span className="small">{t`After creating a list.`}</span>;
  return (
    <ButtonLink to="/lists/$listUid/import" params={{ listUid }} {...look}>
      {t`Import people`}
    </ButtonLink>
  );
}
