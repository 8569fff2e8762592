// The first screen: what is broken, the first steps until they are done, how the server does for who
// runs it, and the campaigns.
import { Campaigns } from './campaigns/campaigns.tsx';
import { BrokenRecords } from './sending/broken-records.tsx';
import { ServerLine } from './settings/health/server-line.tsx';
import { Checklist } from './start/checklist.tsx';

export function Home() {
  const first = (
    <>
      <BrokenRecords />
      <Checklist />
      <ServerLine />
    </>
  );
  return <Campaigns first={first} />;
}
