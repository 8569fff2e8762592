// What an editor of a variant says and shows of the campaign that it begins with: which one it is,
// and who gets it and when, which is that campaign's alone.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { peopleOfTest } from '../../../api/campaigns/ab-tests.ts';
import { audienceQuery } from '../../../api/campaigns/audience.ts';
import { segmentOf } from '../../../api/campaigns/campaigns.ts';
import { useFormat } from '../../../api/use-format.ts';
import { Awaited, Notice } from '../../../kit/notice.tsx';
import { Card } from '../../../kit/page/page.tsx';
import { TextField } from '../../../kit/parts.tsx';
import { isPlanned, type Tested } from './use-test.ts';

/** Above the editor of a variant: which one it is, and the ways to the others. */
export function VariantNotice({ tested }: { tested: Tested }) {
  const { t } = useLingui();
  const { test, part, first } = tested;
  if (!test) return <Awaited />;
  if (!part || part.kind === 'first') return null;
  const name = first?.name ?? '';
  const letter = part.kind === 'other' ? part.letter : '';
  const words =
    part.kind === 'rest' ? (
      <Trans>
        This sends the winner of the A/B test of <b>{name}</b> to everyone else.
      </Trans>
    ) : isPlanned(tested) ? (
      <Trans>
        This is <b>variant {letter}</b> of <b>{name}</b>, which will be sent as planned. To change something, move A
        back to draft.
      </Trans>
    ) : (
      <Trans>
        You are editing <b>variant {letter}</b> of <b>{name}</b>. It starts together with A.
      </Trans>
    );
  return (
    <Notice
      action={
        <nav className="chips" aria-label={t`Variants`}>
          {test.variants.map(({ letter: other, campaign_uid: campaignUid }) =>
            other === letter ? (
              <span key={campaignUid} className="chip" aria-current="true">
                {letter}
              </span>
            ) : (
              <Link key={campaignUid} to="/campaigns/$campaignUid" params={{ campaignUid }} className="chip">
                {other === 'A' ? t`Back to A` : other}
              </Link>
            ),
          )}
        </nav>
      }
    >
      {words}
    </Notice>
  );
}

/** In place of *Who*. */
export function SharedWho({ tested: { first, test, part } }: { tested: Tested }) {
  const { t } = useLingui();
  const format = useFormat();
  const segment = first && segmentOf(first);
  const listUid = first?.list_uid ?? '';
  const isKnown = listUid !== '' && first?.not_opened_of === undefined;
  const audience = useQuery({ ...audienceQuery(listUid, segment?.segment_uid), enabled: isKnown });
  const all = audience.data?.gets;
  const people = test && typeof all === 'number' ? peopleOfTest(all, test) : undefined;
  const some = part?.kind === 'rest' ? people?.rest : people?.each;
  return (
    <Card title={t`Who`}>
      <div className="stack">
        <div className="two">
          <TextField label={t`List`} disabled value={first?.list.name ?? ''} readOnly />
          <TextField label={t`Segment`} disabled value={segment?.name ?? t`Everyone on the list`} readOnly />
        </div>
        {audience.isLoading && <Awaited />}
        {some !== undefined && <p>{t`About ${format.number(some)} of ${format.number(all ?? 0)} people get it.`}</p>}
        <p className="small">{t`The list and the segment come from A. Change them there. No one gets two variants.`}</p>
      </div>
    </Card>
  );
}

/** In place of *When*. */
export function SharedWhen({ tested: { first } }: { tested: Tested }) {
  const { t } = useLingui();
  const format = useFormat();
  const at = first?.send_at_iso;
  return (
    <Card title={t`When`}>
      <div className="stack close">
        <TextField
          label={t`Time`}
          disabled
          readOnly
          value={at ? format.instant(Date.parse(at)) : t`As soon as A is sent`}
        />
        <p className="small">{t`The time and the number sent per minute come from A.`}</p>
      </div>
    </Card>
  );
}
