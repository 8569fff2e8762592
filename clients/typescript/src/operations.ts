// Made by `npm run types` from the routes of the server. Not changed by hand.
import type { Operation } from './request.ts';
import type { Method, OperationName } from './types.ts';

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  addVariant: { method: "POST", path: "/campaigns/{campaign_uid}/ab-test/variants" },
  beginPasskey: { method: "POST", path: "/me/passkeys/options" },
  beginTotp: { method: "POST", path: "/me/totp" },
  cancelBulkAction: { method: "POST", path: "/lists/{list_uid}/bulk-actions/{bulk_action_uid}/cancel" },
  cancelExport: { method: "POST", path: "/lists/{list_uid}/exports/{export_uid}/cancel" },
  cancelImport: { method: "POST", path: "/lists/{list_uid}/imports/{import_uid}/cancel" },
  checkCampaign: { method: "GET", path: "/campaigns/{campaign_uid}/checks" },
  checkSendingDomain: { method: "POST", path: "/sending-domains/{domain_uid}/check" },
  checkTestMailLinks: { method: "GET", path: "/test-inbox/{mail_id}/links" },
  chooseWinner: { method: "POST", path: "/campaigns/{campaign_uid}/ab-test/winner" },
  clearTestInbox: { method: "DELETE", path: "/test-inbox" },
  confirmTotp: { method: "PUT", path: "/me/totp" },
  copyCampaign: { method: "POST", path: "/campaigns/{campaign_uid}/copy" },
  copyList: { method: "POST", path: "/lists/{list_uid}/copy" },
  copyTemplate: { method: "POST", path: "/templates/{template_uid}/copy" },
  countLists: { method: "GET", path: "/lists/counts" },
  countNotOpened: { method: "GET", path: "/campaigns/{campaign_uid}/not-opened" },
  countPeople: { method: "GET", path: "/lists/{list_uid}/people/count" },
  createApiKey: { method: "POST", path: "/api-keys" },
  createBounce: { method: "POST", path: "/campaigns/{campaign_uid}/bounces" },
  createBulkAction: { method: "POST", path: "/lists/{list_uid}/bulk-actions" },
  createCampaign: { method: "POST", path: "/campaigns" },
  createCustomer: { method: "POST", path: "/customers" },
  createDeliveryServer: { method: "POST", path: "/delivery-servers" },
  createExport: { method: "POST", path: "/lists/{list_uid}/exports" },
  createField: { method: "POST", path: "/lists/{list_uid}/fields" },
  createImport: { method: "POST", path: "/lists/{list_uid}/imports", sends: "text/csv" },
  createList: { method: "POST", path: "/lists" },
  createMedia: { method: "POST", path: "/media" },
  createOrUpdateSubscriber: { method: "POST", path: "/lists/{list_uid}/subscribers/create-update" },
  createPasskey: { method: "POST", path: "/me/passkeys" },
  createSavedBlock: { method: "POST", path: "/saved-blocks" },
  createSegment: { method: "POST", path: "/lists/{list_uid}/segments" },
  createSendingDomain: { method: "POST", path: "/sending-domains" },
  createSession: { method: "POST", path: "/session" },
  createSessionWithPasskey: { method: "POST", path: "/session/passkey" },
  createSubscriber: { method: "POST", path: "/lists/{list_uid}/subscribers" },
  createSubscribers: { method: "POST", path: "/lists/{list_uid}/subscribers/bulk" },
  createSuppression: { method: "POST", path: "/suppressions" },
  createSuppressions: { method: "POST", path: "/suppressions/bulk" },
  createTemplate: { method: "POST", path: "/templates" },
  createTransactionalEmail: { method: "POST", path: "/transactional-emails" },
  createWebhook: { method: "POST", path: "/webhooks" },
  deleteApiKey: { method: "DELETE", path: "/api-keys/{key_uid}" },
  deleteByEmail: { method: "DELETE", path: "/lists/{list_uid}/subscribers/delete-by-email" },
  deleteCampaign: { method: "DELETE", path: "/campaigns/{campaign_uid}" },
  deleteDeliveryServer: { method: "DELETE", path: "/delivery-servers/{server_id}" },
  deleteExport: { method: "DELETE", path: "/lists/{list_uid}/exports/{export_uid}" },
  deleteField: { method: "DELETE", path: "/lists/{list_uid}/fields/{field_id}" },
  deleteImport: { method: "DELETE", path: "/lists/{list_uid}/imports/{import_uid}" },
  deleteList: { method: "DELETE", path: "/lists/{list_uid}" },
  deleteMedia: { method: "DELETE", path: "/media/{media_uid}" },
  deleteMySession: { method: "DELETE", path: "/me/sessions/{session_uid}" },
  deleteMySessions: { method: "DELETE", path: "/me/sessions" },
  deletePasskey: { method: "DELETE", path: "/me/passkeys/{passkey_uid}" },
  deleteReturnedMail: { method: "DELETE", path: "/returned-mails/{mail_id}" },
  deleteSavedBlock: { method: "DELETE", path: "/saved-blocks/{saved_block_uid}" },
  deleteSegment: { method: "DELETE", path: "/lists/{list_uid}/segments/{segment_uid}" },
  deleteSendingDomain: { method: "DELETE", path: "/sending-domains/{domain_uid}" },
  deleteSession: { method: "DELETE", path: "/session" },
  deleteSubscriber: { method: "DELETE", path: "/lists/{list_uid}/subscribers/{subscriber_uid}" },
  deleteSuppression: { method: "DELETE", path: "/suppressions/{email}" },
  deleteTemplate: { method: "DELETE", path: "/templates/{template_uid}" },
  deleteTestMail: { method: "DELETE", path: "/test-inbox/{mail_id}" },
  deleteTotp: { method: "DELETE", path: "/me/totp" },
  deleteTransactionalEmail: { method: "DELETE", path: "/transactional-emails/{email_uid}" },
  deleteUser: { method: "DELETE", path: "/users/{user_uid}" },
  deleteWebhook: { method: "DELETE", path: "/webhooks/{webhook_uid}" },
  downloadBulkActionSkipped: { method: "GET", path: "/lists/{list_uid}/bulk-actions/{bulk_action_uid}/skipped", givesFile: true },
  downloadDeliveryLogs: { method: "GET", path: "/campaigns/{campaign_uid}/delivery-logs.csv", givesFile: true },
  downloadExport: { method: "GET", path: "/lists/{list_uid}/exports/{export_uid}/file", givesFile: true },
  downloadImportBadRows: { method: "GET", path: "/lists/{list_uid}/imports/{import_uid}/bad-rows", givesFile: true },
  downloadNonResponders: { method: "GET", path: "/campaigns/{campaign_uid}/non-responders.csv", givesFile: true },
  downloadSuppressions: { method: "GET", path: "/suppressions.csv", givesFile: true },
  endEditing: { method: "DELETE", path: "/campaigns/{campaign_uid}/editing" },
  erasePerson: { method: "POST", path: "/subscribers/{subscriber_uid}/erase" },
  erasePersonByEmail: { method: "POST", path: "/people/{email}/erase" },
  estimateSegment: { method: "POST", path: "/lists/{list_uid}/segments/estimate" },
  examineInstallation: { method: "POST", path: "/installation/examination" },
  explainAddress: { method: "GET", path: "/campaigns/{campaign_uid}/explain" },
  exportPerson: { method: "GET", path: "/subscribers/{subscriber_uid}/export" },
  exportPersonAsPage: { method: "GET", path: "/people/{email}/export.html", givesFile: true },
  exportPersonByEmail: { method: "GET", path: "/people/{email}/export" },
  getAbTest: { method: "GET", path: "/campaigns/{campaign_uid}/ab-test" },
  getApiKey: { method: "GET", path: "/api-keys/{key_uid}" },
  getAudience: { method: "GET", path: "/lists/{list_uid}/audience" },
  getBrand: { method: "GET", path: "/brand" },
  getBulkAction: { method: "GET", path: "/lists/{list_uid}/bulk-actions/{bulk_action_uid}" },
  getCalendar: { method: "GET", path: "/calendar" },
  getCampaign: { method: "GET", path: "/campaigns/{campaign_uid}" },
  getCampaignBlocks: { method: "GET", path: "/campaigns/{campaign_uid}/blocks" },
  getCampaignOverview: { method: "GET", path: "/campaigns/{campaign_uid}/overview" },
  getCampaignPace: { method: "GET", path: "/campaigns/{campaign_uid}/pace" },
  getCampaignReport: { method: "GET", path: "/campaigns/{campaign_uid}/report" },
  getCampaignSeries: { method: "GET", path: "/campaigns/{campaign_uid}/series" },
  getCampaignStats: { method: "GET", path: "/campaigns/{campaign_uid}/stats" },
  getCampaignVersion: { method: "GET", path: "/campaigns/{campaign_uid}/versions/{revision}" },
  getChecklist: { method: "GET", path: "/checklist" },
  getDelivery: { method: "GET", path: "/campaigns/{campaign_uid}/delivery" },
  getDeliveryLogByEmailMessageId: { method: "GET", path: "/campaigns/email-message-id/{email_message_id}" },
  getDeliveryLogByMessageId: { method: "GET", path: "/campaigns/delivery-logs/email-message-id/{email_message_id}" },
  getDeliveryServer: { method: "GET", path: "/delivery-servers/{server_id}" },
  getDeliveryServerUsage: { method: "GET", path: "/delivery-servers/{server_id}/usage" },
  getExamination: { method: "GET", path: "/installation/examination" },
  getExport: { method: "GET", path: "/lists/{list_uid}/exports/{export_uid}" },
  getField: { method: "GET", path: "/lists/{list_uid}/fields/{field_id}" },
  getFormCode: { method: "GET", path: "/lists/{list_uid}/form-code" },
  getImport: { method: "GET", path: "/lists/{list_uid}/imports/{import_uid}" },
  getInstallation: { method: "GET", path: "/installation" },
  getList: { method: "GET", path: "/lists/{list_uid}" },
  getListAutomations: { method: "GET", path: "/lists/{list_uid}/automations" },
  getListGrowth: { method: "GET", path: "/lists/{list_uid}/growth" },
  getListPages: { method: "GET", path: "/lists/{list_uid}/pages" },
  getMe: { method: "GET", path: "/me" },
  getMedia: { method: "GET", path: "/media/{media_uid}" },
  getPasskeyChallenge: { method: "GET", path: "/session/passkey" },
  getPerson: { method: "GET", path: "/subscribers/{subscriber_uid}" },
  getProfile: { method: "GET", path: "/profile" },
  getQueue: { method: "GET", path: "/queue" },
  getRecipientTimes: { method: "GET", path: "/campaigns/{campaign_uid}/recipient-times" },
  getReportLink: { method: "GET", path: "/campaigns/{campaign_uid}/report-link" },
  getReturnPath: { method: "GET", path: "/return-path" },
  getReturnedMail: { method: "GET", path: "/returned-mails/{mail_id}" },
  getSavedBlock: { method: "GET", path: "/saved-blocks/{saved_block_uid}" },
  getSchedule: { method: "GET", path: "/campaigns/{campaign_uid}/schedule" },
  getSegment: { method: "GET", path: "/lists/{list_uid}/segments/{segment_uid}" },
  getSendingDomain: { method: "GET", path: "/sending-domains/{domain_uid}" },
  getSession: { method: "GET", path: "/session" },
  getSubscriber: { method: "GET", path: "/lists/{list_uid}/subscribers/{subscriber_uid}" },
  getSuppression: { method: "GET", path: "/suppressions/{email}" },
  getTemplate: { method: "GET", path: "/templates/{template_uid}" },
  getTemplateBlocks: { method: "GET", path: "/templates/{template_uid}/blocks" },
  getTemplateOverview: { method: "GET", path: "/templates/overview" },
  getTemplatePicture: { method: "GET", path: "/templates/{template_uid}/picture", givesFile: true },
  getTestMail: { method: "GET", path: "/test-inbox/{mail_id}" },
  getTestMailPage: { method: "GET", path: "/test-inbox/{mail_id}/page.html", givesFile: true },
  getTransactionalEmail: { method: "GET", path: "/transactional-emails/{email_uid}" },
  getWebhook: { method: "GET", path: "/webhooks/{webhook_uid}" },
  getWelcome: { method: "GET", path: "/welcome" },
  inviteUser: { method: "POST", path: "/users" },
  inviteUserAgain: { method: "POST", path: "/users/{user_uid}/invitation" },
  listApiKeys: { method: "GET", path: "/api-keys" },
  listAudiencePeople: { method: "GET", path: "/lists/{list_uid}/audience/people" },
  listAudit: { method: "GET", path: "/audit" },
  listBounces: { method: "GET", path: "/campaigns/{campaign_uid}/bounces" },
  listBrokenDnsRecords: { method: "GET", path: "/broken-dns-records" },
  listBulkActions: { method: "GET", path: "/lists/{list_uid}/bulk-actions" },
  listCampaignClients: { method: "GET", path: "/campaigns/{campaign_uid}/clients" },
  listCampaignDestinations: { method: "GET", path: "/campaigns/{campaign_uid}/destinations" },
  listCampaignFailures: { method: "GET", path: "/campaigns/{campaign_uid}/failures" },
  listCampaignLinks: { method: "GET", path: "/campaigns/{campaign_uid}/links" },
  listCampaignOverviews: { method: "GET", path: "/campaigns/overview" },
  listCampaignVersions: { method: "GET", path: "/campaigns/{campaign_uid}/versions" },
  listCampaigns: { method: "GET", path: "/campaigns" },
  listClicks: { method: "GET", path: "/campaigns/{campaign_uid}/clicks" },
  listComplaints: { method: "GET", path: "/campaigns/{campaign_uid}/complaints" },
  listConditionOperators: { method: "GET", path: "/lists/segments/condition-operators" },
  listConsents: { method: "GET", path: "/subscribers/{subscriber_uid}/consents" },
  listCountries: { method: "GET", path: "/countries" },
  listDeliveryLogs: { method: "GET", path: "/campaigns/{campaign_uid}/delivery-logs" },
  listDeliveryServers: { method: "GET", path: "/delivery-servers" },
  listDestinations: { method: "GET", path: "/delivery-servers/{server_id}/destinations" },
  listExports: { method: "GET", path: "/lists/{list_uid}/exports" },
  listFieldTypes: { method: "GET", path: "/lists/fields/types" },
  listFields: { method: "GET", path: "/lists/{list_uid}/fields" },
  listImports: { method: "GET", path: "/lists/{list_uid}/imports" },
  listLists: { method: "GET", path: "/lists" },
  listMedia: { method: "GET", path: "/media" },
  listMyPasskeys: { method: "GET", path: "/me/passkeys" },
  listMySessions: { method: "GET", path: "/me/sessions" },
  listNonResponders: { method: "GET", path: "/campaigns/{campaign_uid}/non-responders" },
  listOpens: { method: "GET", path: "/campaigns/{campaign_uid}/opens" },
  listPeople: { method: "GET", path: "/lists/{list_uid}/people" },
  listPreviewPeople: { method: "GET", path: "/campaigns/{campaign_uid}/preview-people" },
  listReturnedMails: { method: "GET", path: "/returned-mails" },
  listReturnedMessages: { method: "GET", path: "/returned-messages" },
  listSavedBlocks: { method: "GET", path: "/saved-blocks" },
  listSegmentOverviews: { method: "GET", path: "/segments/overview" },
  listSegmentSubscribers: { method: "GET", path: "/lists/{list_uid}/segments/{segment_uid}/subscribers" },
  listSegments: { method: "GET", path: "/lists/{list_uid}/segments" },
  listSendingDomainChanges: { method: "GET", path: "/sending-domains/{domain_uid}/changes" },
  listSendingDomains: { method: "GET", path: "/sending-domains" },
  listSlowedDestinations: { method: "GET", path: "/campaigns/{campaign_uid}/slowed-destinations" },
  listStartingTemplates: { method: "GET", path: "/starting-templates" },
  listSubscribers: { method: "GET", path: "/lists/{list_uid}/subscribers" },
  listSuppressions: { method: "GET", path: "/suppressions" },
  listTemplates: { method: "GET", path: "/templates" },
  listTestMails: { method: "GET", path: "/test-inbox" },
  listTimeline: { method: "GET", path: "/subscribers/{subscriber_uid}/timeline" },
  listTransactionalEmails: { method: "GET", path: "/transactional-emails" },
  listUnsubscribes: { method: "GET", path: "/campaigns/{campaign_uid}/unsubscribes" },
  listUsers: { method: "GET", path: "/users" },
  listWebhookDeliveries: { method: "GET", path: "/webhooks/{webhook_uid}/deliveries" },
  listWebhooks: { method: "GET", path: "/webhooks" },
  listZones: { method: "GET", path: "/countries/{country_id}/zones" },
  lookUpBlocklists: { method: "POST", path: "/blocklists/look-up" },
  markCampaignSent: { method: "PUT", path: "/campaigns/{campaign_uid}/mark-sent" },
  noteEditing: { method: "PUT", path: "/campaigns/{campaign_uid}/editing" },
  pauseOrUnpauseCampaign: { method: "PUT", path: "/campaigns/{campaign_uid}/pause-unpause" },
  previewCampaign: { method: "GET", path: "/campaigns/{campaign_uid}/preview" },
  previewCampaignPage: { method: "GET", path: "/campaigns/{campaign_uid}/preview.html", givesFile: true },
  previewCampaignVersionPage: { method: "GET", path: "/campaigns/{campaign_uid}/versions/{revision}/preview.html", givesFile: true },
  previewConfirmationMail: { method: "GET", path: "/lists/{list_uid}/confirmation-mail.html", givesFile: true },
  previewListForm: { method: "GET", path: "/lists/{list_uid}/form-preview.html", givesFile: true },
  previewSegment: { method: "POST", path: "/lists/{list_uid}/segments/preview" },
  previewStartingTemplatePage: { method: "GET", path: "/starting-templates/{starting_id}/preview.html", givesFile: true },
  previewTemplatePage: { method: "GET", path: "/templates/{template_uid}/preview.html", givesFile: true },
  probeDeliveryServer: { method: "POST", path: "/delivery-servers/{server_id}/probe" },
  releaseTestMail: { method: "POST", path: "/test-inbox/{mail_id}/release" },
  removeAbTest: { method: "DELETE", path: "/campaigns/{campaign_uid}/ab-test" },
  replayWebhook: { method: "POST", path: "/webhooks/{webhook_uid}/replay" },
  requestPasswordReset: { method: "POST", path: "/session/reset" },
  restoreCampaignVersion: { method: "POST", path: "/campaigns/{campaign_uid}/versions/{revision}/restore" },
  retryFailed: { method: "POST", path: "/campaigns/{campaign_uid}/retry-failed" },
  rotateSendingDomainKeys: { method: "POST", path: "/sending-domains/{domain_uid}/rotate" },
  rotateWebhookSecret: { method: "POST", path: "/webhooks/{webhook_uid}/rotate" },
  runBulkAction: { method: "POST", path: "/lists/{list_uid}/bulk-actions/{bulk_action_uid}/run" },
  runImport: { method: "POST", path: "/lists/{list_uid}/imports/{import_uid}/run" },
  search: { method: "GET", path: "/search" },
  searchByCustomFields: { method: "GET", path: "/lists/{list_uid}/subscribers/search-by-custom-fields", spread: "fields" },
  searchByEmail: { method: "GET", path: "/lists/{list_uid}/subscribers/search-by-email" },
  searchByEmailInAllLists: { method: "GET", path: "/lists/subscribers/search-by-email-in-all-lists" },
  sendCampaign: { method: "POST", path: "/campaigns/{campaign_uid}/send" },
  sendCampaignAgain: { method: "POST", path: "/campaigns/{campaign_uid}/send-again" },
  sendTestEmail: { method: "POST", path: "/campaigns/{campaign_uid}/test" },
  setAbTest: { method: "PUT", path: "/campaigns/{campaign_uid}/ab-test" },
  settleUncertain: { method: "POST", path: "/campaigns/{campaign_uid}/settle-uncertain" },
  shareReport: { method: "POST", path: "/campaigns/{campaign_uid}/report-link" },
  showBlocks: { method: "POST", path: "/blocks/page" },
  showClicksInCampaign: { method: "GET", path: "/campaigns/{campaign_uid}/heat-map.html", givesFile: true },
  streamEvents: { method: "GET", path: "/events", givesFile: true },
  testWebhook: { method: "POST", path: "/webhooks/{webhook_uid}/test" },
  trackClick: { method: "GET", path: "/campaigns/{campaign_uid}/track-url/{subscriber_uid}/{hash}" },
  trackOpen: { method: "GET", path: "/campaigns/{campaign_uid}/track-opening/{subscriber_uid}" },
  trackUnsubscribe: { method: "POST", path: "/campaigns/{campaign_uid}/track-unsubscribe/{subscriber_uid}" },
  undoImport: { method: "POST", path: "/lists/{list_uid}/imports/{import_uid}/undo" },
  unshareReport: { method: "DELETE", path: "/campaigns/{campaign_uid}/report-link" },
  unsubscribeByEmail: { method: "PUT", path: "/lists/{list_uid}/subscribers/unsubscribe-by-email" },
  unsubscribeEverywhere: { method: "PUT", path: "/lists/subscribers/unsubscribe-by-email-from-all-lists" },
  unsubscribeSubscriber: { method: "PUT", path: "/lists/{list_uid}/subscribers/{subscriber_uid}/unsubscribe" },
  updateApiKey: { method: "PUT", path: "/api-keys/{key_uid}" },
  updateBrand: { method: "PUT", path: "/brand" },
  updateCampaign: { method: "PUT", path: "/campaigns/{campaign_uid}" },
  updateDelivery: { method: "PUT", path: "/campaigns/{campaign_uid}/delivery" },
  updateDeliveryServer: { method: "PUT", path: "/delivery-servers/{server_id}" },
  updateDraftsOfSavedBlock: { method: "POST", path: "/saved-blocks/{saved_block_uid}/update-drafts" },
  updateField: { method: "PUT", path: "/lists/{list_uid}/fields/{field_id}" },
  updateImport: { method: "PUT", path: "/lists/{list_uid}/imports/{import_uid}" },
  updateList: { method: "PUT", path: "/lists/{list_uid}" },
  updateListPages: { method: "PUT", path: "/lists/{list_uid}/pages" },
  updateMe: { method: "PUT", path: "/me" },
  updateMedia: { method: "PUT", path: "/media/{media_uid}" },
  updatePasskey: { method: "PUT", path: "/me/passkeys/{passkey_uid}" },
  updateProfile: { method: "PUT", path: "/profile" },
  updateSavedBlock: { method: "PUT", path: "/saved-blocks/{saved_block_uid}" },
  updateSegment: { method: "PUT", path: "/lists/{list_uid}/segments/{segment_uid}" },
  updateSession: { method: "PUT", path: "/session" },
  updateSubscriber: { method: "PUT", path: "/lists/{list_uid}/subscribers/{subscriber_uid}" },
  updateTemplate: { method: "PUT", path: "/templates/{template_uid}" },
  updateUser: { method: "PUT", path: "/users/{user_uid}" },
  updateWebhook: { method: "PUT", path: "/webhooks/{webhook_uid}" },
  uploadSuppressions: { method: "POST", path: "/suppressions.csv" },
  useWelcome: { method: "POST", path: "/welcome" },
};

/** The operations of the interface. */
export type Methods = {
  /**
   * Add a variant: a draft like the campaign, which is changed like any other and begins with it.
   * List, segment, send time and limits are those of the campaign. Removed by deleting the draft.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/ab-test/variants`
   */
  addVariant: Method<'addVariant'>;
  /**
   * Begin to add a passkey.
   * The answer is for `navigator.credentials.create`, at the public address of the server. Whoever finds a session open could come back with a passkey of their own: so it needs the password.
   *
   * Needs the right to read (every role).
   * `POST /me/passkeys/options`
   */
  beginPasskey: Method<'beginPasskey'>;
  /**
   * Begin to set up codes of an app as a second factor.
   * It counts when it is confirmed with a code (RFC 6238: SHA-1, 6 digits, 30 seconds). Whoever finds a session open could lock its user out: so it needs the password.
   *
   * Needs the right to read (every role).
   * `POST /me/totp`
   */
  beginTotp: Method<'beginTotp'>;
  /**
   * Stop a bulk action; what was done until then stands.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/bulk-actions/{bulk_action_uid}/cancel`
   */
  cancelBulkAction: Method<'cancelBulkAction'>;
  /**
   * Stop an export.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/exports/{export_uid}/cancel`
   */
  cancelExport: Method<'cancelExport'>;
  /**
   * Stop a run.
   * What was imported until then stands, and can be undone. A dry run that was stopped can be run again.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports/{import_uid}/cancel`
   */
  cancelImport: Method<'cancelImport'>;
  /**
   * What is to be seen to before a campaign is sent.
   * Up to 20 links are asked, for 5 seconds in all; what they answered stands for ten minutes. Empty fields are counted among the newest recipients, 1,000 at most.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/checks`
   */
  checkCampaign: Method<'checkCampaign'>;
  /**
   * Look the domain up in DNS; new keys take over when all their records are found.
   * Needs the rights of an owner.
   * `POST /sending-domains/{domain_uid}/check`
   */
  checkSendingDomain: Method<'checkSendingDomain'>;
  /**
   * The links of a mail in the test inbox: where each leads, and whether something answers there.
   * Looking counts no click. An answer stands for ten minutes.
   *
   * Needs the right to edit (editor, sender, owner).
   * `GET /test-inbox/{mail_id}/links`
   */
  checkTestMailLinks: Method<'checkTestMailLinks'>;
  /**
   * Say which variant wins: it goes to the rest now.
   * Needs the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/ab-test/winner`
   */
  chooseWinner: Method<'chooseWinner'>;
  /**
   * Remove all mails from the test inbox.
   * Needs the rights of an owner.
   * `DELETE /test-inbox`
   */
  clearTestInbox: Method<'clearTestInbox'>;
  /**
   * Confirm the second factor with a code; the answer has recovery codes.
   * Needs the right to read (every role).
   * `PUT /me/totp`
   */
  confirmTotp: Method<'confirmTotp'>;
  /**
   * Copy a campaign; the copy is a draft without a send time, with the A/B test and its variants.
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/copy`
   */
  copyCampaign: Method<'copyCampaign'>;
  /**
   * Copy a list with its fields and segments, without its subscribers.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/copy`
   */
  copyList: Method<'copyList'>;
  /**
   * Make a template like it.
   * Needs the right to edit (editor, sender, owner).
   * `POST /templates/{template_uid}/copy`
   */
  copyTemplate: Method<'copyTemplate'>;
  /**
   * How many people several lists have, and how that changed in seven days.
   * It costs the same however many people are on the lists.
   *
   * Needs the right to read (every role).
   * `GET /lists/counts`
   */
  countLists: Method<'countLists'>;
  /**
   * How many a campaign would go to if it was sent again to those who did not open it.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/not-opened`
   */
  countNotOpened: Method<'countNotOpened'>;
  /**
   * How many people of a list fit the filters.
   * An answer takes the same time however long the list is, and has the count of those it looked at: add them up until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/people/count`
   */
  countPeople: Method<'countPeople'>;
  /**
   * Create an API key; it is shown this once.
   * The scope `operator` is for operators to give.
   *
   * Needs the rights of an owner.
   * `POST /api-keys`
   */
  createApiKey: Method<'createApiKey'>;
  /**
   * Mark a subscriber’s message as bounced; a hard one suppresses the address.
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/bounces`
   */
  createBounce: Method<'createBounce'>;
  /**
   * Say what is to be done with the people of a filter.
   * Whom it is about is fixed now: whoever joins later is left alone, and whoever no longer fits when their turn comes too. Nothing is done before `…/run`, unless `start` says so.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/bulk-actions`
   */
  createBulkAction: Method<'createBulkAction'>;
  /**
   * Create a campaign; it begins at its send_at.
   * With `status` draft it may be incomplete: what is missing is told when it is to be sent.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns`
   */
  createCampaign: Method<'createCampaign'>;
  /**
   * Make a customer, with a key of the operator.
   * Without a key it answers 400, unless the operator allows it; such a customer gets a key from the operator.
   *
   * Needs the rights of the operator.
   * `POST /customers`
   */
  createCustomer: Method<'createCustomer'>;
  /**
   * Create a delivery server of your own.
   * Needs the rights of an owner.
   * `POST /delivery-servers`
   */
  createDeliveryServer: Method<'createDeliveryServer'>;
  /**
   * Export people of a list into a file.
   * It is written on the server, whoever goes away, and goes on after a restart: ask how it stands, then download the file. It holds those who are on the list now; whoever joins while it is written is not in it. The file is kept for a day.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/exports`
   */
  createExport: Method<'createExport'>;
  /**
   * Create a field.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/fields`
   */
  createField: Method<'createField'>;
  /**
   * Upload a CSV file for an import.
   * The body is the file itself (`text/csv`), or a multipart body with a part that has a file name. UTF-8, UTF-16 and Windows-1252 are read. Nothing is imported yet: the answer says what the columns may be. Files that are not run are removed after a day.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports`
   */
  createImport: Method<'createImport'>;
  /**
   * Create a list with the fields EMAIL, FNAME and LNAME.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists`
   */
  createList: Method<'createList'>;
  /**
   * Keep an image for mails, in several sizes.
   * It is turned upright, what cameras write into it is taken out, and files of at most 1200, 600 and 320 pixels are made of it. What moves (GIF) stays as it is. The same file again is the image that is there.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /media`
   */
  createMedia: Method<'createMedia'>;
  /**
   * Add a subscriber, or change the one with this address: 201 or 200.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/subscribers/create-update`
   */
  createOrUpdateSubscriber: Method<'createOrUpdateSubscriber'>;
  /**
   * Add the passkey that the browser made.
   * Needs the right to read (every role).
   * `POST /me/passkeys`
   */
  createPasskey: Method<'createPasskey'>;
  /**
   * Save a block, such as a header or footer, for several mails.
   * A block of a document that was made from it names it in `saved`. A customer has at most 200.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /saved-blocks`
   */
  createSavedBlock: Method<'createSavedBlock'>;
  /**
   * Create a segment.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/segments`
   */
  createSegment: Method<'createSegment'>;
  /**
   * Add a sending domain and make its keys: they sign from now on.
   * Needs the rights of an owner.
   * `POST /sending-domains`
   */
  createSendingDomain: Method<'createSendingDomain'>;
  /**
   * Sign in; the session is a cookie.
   * A wrong password, an unknown address and a wrong code are refused in the same words. Who has a second factor is answered `code-needed`, without a cookie, until the call comes with a `code`.
   *
   * Needs no key and no session.
   * `POST /session`
   */
  createSession: Method<'createSession'>;
  /**
   * Sign in with a passkey; the session is a cookie.
   * Neither address nor password nor code is asked for: the passkey has the finger, the face or the PIN of its owner. One that is not known, and an answer that proves nothing, are refused in the same words.
   *
   * Needs no key and no session.
   * `POST /session/passkey`
   */
  createSessionWithPasskey: Method<'createSessionWithPasskey'>;
  /**
   * Add a subscriber; one that unsubscribed comes back.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/subscribers`
   */
  createSubscriber: Method<'createSubscriber'>;
  /**
   * Add up to 10,000 subscribers; good ones are stored, bad ones reported.
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/subscribers/bulk`
   */
  createSubscribers: Method<'createSubscribers'>;
  /**
   * Suppress an address; one that is suppressed already stays as it is.
   * Needs the right to edit (editor, sender, owner).
   * `POST /suppressions`
   */
  createSuppression: Method<'createSuppression'>;
  /**
   * Suppress up to 10,000 addresses; good ones are stored, bad ones reported.
   * Needs the right to edit (editor, sender, owner).
   * `POST /suppressions/bulk`
   */
  createSuppressions: Method<'createSuppressions'>;
  /**
   * Create a template from HTML, blocks, a zip archive, or from one that comes with the server.
   * Needs the right to edit (editor, sender, owner).
   * `POST /templates`
   */
  createTemplate: Method<'createTemplate'>;
  /**
   * Send an email to one person, at its send_at.
   * What it says is `body`, or a template with `data` for its merge tags.
   *
   * Needs the right to send (sender, owner).
   * `POST /transactional-emails`
   */
  createTransactionalEmail: Method<'createTransactionalEmail'>;
  /**
   * Add a webhook: from now on its receiver is told what happens.
   * Requests are signed as Standard Webhooks says; the secret is shown this once. A customer has 20 webhooks at most. Processes of other nodes know the webhook within a second. What is sent, when it is repeated and how to verify it: `docs/webhooks.md`, and the section Webhooks of this document.
   *
   * Needs the rights of an owner.
   * `POST /webhooks`
   */
  createWebhook: Method<'createWebhook'>;
  /**
   * Revoke an API key, from the next request on; other nodes refuse it within a second.
   * Needs the rights of an owner.
   * `DELETE /api-keys/{key_uid}`
   */
  deleteApiKey: Method<'deleteApiKey'>;
  /**
   * Remove the subscriber of a list with an address, given in the query or in the body.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/subscribers/delete-by-email`
   */
  deleteByEmail: Method<'deleteByEmail'>;
  /**
   * Remove a campaign that is not being sent, or has not begun.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}`
   */
  deleteCampaign: Method<'deleteCampaign'>;
  /**
   * Remove a delivery server of your own.
   * Needs the rights of an owner.
   * `DELETE /delivery-servers/{server_id}`
   */
  deleteDeliveryServer: Method<'deleteDeliveryServer'>;
  /**
   * Remove an export with its file.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/exports/{export_uid}`
   */
  deleteExport: Method<'deleteExport'>;
  /**
   * Remove a field and its values.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/fields/{field_id}`
   */
  deleteField: Method<'deleteField'>;
  /**
   * Remove an import with its file; what it did stands.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/imports/{import_uid}`
   */
  deleteImport: Method<'deleteImport'>;
  /**
   * Remove a list with its subscribers.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}`
   */
  deleteList: Method<'deleteList'>;
  /**
   * Remove an image; mails that have had it keep it.
   * Its files go with it, unless a mail, a template, a saved block or the brand has had it.
   *
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /media/{media_uid}`
   */
  deleteMedia: Method<'deleteMedia'>;
  /**
   * Sign out there.
   * Needs the right to read (every role).
   * `DELETE /me/sessions/{session_uid}`
   */
  deleteMySession: Method<'deleteMySession'>;
  /**
   * Sign out everywhere but here.
   * Needs the right to read (every role).
   * `DELETE /me/sessions`
   */
  deleteMySessions: Method<'deleteMySessions'>;
  /**
   * Remove a passkey: it lets nobody in any more.
   * Needs the right to read (every role).
   * `DELETE /me/passkeys/{passkey_uid}`
   */
  deletePasskey: Method<'deletePasskey'>;
  /**
   * Remove one of them.
   * Needs the rights of the operator.
   * `DELETE /returned-mails/{mail_id}`
   */
  deleteReturnedMail: Method<'deleteReturnedMail'>;
  /**
   * Remove a saved block; mails that have it keep it.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /saved-blocks/{saved_block_uid}`
   */
  deleteSavedBlock: Method<'deleteSavedBlock'>;
  /**
   * Remove a segment that no unfinished campaign uses.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/segments/{segment_uid}`
   */
  deleteSegment: Method<'deleteSegment'>;
  /**
   * Remove a sending domain and its private keys.
   * Needs the rights of an owner.
   * `DELETE /sending-domains/{domain_uid}`
   */
  deleteSendingDomain: Method<'deleteSendingDomain'>;
  /**
   * Sign out.
   * Needs the right to read (every role).
   * `DELETE /session`
   */
  deleteSession: Method<'deleteSession'>;
  /**
   * Remove a subscriber.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/subscribers/{subscriber_uid}`
   */
  deleteSubscriber: Method<'deleteSubscriber'>;
  /**
   * Mail to an address again, from the next campaign on.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /suppressions/{email}`
   */
  deleteSuppression: Method<'deleteSuppression'>;
  /**
   * Remove a template; campaigns made from it keep their copy.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /templates/{template_uid}`
   */
  deleteTemplate: Method<'deleteTemplate'>;
  /**
   * Remove a mail from the test inbox.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /test-inbox/{mail_id}`
   */
  deleteTestMail: Method<'deleteTestMail'>;
  /**
   * Sign in without a code again.
   * Needs the right to read (every role).
   * `DELETE /me/totp`
   */
  deleteTotp: Method<'deleteTotp'>;
  /**
   * Remove a transactional email; one that has not left is not sent any more.
   * Needs the right to send (sender, owner).
   * `DELETE /transactional-emails/{email_uid}`
   */
  deleteTransactionalEmail: Method<'deleteTransactionalEmail'>;
  /**
   * Remove a user from the customer, whose sessions end at once; or take an invitation back.
   * The last owner stays: make somebody else an owner first. A user of no other customer is deleted.
   *
   * Needs the rights of an owner.
   * `DELETE /users/{user_uid}`
   */
  deleteUser: Method<'deleteUser'>;
  /**
   * Remove a webhook with the log of its deliveries.
   * Needs the rights of an owner.
   * `DELETE /webhooks/{webhook_uid}`
   */
  deleteWebhook: Method<'deleteWebhook'>;
  /**
   * Everybody who was passed over, with the reason, as CSV.
   * Kept for seven days.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/bulk-actions/{bulk_action_uid}/skipped`
   */
  downloadBulkActionSkipped: Method<'downloadBulkActionSkipped'>;
  /**
   * The whole log of messages as CSV.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/delivery-logs.csv`
   */
  downloadDeliveryLogs: Method<'downloadDeliveryLogs'>;
  /**
   * The file of an export, once it is ready.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/exports/{export_uid}/file`
   */
  downloadExport: Method<'downloadExport'>;
  /**
   * Every bad row with its line and the reason, as CSV.
   * Of the import, or of the dry run before it. The columns of the file come after LINE and REASON, so that the rows can be repaired and imported again. Kept for seven days. With `format=jsonl` each is a line of JSON: `line`, `email`, `reasons` as codes with values, for other languages, and `cells`, the values of its columns; absent of a row that cannot be split into columns or has more than 10,000 characters.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/imports/{import_uid}/bad-rows`
   */
  downloadImportBadRows: Method<'downloadImportBadRows'>;
  /**
   * Everybody who got a campaign and did not open it, or did not click, as CSV.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/non-responders.csv`
   */
  downloadNonResponders: Method<'downloadNonResponders'>;
  /**
   * The whole list as CSV, oldest first.
   * Needs the right to read (every role).
   * `GET /suppressions.csv`
   */
  downloadSuppressions: Method<'downloadSuppressions'>;
  /**
   * Say that you have closed a campaign.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}/editing`
   */
  endEditing: Method<'endEditing'>;
  /**
   * Erase everything of one person, over all lists: named by the id in any of them.
   * For good. The address is gone from all lists, and with it what names the person in messages, opens, clicks, unsubscribes, bounces, complaints and transactional emails, with the record of consent and the files of imports and exports that have it; the figures of campaigns stay as they are.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /subscribers/{subscriber_uid}/erase`
   */
  erasePerson: Method<'erasePerson'>;
  /**
   * Erase everything about an address, over all lists, also when it is on none any more.
   * As `POST /subscribers/{subscriber_uid}/erase`. Doing it again changes nothing: the counts are 0 then.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /people/{email}/erase`
   */
  erasePersonByEmail: Method<'erasePersonByEmail'>;
  /**
   * About how many people a segment would have, and each of its conditions alone; nothing is stored.
   * An answer takes the same time however long the list is: short lists are counted, of long ones a part is looked at that is spread over the whole list.
   *
   * Needs the right to read (every role).
   * `POST /lists/{list_uid}/segments/estimate`
   */
  estimateSegment: Method<'estimateSegment'>;
  /**
   * Examine the installation: what is wrong with it, and what to do.
   * As `npx mailwright doctor`: store, disk, backups, clock, workers, relays, domains, base URL, return path, replication, template thumbnails, as the process that answers sees them. It opens a session with each relay and sends nothing. It may take ten seconds for a machine that does not answer, and longer to look through a large SQLite file; ask for one check after the other to see what is going on.
   *
   * Needs the rights of the operator.
   * `POST /installation/examination`
   */
  examineInstallation: Method<'examineInstallation'>;
  /**
   * Why an address was not mailed, or what became of its message.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/explain`
   */
  explainAddress: Method<'explainAddress'>;
  /**
   * Everything that is stored about one person, for whoever asks what we know of them.
   * Over all lists: values, messages, opens, clicks, unsubscribes, bounces, complaints, emails to the person.
   *
   * Needs the right to read (every role).
   * `GET /subscribers/{subscriber_uid}/export`
   */
  exportPerson: Method<'exportPerson'>;
  /**
   * The same as a page to read, print or send.
   * Needs the right to read (every role).
   * `GET /people/{email}/export.html`
   */
  exportPersonAsPage: Method<'exportPersonAsPage'>;
  /**
   * Everything that is stored about an address, over all lists, also when it is on none any more.
   * Needs the right to read (every role).
   * `GET /people/{email}/export`
   */
  exportPersonByEmail: Method<'exportPersonByEmail'>;
  /**
   * The A/B test of a campaign, with what its variants have come to.
   * By the campaign, by any of its variants, or by the campaign for the rest.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/ab-test`
   */
  getAbTest: Method<'getAbTest'>;
  /**
   * One API key, without the key itself.
   * Needs the rights of an owner.
   * `GET /api-keys/{key_uid}`
   */
  getApiKey: Method<'getApiKey'>;
  /**
   * Who would get a campaign to the list now, and why others would not.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/audience`
   */
  getAudience: Method<'getAudience'>;
  /**
   * What mails of blocks have in common: colors, fonts, logo, footer.
   * Needs the right to read (every role).
   * `GET /brand`
   */
  getBrand: Method<'getBrand'>;
  /**
   * How a bulk action stands.
   * Cheap: a program may ask every second.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/bulk-actions/{bulk_action_uid}`
   */
  getBulkAction: Method<'getBulkAction'>;
  /**
   * What left and what will leave: campaigns, runs of recurring ones, ends of A/B tests.
   * Autoresponders are not in it: their mails leave whenever one is due. Runs of a recurring campaign are told as its schedule has them now.
   *
   * Needs the right to read (every role).
   * `GET /calendar`
   */
  getCalendar: Method<'getCalendar'>;
  /**
   * One campaign.
   * With `full=1` the `ETag` is the revision of the campaign: an update that sends it in `If-Match` is refused when somebody saved in between.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}`
   */
  getCampaign: Method<'getCampaign'>;
  /**
   * The blocks that a campaign is made of.
   * The `ETag` is the revision of the campaign, as with `full=1`.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/blocks`
   */
  getCampaignBlocks: Method<'getCampaignBlocks'>;
  /**
   * One campaign as a table shows it: where it stands, and what came of it.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/overview`
   */
  getCampaignOverview: Method<'getCampaignOverview'>;
  /**
   * How fast a campaign went in the last minutes.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/pace`
   */
  getCampaignPace: Method<'getCampaignPace'>;
  /**
   * What came of a campaign, and how that compares with the last ones.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/report`
   */
  getCampaignReport: Method<'getCampaignReport'>;
  /**
   * What happened to a campaign by hour or day, from its beginning.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/series`
   */
  getCampaignSeries: Method<'getCampaignSeries'>;
  /**
   * Counts and rates of a campaign.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/stats`
   */
  getCampaignStats: Method<'getCampaignStats'>;
  /**
   * A campaign as it was in a version.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/versions/{revision}`
   */
  getCampaignVersion: Method<'getCampaignVersion'>;
  /**
   * What must be there before mail reaches people: done, open, or wrong now.
   * Needs the right to read (every role).
   * `GET /checklist`
   */
  getChecklist: Method<'getChecklist'>;
  /**
   * How a campaign is delivered: settings, messages by state, and why it waits.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/delivery`
   */
  getDelivery: Method<'getDelivery'>;
  /**
   * What became of the message with this Message-ID.
   * Needs the right to read (every role).
   * `GET /campaigns/email-message-id/{email_message_id}`
   */
  getDeliveryLogByEmailMessageId: Method<'getDeliveryLogByEmailMessageId'>;
  /**
   * What became of the message with this Message-ID.
   * Needs the right to read (every role).
   * `GET /campaigns/delivery-logs/email-message-id/{email_message_id}`
   */
  getDeliveryLogByMessageId: Method<'getDeliveryLogByMessageId'>;
  /**
   * One delivery server.
   * Needs the right to read (every role).
   * `GET /delivery-servers/{server_id}`
   */
  getDeliveryServer: Method<'getDeliveryServer'>;
  /**
   * What a delivery server may send by its limits and its warm-up, and what it has used of that.
   * Needs the right to read (every role).
   * `GET /delivery-servers/{server_id}/usage`
   */
  getDeliveryServerUsage: Method<'getDeliveryServerUsage'>;
  /**
   * What was found when the installation was last examined.
   * Needs the rights of the operator.
   * `GET /installation/examination`
   */
  getExamination: Method<'getExamination'>;
  /**
   * How an export stands.
   * Cheap: a program may ask every second.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/exports/{export_uid}`
   */
  getExport: Method<'getExport'>;
  /**
   * One field.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/fields/{field_id}`
   */
  getField: Method<'getField'>;
  /**
   * The subscribe form of a list as code for other sites.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/form-code`
   */
  getFormCode: Method<'getFormCode'>;
  /**
   * How an import stands.
   * Cheap: a program may ask every second.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/imports/{import_uid}`
   */
  getImport: Method<'getImport'>;
  /**
   * The server: its version, its public address, and for operators how it runs.
   * Needs the rights of an owner.
   * `GET /installation`
   */
  getInstallation: Method<'getInstallation'>;
  /**
   * One list.
   * With `full=1` it can be sent back, and its `ETag` goes into `If-Match` of the change.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}`
   */
  getList: Method<'getList'>;
  /**
   * The autoresponders of a list in the order in which people get them, and who waits for each.
   * It costs the same however many people are on the list: nobody is counted but the 10,000 who are next.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/automations`
   */
  getListAutomations: Method<'getListAutomations'>;
  /**
   * Who joined a list and who left it, by day or week.
   * It costs the same however many people are on the list.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/growth`
   */
  getListGrowth: Method<'getListGrowth'>;
  /**
   * How the public pages of a list look and speak.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/pages`
   */
  getListPages: Method<'getListPages'>;
  /**
   * Who is signed in.
   * Needs the right to read (every role).
   * `GET /me`
   */
  getMe: Method<'getMe'>;
  /**
   * One image.
   * Needs the right to read (every role).
   * `GET /media/{media_uid}`
   */
  getMedia: Method<'getMedia'>;
  /**
   * What to ask the browser for, to sign in with a passkey.
   * The answer is for `navigator.credentials.get`, at the public address of the server.
   *
   * Needs no key and no session.
   * `GET /session/passkey`
   */
  getPasskeyChallenge: Method<'getPasskeyChallenge'>;
  /**
   * Everything of one person, over all lists: named by the id in any of them.
   * Needs the right to read (every role).
   * `GET /subscribers/{subscriber_uid}`
   */
  getPerson: Method<'getPerson'>;
  /**
   * The customer: company with its postal address, time zone, locale.
   * Needs the right to read (every role).
   * `GET /profile`
   */
  getProfile: Method<'getProfile'>;
  /**
   * What waits to be sent, the lanes to relays, and destinations that are slowed or parked.
   * Over all customers. Lanes are those of all server processes; the event loop is that of the process that answers and of its threads: ask each node for its own.
   *
   * Needs the rights of the operator.
   * `GET /queue`
   */
  getQueue: Method<'getQueue'>;
  /**
   * When recipients would get a campaign that each gets at their own time, before it begins.
   * Counted from the subscribers of now, as the audience is. A campaign to all at one instant has none (400).
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/recipient-times`
   */
  getRecipientTimes: Method<'getRecipientTimes'>;
  /**
   * The link that shows the report of a campaign to whoever has it.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/report-link`
   */
  getReportLink: Method<'getReportLink'>;
  /**
   * Where mail that comes back is read, when, and how much of it was understood.
   * Needs the rights of the operator.
   * `GET /return-path`
   */
  getReturnPath: Method<'getReturnPath'>;
  /**
   * One of them, with the beginning of its source as text.
   * Needs the rights of the operator.
   * `GET /returned-mails/{mail_id}`
   */
  getReturnedMail: Method<'getReturnedMail'>;
  /**
   * One saved block.
   * Needs the right to read (every role).
   * `GET /saved-blocks/{saved_block_uid}`
   */
  getSavedBlock: Method<'getSavedBlock'>;
  /**
   * When a recurring campaign runs next, and its last runs.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/schedule`
   */
  getSchedule: Method<'getSchedule'>;
  /**
   * One segment with its conditions.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/segments/{segment_uid}`
   */
  getSegment: Method<'getSegment'>;
  /**
   * One sending domain: its keys, the DNS records to publish, what DNS said last.
   * Needs the right to read (every role).
   * `GET /sending-domains/{domain_uid}`
   */
  getSendingDomain: Method<'getSendingDomain'>;
  /**
   * Who is signed in, for which customer, and what they may do.
   * Without a session it answers `signed-out`.
   *
   * Needs the right to read (every role).
   * `GET /session`
   */
  getSession: Method<'getSession'>;
  /**
   * One subscriber with all field values.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/subscribers/{subscriber_uid}`
   */
  getSubscriber: Method<'getSubscriber'>;
  /**
   * Why an address gets no mail from you.
   * Needs the right to read (every role).
   * `GET /suppressions/{email}`
   */
  getSuppression: Method<'getSuppression'>;
  /**
   * One template with its content.
   * With `full=1` it can be sent back, and its `ETag` goes into `If-Match` of the change.
   *
   * Needs the right to read (every role).
   * `GET /templates/{template_uid}`
   */
  getTemplate: Method<'getTemplate'>;
  /**
   * The blocks that a template is made of.
   * Needs the right to read (every role).
   * `GET /templates/{template_uid}/blocks`
   */
  getTemplateBlocks: Method<'getTemplateBlocks'>;
  /**
   * Templates as a gallery shows them: those that were changed last first, or by name.
   * Needs the right to read (every role).
   * `GET /templates/overview`
   */
  getTemplateOverview: Method<'getTemplateOverview'>;
  /**
   * How a template looks, in small.
   * What a browser of the server made of it, 640 pixels wide; as long as there is none, an outline of its areas in its own colors.
   *
   * Needs the right to read (every role).
   * `GET /templates/{template_uid}/picture`
   */
  getTemplatePicture: Method<'getTemplatePicture'>;
  /**
   * A mail in the test inbox.
   * Its links confirm and unsubscribe the person it is to: nobody reads them who may not change people.
   *
   * Needs the right to edit (editor, sender, owner).
   * `GET /test-inbox/{mail_id}`
   */
  getTestMail: Method<'getTestMail'>;
  /**
   * The HTML of a mail in the test inbox, for a frame.
   * Its own Content-Security-Policy keeps it from running scripts, and other sites from framing it.
   *
   * Needs the right to edit (editor, sender, owner).
   * `GET /test-inbox/{mail_id}/page.html`
   */
  getTestMailPage: Method<'getTestMailPage'>;
  /**
   * One transactional email with its content.
   * Needs the right to read (every role).
   * `GET /transactional-emails/{email_uid}`
   */
  getTransactionalEmail: Method<'getTransactionalEmail'>;
  /**
   * One webhook: whom it tells of what, and how far it is.
   * Needs the rights of an owner.
   * `GET /webhooks/{webhook_uid}`
   */
  getWebhook: Method<'getWebhook'>;
  /**
   * Whom a link lets in: the first owner, somebody who was invited, a user who forgot the password.
   * Needs no key and no session.
   * `GET /welcome`
   */
  getWelcome: Method<'getWelcome'>;
  /**
   * Invite somebody, by mail; the link is answered, too.
   * The link works once, within seven days. Somebody who has an account with another customer keeps its password.
   *
   * Needs the rights of an owner.
   * `POST /users`
   */
  inviteUser: Method<'inviteUser'>;
  /**
   * Send an invitation again, with a new link; the old one works no more.
   * Needs the rights of an owner.
   * `POST /users/{user_uid}/invitation`
   */
  inviteUserAgain: Method<'inviteUserAgain'>;
  /**
   * API keys, newest first, with those that were revoked.
   * Needs the rights of an owner.
   * `GET /api-keys`
   */
  listApiKeys: Method<'listApiKeys'>;
  /**
   * The people who would get a campaign to the list now, or would not for one reason.
   * An answer can have fewer records than asked for, even none, although there are more: go on until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/audience/people`
   */
  listAudiencePeople: Method<'listAudiencePeople'>;
  /**
   * Who changed what, from where and when, the latest first.
   * Every call that changed something has an entry, as have signing in and out and attempts that failed. Nothing of what was sent is kept. Entries go after 180 days.
   *
   * Needs the rights of an owner.
   * `GET /audit`
   */
  listAudit: Method<'listAudit'>;
  /**
   * Messages of a campaign that came back, newest first.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/bounces`
   */
  listBounces: Method<'listBounces'>;
  /**
   * DNS records of sending domains that were right, and are missing or wrong now.
   * Needs the right to read (every role).
   * `GET /broken-dns-records`
   */
  listBrokenDnsRecords: Method<'listBrokenDnsRecords'>;
  /**
   * Bulk actions of a list, newest first.
   * They are kept for 90 days.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/bulk-actions`
   */
  listBulkActions: Method<'listBulkActions'>;
  /**
   * With which programs and devices a campaign is read.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/clients`
   */
  listCampaignClients: Method<'listCampaignClients'>;
  /**
   * What became of a campaign by the domains of its recipients.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/destinations`
   */
  listCampaignDestinations: Method<'listCampaignDestinations'>;
  /**
   * Why messages of a campaign were rejected or came back, in the words of their receivers.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/failures`
   */
  listCampaignFailures: Method<'listCampaignFailures'>;
  /**
   * The tracked links of a campaign with their hashes and clicks, in the order in which they stand in it.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/links`
   */
  listCampaignLinks: Method<'listCampaignLinks'>;
  /**
   * Campaigns as a table shows them, newest first: where each stands, and what came of it.
   * With a search, an answer can have fewer records than asked for although there are more: go on until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/overview`
   */
  listCampaignOverviews: Method<'listCampaignOverviews'>;
  /**
   * What a campaign was each time that it was saved, newest first.
   * Every save keeps a version; saves of the same person within two minutes are one. The newest 50 are kept, for 30 days.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/versions`
   */
  listCampaignVersions: Method<'listCampaignVersions'>;
  /**
   * Campaigns, newest first.
   * Needs the right to read (every role).
   * `GET /campaigns`
   */
  listCampaigns: Method<'listCampaigns'>;
  /**
   * Who followed links of a campaign, newest first.
   * An answer can have fewer records than asked for, even none, although there are more: go on until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/clicks`
   */
  listClicks: Method<'listClicks'>;
  /**
   * Who reported a campaign as spam, newest first.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/complaints`
   */
  listComplaints: Method<'listComplaints'>;
  /**
   * Operators that conditions may use.
   * Needs the right to read (every role).
   * `GET /lists/segments/condition-operators`
   */
  listConditionOperators: Method<'listConditionOperators'>;
  /**
   * What one person agreed to and took back, on all lists, and how.
   * A record is written with each change of a status and never changed; it stays when the person leaves. Whoever was imported has the record of the import.
   *
   * Needs the right to read (every role).
   * `GET /subscribers/{subscriber_uid}/consents`
   */
  listConsents: Method<'listConsents'>;
  /**
   * Countries, by name.
   * Needs the right to read (every role).
   * `GET /countries`
   */
  listCountries: Method<'listCountries'>;
  /**
   * What became of each message, in the order of the audience.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/delivery-logs`
   */
  listDeliveryLogs: Method<'listDeliveryLogs'>;
  /**
   * Delivery servers: your own and the shared ones, newest first.
   * Needs the right to read (every role).
   * `GET /delivery-servers`
   */
  listDeliveryServers: Method<'listDeliveryServers'>;
  /**
   * Destinations that are slowed or parked because they refused, by name.
   * Needs the right to read (every role).
   * `GET /delivery-servers/{server_id}/destinations`
   */
  listDestinations: Method<'listDestinations'>;
  /**
   * Exports of a list, newest first.
   * They are kept for 90 days, their files for one.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/exports`
   */
  listExports: Method<'listExports'>;
  /**
   * The field types.
   * Needs the right to read (every role).
   * `GET /lists/fields/types`
   */
  listFieldTypes: Method<'listFieldTypes'>;
  /**
   * Fields of a list, in their order.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/fields`
   */
  listFields: Method<'listFields'>;
  /**
   * Imports of a list, newest first.
   * They are kept for 90 days.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/imports`
   */
  listImports: Method<'listImports'>;
  /**
   * Lists, newest first.
   * Needs the right to read (every role).
   * `GET /lists`
   */
  listLists: Method<'listLists'>;
  /**
   * Images for mails, newest first.
   * Needs the right to read (every role).
   * `GET /media`
   */
  listMedia: Method<'listMedia'>;
  /**
   * Your passkeys, the oldest first.
   * Needs the right to read (every role).
   * `GET /me/passkeys`
   */
  listMyPasskeys: Method<'listMyPasskeys'>;
  /**
   * Where you are signed in, the latest first.
   * Needs the right to read (every role).
   * `GET /me/sessions`
   */
  listMySessions: Method<'listMySessions'>;
  /**
   * Who got a campaign and did not open it, or did not click.
   * As many as the report's `accepted` less those who opened or clicked. An answer can have fewer records than asked for, even none, although there are more: go on until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/non-responders`
   */
  listNonResponders: Method<'listNonResponders'>;
  /**
   * Who opened a campaign, newest first.
   * An answer can have fewer records than asked for, even none, although there are more: go on until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/opens`
   */
  listOpens: Method<'listOpens'>;
  /**
   * People of a list, searched and filtered, the newest first or by address.
   * Filters look at so many people that an answer costs the same however long the list is: it can have fewer records than asked for, even none, although there are more. Go on until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/people`
   */
  listPeople: Method<'listPeople'>;
  /**
   * Some of those who would get a campaign, to look at its mail with.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/preview-people`
   */
  listPreviewPeople: Method<'listPreviewPeople'>;
  /**
   * Returned mails that were not understood, newest first.
   * Needs the rights of the operator.
   * `GET /returned-mails`
   */
  listReturnedMails: Method<'listReturnedMails'>;
  /**
   * The latest messages of all campaigns that came back or were reported as spam.
   * Needs the right to read (every role).
   * `GET /returned-messages`
   */
  listReturnedMessages: Method<'listReturnedMessages'>;
  /**
   * Blocks that several mails have, and how many.
   * Needs the right to read (every role).
   * `GET /saved-blocks`
   */
  listSavedBlocks: Method<'listSavedBlocks'>;
  /**
   * Segments of all lists, those of the newest list first.
   * With a search, an answer can have fewer records than asked for although there are more: go on until `next` is null.
   *
   * Needs the right to read (every role).
   * `GET /segments/overview`
   */
  listSegmentOverviews: Method<'listSegmentOverviews'>;
  /**
   * Confirmed subscribers in a segment, newest first.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/segments/{segment_uid}/subscribers`
   */
  listSegmentSubscribers: Method<'listSegmentSubscribers'>;
  /**
   * Segments of a list, newest first.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/segments`
   */
  listSegments: Method<'listSegments'>;
  /**
   * How the DNS records of a sending domain changed: found, broken, healed.
   * Needs the right to read (every role).
   * `GET /sending-domains/{domain_uid}/changes`
   */
  listSendingDomainChanges: Method<'listSendingDomainChanges'>;
  /**
   * Sending domains, newest first.
   * Needs the right to read (every role).
   * `GET /sending-domains`
   */
  listSendingDomains: Method<'listSendingDomains'>;
  /**
   * Receivers that are slowed or parked at the delivery servers that a campaign may use.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/slowed-destinations`
   */
  listSlowedDestinations: Method<'listSlowedDestinations'>;
  /**
   * Templates that come with the server, to begin with.
   * They have ghost tables for Outlook, stay below what Gmail cuts off, and follow the color scheme of whoever reads. They are in English, or in German for customers with a German locale.
   *
   * Needs the right to read (every role).
   * `GET /starting-templates`
   */
  listStartingTemplates: Method<'listStartingTemplates'>;
  /**
   * Subscribers of a list, newest first.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/subscribers`
   */
  listSubscribers: Method<'listSubscribers'>;
  /**
   * Addresses that get no mail from you, newest first.
   * Needs the right to read (every role).
   * `GET /suppressions`
   */
  listSuppressions: Method<'listSuppressions'>;
  /**
   * Templates, newest first.
   * Needs the right to read (every role).
   * `GET /templates`
   */
  listTemplates: Method<'listTemplates'>;
  /**
   * Mails in the test inbox, the latest first.
   * While no relay is set up, mails go no further than here; the last 10,000 are kept. Mails to users about their accounts are for operators alone.
   *
   * Needs the right to read (every role).
   * `GET /test-inbox`
   */
  listTestMails: Method<'listTestMails'>;
  /**
   * What happened to one person, newest first, over all lists and campaigns.
   * Of messages, opens and clicks, those of the newest campaigns: at most 1,000 each.
   *
   * Needs the right to read (every role).
   * `GET /subscribers/{subscriber_uid}/timeline`
   */
  listTimeline: Method<'listTimeline'>;
  /**
   * Transactional emails, newest first.
   * Needs the right to read (every role).
   * `GET /transactional-emails`
   */
  listTransactionalEmails: Method<'listTransactionalEmails'>;
  /**
   * Who unsubscribed from a campaign, newest first.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/unsubscribes`
   */
  listUnsubscribes: Method<'listUnsubscribes'>;
  /**
   * Users of the customer in the order of joining, then those who are invited.
   * Needs the rights of an owner.
   * `GET /users`
   */
  listUsers: Method<'listUsers'>;
  /**
   * What was sent to a webhook and what it answered, the latest first; kept for seven days.
   * Needs the rights of an owner.
   * `GET /webhooks/{webhook_uid}/deliveries`
   */
  listWebhookDeliveries: Method<'listWebhookDeliveries'>;
  /**
   * Webhooks, newest first.
   * Needs the rights of an owner.
   * `GET /webhooks`
   */
  listWebhooks: Method<'listWebhooks'>;
  /**
   * States, provinces and the like of a country, by name.
   * Needs the right to read (every role).
   * `GET /countries/{country_id}/zones`
   */
  listZones: Method<'listZones'>;
  /**
   * Whether blocklists have the addresses of a delivery server, or a sending domain.
   * Asks the blocklists of the setting `MAILWRIGHT_BLOCKLISTS` by DNS (RFC 5782), at most 30 times an hour. A list that refuses to answer, does not answer, or does not have its own test entry is told as `unasked`: that says nothing about the address.
   *
   * Needs the rights of the operator.
   * `POST /blocklists/look-up`
   */
  lookUpBlocklists: Method<'lookUpBlocklists'>;
  /**
   * End a campaign now: nothing more leaves.
   * Needs the right to send (sender, owner).
   * `PUT /campaigns/{campaign_uid}/mark-sent`
   */
  markCampaignSent: Method<'markCampaignSent'>;
  /**
   * Say that you have a campaign open, and learn who else has.
   * It holds for a minute: say it again while the campaign stays open. It keeps nobody from saving.
   *
   * Needs the right to edit (editor, sender, owner).
   * `PUT /campaigns/{campaign_uid}/editing`
   */
  noteEditing: Method<'noteEditing'>;
  /**
   * Pause a campaign, or let a paused one go on.
   * Say which by `status`: without it, of two calls at the same moment one pauses it and the other lets it go on.
   *
   * Needs the right to send (sender, owner).
   * `PUT /campaigns/{campaign_uid}/pause-unpause`
   */
  pauseOrUnpauseCampaign: Method<'pauseOrUnpauseCampaign'>;
  /**
   * The message of a campaign as a subscriber gets it; nothing is sent or counted.
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/preview`
   */
  previewCampaign: Method<'previewCampaign'>;
  /**
   * The message of a campaign as a page for a frame; nothing is sent or counted.
   * For `<iframe sandbox>`: by its own Content-Security-Policy it runs no script and sends no form, and only pages of this server may frame it.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/preview.html`
   */
  previewCampaignPage: Method<'previewCampaignPage'>;
  /**
   * A campaign as it was in a version, as a page for a frame.
   * For `<iframe sandbox>`. Fields and links have examples in them; nothing is sent or counted.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/versions/{revision}/preview.html`
   */
  previewCampaignVersionPage: Method<'previewCampaignVersionPage'>;
  /**
   * The confirmation mail of a list as a page for a frame.
   * For `<iframe sandbox>`. In the language of the list, else of the customer; its link leads nowhere.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/confirmation-mail.html`
   */
  previewConfirmationMail: Method<'previewConfirmationMail'>;
  /**
   * The subscribe form of a list, or another of its pages, as it would be, for a frame; nothing is stored.
   * For `<iframe sandbox>`. What is wrong with a field or with settings is told as when they are saved.
   *
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/form-preview.html`
   */
  previewListForm: Method<'previewListForm'>;
  /**
   * How many people a segment would have, and a few of them; nothing is stored.
   * An answer takes the same time however long the list is, and has the count of those it looked at: add them up until `next` is null.
   *
   * Needs the right to read (every role).
   * `POST /lists/{list_uid}/segments/preview`
   */
  previewSegment: Method<'previewSegment'>;
  /**
   * A template that comes with the server as a page for a frame.
   * For `<iframe sandbox>`. Fields and links have examples in them; nothing is sent or counted.
   *
   * Needs the right to read (every role).
   * `GET /starting-templates/{starting_id}/preview.html`
   */
  previewStartingTemplatePage: Method<'previewStartingTemplatePage'>;
  /**
   * A template as a page for a frame.
   * For `<iframe sandbox>`. Fields and links have examples in them; nothing is sent or counted.
   *
   * Needs the right to read (every role).
   * `GET /templates/{template_uid}/preview.html`
   */
  previewTemplatePage: Method<'previewTemplatePage'>;
  /**
   * Try out a delivery server of your own: connect, TLS, log in; no message is sent.
   * Needs the rights of an owner.
   * `POST /delivery-servers/{server_id}/probe`
   */
  probeDeliveryServer: Method<'probeDeliveryServer'>;
  /**
   * Hand a mail of the test inbox to a delivery server, which sends it to its recipient.
   * It leaves as it is, once: after a refusal it can be released again, after it was accepted it cannot. Addresses that get no mail of you are refused. It counts in the quotas of the delivery server, and is refused when one is used up.
   *
   * Needs the right to send (sender, owner).
   * `POST /test-inbox/{mail_id}/release`
   */
  releaseTestMail: Method<'releaseTestMail'>;
  /**
   * Send a campaign without a test; its other variants, which are drafts, are removed.
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}/ab-test`
   */
  removeAbTest: Method<'removeAbTest'>;
  /**
   * Send once more what happened since an instant, with the ids that the events had.
   * Needs the rights of an owner.
   * `POST /webhooks/{webhook_uid}/replay`
   */
  replayWebhook: Method<'replayWebhook'>;
  /**
   * Mail a link for a new password to a user; the answer is the same whether there is one.
   * Needs no key and no session.
   * `POST /session/reset`
   */
  requestPasswordReset: Method<'requestPasswordReset'>;
  /**
   * Bring back what a campaign was in a version; what it is now stays a version.
   * As an update with everything that the version holds, with the same checks. The status stays; a list or segment that is gone is not brought back, nor is a send time that is past, except in a draft.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/versions/{revision}/restore`
   */
  restoreCampaignVersion: Method<'restoreCampaignVersion'>;
  /**
   * Send the messages that were rejected once more.
   * Needs the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/retry-failed`
   */
  retryFailed: Method<'retryFailed'>;
  /**
   * Make new keys; the old ones sign until a check has found the new records.
   * Needs the rights of an owner.
   * `POST /sending-domains/{domain_uid}/rotate`
   */
  rotateSendingDomainKeys: Method<'rotateSendingDomainKeys'>;
  /**
   * Make a new secret; for a day requests have the signatures of both.
   * Needs the rights of an owner.
   * `POST /webhooks/{webhook_uid}/rotate`
   */
  rotateWebhookSecret: Method<'rotateWebhookSecret'>;
  /**
   * Begin a bulk action whose people are counted.
   * It runs on the server, whoever goes away, and goes on after a restart. Each person is done once, or passed over with a reason.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/bulk-actions/{bulk_action_uid}/run`
   */
  runBulkAction: Method<'runBulkAction'>;
  /**
   * Begin an import, or try it.
   * It runs on the server, whoever goes away, and goes on after a restart; ask how it stands. A dry run gives the same figures and changes nothing. Bad rows never stop good ones.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports/{import_uid}/run`
   */
  runImport: Method<'runImport'>;
  /**
   * A few campaigns, lists, segments, templates and people that fit a text.
   * Needs the right to read (every role).
   * `GET /search`
   */
  search: Method<'search'>;
  /**
   * Find the subscribers of a list by exact field values.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/subscribers/search-by-custom-fields`
   */
  searchByCustomFields: Method<'searchByCustomFields'>;
  /**
   * Find the subscriber of a list with an address.
   * Needs the right to read (every role).
   * `GET /lists/{list_uid}/subscribers/search-by-email`
   */
  searchByEmail: Method<'searchByEmail'>;
  /**
   * Find an address in all lists.
   * Needs the right to read (every role).
   * `GET /lists/subscribers/search-by-email-in-all-lists`
   */
  searchByEmailInAllLists: Method<'searchByEmailInAllLists'>;
  /**
   * Send a draft: at the send time given, else at the one it has, else at once.
   * Needs the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/send`
   */
  sendCampaign: Method<'sendCampaign'>;
  /**
   * Make a draft like a campaign, for those who got it and did not open it.
   * They got it (a mail server accepted the message), no person opened or clicked (machines do not count), and they are still confirmed and not suppressed when the new campaign begins. Of an A/B test they are those of all its variants and of its winner, and the draft is like the named campaign. List and type of the draft stay.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/send-again`
   */
  sendCampaignAgain: Method<'sendCampaignAgain'>;
  /**
   * Send the message of a campaign to any addresses; nothing is counted.
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/test`
   */
  sendTestEmail: Method<'sendTestEmail'>;
  /**
   * Test a campaign in several variants, or change how, until it begins.
   * The variants go to a share of the audience. The one that more people opened or clicked goes to the rest by itself, after a time; or the one that somebody names. Nobody gets two variants.
   *
   * Needs the right to edit (editor, sender, owner).
   * `PUT /campaigns/{campaign_uid}/ab-test`
   */
  setAbTest: Method<'setAbTest'>;
  /**
   * Decide what becomes of messages of which nobody knows whether they were accepted.
   * Needs the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/settle-uncertain`
   */
  settleUncertain: Method<'settleUncertain'>;
  /**
   * Share the report of a campaign by a link.
   * Whoever has it sees the figures and the links, and nothing of people. Of a report that is shared, its link.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/report-link`
   */
  shareReport: Method<'shareReport'>;
  /**
   * The page that blocks become; nothing is stored.
   * Needs the right to edit (editor, sender, owner).
   * `POST /blocks/page`
   */
  showBlocks: Method<'showBlocks'>;
  /**
   * The mail of a campaign as a page for a frame, with a badge on each link that says how many followed it.
   * For `<iframe sandbox>`, as `preview.html`: its links lead nowhere. A badge has the people, and their share of all who clicked.
   *
   * Needs the right to read (every role).
   * `GET /campaigns/{campaign_uid}/heat-map.html`
   */
  showClicksInCampaign: Method<'showClicksInCampaign'>;
  /**
   * What goes on with campaigns, lists, jobs, sending domains and the test inbox, as it happens.
   * Server-sent events (WHATWG HTML, section 9.2). The first is `snapshot`: campaigns that are scheduled, sent, paused, or ended in the last day; all lists; jobs that changed and sending domains that were looked up in the last ten minutes. Then come `changes`, at most one a second, with whatever differs, in the same form. After a cut (also with `Last-Event-ID`) a snapshot comes again, so nothing is missed. A line with a colon every 15 seconds keeps the connection open. The stream ends with the session or key.
   *
   * The data of both is an object:
   *
   * - `campaigns`: `campaign_uid`, `status`, `audience`, `accepted`, `rejected`, `uncertain`, `skipped`, `deferred` (up to a bound), `unique_opens`, `unique_clicks`, the same without machines as `filtered_unique_opens` and `filtered_unique_clicks`, `unsubscribes`, `bounces` (numbers), `notice` (why it does not go on by itself, or null), `sentences` (the same with codes and values)
   * - `lists`: `list_uid`, `subscribers`, `confirmed` (numbers)
   * - `jobs`: `job_uid` (the id of the import, export or action), `kind` (`import`, `export`, `bulk`, `erase`), `list_uid` (or null), `state` (`idle`, `waiting`, `running`, `done`, `failed`, `cancelled`), `phase` (of an import `dry-run`, `import` or `undo`, else null), `percent` (0 to 100)
   * - `domains`: `domain_uid`, `name`, `checked_at` (when DNS was asked, ms), `broken` (DNS records of it that were right, and are missing or wrong)
   * - `inbox`: one object for the test inbox, with `newest_mail_id` (of the mail that came last; null: there is none)
   *
   * Needs the right to read (every role).
   * `GET /events`
   */
  streamEvents: Method<'streamEvents'>;
  /**
   * Send an example to a webhook at once, and show what it answers.
   * Also to one that is off. The call succeeds whatever the receiver answers: `ok` says whether it took it.
   *
   * Needs the rights of an owner.
   * `POST /webhooks/{webhook_uid}/test`
   */
  testWebhook: Method<'testWebhook'>;
  /**
   * Count a click on a tracked link, named by the SHA-1 or SHA-256 of its address in hex.
   * Needs the right to edit (editor, sender, owner).
   * `GET /campaigns/{campaign_uid}/track-url/{subscriber_uid}/{hash}`
   */
  trackClick: Method<'trackClick'>;
  /**
   * Count an open.
   * Needs the right to edit (editor, sender, owner).
   * `GET /campaigns/{campaign_uid}/track-opening/{subscriber_uid}`
   */
  trackOpen: Method<'trackOpen'>;
  /**
   * Unsubscribe a subscriber and count it for the campaign.
   * Needs the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/track-unsubscribe/{subscriber_uid}`
   */
  trackUnsubscribe: Method<'trackUnsubscribe'>;
  /**
   * Undo an import.
   * Removes whom it added, unless something happened since (changed, opened, clicked, unsubscribed), and puts the values back that it changed, unless they were changed again. New fields stay. Possible for seven days.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports/{import_uid}/undo`
   */
  undoImport: Method<'undoImport'>;
  /**
   * Take the link to a report back.
   * It shows nothing any more; sharing the report again makes another one.
   *
   * Needs the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}/report-link`
   */
  unshareReport: Method<'unshareReport'>;
  /**
   * Unsubscribe the subscriber of a list with an address; also when nothing changes.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/subscribers/unsubscribe-by-email`
   */
  unsubscribeByEmail: Method<'unsubscribeByEmail'>;
  /**
   * Unsubscribe an address from all lists.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/subscribers/unsubscribe-by-email-from-all-lists`
   */
  unsubscribeEverywhere: Method<'unsubscribeEverywhere'>;
  /**
   * Unsubscribe a subscriber; also when nothing changes.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/subscribers/{subscriber_uid}/unsubscribe`
   */
  unsubscribeSubscriber: Method<'unsubscribeSubscriber'>;
  /**
   * Change what an API key may do, from the next request on; other nodes follow within a second.
   * Members that are absent stay as they are. A key that was revoked cannot be changed.
   *
   * Needs the rights of an owner.
   * `PUT /api-keys/{key_uid}`
   */
  updateApiKey: Method<'updateApiKey'>;
  /**
   * Replace what mails of blocks have in common.
   * What is absent is as the server has it. Mails get it when their blocks are saved: those that stand stay as they are.
   *
   * Needs the right to edit (editor, sender, owner).
   * `PUT /brand`
   */
  updateBrand: Method<'updateBrand'>;
  /**
   * Change a campaign that is a draft, paused, or has not begun; what is not sent stays.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /campaigns/{campaign_uid}`
   */
  updateCampaign: Method<'updateCampaign'>;
  /**
   * Change what becomes of uncertain messages, and how fast and when a campaign goes, at any time.
   * Needs the right to send (sender, owner).
   * `PUT /campaigns/{campaign_uid}/delivery`
   */
  updateDelivery: Method<'updateDelivery'>;
  /**
   * Change a delivery server of your own; what is not sent stays.
   * Needs the rights of an owner.
   * `PUT /delivery-servers/{server_id}`
   */
  updateDeliveryServer: Method<'updateDeliveryServer'>;
  /**
   * Put a saved block into the drafts and templates that have it otherwise.
   * A request looks at 100 of them, templates first: go on with `after` until `next` is null. What waits to be sent or was sent stays as it is.
   *
   * Needs the right to edit (editor, sender, owner).
   * `POST /saved-blocks/{saved_block_uid}/update-drafts`
   */
  updateDraftsOfSavedBlock: Method<'updateDraftsOfSavedBlock'>;
  /**
   * Change a field; what is not sent stays, sent options replace the set.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/fields/{field_id}`
   */
  updateField: Method<'updateField'>;
  /**
   * Say what is to be done with the file; what is not sent stays.
   * Possible until the import is run. Another delimiter, charset or header means that the columns are guessed anew; what a dry run found is forgotten.
   *
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/imports/{import_uid}`
   */
  updateImport: Method<'updateImport'>;
  /**
   * Change a list; what is not sent stays.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}`
   */
  updateList: Method<'updateList'>;
  /**
   * Change the public pages of a list; what is not sent stays, what is empty is as by default.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/pages`
   */
  updateListPages: Method<'updateListPages'>;
  /**
   * Change your name, language, theme or password.
   * A new password ends all sessions; this answer brings the cookie of a new one.
   *
   * Needs the right to read (every role).
   * `PUT /me`
   */
  updateMe: Method<'updateMe'>;
  /**
   * Say what an image is called and what it shows.
   * Mails that have it keep the words that they have.
   *
   * Needs the right to edit (editor, sender, owner).
   * `PUT /media/{media_uid}`
   */
  updateMedia: Method<'updateMedia'>;
  /**
   * Give a passkey another name.
   * Needs the right to read (every role).
   * `PUT /me/passkeys/{passkey_uid}`
   */
  updatePasskey: Method<'updatePasskey'>;
  /**
   * Change the customer: company with its postal address, time zone, locale.
   * What is absent stays. A new time zone moves the next runs of recurring campaigns to the same time of day there; campaigns that are scheduled keep their instant.
   *
   * Needs the rights of an owner.
   * `PUT /profile`
   */
  updateProfile: Method<'updateProfile'>;
  /**
   * Change a saved block; mails keep it as they have it.
   * `used_in.differing_count` says how many drafts and templates have it otherwise; update-drafts puts it into them.
   *
   * Needs the right to edit (editor, sender, owner).
   * `PUT /saved-blocks/{saved_block_uid}`
   */
  updateSavedBlock: Method<'updateSavedBlock'>;
  /**
   * Change a segment; sent conditions replace the set.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/segments/{segment_uid}`
   */
  updateSegment: Method<'updateSegment'>;
  /**
   * Go to another customer that the user belongs to.
   * Needs the right to read (every role).
   * `PUT /session`
   */
  updateSession: Method<'updateSession'>;
  /**
   * Change a subscriber; what is not sent stays.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/subscribers/{subscriber_uid}`
   */
  updateSubscriber: Method<'updateSubscriber'>;
  /**
   * Change a template; campaigns made from it keep their copy.
   * Needs the right to edit (editor, sender, owner).
   * `PUT /templates/{template_uid}`
   */
  updateTemplate: Method<'updateTemplate'>;
  /**
   * Give a user another role, from the next request on.
   * The last owner keeps the role: make somebody else an owner first.
   *
   * Needs the rights of an owner.
   * `PUT /users/{user_uid}`
   */
  updateUser: Method<'updateUser'>;
  /**
   * Change a webhook, or switch it on or off.
   * One that the server switched off goes on with the first event that it missed, as long as events are kept (seven days). One that was switched off by a call goes on with what happens from then on; `replay` gets the rest.
   *
   * Needs the rights of an owner.
   * `PUT /webhooks/{webhook_uid}`
   */
  updateWebhook: Method<'updateWebhook'>;
  /**
   * Suppress the addresses of a CSV file; bad rows never stop good ones.
   * Needs the right to edit (editor, sender, owner).
   * `POST /suppressions.csv`
   */
  uploadSuppressions: Method<'uploadSuppressions'>;
  /**
   * Use a link, once: choose name and password, and be signed in.
   * The link stays good when members do not fit. Who has a second factor is answered `code-needed` and signs in.
   *
   * Needs no key and no session.
   * `POST /welcome`
   */
  useWelcome: Method<'useWelcome'>;
};
