// Why a campaign waits although it should be sent.
export const WAITING = {
  'waits-draft': 'The campaign is a draft.',
  'waits-paused': 'The campaign is paused.',
  'waits-blocked': 'The campaign is blocked.',
  'waits-approval': 'The campaign waits for approval.',
  'waits-run': 'Its next run is at {at}.',
  'waits-time': 'Its send time is still to come: {at}.',
  'waits-clocks': 'It begins at {at}, when the first clocks show it.',
  'waits-runs-off': 'Its runs have been switched off.',
  'waits-list-removed': 'The list of the campaign was removed.',
  'waits-customer-off': 'The customer is switched off.',
  'waits-store': 'Nothing can be written down, so nothing goes out. {why}',
  'waits-base-url':
    'No campaign begins: MAILWRIGHT_BASE_URL is not set, so every link in its mails would lead to the machine of whoever reads them. Set it to the public address and start the server again.',
  'waits-address':
    'The postal address is not set, and mails carry it by law: the campaign does not begin. Set the company of the list (PUT /lists/<list_uid>, company[address_1] and so on) or of the customer (npx mailwright customer update).',
  'waits-worker-refused': 'No worker may send. {why}',
  'waits-worker-none': 'No worker is running: the process with role worker is not there.',
  'waits-relays-gone': 'Its delivery servers ({numbers}) were removed or switched off. Pause it and give it others.',
  'waits-relays-none':
    'No delivery server may take its messages: those of the store are switched off or belong to others, and the test inbox takes nothing of a store that has one.',
  'waits-relay-fails': 'No delivery server can be used at the moment. {name}:',
  'waits-put-off': 'All messages that are left were put off until {at} or later. The first of them: {reply}',
} as const;
