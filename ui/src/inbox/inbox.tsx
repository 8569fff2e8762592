// The test inbox: mails that went no further, as no relay is set up.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import { answerOf, api } from '../api/client.ts';
import { useConnection } from '../api/events/connection.ts';
import { inboxQuery } from '../api/inbox.ts';
import { useFormat } from '../api/use-format.ts';
import { Address } from '../kit/address.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { useSettled } from '../kit/form/use-settled.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page/page.tsx';
import { Button, TextField } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/table/remote-table.tsx';
import { ShowMore } from '../kit/table/show-more.tsx';
import { Released } from './release.tsx';

/** While no events are heard. */
const LOOK_EVERY_MS = 5_000;

export function Inbox() {
  const { t } = useLingui();
  const format = useFormat();
  const isOperator = useMay('operate');
  const mayOpen = useMay('edit'); // its links act for the person it is to
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const connection = useConnection();
  const mails = useInfiniteQuery({
    ...inboxQuery(search),
    refetchInterval: connection === 'open' ? false : LOOK_EVERY_MS,
  });
  const isEmpty = search === '' && mails.data?.pages[0]?.records.length === 0;
  return (
    <Page
      title={t`Test inbox`}
      about={
        isOperator
          ? t`Outgoing mail stops here until there is a relay. You see everyone’s emails.`
          : t`Outgoing mail stops here until there is a relay.`
      }
    >
      <div className="row apart filters">
        <TextField
          type="search"
          aria-label={t`Search sender, recipient and subject`}
          placeholder={t`Sender, recipient, subject`}
          w={280}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Clear isEmpty={isEmpty} />
      </div>
      <RemoteTable
        label={t`Received emails`}
        loading={t`Loading emails`}
        query={mails}
        rowsOf={({ pages }) => pages.flatMap(({ records }) => records)}
        keyOf={({ mail_id }) => mail_id}
        opensRows={mayOpen}
        empty={
          search === '' ? (
            <Empty title={t`No emails yet`}>{t`Send a test or a campaign, and it will arrive here.`}</Empty>
          ) : (
            <Empty
              title={t`No emails match “${search}”`}
              action={<Button variant="default" onClick={() => setTyped('')}>{t`Show all emails`}</Button>}
            />
          )
        }
        columns={[
          {
            head: t`Subject`,
            isName: true,
            cell: ({ mail_id, subject, release }) => (
              <>
                {mayOpen ? (
                  <Link to="/test-inbox/$mailId" params={{ mailId: mail_id }}>
                    <b>{subject || t`(no subject)`}</b>
                  </Link>
                ) : (
                  <b>{subject || t`(no subject)`}</b>
                )}{' '}
                <Released release={release} />
              </>
            ),
          },
          { head: t`To`, isLong: true, cell: ({ to }) => <Address>{to}</Address> },
          { head: t`From`, isWide: true, cell: ({ from }) => from },
          {
            head: t`Received`,
            isNumber: true,
            isInstant: true,
            cell: ({ received_at }) => format.instant(Date.parse(received_at)),
          },
        ]}
        foot={() => <ShowMore pages={mails} />}
      />
    </Page>
  );
}

function Clear({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useLingui();
  const isOwner = useMay('own');
  const isOperator = useMay('operate');
  const queryClient = useQueryClient();
  if (!isOwner || isEmpty) return null;
  const clear = async () => {
    await answerOf(api.DELETE('/test-inbox'));
    await queryClient.invalidateQueries({ queryKey: ['test-inbox'] });
  };
  return (
    <ConfirmButton label={t`Clear`} title={t`Clear the test inbox?`} onConfirm={clear}>
      {isOperator
        ? t`All emails are removed, including those of other customers. This cannot be undone.`
        : t`All emails are removed. This cannot be undone.`}
    </ConfirmButton>
  );
}
