// All templates of the customer.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { RemoteTable } from '../kit/remote-table.tsx';

export function Templates() {
  const { t } = useLingui();
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: async () => (await answerOf(api.GET('/templates', { params: { query: { per_page: 100 } } }))).data,
  });
  return (
    <Page title={t`Templates`}>
      <RemoteTable
        label={t`Templates`}
        loading={t`Loading templates`}
        query={templates}
        rowsOf={({ records }) => records}
        keyOf={({ template_uid }) => template_uid}
        empty={<Empty title={t`No templates yet`}>{t`A template is a mail to begin others with.`}</Empty>}
        columns={[{ head: t`Template`, isName: true, cell: ({ name }) => name }]}
      />
    </Page>
  );
}
