// The notice of a campaign: why the server paused or put it off, or what it was sent without.
import type { CampaignOverview } from '../api/campaigns/campaigns.ts';
import { useSentences } from '../api/sentences/use-sentences.ts';

/** The notice in the person's language; undefined: there is none. */
export function useNotice(): (campaign: Pick<CampaignOverview, 'notice' | 'sentences'>) => string | undefined {
  const said = useSentences();
  return ({ notice, sentences }) => (notice === null ? undefined : said(sentences, notice));
}
