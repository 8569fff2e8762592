// A campaign that each recipient gets at their own time: who waits until when.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat } from '../../api/use-format.ts';
import { Notice } from '../../kit/notice.tsx';
import { Card } from '../../kit/page/page.tsx';
import { Button } from '../../kit/parts.tsx';
import { Table } from '../../kit/table/table.tsx';
import { deliveryQuery } from './queries.ts';

type At = { at: string; people: number };
type Times = { waiting: number; is_all: boolean; times: readonly At[] };

/** Nothing else is to do before the next of them. */
export function WaitsForTimes({ campaignUid, waiting, times }: Times & { campaignUid: string }) {
  const format = useFormat();
  const client = useQueryClient();
  const [next] = times;
  const nextAt = next?.at;
  useEffect(() => {
    if (nextAt === undefined) return undefined;
    // Nothing tells of the moment at which it comes.
    const ask = () => void client.invalidateQueries({ queryKey: deliveryQuery(campaignUid).queryKey });
    const timer = setTimeout(ask, Math.min(MOST_MS, Math.max(0, Date.parse(nextAt) - Date.now()) + LATER_MS));
    return () => clearTimeout(timer);
  }, [campaignUid, nextAt, client]);
  if (!next) return null;
  return (
    <Notice>
      <b>
        <Trans>Waiting until {format.instant(Date.parse(next.at))}</Trans>
      </b>
      {': '}
      <Plural
        value={next.people}
        one="then # person gets it at their own time."
        other="then # people get it at their own time."
      />{' '}
      {times.length > 1 && (
        <Plural value={waiting} one="# person is waiting in total." other="# people are waiting in total." />
      )}
    </Notice>
  );
}

const LATER_MS = 500;
/** A timer takes no more. */
const MOST_MS = 2_000_000_000;
const SHOWN = 8;

export function OwnTimes({ times: { times } }: { times: Times }) {
  const { t } = useLingui();
  const format = useFormat();
  const [isAll, showAll] = useState(false);
  const shown = isAll ? times : times.slice(0, SHOWN);
  return (
    <Card title={t`Waiting for their own time`} pad={false}>
      <Table
        label={t`Waiting for their own time`}
        keyOf={({ at }) => at}
        rows={shown}
        columns={[
          { head: t`Your time`, isName: true, cell: ({ at }) => format.instant(Date.parse(at)) },
          { head: t`People`, isNumber: true, cell: ({ people }) => format.number(people) },
        ]}
      />
      {times.length > shown.length && (
        <div className="pad row">
          <Button variant="subtle" size="compact-sm" onClick={() => showAll(true)}>
            {t`Show all ${format.number(times.length)} times`}
          </Button>
        </div>
      )}
    </Card>
  );
}
