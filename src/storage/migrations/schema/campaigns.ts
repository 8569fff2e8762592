// Templates and campaigns, with what campaigns bring along: files, links, runs, feeds.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const campaigns = ({ ownId, ownKey, parentKey, byId, bytes, storedByKey }: ColumnTypes): string[] => [
  `create table brand (customer_id bigint not null references customer (id), content text not null,
    updated_at bigint not null, primary key (customer_id)) ${storedByKey}`,
  `create table saved_block (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    name text not null, content text not null, created_at bigint not null, updated_at bigint not null,
    unique (customer_id, uid)${parentKey})`,
  `create table saved_block_use (customer_id bigint not null, saved_block_id bigint not null, kind text not null,
    owner_id bigint not null, hash text not null, primary key (customer_id, saved_block_id, kind, owner_id),
    foreign key (customer_id, saved_block_id) references saved_block (customer_id, id)) ${storedByKey}`,
  'create index saved_block_use_owner on saved_block_use (customer_id, kind, owner_id)',
  `create table media (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    name text not null, folded_name text not null, alt text, source_hash text not null, was_used bigint not null,
    created_at bigint not null, unique (customer_id, uid), unique (customer_id, source_hash)${parentKey})`,
  'create index media_unused on media (customer_id, created_at) where was_used = 0',
  `create table media_file (customer_id bigint not null, media_id bigint not null, hash text not null references blob (hash),
    media_type text not null, width bigint not null, height bigint not null, size bigint not null,
    primary key (customer_id, media_id, hash),
    foreign key (customer_id, media_id) references media (customer_id, id)) ${storedByKey}`,
  'create index media_file_hash on media_file (customer_id, hash)',
  'create index media_file_blob on media_file (hash)',
  `create table template (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    name text not null, folded_name text not null, created_at bigint not null, updated_at bigint not null,
    subject text, content text not null, blocks text, unique (customer_id, uid)${parentKey})`,
  'create index template_changed on template (customer_id, updated_at, id)',
  // What the gallery shows of a template: an outline, and the picture that a browser made of it.
  `create table template_picture (customer_id bigint not null, template_id bigint not null, hash text not null,
    due_at bigint, tries bigint not null, fault text, outline text not null, picture ${bytes},
    primary key (customer_id, template_id),
    foreign key (customer_id, template_id) references template (customer_id, id)) ${storedByKey}`,
  'create index template_picture_due on template_picture (due_at) where due_at is not null',
  'create index template_picture_fault on template_picture (customer_id, template_id) where fault is not null',
  `create table template_file (customer_id bigint not null, template_id bigint not null, path text not null,
    hash text not null references blob (hash), media_type text not null, primary key (customer_id, template_id, path),
    foreign key (customer_id, template_id) references template (customer_id, id))`,
  'create index template_file_hash on template_file (hash)',

  // The long texts last: SQLite goes through them, page after page, to a column after.
  `create table campaign (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    number bigint not null, list_id bigint not null, segment_id bigint, type text not null, name text not null,
    from_name text not null, from_email text not null, to_name text not null, reply_to text not null,
    subject text not null, status text not null, send_at bigint,
    auto_plain_text bigint not null, inline_css bigint not null, options text not null, relay_numbers text,
    uncertain_policy text not null, max_per_minute bigint, sending_window text,
    recipient_time_zone text, begins_early bigint not null default 0, freeze_after_id bigint not null, freeze_until_id bigint,
    freeze_done bigint not null, created_at bigint not null, updated_at bigint not null, started_at bigint,
    finished_at bigint, notice text, waits_until bigint, parent_id bigint, next_run_at bigint,
    run_count bigint not null default 0, followed_at bigint, followed_id bigint not null default 0,
    rests_until bigint not null default 0,
    report_due bigint not null default 0, revision bigint not null default 0, tested_revision bigint, tested_at bigint,
    headers text, attachments text, tags text, not_opened_of bigint, test_of bigint,
    part_from bigint, part_to bigint, further_lists text, freeze_list bigint not null default 0,
    details_removed_at bigint, details_left bigint not null default 0, report_link bigint,
    content text not null, blocks text, plain_text text,
    unique (customer_id, uid), unique (customer_id, number)${parentKey})`,
  'create index campaign_uid on campaign (uid)',
  ...byId('campaign'),
  // The type last: which are shown is answered, and counted, without a look at the rows.
  'create index campaign_status on campaign (customer_id, status, id, type)',
  // For searches by name: rows of campaigns are large, and all of a customer's are looked at.
  'create index campaign_named on campaign (customer_id, id, name, status, type)',
  'create index campaign_tagged on campaign (customer_id, id) where tags is not null',
  'create index campaign_list on campaign (customer_id, list_id, id)',
  "create index campaign_steps on campaign (customer_id, list_id, id) where type = 'autoresponder'",
  'create index campaign_segment on campaign (customer_id, segment_id) where segment_id is not null',
  'create index campaign_further on campaign (customer_id, id) where further_lists is not null',
  'create index campaign_parent on campaign (customer_id, parent_id, id) where parent_id is not null',
  'create index campaign_test on campaign (customer_id, test_of, id) where test_of is not null',
  "create unique index campaign_transactional on campaign (customer_id) where type = 'transactional'",
  // What the archive page of a list shows, in its order.
  `create index campaign_archive on campaign (customer_id, list_id, started_at, id)
    where type = 'regular' and status = 'sent' and segment_id is null`,
  // What workers and the clock look for; each holds only the rows that are still to do.
  "create index campaign_due on campaign ((send_at - begins_early)) where status = 'pending-sending'",
  // Recurring campaigns stay in `sending` and are never sent themselves: not among those whose
  // messages are to be made on.
  `create index campaign_resumed on campaign ((send_at - begins_early)) where type = 'regular' and freeze_done = 0
    and status = 'sending' and next_run_at is null and run_count = 0`,
  // With autoresponders: one that was ended, and whose failed messages go out once more, is done
  // when these are.
  // The status as an expression, which no other index has: else PostgreSQL, which guesses that most
  // of those in `sending` are in this index, reads all of campaign_status instead.
  `create index campaign_running on campaign (id)
    where freeze_until_id is not null and (status || '') in ('processing', 'sending')`,
  "create index campaign_removal on campaign (id) where status = 'pending-delete'",
  "create index campaign_next_run on campaign ((next_run_at - begins_early)) where status = 'sending' and next_run_at is not null",
  "create index campaign_follows on campaign (rests_until) where type = 'autoresponder' and status = 'sending'",
  // What streams of events follow.
  `create index campaign_live on campaign (customer_id, id)
    where status in ('pending-sending', 'processing', 'sending', 'paused')`,
  'create index campaign_finished on campaign (customer_id, finished_at) where finished_at is not null',
  // Whose details are old, or are being removed.
  "create index campaign_old on campaign (finished_at) where status = 'sent' and details_removed_at is null",
  `create index campaign_removed on campaign (customer_id, list_id, finished_at)
    where details_removed_at is not null`,
  'create index campaign_clearing on campaign (id) where details_left = 1',
  'create index campaign_report on campaign (id) where report_due = 1',
  // What the calendar shows of a time.
  "create index campaign_began on campaign (customer_id, started_at) where started_at is not null and type = 'regular'",
  `create index campaign_planned on campaign (customer_id, send_at)
    where started_at is null and status in ('pending-sending', 'sending', 'paused')`,
  'create index campaign_recurs on campaign (customer_id, next_run_at) where next_run_at is not null',

  `create table campaign_file (customer_id bigint not null, campaign_id bigint not null, path text not null,
    hash text not null references blob (hash), media_type text not null, primary key (customer_id, campaign_id, path),
    foreign key (customer_id, campaign_id) references campaign (customer_id, id))`,
  'create index campaign_file_hash on campaign_file (hash)',
  `create table campaign_link (id ${ownId}, customer_id bigint not null, campaign_id bigint not null, hash text not null,
    sha1 text not null default '', url text not null, clicks bigint not null default 0,
    unique_clicks bigint not null default 0, filtered_clicks bigint not null default 0,
    filtered_unique_clicks bigint not null default 0, unique (customer_id, campaign_id, hash)${ownKey})`,
  ...byId('campaign_link'),
  'create index campaign_link_order on campaign_link (customer_id, campaign_id, id)',
  'create index campaign_link_sha1 on campaign_link (customer_id, campaign_id, sha1)',
  `create table campaign_run (customer_id bigint not null, campaign_id bigint not null, instant bigint not null,
    run_campaign_id bigint, created_at bigint not null,
    primary key (customer_id, campaign_id, instant),
    foreign key (customer_id, campaign_id) references campaign (customer_id, id))`,
  `create table ab_test (customer_id bigint not null, campaign_id bigint not null, share bigint not null,
    decided_by text not null, wait_minutes bigint not null, rest_from bigint, begun_at bigint, decides_at bigint,
    decided_at bigint, winner_id bigint, found_by text, rest_id bigint, is_clear bigint not null default 0,
    created_at bigint not null, primary key (customer_id, campaign_id),
    foreign key (customer_id, campaign_id) references campaign (customer_id, id))`,
  'create index ab_test_due on ab_test (decides_at) where decides_at is not null',
  'create index ab_test_ends on ab_test (customer_id, decides_at) where decides_at is not null',
  'create index ab_test_decided on ab_test (customer_id, decided_at) where decided_at is not null',
  // What a campaign was after each time that it was saved, compressed.
  `create table campaign_version (customer_id bigint not null, campaign_id bigint not null, revision bigint not null,
    began_at bigint not null, saved_at bigint not null, author text not null, author_name text not null,
    changed text not null, restored_from bigint, content ${bytes} not null,
    primary key (customer_id, campaign_id, revision))`,
  'create index campaign_version_age on campaign_version (customer_id, saved_at)',
  `create table campaign_editor (customer_id bigint not null, campaign_id bigint not null, editor text not null,
    author text not null, name text not null, since_at bigint not null, expires_at bigint not null,
    primary key (customer_id, campaign_id, editor)) ${storedByKey}`,
  `create table campaign_feed (id ${ownId}, customer_id bigint not null, campaign_id bigint not null, hash text not null,
    kind text not null, url text not null, content text, fault text, attempts bigint not null,
    next_attempt_at bigint, fetched_at bigint, unique (customer_id, campaign_id, hash)${ownKey})`,
  `create table feed_item (customer_id bigint not null, root_id bigint not null, campaign_id bigint not null,
    hash text not null, primary key (customer_id, root_id, hash, campaign_id))`,
];
