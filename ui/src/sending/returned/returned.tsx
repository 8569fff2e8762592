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
    hard: { name: t`Hard: the address is gone`, tone: 'bad' },
    soft: { name: t`Soft: not now`, tone: 'held' },
    internal: { name: t`Internal: refused for other reasons`, tone: 'held' },
    complaint: { name: t`Reported as spam`, tone: 'bad' },
  };
  const addressOf = (email: string | null) => (email === null ? t`removed since` : <Address>{email}</Address>);
  const classOf = (kind: string, type: string | null) =>
    classes[kind === 'complaint' ? kind : (type ?? '')] ?? { name: type ?? kind, tone: 'open' as const };
  return (
    <section className="stack close" aria-labelledby="latest-returned">
      <h2 id="latest-returned">{t`Latest messages that came back`}</h2>
      <RemoteTable
        label={t`Latest messages that came back`}
        loading={t`Loading messages that came back`}
        query={messages}
        rowsOf={(records) => records}
        keyOf={({ at, email, campaign, kind }) => `${at} ${email} ${campaign?.campaign_uid} ${kind}`}
        empty={
          <Empty title={t`Nothing came back`}>
            {t`What receivers send back after they took a mail stands here, with their reason.`}
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
            head: t`Class`,
            cell: ({ kind, type }) => <State tone={classOf(kind, type).tone}>{classOf(kind, type).name}</State>,
          },
          {
            head: t`What the receiver said`,
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
                <span className="quiet">{t`single mail`}</span>
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
