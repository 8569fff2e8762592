// The first screen: the first steps until they are done, and the campaigns.
import { Campaigns } from './campaigns/campaigns.tsx';
import { Checklist } from './start/checklist.tsx';

export function Home() {
  return <Campaigns first={<Checklist />} />;
}
