// Statements that name tables of customers and are not held to one.

/** By the file in src/ and the function, and why. */
export type Exception = { reason: string; of: readonly string[] };

/** How an exception names a place. */
export const placeName = ({ file, name }: { file: string; name: string }): string => `${file} ${name}`.trim();

export const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'Who calls is what the statement is to find out: it has an API key and nothing else.',
    of: ['accounts/keys/queries.ts findCallerByKeyHash', 'accounts/keys/queries.ts findKeyByHash'],
  },
  {
    reason: 'A link or a returned mail names a campaign, a link or a subscriber: whose it is comes from here.',
    of: [
      'bounces/find-message.ts findMessage',
      'campaigns/queries.ts findCampaignById',
      'campaigns/queries.ts ownersOfUids',
      'inbound/providers/whom.ts newestTo',
      'messages/uncertain/owners.ts ownersOf',
      'pages/queries-people.ts findLinkedSubscriber',
      'subscribers/queries.ts findListByUid',
      'switching/links.ts findNamed',
      'tracking/queries.ts findClickTarget',
      'tracking/queries.ts findClickTargets',
      'tracking/queries.ts findOfAnyCustomer',
      'transactional/queries.ts findMessageOfEmail',
    ],
  },
  {
    reason: 'For operators, who work on what all customers have.',
    of: [
      'accounts/keys/queries.ts findKeyById',
      'accounts/keys/queries.ts listKeyRows',
      'campaigns/queries.ts findCampaignOfAnybody',
      'domains/queries.ts listDomains',
      'domains/watch/queries.ts countBroken',
      'lists/queries.ts isListUidTaken',
      'mail/inbox/queries.ts clearInbox',
      'mail/inbox/queries.ts countInbox',
      'mail/inbox/queries.ts findMail',
      'mail/inbox/queries.ts',
      'mail/inbox/queries.ts listInbox',
      'mail/inbox/queries.ts newestMail',
      'messages/uncertain/queries.ts heldCampaigns',
      'reports/doctor/clock-past.ts newestInstant',
      'reports/installation-state.ts runningNow',
      'reports/queue/overdue.ts countLate',
      'reports/queue/overdue.ts longestLate',
      'reports/queue/queries.ts queuedCampaigns',
      'reports/queue/queries.ts pacedDestinations',
      'templates/gallery/due.ts givenUpPictures',
      'webhooks/backlog.ts countOff',
      'webhooks/backlog.ts readBacklog',
      'relays/queries.ts findRelay',
      'relays/queries.ts listRelays',
    ],
  },
  {
    reason: 'What the clock and the workers look for, over all customers: the oldest, or whatever is due.',
    of: [
      'storage/spread/oldest.ts customerWithOlder',
      'campaigns/delivery/details.ts giveUpDetails',
      'campaigns/delivery/details.ts nextToClear',
      'campaigns/autoresponder/follow.ts autorespondersUnderWay',
      'campaigns/autoresponder/follow.ts pauseFollowers',
      'campaigns/ab-test/queries.ts leaveDueToPeople',
      'campaigns/delivery/progress.ts due',
      'campaigns/delivery/progress.ts nextCampaignAt',
      'campaigns/delivery/progress.ts pauseEvery',
      'campaigns/delivery/progress.ts pauseRunning',
      'campaigns/delivery/progress.ts runningCampaigns',
      'campaigns/queries-report.ts reportsDue',
      'campaigns/remove.ts removeCampaign',
      'domains/watch/queries.ts domainsDue',
      'jobs/queries.ts isJobDue',
      'jobs/queries.ts nextJobs',
      'jobs/queries.ts oldJobs',
      'campaigns/schedule/queries-runs.ts recurringDue',
      'campaigns/ab-test/queries.ts testsDue',
      'campaigns/ab-test/queries.ts testsTooFar',
      'lists/queries-notices.ts lockListsToNotice',
      'lists/queries-removal.ts nextRemoval',
      'lists/queries.ts nextToRemove',
      'messages/leftovers.ts findLeftovers',
      'media/queries.ts nextWithUnused',
      'messages/open.ts openAutoresponders',
      'messages/open.ts openEmails',
      'messages/retry/too-far.ts bringNearer',
      'messages/uncertain/queries.ts toSettle',
      'segments/queries.ts staleSegments',
      'templates/gallery/due.ts isPictureDue',
      'templates/gallery/due.ts nextDuePicture',
      'storage/postgres/renew.ts emptyParts',
      'storage/postgres/renew.ts hasRows',
      'storage/postgres/renew.ts isNeeded',
      'storage/postgres/renew.ts renewParts',
      'subscribers/confirmation/confirmations.ts hasDueConfirmations',
      'subscribers/confirmation/confirmations.ts lockDueConfirmations',
      'subscribers/confirmation/confirmations.ts removeOldConfirmations',
      'transactional/remove.ts customerOfOldest',
      'webhooks/claim.ts dueWebhooks',
      'webhooks/claim.ts isAnyOn',
      'webhooks/log/queries.ts customersWithFacts',
      'webhooks/outbox/interest.ts readListening',
      'webhooks/remove-old.ts oldestDelivery',
      'webhooks/remove-old.ts oldestPage',
    ],
  },
  {
    reason: 'A worker has relays for all customers.',
    of: ['relays/queries.ts hasRelays', 'relays/queries.ts listEnabledRelays', 'relays/queries.ts setFault'],
  },
  {
    reason: 'A worker that is gone had work of any customers.',
    of: [
      'delivery/high-water/takeover.ts hasTurn',
      'messages/recover.ts recoverOrphans',
      'messages/turn/hold.ts customersInFlight',
      'messages/turn/hold.ts heldCustomers',
    ],
  },
  {
    reason: 'A store that went back in time: transactional emails of all customers end.',
    of: ['messages/end.ts endWork'],
  },
  {
    reason: 'The bytes of files are kept once, and go with the last mail or campaign of any customer.',
    of: ['storage/blobs.ts dropPrivateBlobs'],
  },
  {
    reason: 'A store moves with all customers.',
    of: [
      'storage/moving/alone.ts filledTable',
      'storage/moving/prepare.ts buildTokenIndex',
      'storage/moving/rows.ts countRows',
      'storage/moving/rows.ts insertPage',
      'storage/moving/rows.ts nextCustomer',
      'storage/moving/rows.ts readNext',
    ],
  },
  {
    reason: 'What any customer has encrypted is encrypted anew with another secret; an id is one row’s.',
    of: ['accounts/secrets/anew.ts pageOf', 'accounts/secrets/anew.ts sealAllAnew'],
  },
];

/** The same on a store that is spread alone, whose tests need them. */
export const WHERE_SPREAD: readonly Exception[] = [
  {
    reason: 'Who has something to do, and whose things are, is in small tables on the coordinator.',
    of: ['storage/spread/looks.ts noteSweep', 'storage/spread/looks.ts rowsOf', 'storage/spread/owners.ts ownersNamed'],
  },
  {
    reason: 'Once a minute the clock goes through all customers; whose something is, is asked for once.',
    of: ['schedules/sweep.ts customersIn', 'storage/spread/owners.ts ownersByAsking'],
  },
];
