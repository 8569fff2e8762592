/** The tables of what belongs to a customer: each has a column `customer_id`. */
export const OWNED: ReadonlySet<string> = new Set([
  ...['api_key', 'sending_domain', 'dkim_key', 'relay', 'inbox_mail', 'tally'],
  ...['list', 'list_field', 'field_removal', 'subscriber', 'subscriber_mark', 'confirmation', 'segment', 'suppression'],
  ...['suppressed_hash', 'captcha_solution', 'list_growth'],
  ...['brand', 'saved_block', 'saved_block_use'],
  ...['template', 'template_file', 'campaign', 'campaign_file', 'campaign_link', 'campaign_run', 'campaign_feed'],
  ...[
    'feed_item',
    'batch',
    'work',
    'message',
    'worker_turn',
    'campaign_counter',
    'response',
    'open',
    'click',
    'unsubscribe',
  ],
  ...['bounce', 'complaint', 'email', 'email_attachment', 'campaign_version', 'campaign_editor', 'ab_test'],
  ...['job', 'job_piece', 'audit', 'address_removal', 'consent', 'consent_text', 'keyed_request'],
  ...['former_server', 'former_step', 'former_object', 'former_person'],
  ...['webhook', 'webhook_lane', 'webhook_delivery', 'event_fact', 'event_head', 'event_page'],
]);
