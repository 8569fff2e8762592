// A new mail of a chain: its name, its event and its delay are enough; the rest is written in the
// editor.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/accounts/session.ts';
import { type Delay, type Followed, makeStep } from '../../api/campaigns/automations.ts';
import { faultsOf } from '../../api/client.ts';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { Form } from '../../kit/form/form.tsx';
import { NumberField } from '../../kit/form/number-field.tsx';
import { Choice, TextField } from '../../kit/parts.tsx';
import { WhichCampaign } from './which-campaign.tsx';
import { useDelayUnits } from './words.ts';

type NewStepProps = {
  listUid: string;
  label: string;
  about?: string;
  anchor?: string;
  /** The event, where it is given; else the form asks. */
  followed?: Followed;
  delay?: Delay;
  isQuiet?: boolean;
};

export function NewStep({ listUid, label, about, anchor, followed, delay, isQuiet = false }: NewStepProps) {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  if (!mayEdit && isQuiet) return null;
  return (
    <DialogButton
      label={label}
      title={t`Automated email`}
      {...(about !== undefined && { about })}
      {...(anchor !== undefined && { anchor })}
      {...(isQuiet && { variant: 'default' })}
      why={mayEdit ? undefined : t`Your role can view, but not change anything.`}
    >
      {() => <NewStepForm listUid={listUid} given={followed} delay={delay ?? { value: 0, unit: 'day' }} />}
    </DialogButton>
  );
}

type FormProps = { listUid: string; given: Followed | undefined; delay: Delay };

function NewStepForm({ listUid, given, delay: offered }: FormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [followed, setFollowed] = useState<Followed>(given ?? { after: 'subscribe', campaignId: null });
  const [delay, setDelay] = useState(offered);
  const create = useMutation({
    mutationFn: () => makeStep(listUid, { name, followed, delay }),
    async onSuccess(campaignUid) {
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid }, ignoreBlocker: true });
    },
  });
  const faults = faultsOf(create.error);
  const lacksCampaign = followed.after !== 'subscribe' && followed.campaignId === null;
  const units = useDelayUnits();
  return (
    <Form
      onSubmit={() => create.mutate()}
      fault={create.error}
      submit={t`Create`}
      isPending={create.isPending}
      isDisabled={lacksCampaign}
      beside={lacksCampaign && <span className="small">{t`Select the campaign it follows.`}</span>}
    >
      <TextField
        label={t`Name`}
        description={t`For you only; recipients do not see it`}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.target.value)}
      />
      {given === undefined && <EventFields followed={followed} choose={setFollowed} />}
      <div className="pair">
        <NumberField
          label={t`Delay`}
          min={0}
          max={3650}
          value={delay.value}
          error={faults['options.autoresponder_time_value']}
          onChange={(value) => value !== '' && setDelay({ ...delay, value })}
        />
        <Choice
          label={t`Unit`}
          data={units}
          value={delay.unit}
          onChange={(value) => value && setDelay({ ...delay, unit: value as Delay['unit'] })}
        />
      </div>
      <p className="small">{t`0 means immediately. Days are calendar days in your time zone.`}</p>
    </Form>
  );
}

function EventFields({ followed, choose }: { followed: Followed; choose: (followed: Followed) => void }) {
  const { t } = useLingui();
  const { after, campaignId } = followed;
  return (
    <>
      <Choice
        label={t`Event`}
        data={[
          { value: 'subscribe', label: t`They subscribed to the list` },
          { value: 'open', label: t`They opened another campaign` },
          { value: 'sent', label: t`They got another campaign` },
        ]}
        value={after}
        onChange={(value) => value && choose({ after: value as Followed['after'], campaignId: null })}
      />
      {after !== 'subscribe' && (
        <WhichCampaign chosen={campaignId ?? ''} onChoose={(value) => choose({ after, campaignId: value })} />
      )}
    </>
  );
}
