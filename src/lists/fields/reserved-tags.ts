// Merge tags that exist in every campaign (wire contract, section 11): no field may take their
// names.

const withPrefix = (prefix: string, names: string) => names.split(' ').map((name) => prefix + name);

const FEED_NAMES = 'BEGIN END ITEM_TITLE ITEM_DESCRIPTION ITEM_CONTENT ITEM_IMAGE ITEM_LINK ITEM_PUBDATE ITEM_GUID';

const RESERVED: ReadonlySet<string> = new Set([
  ...withPrefix(
    'SUBSCRIBER_',
    'UID IP DATE_ADDED DATE_ADDED_LOCALIZED OPTIN_IP OPTIN_DATE CONFIRM_IP CONFIRM_DATE LAST_SENT_DATE EMAIL_NAME EMAIL_DOMAIN',
  ),
  ...withPrefix('EMAIL_', 'NAME DOMAIN'),
  ...withPrefix('LIST_', 'UID NAME SUBJECT DESCRIPTION FROM_NAME FROM_EMAIL'),
  ...withPrefix(
    'CAMPAIGN_',
    'NAME TYPE SUBJECT TO_NAME FROM_NAME FROM_EMAIL REPLY_TO UID URL SEND_AT STARTED_AT DATE_ADDED SEGMENT_NAME REPORT_ABUSE_URL',
  ),
  ...withPrefix(
    'COMPANY_',
    'FULL_ADDRESS NAME WEBSITE ADDRESS_1 ADDRESS_2 CITY ZONE ZONE_CODE ZIP COUNTRY COUNTRY_CODE PHONE',
  ),
  ...withPrefix('CURRENT_', 'YEAR MONTH DAY DATE MONTH_FULL_NAME DOMAIN DOMAIN_URL'),
  'DATE',
  'DATETIME',
  ...withPrefix('SIGN_', 'LT LTE GT GTE'),
  ...withPrefix('DS_', 'NAME HOST TYPE ID FROM_NAME FROM_EMAIL REPLYTO_EMAIL'),
  'UNSUBSCRIBE_URL',
  'UNSUBSCRIBE_LINK',
  'DIRECT_UNSUBSCRIBE_URL',
  'DIRECT_UNSUBSCRIBE_LINK',
  'UNSUBSCRIBE_FROM_CUSTOMER_URL',
  'UPDATE_PROFILE_URL',
  'WEB_VERSION_URL',
  'FORWARD_FRIEND_URL',
  'SUBSCRIBE_URL',
  'FILES_URL',
  'RANDOM_CONTENT',
  ...['IF', 'ELSE', 'ENDIF'],
  'REMOTE_CONTENT',
  ...withPrefix('XML_FEED_', FEED_NAMES),
  ...withPrefix('JSON_FEED_', FEED_NAMES),
]);

/** Whether a tag (upper case) has a meaning of its own in every campaign. */
export function isReservedTag(tag: string): boolean {
  return RESERVED.has(tag);
}
