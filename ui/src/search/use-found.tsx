// What the search found, as groups of the palette.
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useStateName } from '../api/campaign-states.ts';
import type { Found } from '../api/search.ts';
import { Subject } from '../api/subject.tsx';
import { useFormat } from '../api/use-format.ts';
import type { FinderGroup } from '../kit/table/finder.tsx';

/** @param asked what was searched for */
export function useFound(found: Found | undefined, asked: string): FinderGroup[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const format = useFormat();
  const stateName = useStateName();
  // Campaigns may share their name. What was found by its subject shows that.
  const noteOf = ({ name, subject, status, send_at: sendAt }: Found['campaigns'][number]) => {
    if (!name.toLowerCase().includes(asked.toLowerCase())) return <Subject subject={subject} />;
    const state = stateName(status).name;
    return sendAt === null ? state : `${state} · ${format.day(Date.parse(sendAt))}`;
  };
  if (!found) return [];
  return [
    {
      name: t`Campaigns`,
      items: found.campaigns.map((one) => ({
        key: `campaign-${one.campaign_uid}`,
        name: one.name,
        note: noteOf(one),
        go: () => void navigate({ to: '/campaigns/$campaignUid', params: { campaignUid: one.campaign_uid } }),
      })),
    },
    {
      name: t`Lists`,
      items: found.lists.map(({ list_uid: listUid, name }) => ({
        key: `list-${listUid}`,
        name,
        go: () => void navigate({ to: '/lists/$listUid', params: { listUid } }),
      })),
    },
    {
      name: t`People`,
      items: found.people.map(({ subscriber_uid: subscriberUid, email, name, list_uid: listUid, list_name }) => ({
        key: `person-${subscriberUid}`,
        ...(name === '' ? { name: email } : { name, detail: email }),
        note: list_name,
        go: () =>
          void navigate({ to: '/lists/$listUid/subscribers/$subscriberUid', params: { listUid, subscriberUid } }),
      })),
    },
    {
      name: t`Segments`,
      items: found.segments.map(({ segment_uid: segmentUid, name, list_uid: listUid, list_name }) => ({
        key: `segment-${segmentUid}`,
        name,
        note: list_name,
        go: () => void navigate({ to: '/lists/$listUid/segments/$segmentUid', params: { listUid, segmentUid } }),
      })),
    },
    {
      name: t`Templates`,
      items: found.templates.map(({ template_uid: templateUid, name }) => ({
        key: `template-${templateUid}`,
        name,
        go: () => void navigate({ to: '/templates/$templateUid', params: { templateUid } }),
      })),
    },
  ];
}
