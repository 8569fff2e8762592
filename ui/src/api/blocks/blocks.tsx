// The brand and the saved blocks of the customer, and what the editor of blocks is given.
import { queryOptions, useQueryClient, useSuspenseQueries } from '@tanstack/react-query';
import type { Block, Brand } from '../../kit/blocks/document/document.ts';
import type { Tools } from '../../kit/blocks/tools.ts';
import { answerOf, api } from '../client.ts';
import { ChooseFromGallery } from '../media/choose.tsx';
import { addPicture } from '../media/media.ts';
import { tagAfter, tagged } from '../shared/tagged.ts';

export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: loadBrand,
});

/** The brand, with the tag of what stands. */
export async function loadBrand() {
  const { data, tag } = await tagged(api.GET('/brand'));
  return { ...data.data, tag };
}

const savedBlocksQuery = queryOptions({
  queryKey: ['saved-blocks'],
  queryFn: async () => (await answerOf(api.GET('/saved-blocks'))).data.records,
});

/** @returns the tag after it @throws StaleRecord, ApiError */
export function putBrand(brand: Brand, tag: string): Promise<string> {
  return tagAfter(api.PUT('/brand', { params: { header: { 'If-Match': tag } }, body: brand }));
}

/** A block as requests have it. */
function sentOf({ id: _, saved: __, ...block }: Block) {
  return JSON.stringify(block);
}

export function useBlocksTools(): Tools {
  const queryClient = useQueryClient();
  const [{ data: brand }, { data: saved }] = useSuspenseQueries({ queries: [brandQuery, savedBlocksQuery] });
  const again = () => queryClient.invalidateQueries({ queryKey: savedBlocksQuery.queryKey });
  return {
    brand: brand.record,
    defaults: brand.defaults,
    saved,
    choosePicture: (onChoose) => <ChooseFromGallery onChoose={onChoose} />,
    async addPicture(file) {
      const added = await addPicture(file);
      await queryClient.invalidateQueries({ queryKey: ['media'] });
      return added;
    },
    async save(name, block) {
      const { data } = await answerOf(api.POST('/saved-blocks', { body: { name, block: sentOf(block) } }));
      await again();
      return data.record.saved_block_uid;
    },
    async changeSaved(uid, block) {
      const params = { path: { saved_block_uid: uid } };
      const body = { block: sentOf(block) };
      const { data } = await answerOf(api.PUT('/saved-blocks/{saved_block_uid}', { params, body }));
      await again();
      return data.record.used_in.differing_count;
    },
    async updateDrafts(uid, after) {
      const params = { path: { saved_block_uid: uid } };
      const body = after === undefined ? {} : { after };
      const { data } = await answerOf(api.POST('/saved-blocks/{saved_block_uid}/update-drafts', { params, body }));
      if (data.record.next === null)
        await Promise.all([again(), queryClient.invalidateQueries({ queryKey: ['templates'] })]);
      return data.record;
    },
  };
}
