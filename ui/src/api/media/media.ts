// Pictures of the customer, as the gallery and the editors ask for them.
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base64Of } from '../../kit/form/read-file.ts';
import { useSettled } from '../../kit/form/use-settled.ts';
import type { Picture, PictureTools } from '../../kit/pictures/tools.ts';
import { answerOf, api } from '../client.ts';

const picturesQuery = (search: string, isUnused: boolean) =>
  infiniteQueryOptions({
    queryKey: ['media', search, isUnused],
    queryFn: async ({ pageParam }) => {
      const query = {
        ...(search !== '' && { search }),
        ...(isUnused && { unused: 'yes' as const }),
        ...(pageParam !== '' && { after: pageParam }),
      };
      return (await answerOf(api.GET('/media', { params: { query } }))).data;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Adds a picture. @throws ApiError */
export async function addPicture(file: File): Promise<Picture> {
  const body = { name: file.name, file: await base64Of(file) };
  return (await answerOf(api.POST('/media', { body }))).data.record;
}

export function usePictureTools(): PictureTools {
  const queryClient = useQueryClient();
  const [search, setSearch] = useState('');
  const [isUnused, setUnused] = useState(false);
  const listed = useInfiniteQuery(picturesQuery(useSettled(search), isUnused));
  const again = () => queryClient.invalidateQueries({ queryKey: ['media'] });
  return {
    pictures: listed.data?.pages.flatMap(({ records }) => records) ?? [],
    isPending: listed.isPending,
    error: listed.error,
    more: listed.hasNextPage ? () => void listed.fetchNextPage() : undefined,
    isLoadingMore: listed.isFetchingNextPage,
    search,
    setSearch,
    isUnused,
    setUnused,
    async add(file) {
      const added = await addPicture(file);
      await again();
      return added;
    },
    async change(uid, changes) {
      await answerOf(api.PUT('/media/{media_uid}', { params: { path: { media_uid: uid } }, body: changes }));
      await again();
    },
    async remove(uid) {
      await answerOf(api.DELETE('/media/{media_uid}', { params: { path: { media_uid: uid } } }));
      await again();
    },
  };
}
