// One mail of the test inbox, as a mail program shows it, or its plain text.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { testMailQuery } from '../api/inbox.ts';
import { useFormat } from '../api/use-format.ts';
import { Empty, Loading } from '../kit/notice.tsx';
import { Card, Page } from '../kit/page/page.tsx';
import { PageFrame } from '../kit/page/page-frame.tsx';
import { Segments } from '../kit/parts.tsx';
import './mail.css';

export function Mail() {
  const { t } = useLingui();
  const format = useFormat();
  const { mailId } = useParams({ from: '/shell/test-inbox/$mailId' });
  const { data: mail, error } = useQuery(testMailQuery(mailId));
  const [wanted, setWanted] = useState<'html' | 'text'>('html');
  const trail = <Link to="/test-inbox">{t`Test inbox`}</Link>;
  if (error)
    return (
      <Page title={t`Test inbox`} trail={trail}>
        <Empty title={error.message} action={trail} />
      </Page>
    );
  if (!mail) return <Loading label={t`Loading the mail`} lines={8} />;
  const { has_html, text, attachments } = mail;
  const shown = has_html && (wanted === 'html' || text === null) ? 'html' : 'text';
  const facts: [name: string, value: string][] = [
    [t`From`, mail.from_header || mail.from],
    [t`To`, mail.to],
    ...(mail.reply_to ? [[t`Answers to`, mail.reply_to] satisfies [string, string]] : []),
    [t`Received`, format.instant(Date.parse(mail.received_at))],
    [t`Size`, t`${format.number(Math.ceil(mail.size / 1024))} KB`],
    ...(attachments.length > 0
      ? [[t`Files`, attachments.map(({ name }) => name || t`without a name`).join(', ')] satisfies [string, string]]
      : []),
  ];
  return (
    <Page title={mail.subject || t`(no subject)`} trail={trail}>
      <div className="stack">
        <Card>
          <dl className="facts">
            {facts.map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        {has_html && text !== null && (
          <div className="row">
            <Segments
              aria-label={t`How it is shown`}
              value={shown}
              onChange={(value) => setWanted(value === 'text' ? 'text' : 'html')}
              data={[
                { value: 'html', label: t`Mail` },
                { value: 'text', label: t`Plain text` },
              ]}
            />
          </div>
        )}
        <Card pad={shown === 'text'}>
          {shown === 'html' ? (
            <div className="test-mail">
              <PageFrame src={`/api/test-inbox/${mailId}/page.html`} title={t`The mail`} opensLinks />
            </div>
          ) : (
            <pre className="test-mail-text">{text ?? t`This mail has no text.`}</pre>
          )}
        </Card>
      </div>
    </Page>
  );
}
