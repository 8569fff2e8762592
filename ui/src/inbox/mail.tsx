// One mail of the test inbox, as a mail program shows it on a screen or a phone, or its plain text.
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { testMailQuery, type WholeTestMail } from '../api/inbox.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { Empty, Loading } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { PageFrame } from '../kit/page/page-frame.tsx';
import { Segments } from '../kit/parts.tsx';
import { MailLinks } from './mail-links.tsx';
import { Release, Released } from './release.tsx';
import './mail.css';

type Look = 'desktop' | 'phone' | 'text';

export function Mail() {
  const { t } = useLingui();
  const { mailId } = useParams({ from: '/shell/test-inbox/$mailId' });
  const { data: mail, error } = useQuery(testMailQuery(mailId));
  const mayEdit = useMay('edit');
  const maySend = useMay('send');
  const trail = <Link to="/test-inbox">{t`Test inbox`}</Link>;
  if (error && !mail)
    return (
      <Page title={t`Test inbox`} trail={trail}>
        <Empty title={error.message} action={trail} />
      </Page>
    );
  if (!mail) return <Loading label={t`Loading the email`} lines={8} />;
  return (
    <Page
      title={mail.subject || t`(no subject)`}
      mark={<Released release={mail.release} />}
      trail={trail}
      actions={
        <>
          {maySend && <Release mail={mail} />}
          {mayEdit && <Remove mailId={mailId} />}
        </>
      }
    >
      <div className="stack">
        <Facts mail={mail} />
        <Body mail={mail} />
        {mail.has_html && <MailLinks mailId={mailId} />}
      </div>
    </Page>
  );
}

function Remove({ mailId }: { mailId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = async () => {
    await answerOf(api.DELETE('/test-inbox/{mail_id}', { params: { path: { mail_id: mailId } } }));
    await navigate({ to: '/test-inbox' });
    await queryClient.invalidateQueries({ queryKey: ['test-inbox'] });
  };
  return (
    <ConfirmButton label={t`Remove`} title={t`Remove this email?`} onConfirm={remove}>
      {t`It is removed from the test inbox. This cannot be undone.`}
    </ConfirmButton>
  );
}

function Facts({ mail }: { mail: WholeTestMail }) {
  const { t } = useLingui();
  const format = useFormat();
  const files = mail.attachments.map(({ name }) => name || t`unnamed`).join(', ');
  const released = [
    mail.released_at && format.instant(Date.parse(mail.released_at)),
    mail.released_by && t`via ${mail.released_by}`,
    mail.release_reply,
  ].filter(Boolean);
  const from = mail.from_header || mail.from;
  const facts: [name: string, value: ReactNode][] = [
    [t`From`, <Address key="from">{from}</Address>],
    [t`To`, <Address key="to">{mail.to}</Address>],
    [t`Reply to`, mail.reply_to && <Address key="reply">{mail.reply_to}</Address>],
    [t`Received`, format.instant(Date.parse(mail.received_at))],
    [t`Size`, t`${format.number(Math.ceil(mail.size / 1024))} kB`],
    [t`Released`, released.join(' · ')],
    [t`Files`, files],
  ];
  return (
    <Card>
      <dl className="facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

/** The mail itself, as it looks on a screen or a phone, or its plain text. */
function Body({ mail: { mail_id, has_html, text } }: { mail: WholeTestMail }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState<Look>('desktop');
  const names: Record<Look, string> = { desktop: t`Desktop`, phone: t`Phone`, text: t`Plain text` };
  const looks = (Object.keys(names) as Look[]).filter((look) => (look === 'text' ? text !== null : has_html));
  const shown = looks.includes(wanted) ? wanted : (looks[0] ?? 'text');
  return (
    <>
      {looks.length > 1 && (
        <div className="row">
          <Segments
            aria-label={t`View`}
            value={shown}
            onChange={(value) => setWanted(value as Look)}
            data={looks.map((look) => ({ value: look, label: names[look] }))}
          />
        </div>
      )}
      <Card pad={shown === 'text'}>
        {shown === 'text' ? (
          <pre className="inbox-mail-text">{text ?? t`This email has no text.`}</pre>
        ) : (
          <div className={`inbox-mail stage ${shown}`}>
            <PageFrame src={`/api/test-inbox/${mail_id}/page.html`} title={t`The email`} opensLinks />
          </div>
        )}
      </Card>
    </>
  );
}
