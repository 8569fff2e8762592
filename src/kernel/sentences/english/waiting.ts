// Why a campaign waits although it should be sent.
export const WAITING = {
  'waits-draft': 'The campaign is a draft.',
  'waits-paused': 'The campaign is paused.',
  'waits-blocked': 'The campaign is blocked.',
  'waits-approval': 'The campaign is awaiting approval.',
  'waits-run': 'Its next run is at {at}.',
  'waits-time': 'It is scheduled for {at}.',
  'waits-clocks': 'It starts at {at}, when the first time zone reaches its send time.',
  'waits-runs-off': 'Its recurring runs are switched off.',
  'waits-list-removed': 'The list of the campaign was removed.',
  'waits-customer-off': 'The customer is switched off.',
  'waits-store': 'Data cannot be stored right now, so nothing is sent. {why}',
  'waits-base-url':
    'No campaign can start: MAILWRIGHT_BASE_URL is not set, so every link in its emails would lead to the recipient’s own computer. Set it to the public address and restart the server.',
  'waits-address':
    'The campaign cannot start: the postal address is not set, and emails must include it by law. Set the company of the list (PUT /lists/<list_uid>, company[address_1] and so on) or of the customer (npx mailwright customer update).',
  'waits-worker-refused': 'No worker is allowed to send. {why}',
  'waits-worker-none': 'No worker is running: start a process with the role worker.',
  'waits-relays-gone':
    'Its delivery servers ({numbers}) were removed or switched off. Pause the campaign and choose others.',
  'waits-relays-none':
    'No delivery server is available for its messages: all of them are switched off or belong to other customers, and the test inbox is not used where there is a delivery server.',
  'waits-relay-fails': 'No delivery server can be used right now. {name}:',
  'waits-answer':
    'What was begun at {at} is waiting for the mail server’s answer. A server that says nothing for five minutes is disconnected.',
  'waits-put-off': 'All remaining messages are postponed until {at} or later. The first one: {reply}',
} as const;
