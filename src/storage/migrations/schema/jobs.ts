// Jobs: imports, exports and bulk actions that run in the background, with their bytes.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const jobs = ({ ownId, ownKey, bytes, withRoom }: ColumnTypes): string[] => [
  `create table job (id ${ownId}, uid text not null, customer_id bigint not null, kind text not null,
    list_id bigint, state text not null, phase text not null, parameters text not null, progress text not null,
    attempt bigint not null, failures bigint not null, due_at bigint not null, reason text, cleared bigint not null,
    created_at bigint not null, updated_at bigint not null, started_at bigint, ended_at bigint,
    unique (customer_id, uid)${ownKey}) ${withRoom}`,
  'create index job_kind on job (customer_id, kind, id)',
  'create index job_changed on job (customer_id, updated_at)',
  "create index job_due on job (due_at, id) where state in ('waiting', 'running')",
  'create index job_age on job (cleared, updated_at)',
  `create table job_piece (customer_id bigint not null, job_id bigint not null, part text not null, n bigint not null,
    content ${bytes} not null, primary key (customer_id, job_id, part, n))`,
];
