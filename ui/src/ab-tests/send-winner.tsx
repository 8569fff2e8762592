// Chooses the winner of an A/B test by hand: says how many get it, and sends it to them.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AbTest, chooseWinner, peopleOfTest, type Variant } from '../api/campaigns/ab-tests.ts';
import { audienceQuery } from '../api/campaigns/audience.ts';
import { type Campaign, segmentOf } from '../api/campaigns/campaigns.ts';
import { Subject } from '../api/subject.tsx';
import { useFormat } from '../api/use-format.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Form } from '../kit/form/form.tsx';
import { toast } from '../kit/toast.ts';

/** `campaign`: any of the test; all go to the same list and segment. */
type SendWinnerProps = { test: AbTest; variant: Variant; campaign: Campaign };

export function SendWinner({ test, variant, campaign }: SendWinnerProps) {
  const { t } = useLingui();
  const { letter } = variant;
  const label = test.percent === 100 ? t`Choose ${letter}…` : t`Send ${letter} to the rest…`;
  const title = test.percent === 100 ? t`Choose ${letter} as the winner?` : t`Send ${letter} to the rest?`;
  return (
    <DialogButton label={label} title={title} variant="default" isCompact>
      {(close) => <Chosen test={test} variant={variant} campaign={campaign} close={close} />}
    </DialogButton>
  );
}

function Chosen({ test, variant, campaign, close }: SendWinnerProps & { close: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { letter, subject } = variant;
  const people = useRest(test, campaign);
  const choose = useMutation({
    mutationFn: () => chooseWinner(test.campaign_uid, variant.campaign_uid),
    async onSuccess({ rest_uid }) {
      toast(rest_uid === null ? t`${letter} is the winner` : t`${letter} is now being sent to the rest`);
      close();
      await queryClient.invalidateQueries({ queryKey: ['campaign', test.campaign_uid, 'ab-test'] });
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  const isAll = test.percent === 100;
  return (
    <Form
      submit={
        isAll ? t`Choose ${letter}` : people === undefined ? t`Send ${letter}` : t`Send ${letter} to about ${people}`
      }
      isPending={choose.isPending}
      fault={choose.error}
      onSubmit={() => choose.mutate()}
    >
      <p className="breaking">
        <b>{letter}</b> · <Subject subject={subject} />
      </p>
      <p>
        {isAll
          ? t`Everyone got a variant: nothing more is sent.`
          : people === undefined
            ? t`Everyone who was in the audience when the test started and got no variant gets it now.`
            : t`People who were in the audience when the test started and got no variant get it now: about ${people}.`}{' '}
        {t`This ends the test and cannot be undone.`}
      </p>
    </Form>
  );
}

/** How many are left over, in words; undefined while that is not known. */
function useRest(test: AbTest, campaign: Campaign): string | undefined {
  const format = useFormat();
  const isKnown = campaign.not_opened_of === undefined && campaign.list_uid !== undefined;
  const { data } = useQuery({
    ...audienceQuery(campaign.list_uid ?? '', segmentOf(campaign)?.segment_uid),
    enabled: isKnown,
  });
  const gets = data?.gets;
  return typeof gets === 'number' ? format.number(peopleOfTest(gets, test).rest) : undefined;
}
