// Sends a campaign again to those who did not open it: says to how many, and makes the draft.
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/accounts/session.ts';
import type { Campaign } from '../api/campaigns/campaigns.ts';
import { whyRemoved } from '../api/campaigns/removed.ts';
import { notOpenedQuery } from '../api/campaigns/reports.ts';
import { answerOf, api, faultsOf } from '../api/client.ts';
import { useFormat } from '../api/use-format.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { Button, Hint, TextField } from '../kit/parts.tsx';

export function SendAgain({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const format = useFormat();
  const mayEdit = useMay('edit');
  const { data } = useQuery({ ...notOpenedQuery(campaign.campaign_uid), enabled: mayEdit });
  if (!mayEdit || !data) return null;
  const { recipients_count: people, refusal } = data;
  const removed = campaign.details_removed_at_iso && whyRemoved(campaign.details_removed_at_iso);
  const why =
    removed ?? refusal ?? (people === 0 ? t`Everyone who got it and is still subscribed has opened it.` : undefined);
  if (why !== undefined || people === null) {
    return (
      <Hint label={why} multiline maw={320}>
        <Button variant="default" aria-disabled="true" className="looks-disabled" aria-description={why}>
          {t`Send again…`}
        </Button>
      </Hint>
    );
  }
  return (
    <DialogButton
      label={t`Send again to ${format.number(people)} who did not open…`}
      title={t`Send again to people who did not open it`}
    >
      {() => <Again campaign={campaign} people={people} />}
    </DialogButton>
  );
}

function Again({ campaign, people }: { campaign: Campaign; people: number }) {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [name, setName] = useState(t`${campaign.name} (again)`);
  const [subject, setSubject] = useState(campaign.subject);
  const make = useMutation({
    mutationFn: () => {
      const params = { path: { campaign_uid: campaign.campaign_uid } };
      return answerOf(api.POST('/campaigns/{campaign_uid}/send-again', { params, body: { name, subject } }));
    },
    async onSuccess({ campaign_uid: campaignUid }) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid }, ignoreBlocker: true });
    },
  });
  const faults = faultsOf(make.error);
  return (
    <Form
      submit={t`Create draft`}
      isPending={make.isPending}
      isDisabled={name.trim() === '' || subject.trim() === ''}
      fault={make.error}
      onSubmit={() => make.mutate()}
    >
      <p>
        <Trans>
          <b>{format.number(people)}</b> got it, have not opened it as far as we know, and are still subscribed. People
          who have left since then are not included, nor are people who leave or open it before you send.
        </Trans>
      </p>
      {campaign.tested_campaign_uid !== undefined && (
        <p>{t`This counts everyone who got any email of the A/B test, not only the recipients of this campaign. The draft is based on this campaign.`}</p>
      )}
      <TextField
        label={t`Name`}
        value={name}
        maxLength={255}
        error={faults['name']}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t`Subject`}
        description={t`A new subject is the best reason to look again`}
        value={subject}
        maxLength={255}
        error={faults['subject']}
        onChange={(event) => setSubject(event.target.value)}
      />
      <p className="small">{t`Nothing is sent yet: the draft opens so that you can check it first.`}</p>
    </Form>
  );
}
