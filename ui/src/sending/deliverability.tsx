// What mail goes out over: relays, and the domains it is signed for.
import { useLingui } from '@lingui/react/macro';
import { Page } from '../kit/page/page.tsx';
import { Domains } from './domains.tsx';
import { Relays } from './relays.tsx';

export function Deliverability() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Deliverability`}
      about={t`Relays take your mail and bring it to the receivers; signed for a domain of yours, it is trusted there.`}
    >
      <div className="stack wide">
        <Relays />
        <Domains />
      </div>
    </Page>
  );
}
