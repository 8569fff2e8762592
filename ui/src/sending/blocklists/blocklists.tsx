// Whether blocklists have a relay's addresses or a domain: looked up when somebody asks.
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useMay } from '../../api/accounts/session.ts';
import type { BlocklistResult } from '../../api/campaigns/deliverability.ts';
import { answerOf, api } from '../../api/client.ts';
import { useSentences } from '../../api/sentences/use-sentences.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Button } from '../../kit/parts.tsx';
import { State, type Tone } from '../../kit/state.tsx';
import { Table } from '../../kit/table/table.tsx';

type About = { server_id: string } | { domain_uid: string };

/** For operators; nothing for others. */
export function BlocklistsButton({ about, name }: { about: About; name: string }) {
  const { t } = useLingui();
  if (!useMay('operate')) return null;
  return (
    <DialogButton label={t`Blocklists`} title={t`Blocklists: ${name}`} size="lg" variant="default">
      {() => <LookUp about={about} />}
    </DialogButton>
  );
}

function LookUp({ about }: { about: About }) {
  const { t } = useLingui();
  const look = useMutation({
    mutationFn: async () => (await answerOf(api.POST('/blocklists/look-up', { body: about }))).data,
  });
  const said = useSentences();
  const found = look.data;
  return (
    <div className="stack">
      <p className="quiet">
        {'server_id' in about
          ? t`Checks blocklists for the addresses of this relay. It may send from other addresses than those it accepts mail at. Its operator knows.`
          : t`Checks blocklists for this domain, as receivers do with the domains in an email.`}
      </p>
      {look.error && <Notice tone="bad">{look.error.message}</Notice>}
      {found?.note && <Notice tone="warn">{said(found.sentences, found.note)}</Notice>}
      {found && found.records.length === 0 && !found.note && (
        <Notice>{t`No blocklists are set up for this check.`}</Notice>
      )}
      {found && found.records.length > 0 && <Results records={found.records} isOfDomain={'domain_uid' in about} />}
      <div className="row">
        <Button loading={look.isPending} onClick={() => look.mutate()}>
          {found ? t`Check again` : t`Check now`}
        </Button>
      </div>
    </div>
  );
}

/** `isOfDomain`: the title names what it is about. */
function Results({ records, isOfDomain }: { records: readonly BlocklistResult[]; isOfDomain: boolean }) {
  const { t } = useLingui();
  const said = useSentences();
  /** Words that are nothing but the link are not said twice. */
  const why = ({ sentences, reason, link, codes }: BlocklistResult) => {
    const told = sentences.filter(({ code, values }) => code !== 'listed-says' || values['words'] !== link);
    return said(told, told.length > 0 && reason !== null ? reason : codes.join(', '));
  };
  const states: Record<BlocklistResult['state'], { name: string; tone: Tone }> = {
    listed: { name: t`Listed`, tone: 'bad' },
    'not-listed': { name: t`Not listed`, tone: 'good' },
    unasked: { name: t`Could not be checked`, tone: 'held' },
  };
  return (
    <Table
      label={t`Blocklist results`}
      rows={records}
      keyOf={({ about, zone }) => `${about} ${zone}`}
      columns={[
        {
          head: t`Blocklist`,
          isName: true,
          cell: ({ list, about }) => (
            <>
              {list} {!isOfDomain && <span className="quiet breaking">{about}</span>}
            </>
          ),
        },
        { head: t`Result`, cell: ({ state }) => <State tone={states[state].tone}>{states[state].name}</State> },
        {
          head: t`Why`,
          isLong: true,
          cell: (result) => (
            <div className="stack close">
              <span className="quiet breaking">{why(result)}</span>
              {result.link !== null && (
                <a href={result.link} target="_blank" rel="noreferrer">
                  {t`Request removal`}
                </a>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}
