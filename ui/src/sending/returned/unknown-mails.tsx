// Returned mails that nobody understood: read here as text, and removed.
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { unknownMailQuery, unknownMailsQuery } from '../../api/campaigns/deliverability.ts';
import { answerOf, api } from '../../api/client.ts';
import { useSentences } from '../../api/sentences/use-sentences.ts';
import { useFormat } from '../../api/use-format.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Loading, Notice, Refused } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Button } from '../../kit/parts.tsx';
import { Table } from '../../kit/table/table.tsx';
import './returned.css';

export function UnknownMails() {
  const { t } = useLingui();
  const format = useFormat();
  const said = useSentences();
  const mails = useInfiniteQuery(unknownMailsQuery);
  const rows = mails.data?.pages.flatMap(({ records }) => records);
  if (!rows && mails.error) return <Refused query={mails} />;
  if (!rows) return <Loading label={t`Loading unrecognized mail`} />;
  return (
    <Card title={t`Unrecognized`} pad={rows.length === 0}>
      {rows.length === 0 ? (
        <p className="quiet">{t`None. All returned mail was recognized.`}</p>
      ) : (
        <Table
          label={t`Unrecognized`}
          rows={rows}
          keyOf={({ mail_id }) => mail_id}
          columns={[
            {
              head: t`Subject`,
              isName: true,
              cell: ({ subject, from }) => (
                <>
                  {subject || t`no subject`} <span className="quiet breaking">{from}</span>
                </>
              ),
            },
            {
              head: t`Reason`,
              isLong: true,
              cell: ({ reason, sentences }) => <span className="quiet breaking">{said(sentences, reason)}</span>,
            },
            { head: t`When`, isInstant: true, cell: ({ received }) => format.instant(Date.parse(received)) },
            {
              head: t`Actions`,
              isActions: true,
              cell: ({ mail_id, subject }) => <Read mailId={mail_id} subject={subject || t`no subject`} />,
            },
          ]}
        />
      )}
      {mails.hasNextPage && (
        <div className="row returned-more">
          <Button variant="default" loading={mails.isFetchingNextPage} onClick={() => void mails.fetchNextPage()}>
            {t`Show older`}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Read({ mailId, subject }: { mailId: string; subject: string }) {
  const { t } = useLingui();
  const about = t`Read: ${subject}`;
  return (
    <DialogButton label={t`Read`} about={about} title={subject} size="lg" variant="subtle" isCompact>
      {(close) => <Mail mailId={mailId} onDone={close} />}
    </DialogButton>
  );
}

function Mail({ mailId, onDone }: { mailId: string; onDone: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const said = useSentences();
  const query = useQuery(unknownMailQuery(mailId));
  const mail = query.data;
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/returned-mails/{mail_id}', { params: { path: { mail_id: mailId } } })),
    onSuccess() {
      onDone();
      void queryClient.invalidateQueries({ queryKey: unknownMailsQuery.queryKey, exact: true });
    },
  });
  if (!mail && query.error) return <Refused query={query} />;
  if (!mail) return <Loading label={t`Loading the email`} lines={8} />;
  return (
    <div className="stack">
      <p className="small breaking">{said(mail.sentences, mail.reason)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
      <section className="returned-source mono" aria-label={t`Source of the email`} tabIndex={0}>
        {mail.excerpt}
      </section>
      {mail.is_cut === 'yes' && <p className="small">{t`This is only the beginning; there is more.`}</p>}
      {remove.error && <Notice tone="bad">{remove.error.message}</Notice>}
      <div className="row">
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t`Remove this email`}
        </Button>
      </div>
    </div>
  );
}
