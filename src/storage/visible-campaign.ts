// Which campaigns exist for those who call: every statement that finds or lists campaigns by what a request says asks this.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** On table `campaign`: neither deleted, nor the hidden one that the messages of single mails belong to. */
export const isVisibleCampaign: RawBuilder<SqlBool> = sql<SqlBool>`campaign.status <> 'pending-delete' and campaign.type <> 'transactional'`;
