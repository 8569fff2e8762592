// The templates that come with the server.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { startingPage, startingTemplatesQuery, useStartingWords } from '../api/campaigns/templates.ts';
import { Awaited, Refused } from '../kit/notice.tsx';
import { Thumbnail } from '../kit/page/page-frame.tsx';
import { Button } from '../kit/parts.tsx';
import type { MakeTemplate } from './make.ts';
import { NewCampaignWith } from './new-campaign-with.tsx';

export function StartingTemplates({ mayEdit, make }: { mayEdit: boolean; make: MakeTemplate }) {
  const { t } = useLingui();
  const wordsOf = useStartingWords();
  const starting = useQuery(startingTemplatesQuery);
  return (
    <section className="stack" aria-labelledby="starting-templates">
      <div>
        <h2 id="starting-templates">{t`Starting points`}</h2>
        <p className="quiet">{t`They look right in Outlook, Gmail and Apple Mail, on phones and in dark mode.`}</p>
      </div>
      <Refused query={starting} />
      {starting.isLoading && <Awaited />}
      <ul className="gallery">
        {starting.data?.map(({ id, blocks }) => {
          const { name, about } = wordsOf({ id });
          return (
            <li key={id}>
              <Thumbnail src={startingPage(id)} title={t`The template ${name}`} height={1} />
              <div className="words">
                <b>{name}</b>
                <span className="small">{about}</span>
                {mayEdit && (
                  <div className="row actions">
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t`Use this template: ${name}`}
                      loading={make.isPending && make.variables?.name === name}
                      onClick={() => make.mutate({ starting: id, name, made_of: 'blocks' })}
                    >
                      {t`Use this template`}
                    </Button>
                    <NewCampaignWith name={name} of={{ blocks: JSON.stringify(blocks) }} isCompact />
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
