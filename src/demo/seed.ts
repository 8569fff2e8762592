// Example data for developers: the demo's list, subscribers, segment, and its campaign as a draft.
import { newClient } from './client.ts';
import { createCampaign, createList, createSegment, importExamples } from './content.ts';
import { openProcesses } from './processes.ts';

/** Fills a running server whose customer has no list yet; leaves any other unchanged. */
export async function seed(options: {
  baseUrl: string;
  apiKey: string;
  mainFile: string;
  environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}): Promise<void> {
  const tools = { client: newClient(options.baseUrl, options.apiKey), print: options.print };
  const { data } = await tools.client.api.listLists();
  if (data.count !== '0') return;
  const listUid = await createList(tools);
  await importExamples({ ...options, processes: openProcesses(), listUid });
  const segmentUid = await createSegment(tools, listUid);
  await createCampaign(tools, { listUid, segmentUid, status: 'draft' });
}
