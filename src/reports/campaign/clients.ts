// With what people read a campaign: each counts once, with the program of the first open.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { type Client, clientOf } from '../clients.ts';
import type { Summing } from '../counting.ts';
import { type Of, PIECE, pieceOf, rowsOf } from './pieces.ts';

/** People by program and device: of all first opens, and of the first ones by people. */
export type ClientCount = Client & { raw: number; filtered: number };
export type Clients = { by: Map<string, ClientCount>; after: number };

/** How the programs of a campaign's readers are summed. */
export function summingClients(db: Db, campaign: Of): Summing<Clients> {
  return {
    begin: () => ({ by: new Map(), after: 0 }),
    async piece(sums) {
      const columns = sql`opened_at, filtered_opened_at`;
      const piece = pieceOf('response', campaign, { after: sums.after, columns });
      const first = (which: ReturnType<typeof sql>) => sql`(select open.user_agent from open
        where open.customer_id = ${campaign.customer_id} and open.subscriber_id = piece.k
          and open.campaign_id = ${campaign.id} ${which} order by open.at, open.id limit 1)`;
      type Row = { user_agent: string | null; kind: 'raw' | 'filtered' | 'piece'; n: number; last: number };
      const rows = await rowsOf<Row>(
        db,
        sql`with piece as (${piece}),
          raw as (select ${first(sql``)} as user_agent from piece where opened_at is not null),
          filtered as (select ${first(sql`and open.machine is null`)} as user_agent from piece where filtered_opened_at is not null)
          select user_agent, 'raw' as kind, count(*) as n, 0 as last from raw group by user_agent
          union all select user_agent, 'filtered', count(*), 0 from filtered group by user_agent
          union all select null, 'piece', count(*), coalesce(max(k), 0) from piece`,
      );
      for (const { user_agent, kind, n } of rows) {
        if (kind === 'piece') continue;
        const client = clientOf(user_agent);
        const key = `${client.name} ${client.device}`;
        const count = sums.by.get(key) ?? { ...client, raw: 0, filtered: 0 };
        count[kind] += Number(n);
        sums.by.set(key, count);
      }
      const end = rows.find(({ kind }) => kind === 'piece');
      sums.after = Number(end?.last);
      return Number(end?.n) === PIECE;
    },
  };
}
