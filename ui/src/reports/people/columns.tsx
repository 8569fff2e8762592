// The columns of a list of people: which there are depends on what they did.
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Campaign } from '../../api/campaigns/campaigns.ts';
import { useSuppressionNames } from '../../api/campaigns/reasons.ts';
import { useFormat } from '../../api/use-format.ts';
import { Address } from '../../kit/address.tsx';
import { State } from '../../kit/state.tsx';
import type { Column } from '../../kit/table/table.tsx';
import { useBounceTypeName } from '../bounce-types.ts';
import { useDeviceName } from '../devices.ts';
import { useMachineName } from './kinds.ts';
import { EVENTS, type Somebody } from './pages.ts';

/** Lists of people about whose mail a mail server said something. */
const REPLIED = ['bounced', 'rejected', 'uncertain'];

export function useColumns(campaign: Campaign, kind: string): Column<Somebody>[] {
  const { t } = useLingui();
  const format = useFormat();
  const deviceName = useDeviceName();
  const machineName = useMachineName();
  const typeName = useBounceTypeName();
  const suppressionNames = useSuppressionNames();
  const isNot = kind.startsWith('not-');
  const listUid = campaign.list_uid ?? '';
  const who: Column<Somebody> = {
    head: t`Person`,
    isName: true,
    cell: ({ uid, email, list }) =>
      uid === null || email === null ? (
        <span className="quiet">{t`someone who was removed`}</span>
      ) : (
        <Link to="/lists/$listUid/subscribers/$subscriberUid" params={{ listUid: list ?? listUid, subscriberUid: uid }}>
          <Address>{email}</Address>
        </Link>
      ),
  };
  const when: Column<Somebody> = {
    head: isNot ? t`Accepted` : t`When`,
    // ISO 8601 from some endpoints, a text of the customer's clock from others.
    cell: ({ at }) => <span className="small">{at?.includes('T') ? format.instant(Date.parse(at)) : at}</span>,
  };
  const words: Column<Somebody> = {
    head: kind === 'clicks' ? t`Link` : REPLIED.includes(kind) ? t`Server reply` : t`Reason`,
    cell: ({ words: said, type, suppressed, isCounted = true }) => (
      <span className="small breaking">
        {type !== undefined && <State tone={type === 'hard' ? 'bad' : 'held'}>{typeName(type)}</State>}{' '}
        {suppressed ? suppressionNames[suppressed] : said}
        {!isCounted && <em className="quiet"> {t`not counted: no mail server had accepted it`}</em>}
      </span>
    ),
  };
  if (isNot) return [who, when];
  if (!EVENTS.some((one) => one === kind)) return kind === 'bounced' ? [who, words] : [who, when, words];
  return [
    who,
    when,
    ...(kind === 'clicks' ? [words] : []),
    {
      head: t`Client`,
      cell: ({ client, device }) => (
        <span className="small">
          {[client === 'unknown' ? t`unknown` : client, deviceName(device ?? 'unknown')].join(', ')}
        </span>
      ),
    },
    {
      head: t`Machine`,
      isWide: true,
      cell: ({ machine }) => machine && <State tone="held">{machineName(machine)}</State>,
    },
  ];
}
