// What is refused of campaigns and A/B tests.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const campaignsWords: Words<'campaign' | 'ab-test'> = {
  'campaign-missing': () => t`The campaign does not exist.`,
  'campaign-removed-details': ({ day }) =>
    t`The details of this campaign's messages were removed on ${day}: they are kept for a limited time only. The statistics are kept.`,
  'campaign-begun-paused': () => t`This campaign has started and is paused: resume it with pause-unpause.`,
  'campaign-not-sendable': ({ status }) => t`This campaign cannot be sent: its status is ${status}.`,
  'campaign-not-removable': () => t`This campaign cannot be removed now.`,
  'campaign-is-variant': () =>
    t`This is a variant of an A/B test. Please send the campaign that is tested: the variant starts with it.`,
  'campaign-not-editable': () => t`This campaign is not editable.`,
  'campaign-no-version': () => t`The campaign has no version with this number.`,
  'campaign-version-gone': () => t`The campaign has no version with this number, or it is no longer kept.`,
  'campaign-no-draft': () => t`It is no longer a draft.`,
  'campaign-paused-first': () =>
    t`Please pause the campaign first: otherwise it could send to these people in the meantime.`,
  'campaign-ending': () =>
    t`The campaign was marked as sent and is still being wrapped up. Please try again in a moment.`,
  'campaign-list-changed': () => t`The list can no longer be changed: the campaign has started sending.`,
  'campaign-list-segment-changed': () =>
    t`The list and the segment can no longer be changed: the campaign has started sending.`,
  'campaign-list-of-variant': () =>
    t`The list cannot be changed: a variant is sent to the list of the campaign that is tested.`,
  'campaign-list-of-again': () =>
    t`The list cannot be changed: the campaign is sent to the people on it who did not open another campaign.`,
  'campaign-list-one-for-autoresponder': () =>
    t`An autoresponder follows one list. Please name one list, and create another campaign for each further list.`,
  'campaign-list-unknown': ({ uid }) => t`The list ${uid} does not exist.`,
  'campaign-list-provided': () => t`Provided list does not exist.`,
  'campaign-list-first': () => t`The first of the list uids must be list_uid.`,
  'campaign-lists-many': ({ most }) => t`A campaign can be sent to at most ${most} lists.`,
  'campaign-lists-segment': () =>
    t`A segment belongs to one list, and a campaign to several lists is sent to everyone on them. Please name one list, or remove the segment (null).`,
  'campaign-lists-test': () => t`An A/B test splits the people of one list. Please name one list, or remove the test.`,
  'campaign-segment-provided': () => t`Provided list segment does not exist.`,
  'campaign-type-draft': () => t`Type can only be changed in a draft.`,
  'campaign-type-again': () =>
    t`Type cannot be changed: the campaign is sent to the people who did not open another campaign.`,
  'campaign-type-begun': () => t`Type can no longer be changed: the campaign has started sending.`,
  'campaign-send-at': () => t`Send at must be a real date and time in the format Y-m-d H:i:s.`,
  'campaign-send-at-iso': () =>
    t`Send at iso must be a time in ISO 8601 with Z or an offset, such as 2026-12-24T08:00:00Z.`,
  'campaign-send-at-once': () =>
    t`It would no longer recur, and its send at is in the past, so it would be sent to everyone immediately. Please give another send at, now to send it immediately, or set status to paused.`,
  'campaign-send-at-two': () => t`Send at iso and send at name different times. Please give only one of them.`,
  'campaign-servers': () =>
    t`Delivery servers must be ids from GET /delivery-servers, separated by commas or as an array.`,
  'campaign-server-unknown': ({ id }) => t`Delivery server ${id} does not exist.`,
  'campaign-sources': ({ known, got }) => t`Provide exactly one of ${known}; got ${got}.`,
  'campaign-no-template': () => t`Please provide a template for your campaign.`,
  'campaign-template-provided': () => t`Provided template does not exist.`,
  'campaign-provided': () => t`Provided campaign does not exist.`,
  'campaign-itself-provided': () =>
    t`Provided campaign is this campaign itself: it would wait for itself and never be sent. Please name another one.`,
  'campaign-recurs-provided': () => t`Provided campaign recurs, so it is not sent itself. Please name one of its runs.`,
  'campaign-cron-fields': () => t`Cronjob must have five fields: minute, hour, day of month, month, day of week.`,
  'campaign-cron-never': () => t`Cronjob never runs: there is no such day.`,
  'campaign-cron-often': () =>
    t`Cronjob must not run more often than once an hour: name one minute, such as “0 9 * * 1” (Mondays at 9:00).`,
  'campaign-cron-begun': () => t`Cronjob can no longer be enabled: the campaign has started sending.`,
  'campaign-runs': ({ made }) => t`Cronjob max runs must be -1 (no limit) or ${made}.`,
  'campaign-zone-window': () =>
    t`A sending window uses the hours of one time zone, and recipients get this campaign at their own local time. Please remove one of the two (null).`,
  'campaign-zone-test': () =>
    t`An A/B test ends for everyone at the same time, and recipients get this campaign at their own local time. Please remove the test, or recipient_time_zone (null).`,
  'campaign-zone-autoresponder': () =>
    t`An autoresponder sends some time after an event, regardless of the local time. Please remove recipient_time_zone (null).`,
  'campaign-zone-together': () =>
    t`The cronjob has several times a day, and people who get it at the hour of their last open would get these runs together. Please use one time a day, or set last_open to no.`,
  'campaign-zone-other-clock': ({ zone }) =>
    t`The cronjob uses the time zone ${zone}, so it must be the time zone here too. Please name it, or none.`,
  'campaign-zone-begun': () =>
    t`The campaign has started, and each of its messages already has its send time. Please resume it, or mark it as sent and send another one.`,
  'campaign-zone-field-kind': ({ field, instead }) =>
    t`Field ${field} cannot hold a time zone. Please name a field of type text, dropdown or radiolist (${instead}).`,
  'campaign-zone-field-missing': ({ field, instead }) =>
    t`The list has no field ${field}. Please name a field of type text, dropdown or radiolist (${instead}).`,
  'campaign-zone-form': () =>
    t`Recipient time zone must be an object with field, last_open and time_zone, or null for none.`,
  'campaign-zone-needs': () =>
    t`Recipient time zone needs a field of the list, last_open, or both. Use null to remove it.`,
  'campaign-window-form': () =>
    t`Sending window must be an object with days, from, to and time_zone, or null for none.`,
  'campaign-window-order': () => t`To must be later than from: a window cannot cross midnight.`,
  'campaign-window-days': ({ days }) => t`Days must be of: ${days}.`,
  'campaign-zone-with-campaign': () => t`The recipients’ time zone is changed with the campaign, until it starts.`,
  'campaign-times-begun': () => t`The campaign has started: its delivery shows who is waiting and until when.`,
  'campaign-times-at-once': () =>
    t`All recipients get this campaign at the same time. Please choose each recipient’s own time first.`,
  'campaign-again-autoresponder': () =>
    t`Only regular campaigns can be sent again: an autoresponder is sent to each person automatically.`,
  'campaign-again-recurs': () => t`A recurring campaign is not sent itself. Please send one of its runs again.`,
  'campaign-again-unsent': () => t`The campaign has not been sent yet.`,
  'campaign-again-untracked': () => t`Opens of this campaign were not tracked, so it is not known who did not open it.`,
  'campaign-header-signs': () => t`Name must contain only ASCII letters, digits and signs, without spaces and colons.`,
  'campaign-header-own': ({ name }) => t`${name} is set by the server itself.`,
  'campaign-header-form': () => t`A header must be an object with name and value.`,
  'campaign-header-twice': ({ name }) => t`${name} is given twice.`,
  'campaign-attachments-large': ({ size, most }) =>
    t`Attachments are too large: ${size}, and the maximum is ${most} in total.`,
  'campaign-attachment-form': () => t`An attachment must be an object with name, type and data.`,
  'campaign-attachment-unknown': () => t`None of your campaigns has this file: please send its data.`,
  'campaign-attachment-base64': () => t`Data must be a file as base64.`,
  'campaign-attachment-large': ({ size, most }) => t`Data is too large: ${size}, and the maximum is ${most}.`,
  'campaign-file-gone': ({ name }) => t`The file ${name} of the campaign no longer exists.`,
  'campaign-list-removed': () =>
    t`The list of this campaign was removed, so it cannot be resumed. Please mark it as sent.`,
  'campaign-condition-field': ({ field }) => t`Field must be a merge tag of the list: [${field}] is not one.`,
  'campaign-emails-many': ({ max }) => t`Emails holds too many addresses (maximum is ${max}).`,
  'campaign-emails-form': () => t`Addresses must be a text, separated by commas, or a list.`,
  'campaign-from-email-of': () => t`From email is not a valid email address for this subscriber.`,
  'ab-test-one-list': () =>
    t`An A/B test splits the people of one list, and this campaign is sent to several. Please name one list (list_uids).`,
  'ab-test-untracked': ({ what, option }) =>
    t`${what} of this campaign are not tracked (options.${option}), so they cannot decide.`,
  'ab-test-none': () => t`The campaign has no A/B test: please set one first.`,
  'ab-test-missing': () => t`The campaign has no A/B test.`,
  'ab-test-many': ({ most }) => t`A test can have at most ${most} variants.`,
  'ab-test-of-variant': () => t`This campaign is itself a variant. Please use the campaign that is tested.`,
  'ab-test-regular': () => t`Only regular campaigns that do not recur can be tested.`,
  'ab-test-begun': () => t`The campaign has started: its test can no longer be changed.`,
  'ab-test-not-begun': () => t`The A/B test has not started.`,
  'ab-test-decided': () => t`The A/B test is already decided.`,
  'ab-test-undecided': () =>
    t`The campaign cannot be removed before the A/B test is decided. Please choose the winner or end the test first.`,
  'ab-test-parts-under-way': ({ name }) =>
    t`All parts of an A/B test are deleted with its first variant, and “${name}” is still being sent. Please wait until it is sent, or pause it first.`,
  'ab-test-no-variant': ({ variants }) => t`Not a variant of this test: ${variants}.`,
  'ab-test-one': () => t`The A/B test has only one variant. Please add another one, or remove the test.`,
  'ab-test-lacks': ({ letter, lacks }) => t`Variant ${letter} of the A/B test is missing ${lacks}.`,
  'ab-test-counts': ({ letter, what, option }) =>
    t`Variant ${letter} of the A/B test does not track ${what} (options.${option}), which decide the test.`,
  'campaign-autoresponder-campaign': ({ action }) => t`Autoresponder ${action} campaign id cannot be blank.`,
  'campaign-cron-invalid': ({ error }) => t`Cronjob is not valid: ${error}`,
  'campaign-window-from': () => t`From must be a time of day from 00:00 to 23:59, such as 09:00.`,
  'campaign-window-to': () => t`To must be a time of day from 00:00 to 23:59, such as 09:00, or 24:00.`,
  'campaign-not-ended': () => t`The campaign does not allow marking it as sent!`,
  'campaign-not-retried': () => t`The campaign does not allow retrying its failed messages!`,
  'campaign-nothing-sent': () => t`Nothing has been sent yet: this campaign has no report to share.`,
  'campaign-message-none': () => t`The campaign has no message to this subscriber.`,
  'campaign-link-unknown': () => t`The link is not known.`,
  'campaign-calendar-day': ({ label }) => t`${label} must be a day like 2026-11-21.`,
  'campaign-calendar-order': () => t`To must not be before from.`,
  'campaign-calendar-long': ({ most }) => t`To must be less than ${most} days after from.`,
  'campaign-calendar-far': ({ furthest, years }) => t`To must not be later than ${furthest} (${years} years ahead).`,
};
