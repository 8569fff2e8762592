// What the campaign was each time that it was saved: who, when, what differs; to look at, and to
// bring back.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Version, versionsQuery } from '../../../api/campaigns/drafts.ts';
import { answerOf, api } from '../../../api/client.ts';
import { fieldsQuery } from '../../../api/lists/fields.ts';
import { useFormat } from '../../../api/use-format.ts';
import { TagChips } from '../../../kit/merge-tags/tag-chips.tsx';
import { TagsContext } from '../../../kit/merge-tags/words.ts';
import { Loading, Notice, Refused } from '../../../kit/notice.tsx';
import { PageFrame } from '../../../kit/page/page-frame.tsx';
import { Button, Dialog } from '../../../kit/parts.tsx';
import { toast } from '../../../kit/toast.ts';
import { useTagCompletions } from '../what/tags.ts';
import { useMemberName } from './member-names.ts';
import type { Draft } from './use-draft.ts';

type VersionsProps = { draft: Draft; mayEdit: boolean };

export function Versions(props: VersionsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const versions = useQuery(versionsQuery(props.draft.uid));
  const count = versions.data?.length ?? 0;
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)} disabled={count === 0}>
        {count === 1 ? t`1 version` : t`${count} versions`}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} size="xl" title={t`Versions`}>
        <VersionList {...props} versions={versions.data ?? []} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function VersionList({
  draft,
  mayEdit,
  versions,
  close,
}: VersionsProps & { versions: readonly Version[]; close: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<number>();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const version = versions.find(({ revision }) => revision === (chosen ?? versions[0]?.revision));
  const restore = async (revision: number) => {
    setPending(true);
    try {
      await draft.restore(revision);
      toast(t`The version was restored; what it replaced stays in this list`);
      close();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setPending(false);
  };
  return (
    <div className="stack">
      <p className="quiet">{t`Every save keeps the previous version: the last 50, for 30 days. Saves by the same person within two minutes count as one.`}</p>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <div className="versions">
        <ol>
          {versions.map((one) => (
            <VersionRow
              key={one.revision}
              version={one}
              isChosen={one === version}
              choose={() => setChosen(one.revision)}
            />
          ))}
        </ol>
        {version && (
          <div className="stack">
            <Look uid={draft.uid} revision={version.revision} />
            {mayEdit && (
              <div className="row">
                <Button
                  loading={isPending}
                  disabled={version.is_current}
                  onClick={() => void restore(version.revision)}
                >
                  {t`Restore this version`}
                </Button>
                {version.is_current && <span className="quiet">{t`This is the current version.`}</span>}
              </div>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function VersionRow({ version, isChosen, choose }: { version: Version; isChosen: boolean; choose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const memberName = useMemberName();
  const changed = [...new Set(version.changed.map(memberName))].join(', ');
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={choose}>
        <span>
          <b>{format.instant(Date.parse(version.saved_at))}</b>
          {version.is_current && <span className="small"> {t`now`}</span>}
        </span>
        <span className="small">{version.saved_by.is_you ? t`You` : version.saved_by.name}</span>
        <span className="small">
          {version.restored_from === null ? changed || t`Created` : t`Earlier version restored`}
        </span>
      </button>
    </li>
  );
}

function Look({ uid, revision }: { uid: string; revision: number }) {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: ['campaign', uid, 'versions', revision],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid, revision: String(revision) } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/versions/{revision}', { params }))).data.record;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const tags = useTagCompletions(useQuery(fieldsQuery(data?.campaign.list.list_uid ?? '')).data);
  if (!data && query.error) return <Refused query={query} />;
  if (!data) return <Loading label={t`Loading`} />;
  const { campaign } = data;
  return (
    <div className="card">
      <dl className="facts pad">
        <dt>{t`Subject`}</dt>
        <dd>
          <TagsContext value={tags}>
            <TagChips text={campaign.subject || '–'} />
          </TagsContext>
        </dd>
        <dt>{t`From`}</dt>
        <dd>{`${campaign.from_name} <${campaign.from_email}>`}</dd>
        <dt>{t`List`}</dt>
        <dd>{campaign.list.name || '–'}</dd>
      </dl>
      <div className="version-page">
        <PageFrame
          title={t`The email in this version`}
          src={`/api/campaigns/${uid}/versions/${revision}/preview.html`}
        />
      </div>
    </div>
  );
}
