// What is refused of campaigns and A/B tests.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const campaignsWords: Words<'campaign' | 'ab-test'> = {
  'campaign-missing': () => t`The campaign does not exist.`,
  'campaign-removed-details': ({ day }) =>
    t`The details of this campaign's messages were removed on ${day}, as they are kept for a limited time. Its statistics stay.`,
  'campaign-begun-paused': () => t`This campaign has begun and is paused: let it go on with pause-unpause.`,
  'campaign-not-sendable': ({ status }) => t`This campaign cannot be sent: its status is ${status}.`,
  'campaign-not-removable': () => t`This campaign cannot be removed now.`,
  'campaign-is-variant': () =>
    t`This is a variant of an A/B test: please send the campaign that is tested, it begins with it.`,
  'campaign-not-editable': () => t`This campaign is not editable.`,
  'campaign-no-version': () => t`The campaign has no version of that number.`,
  'campaign-version-gone': () => t`The campaign has no version of that number, or it is no longer kept.`,
  'campaign-no-draft': () => t`It is no draft any more.`,
  'campaign-paused-first': () => t`The campaign must be paused for that: it would be sending to them meanwhile.`,
  'campaign-ending': () => t`The campaign was marked as sent and is still being ended. Please try again in a moment.`,
  'campaign-list-changed': () => t`The list cannot be changed any more: the campaign has begun to be sent.`,
  'campaign-list-segment-changed': () =>
    t`The list and the segment cannot be changed any more: the campaign has begun to be sent.`,
  'campaign-list-of-variant': () =>
    t`The list cannot be changed: a variant goes to the list of the campaign that is tested.`,
  'campaign-list-of-again': () =>
    t`The list cannot be changed: the campaign goes to those of it who did not open another one.`,
  'campaign-list-one-for-autoresponder': () =>
    t`An autoresponder follows one list: please name one, and make another campaign for each other list.`,
  'campaign-list-unknown': ({ uid }) => t`The list ${uid} does not exist.`,
  'campaign-list-provided': () => t`Provided list does not exist.`,
  'campaign-list-first': () => t`The first of the list uids must be list_uid.`,
  'campaign-lists-many': ({ most }) => t`A campaign goes to ${most} lists at most.`,
  'campaign-lists-segment': () =>
    t`A segment belongs to one list, and a campaign to several lists goes to everybody on them: please name one list, or take the segment away (null).`,
  'campaign-lists-test': () =>
    t`An A/B test deals out the people of one list: please name one list, or remove the test.`,
  'campaign-segment-provided': () => t`Provided list segment does not exist.`,
  'campaign-type-draft': () => t`Type can be changed in a draft only.`,
  'campaign-type-again': () => t`Type cannot be changed: the campaign goes to those who did not open another one.`,
  'campaign-type-begun': () => t`Type cannot be changed any more: the campaign has begun to be sent.`,
  'campaign-send-at': () => t`Send at must be a real date and time in the format Y-m-d H:i:s.`,
  'campaign-send-at-iso': () =>
    t`Send at iso must be an instant in ISO 8601 with Z or an offset, as 2026-12-24T08:00:00Z.`,
  'campaign-send-at-once': () =>
    t`It would recur no more, and its send at is past, so it would go to everybody at once: please give another send at, now for at once, or set status to paused.`,
  'campaign-send-at-two': () => t`Send at iso names another time than send at; please give one of them.`,
  'campaign-servers': () =>
    t`Delivery servers must be ids as GET /delivery-servers lists them, with commas or as an array.`,
  'campaign-server-unknown': ({ id }) => t`Delivery server ${id} does not exist.`,
  'campaign-sources': ({ known, got }) => t`Provide exactly one of ${known}; got ${got}.`,
  'campaign-no-template': () => t`Please provide a template for your campaign.`,
  'campaign-template-provided': () => t`Provided template does not exist.`,
  'campaign-provided': () => t`Provided campaign does not exist.`,
  'campaign-itself-provided': () =>
    t`Provided campaign is this one: it would wait for itself, and nobody would get it. Please name another one.`,
  'campaign-recurs-provided': () => t`Provided campaign recurs: it is not sent itself. Please name one of its runs.`,
  'campaign-cron-fields': () => t`Cronjob must have five fields: minute, hour, day of month, month, day of week.`,
  'campaign-cron-never': () => t`Cronjob never runs: there is no such day.`,
  'campaign-cron-often': () =>
    t`Cronjob must not run more often than once an hour: name one minute, as in “0 9 * * 1” (Mondays at 9:00).`,
  'campaign-cron-begun': () => t`Cronjob cannot be enabled any more: the campaign has begun to be sent.`,
  'campaign-runs': ({ made }) => t`Cronjob max runs must be -1 (without end) or ${made}.`,
  'campaign-zone-window': () =>
    t`A sending window has hours of one time zone, and recipients get this campaign at their own: please take one of the two away (null).`,
  'campaign-zone-test': () =>
    t`An A/B test ends for all at once, and recipients get this campaign at their own time: please remove the test, or recipient_time_zone (null).`,
  'campaign-zone-autoresponder': () =>
    t`An autoresponder sends some time after an event, whatever the clocks show: please take recipient_time_zone away (null).`,
  'campaign-zone-together': () =>
    t`The cronjob names several times of a day, and who gets each at the hour of the last open would get them together: please name one time of a day, or set last_open to no.`,
  'campaign-zone-other-clock': ({ zone }) =>
    t`The cronjob speaks of the clock of ${zone}, so that is the time zone here too: please name it, or none.`,
  'campaign-zone-begun': () =>
    t`The campaign has begun, and each of its messages has its time: please mark it as sent and send another one, or let it go on.`,
  'campaign-zone-field-kind': ({ field, instead }) =>
    t`Field ${field} cannot hold a time zone: please name a field of type text, dropdown or radiolist (${instead}).`,
  'campaign-zone-field-missing': ({ field, instead }) =>
    t`The list has no field ${field}: please name a field of type text, dropdown or radiolist (${instead}).`,
  'campaign-zone-form': () =>
    t`Recipient time zone must be an object with field, last_open and time_zone, or null for none.`,
  'campaign-zone-needs': () =>
    t`Recipient time zone needs a field of the list, last_open, or both; null takes it away.`,
  'campaign-window-form': () =>
    t`Sending window must be an object with days, from, to and time_zone, or null for none.`,
  'campaign-window-order': () => t`To must be later than from; a window cannot go over midnight.`,
  'campaign-window-days': ({ days }) => t`Days must be of: ${days}.`,
  'campaign-zone-with-campaign': () => t`When recipients get it is changed with the campaign, until it begins.`,
  'campaign-times-begun': () => t`The campaign has begun: look in its delivery who waits until when.`,
  'campaign-times-at-once': () =>
    t`All recipients get this campaign at the same instant: please choose each recipient’s own time first.`,
  'campaign-again-autoresponder': () =>
    t`Only regular campaigns can be sent again: an autoresponder goes to each by itself.`,
  'campaign-again-recurs': () => t`A campaign that recurs is not sent itself: please send one of its runs again.`,
  'campaign-again-unsent': () => t`The campaign has not been sent yet.`,
  'campaign-again-untracked': () => t`Opens of this campaign were not tracked: nobody knows who did not open it.`,
  'campaign-header-signs': () => t`Name must be letters, digits and signs of ASCII, without spaces and colons.`,
  'campaign-header-own': ({ name }) => t`${name} is set by the server itself.`,
  'campaign-header-form': () => t`A header must be an object with name and value.`,
  'campaign-header-twice': ({ name }) => t`${name} is there twice.`,
  'campaign-attachments-large': ({ size, most }) => t`Attachments are too large: ${size}, at most ${most} together.`,
  'campaign-attachment-form': () => t`An attachment must be an object with name, type and data.`,
  'campaign-attachment-unknown': () => t`No campaign of yours has this file: send its data.`,
  'campaign-attachment-base64': () => t`Data must be a file as base64.`,
  'campaign-attachment-large': ({ size, most }) => t`Data is too large: ${size}, at most ${most}.`,
  'campaign-file-gone': ({ name }) => t`The file ${name} of the campaign is gone.`,
  'campaign-list-removed': () => t`The list of this campaign was removed, so it cannot go on: please mark it as sent.`,
  'campaign-condition-field': ({ field }) => t`Field must be a merge tag that the list has: [${field}] is none.`,
  'campaign-emails-many': ({ max }) => t`Emails holds too many addresses (maximum is ${max}).`,
  'campaign-emails-form': () => t`Addresses must be a text with commas between them, or a list.`,
  'campaign-from-email-of': () => t`From email is not a valid email address for this subscriber.`,
  'ab-test-one-list': () =>
    t`An A/B test deals out the people of one list, and this campaign goes to several: please name one list (list_uids).`,
  'ab-test-untracked': ({ what, option }) =>
    t`${what} of this campaign are not tracked (options.${option}), so they cannot decide.`,
  'ab-test-none': () => t`The campaign has no A/B test: please set one first.`,
  'ab-test-missing': () => t`The campaign has no A/B test.`,
  'ab-test-many': ({ most }) => t`A test has at most ${most} variants.`,
  'ab-test-of-variant': () => t`This campaign is a variant itself: please use the campaign that is tested.`,
  'ab-test-regular': () => t`Only regular campaigns that do not recur can be tested.`,
  'ab-test-begun': () => t`The campaign has begun: its test can no longer be changed.`,
  'ab-test-not-begun': () => t`The A/B test has not begun.`,
  'ab-test-decided': () => t`The A/B test is decided already.`,
  'ab-test-undecided': () =>
    t`The campaign cannot be removed while the A/B test is not decided: please choose the winner, or end the test, first.`,
  'ab-test-parts-under-way': ({ name }) =>
    t`All parts of an A/B test are deleted with its first variant, and “${name}” is still going out: please wait until it is sent, or pause it first.`,
  'ab-test-no-variant': ({ variants }) => t`Not a variant of this test: ${variants}.`,
  'ab-test-one': () => t`The A/B test has one variant only: please add another one, or remove the test.`,
  'ab-test-lacks': ({ letter, lacks }) => t`Variant ${letter} of the A/B test lacks ${lacks}.`,
  'ab-test-counts': ({ letter, what, option }) =>
    t`Variant ${letter} of the A/B test does not count ${what} (options.${option}), which decide.`,
  'campaign-autoresponder-campaign': ({ action }) => t`Autoresponder ${action} campaign id cannot be blank.`,
  'campaign-cron-invalid': ({ error }) => t`Cronjob is not valid: ${error}`,
  'campaign-window-from': () => t`From must be a time of day from 00:00 to 23:59, as 09:00.`,
  'campaign-window-to': () => t`To must be a time of day from 00:00 to 23:59, as 09:00, or 24:00.`,
  'campaign-not-ended': () => t`The campaign does not allow marking it as sent!`,
  'campaign-not-retried': () => t`The campaign does not allow retrying its failed messages!`,
  'campaign-nothing-sent': () => t`Nothing of this campaign was sent yet: there is no report to share.`,
  'campaign-message-none': () => t`The campaign has no message to this subscriber.`,
  'campaign-link-unknown': () => t`The link is not known.`,
  'campaign-calendar-day': ({ label }) => t`${label} must be a day like 2026-11-21.`,
  'campaign-calendar-order': () => t`To must not be before from.`,
  'campaign-calendar-long': ({ most }) => t`To must be less than ${most} days after from.`,
  'campaign-calendar-far': ({ furthest, years }) => t`To must not be later than ${furthest}: ${years} years ahead.`,
};
