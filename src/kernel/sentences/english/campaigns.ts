// What is refused of campaigns and A/B tests.
export const CAMPAIGNS = {
  'campaign-missing': 'The campaign does not exist.',
  'campaign-removed-details':
    "The details of this campaign's messages were removed on {day}: they are kept for a limited time only. The statistics are kept.",
  'campaign-begun-paused': 'This campaign has started and is paused: resume it with pause-unpause.',
  'campaign-not-sendable': 'This campaign cannot be sent: its status is {status}.',
  'campaign-not-removable': 'This campaign cannot be removed now.',
  'campaign-is-variant':
    'This is a variant of an A/B test. Please send the campaign that is tested: the variant starts with it.',
  'campaign-not-editable': 'This campaign is not editable.',
  'campaign-no-version': 'The campaign has no version with this number.',
  'campaign-version-gone': 'The campaign has no version with this number, or it is no longer kept.',
  'campaign-no-draft': 'It is no longer a draft.',
  'campaign-paused-first': 'Please pause the campaign first: otherwise it could send to these people in the meantime.',
  'campaign-ending': 'The campaign was marked as sent and is still being wrapped up. Please try again in a moment.',
  'campaign-list-changed': 'The list can no longer be changed: the campaign has started sending.',
  'campaign-list-segment-changed':
    'The list and the segment can no longer be changed: the campaign has started sending.',
  'campaign-list-of-variant':
    'The list cannot be changed: a variant is sent to the list of the campaign that is tested.',
  'campaign-list-of-again':
    'The list cannot be changed: the campaign is sent to the people on it who did not open another campaign.',
  'campaign-list-one-for-autoresponder':
    'An autoresponder follows one list. Please name one list, and create another campaign for each further list.',
  'campaign-list-unknown': 'The list {uid} does not exist.',
  'campaign-list-provided': 'Provided list does not exist.',
  'campaign-list-first': 'The first of the list uids must be list_uid.',
  'campaign-lists-many': 'A campaign can be sent to at most {most} lists.',
  'campaign-lists-segment':
    'A segment belongs to one list, and a campaign to several lists is sent to everyone on them. Please name one list, or remove the segment (null).',
  'campaign-lists-test': 'An A/B test splits the people of one list. Please name one list, or remove the test.',
  'campaign-segment-provided': 'Provided list segment does not exist.',
  'campaign-type-draft': 'Type can only be changed in a draft.',
  'campaign-type-again':
    'Type cannot be changed: the campaign is sent to the people who did not open another campaign.',
  'campaign-type-begun': 'Type can no longer be changed: the campaign has started sending.',
  'campaign-send-at': 'Send at must be a real date and time in the format Y-m-d H:i:s.',
  'campaign-send-at-iso': 'Send at iso must be a time in ISO 8601 with Z or an offset, such as 2026-12-24T08:00:00Z.',
  'campaign-send-at-once':
    'It would no longer recur, and its send at is in the past, so it would be sent to everyone immediately. Please give another send at, now to send it immediately, or set status to paused.',
  'campaign-send-at-two': 'Send at iso and send at name different times. Please give only one of them.',
  'campaign-servers': 'Delivery servers must be ids from GET /delivery-servers, separated by commas or as an array.',
  'campaign-server-unknown': 'Delivery server {id} does not exist.',
  'campaign-sources': 'Provide exactly one of {known}; got {got}.',
  'campaign-no-template': 'Please provide a template for your campaign.',
  'campaign-template-provided': 'Provided template does not exist.',
  'campaign-provided': 'Provided campaign does not exist.',
  'campaign-itself-provided':
    'Provided campaign is this campaign itself: it would wait for itself and never be sent. Please name another one.',
  'campaign-recurs-provided': 'Provided campaign recurs, so it is not sent itself. Please name one of its runs.',
  'campaign-cron-fields': 'Cronjob must have five fields: minute, hour, day of month, month, day of week.',
  'campaign-cron-never': 'Cronjob never runs: there is no such day.',
  'campaign-cron-often':
    'Cronjob must not run more often than once an hour: name one minute, such as "0 9 * * 1" (Mondays at 9:00).',
  'campaign-cron-begun': 'Cronjob can no longer be enabled: the campaign has started sending.',
  'campaign-runs': 'Cronjob max runs must be -1 (no limit) or {made}.',
  'campaign-zone-window':
    'A sending window uses the hours of one time zone, and recipients get this campaign at their own local time. Please remove one of the two (null).',
  'campaign-zone-test':
    'An A/B test ends for everyone at the same time, and recipients get this campaign at their own local time. Please remove the test, or recipient_time_zone (null).',
  'campaign-zone-autoresponder':
    'An autoresponder sends some time after an event, regardless of the local time. Please remove recipient_time_zone (null).',
  'campaign-zone-together':
    'The cronjob has several times a day, and people who get it at the hour of their last open would get these runs together. Please use one time a day, or set last_open to no.',
  'campaign-zone-other-clock':
    'The cronjob uses the time zone {zone}, so it must be the time zone here too. Please name it, or none.',
  'campaign-zone-begun':
    'The campaign has started, and each of its messages already has its send time. Please resume it, or mark it as sent and send another one.',
  'campaign-zone-field-kind':
    'Field {field} cannot hold a time zone. Please name a field of type text, dropdown or radiolist ({instead}).',
  'campaign-zone-field-missing':
    'The list has no field {field}. Please name a field of type text, dropdown or radiolist ({instead}).',
  'campaign-zone-form': 'Recipient time zone must be an object with field, last_open and time_zone, or null for none.',
  'campaign-zone-needs': 'Recipient time zone needs a field of the list, last_open, or both. Use null to remove it.',
  'campaign-window-form': 'Sending window must be an object with days, from, to and time_zone, or null for none.',
  'campaign-window-order': 'To must be later than from: a window cannot cross midnight.',
  'campaign-window-days': 'Days must be of: {days}.',
  'campaign-zone-with-campaign':
    'Recipient time zone is changed with the campaign (PUT /campaigns/<campaign_uid>), until it starts.',
  'campaign-times-begun':
    'The campaign has started: GET /campaigns/<campaign_uid>/delivery shows who is waiting and until when.',
  'campaign-times-at-once':
    'All recipients get this campaign at the same time. Please set delivery.recipient_time_zone first.',
  'campaign-again-autoresponder':
    'Only regular campaigns can be sent again: an autoresponder is sent to each person automatically.',
  'campaign-again-recurs': 'A recurring campaign is not sent itself. Please send one of its runs again.',
  'campaign-again-unsent': 'The campaign has not been sent yet.',
  'campaign-again-untracked': 'Opens of this campaign were not tracked, so it is not known who did not open it.',
  'campaign-header-signs': 'Name must contain only ASCII letters, digits and signs, without spaces and colons.',
  'campaign-header-own': '{name} is set by the server itself.',
  'campaign-header-form': 'A header must be an object with name and value.',
  'campaign-header-twice': '{name} is given twice.',
  'campaign-attachments-large': 'Attachments are too large: {size}, and the maximum is {most} in total.',
  'campaign-attachment-form': 'An attachment must be an object with name, type and data.',
  'campaign-attachment-unknown': 'None of your campaigns has this file: please send its data.',
  'campaign-attachment-base64': 'Data must be a file as base64.',
  'campaign-attachment-large': 'Data is too large: {size}, and the maximum is {most}.',
  'campaign-file-gone': 'The file {name} of the campaign no longer exists.',
  'campaign-list-removed': 'The list of this campaign was removed, so it cannot be resumed. Please mark it as sent.',
  'campaign-condition-field': 'Field must be a merge tag of the list: [{field}] is not one.',
  'campaign-emails-many': 'Emails holds too many addresses (maximum is {max}).',
  'campaign-emails-form': 'Addresses must be a text, separated by commas, or a list.',
  'campaign-from-email-of': 'From email is not a valid email address for this subscriber.',
  'ab-test-one-list':
    'An A/B test splits the people of one list, and this campaign is sent to several. Please name one list (list_uids).',
  'ab-test-untracked': '{what} of this campaign are not tracked (options.{option}), so they cannot decide.',
  'ab-test-none': 'The campaign has no A/B test: please set one first.',
  'ab-test-missing': 'The campaign has no A/B test.',
  'ab-test-many': 'A test can have at most {most} variants.',
  'ab-test-of-variant': 'This campaign is itself a variant. Please use the campaign that is tested.',
  'ab-test-regular': 'Only regular campaigns that do not recur can be tested.',
  'ab-test-begun': 'The campaign has started: its test can no longer be changed.',
  'ab-test-not-begun': 'The A/B test has not started.',
  'ab-test-decided': 'The A/B test is already decided.',
  'ab-test-undecided':
    'The campaign cannot be removed before the A/B test is decided. Please choose the winner or end the test first.',
  'ab-test-parts-under-way':
    'All parts of an A/B test are deleted with its first variant, and “{name}” is still being sent. Please wait until it is sent, or pause it first.',
  'ab-test-no-variant': 'Not a variant of this test: {variants}.',
  'ab-test-one': 'The A/B test has only one variant. Please add another one, or remove the test.',
  'ab-test-lacks': 'Variant {letter} of the A/B test is missing {lacks}.',
  'ab-test-counts': 'Variant {letter} of the A/B test does not track {what} (options.{option}), which decide the test.',
  'campaign-autoresponder-campaign': 'Autoresponder {action} campaign id cannot be blank.',
  'campaign-cron-invalid': 'Cronjob is not valid: {error}',
  'campaign-window-from': 'From must be a time of day from 00:00 to 23:59, such as 09:00.',
  'campaign-window-to': 'To must be a time of day from 00:00 to 23:59, such as 09:00, or 24:00.',
  'campaign-not-ended': 'The campaign does not allow marking it as sent!',
  'campaign-not-retried': 'The campaign does not allow retrying its failed messages!',
  'campaign-nothing-sent': 'Nothing has been sent yet: this campaign has no report to share.',
  'campaign-message-none': 'The campaign has no message to this subscriber.',
  'campaign-link-unknown': 'The link is not known.',
  'campaign-calendar-day': '{label} must be a day like 2026-11-21.',
  'campaign-calendar-order': 'To must not be before from.',
  'campaign-calendar-long': 'To must be less than {most} days after from.',
  'campaign-calendar-far': 'To must not be later than {furthest} ({years} years ahead).',
} as const;
