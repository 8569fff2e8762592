// Whom to ask again for their confirmation, and the mail that they get.
import { useLingui } from '@lingui/react/macro';
import { NumberField } from '../kit/form/number-field.tsx';
import { PageFrame } from '../kit/page/page-frame.tsx';

type AskAgainProps = { listUid: string; days: number | ''; onChange: (days: number | '') => void };

export function AskAgain({ listUid, days, onChange }: AskAgainProps) {
  const { t } = useLingui();
  return (
    <>
      <NumberField
        label={t`Minimum days unconfirmed`}
        description={t`Each person gets at most three of these emails in seven days.`}
        min={0}
        max={3650}
        value={days}
        onChange={onChange}
      />
      <section className="asked-mail" aria-label={t`The email`}>
        <PageFrame
          title={t`The confirmation email`}
          src={`/api/lists/${listUid}/confirmation-mail.html?scheme=light`}
        />
      </section>
    </>
  );
}
