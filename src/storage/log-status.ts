// What the log of messages calls a message that was tried or ended, and was not accepted, as SQL. Index
// `message_not_accepted` is made of these texts and answers only what asks with the same; both engines read them alike.
// Changing them takes a migration. campaigns/log-status.ts says the same in words.

/** Messages that are put off, or ended otherwise than accepted. */
export const NOT_ACCEPTED = "state in ('deferred', 'rejected', 'uncertain', 'skipped')";

/** The status of such a message, by its state and reply. */
export const LOG_STATUS = `(case state when 'deferred' then 'temporary-error' when 'uncertain' then 'error'
  when 'rejected' then case when substr(reply, 1, 1) = '5' then 'fatal-error' when substr(reply, 1, 8) = 'given up' then 'giveup' else 'error' end
  else case when reply = 'blacklisted' then 'blacklisted' when reply = 'suppressed' then 'suppressed'
    when reply in ('unconfirmed', 'unsubscribed', 'unapproved', 'disabled', 'moved', 'deleted', 'marked as sent') then 'blocked'
    else 'giveup' end end)`;
