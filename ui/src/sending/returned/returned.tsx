// Mail that came back: the latest messages, where returned mail is read, and what nobody understood.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/accounts/session.ts';
import { returnedMessagesQuery } from '../../api/campaigns/deliverability.ts';
import { useFormat } from '../../api/use-format.ts';
import { Address } from '../../kit/address.tsx';
import { Empty } from '../../kit/notice.tsx';
import { State, type Tone } from '../../kit/state.tsx';
import { RemoteTable } from '../../kit/table/remote-table.tsx';
import { ReturnSources } from './sources.tsx';
import { UnknownMails } from './unknown-mails.tsx';

export function Returned() {
  const mayOperate = useMay('operate');
  return (
    <div className="stack wide">
      {mayOperate && <ReturnSources />}
      <Latest />
      {mayOperate && <UnknownMails />}
    </div>
  );
}

function Latest() {
  const { t } = useLingui();
  const format = useFormat();
  const messages = useQuery(returnedMessagesQuery);
  const classes: Record<string, { name: string; tone: Tone }> = {
    hard: { name: t`Hard: address no longer exists`, tone: 'bad' },
    soft: { name: t`Soft: temporary`, tone: 'held' },
    internal: { name: t`Internal: refused for other reasons`, tone: 'held' },
    complaint: { name: t`Reported as spam`, tone: 'bad' },
  };
  const addressOf = (email: string | null) => (email === null ? t`since removed` : <Address>{email}</Address>);
  const classOf = (kind: string, type: string | null) =>
    classes[kind === 'complaint' ? kind : (type ?? '')] ?? { name: type ?? kind, tone: 'open' as const };
  return (
    <section className="stack close" aria-labelledby="latest-returned">
      <h2 id="latest-returned">{t`Latest returned messages`}</h2>
      <RemoteTable
        label={t`Latest returned messages`}
        loading={t`Loading returned messages`}
        query={messages}
        rowsOf={(records) => records}
        keyOf={({ at, email, campaign, kind }) => `${at} ${email} ${campaign?.campaign_uid} ${kind}`}
        empty={
          <Empty title={t`No returned messages yet`}>
            {t`When receivers accept a message and return it later, it appears here with their reason.`}
          </Empty>
        }
        columns={[
          {
            head: t`Recipient`,
            isName: true,
            cell: ({ email, subscriber }) =>
              subscriber === null ? (
                addressOf(email)
              ) : (
                <Link
                  to="/lists/$listUid/subscribers/$subscriberUid"
                  params={{ listUid: subscriber.list_uid, subscriberUid: subscriber.subscriber_uid }}
                >
                  {addressOf(email)}
                </Link>
              ),
          },
          {
            head: t`Type`,
            cell: ({ kind, type }) => <State tone={classOf(kind, type).tone}>{classOf(kind, type).name}</State>,
          },
          {
            head: t`Receiver’s response`,
            isLong: true,
            cell: ({ code, message }) => (
              <span className="quiet breaking">
                {code !== null && <span className="mono">{code} </span>}
                {message}
              </span>
            ),
          },
          {
            head: t`Campaign`,
            cell: ({ campaign }) =>
              campaign === null ? (
                <span className="quiet">{t`single email`}</span>
              ) : (
                <Link to="/campaigns/$campaignUid" params={{ campaignUid: campaign.campaign_uid }}>
                  {campaign.name}
                </Link>
              ),
          },
          { head: t`When`, isInstant: true, cell: ({ at }) => format.instant(Date.parse(at)) },
        ]}
      />
    </section>
  );
}
