// How many get it, and why others do not.
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { audienceQuery } from '../api/audience.ts';
import { useFormat } from '../api/use-format.ts';

const ASK_AGAIN_MS = 500;

export function AudienceSentence({ listUid, segmentUid }: { listUid: string; segmentUid: string | undefined }) {
  const format = useFormat();
  const { data, error } = useQuery({
    ...audienceQuery(listUid, segmentUid),
    refetchInterval: ({ state }) => (state.data?.gets === null ? ASK_AGAIN_MS : false), // still being counted
  });
  if (error) return <p className="small">{error.message}</p>;
  if (!data || data.gets === null) return <div className="skeleton" style={{ width: '60%' }} />;
  return (
    <p>
      <b>{format.number(data.gets)}</b> <Plural value={data.gets} one="person gets it" other="people get it" />
      {data.total > data.gets && (
        <span className="quiet">
          {' '}
          <Trans>of {format.number(data.total)} on the list</Trans>
        </span>
      )}
    </p>
  );
}
