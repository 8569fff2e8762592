// All campaigns: name, state, list, when. Filters stand in the address.
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { answerOf, api } from '../api/client.ts';
import { useMay } from '../api/session.ts';
import { Empty } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { TextField } from '../kit/parts.tsx';
import { RemoteTable } from '../kit/remote-table.tsx';
import { State } from '../kit/state.tsx';
import { NewCampaign } from './new-campaign.tsx';
import { useStateName } from './states.ts';

const STATES = ['draft', 'pending-sending', 'sending', 'paused', 'sent'] as const;

export function Campaigns() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  const filter = useSearch({ from: '/shell/campaigns' });
  const navigate = useNavigate();
  const stateName = useStateName();
  const status = STATES.find((state) => state === filter.status);
  const show = (next: typeof filter) => navigate({ to: '/campaigns', search: next, replace: true });
  const campaigns = useQuery({
    queryKey: ['campaigns', filter],
    queryFn: async () => {
      const query = { per_page: 50, page: filter.page, status, search: filter.search };
      return (await answerOf(api.GET('/campaigns', { params: { query } }))).data;
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t`Campaigns`} actions={mayEdit && <NewCampaign />}>
      <div className="row apart filters">
        <div className="chips">
          {[undefined, ...STATES].map((state) => (
            <button
              key={state ?? 'all'}
              type="button"
              className="chip"
              aria-pressed={status === state}
              onClick={() => show({ ...filter, status: state, page: undefined })}
            >
              {state ? stateName(state).name : t`All`}
            </button>
          ))}
        </div>
        <TextField
          aria-label={t`Filter by name`}
          placeholder={t`Name`}
          defaultValue={filter.search ?? ''}
          onChange={(event) => show({ ...filter, search: event.target.value || undefined, page: undefined })}
        />
      </div>
      <RemoteTable
        label={t`Campaigns`}
        loading={t`Loading campaigns`}
        query={campaigns}
        rowsOf={({ records }) => records}
        keyOf={({ campaign_uid }) => campaign_uid}
        empty={
          filter.search || status ? (
            <Empty title={t`No campaign fits this filter`} />
          ) : (
            <Empty title={t`No campaigns yet`}>{t`A campaign is one mail to the people of a list.`}</Empty>
          )
        }
        columns={[
          {
            head: t`Campaign`,
            isName: true,
            cell: ({ name, campaign_uid: campaignUid }) => (
              <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
                {name}
              </Link>
            ),
          },
          {
            head: t`State`,
            cell: ({ status: state }) => <State tone={stateName(state).tone}>{stateName(state).name}</State>,
          },
        ]}
        foot={({ current_page, total_pages, count }) => (
          <Pager
            page={current_page}
            pages={total_pages}
            count={Number(count)}
            onPage={(page) => show({ ...filter, page })}
          />
        )}
      />
    </Page>
  );
}
