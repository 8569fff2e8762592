// The first screen: what is broken, the first steps until they are done, and the campaigns.
import { Campaigns } from './campaigns/campaigns.tsx';
import { BrokenRecords } from './sending/broken-records.tsx';
import { Checklist } from './start/checklist.tsx';

export function Home() {
  const first = (
    <>
      <BrokenRecords />
      <Checklist />
    </>
  );
  return <Campaigns first={first} />;
}
