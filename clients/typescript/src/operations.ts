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
  listCustomersOfSession: { method: "GET", path: "/session/customers" },
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
   * Add a variant: a draft copied from the campaign, which is updated like any other and begins with it.
   * List, segment, send time and limits are those of the campaign. To remove the variant, delete the draft.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/ab-test/variants`
   */
  addVariant: Method<'addVariant'>;
  /**
   * Start adding a passkey.
   * The answer is for `navigator.credentials.create`, at the public address of the server. Requires the password, so that someone who finds an open session cannot add a passkey of their own.
   *
   * Requires the right to read (every role).
   * `POST /me/passkeys/options`
   */
  beginPasskey: Method<'beginPasskey'>;
  /**
   * Start setting up an authenticator app as a second factor.
   * It takes effect when confirmed with a code (RFC 6238: SHA-1, 6 digits, 30 seconds). Requires the password, so that someone who finds an open session cannot lock its user out.
   *
   * Requires the right to read (every role).
   * `POST /me/totp`
   */
  beginTotp: Method<'beginTotp'>;
  /**
   * Stop a bulk action; what was done so far is kept.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/bulk-actions/{bulk_action_uid}/cancel`
   */
  cancelBulkAction: Method<'cancelBulkAction'>;
  /**
   * Stop an export.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/exports/{export_uid}/cancel`
   */
  cancelExport: Method<'cancelExport'>;
  /**
   * Stop a run.
   * What was imported so far is kept, and can be undone. A stopped dry run can be repeated.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports/{import_uid}/cancel`
   */
  cancelImport: Method<'cancelImport'>;
  /**
   * Check what needs attention before a campaign is sent.
   * Up to 20 links are requested, within 5 seconds in total; the results are reused for ten minutes. Empty fields are counted among the newest recipients, at most 1,000.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/checks`
   */
  checkCampaign: Method<'checkCampaign'>;
  /**
   * Look the domain up in DNS; new keys take over once all their records are found.
   * Requires the rights of an owner.
   * `POST /sending-domains/{domain_uid}/check`
   */
  checkSendingDomain: Method<'checkSendingDomain'>;
  /**
   * List the links of an email in the test inbox: their destinations, and whether they respond.
   * This counts no click. Results are reused for ten minutes.
   *
   * Requires the right to edit (editor, sender, owner).
   * `GET /test-inbox/{mail_id}/links`
   */
  checkTestMailLinks: Method<'checkTestMailLinks'>;
  /**
   * Pick the winning variant, which goes to the rest now.
   * Requires the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/ab-test/winner`
   */
  chooseWinner: Method<'chooseWinner'>;
  /**
   * Delete all emails in the test inbox.
   * Requires the rights of an owner.
   * `DELETE /test-inbox`
   */
  clearTestInbox: Method<'clearTestInbox'>;
  /**
   * Confirm the second factor with a code, and get recovery codes.
   * Requires the right to read (every role).
   * `PUT /me/totp`
   */
  confirmTotp: Method<'confirmTotp'>;
  /**
   * Copy a campaign; the copy is a draft without a send time, including the A/B test and its variants.
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/copy`
   */
  copyCampaign: Method<'copyCampaign'>;
  /**
   * Copy a list with its fields and segments, without its subscribers.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/copy`
   */
  copyList: Method<'copyList'>;
  /**
   * Copy a template.
   * Requires the right to edit (editor, sender, owner).
   * `POST /templates/{template_uid}/copy`
   */
  copyTemplate: Method<'copyTemplate'>;
  /**
   * Get the sizes of several lists, and how they changed in seven days.
   * The cost does not depend on the size of the lists.
   *
   * Requires the right to read (every role).
   * `GET /lists/counts`
   */
  countLists: Method<'countLists'>;
  /**
   * Count the recipients of a campaign if it was sent again to those who did not open it.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/not-opened`
   */
  countNotOpened: Method<'countNotOpened'>;
  /**
   * Count the people of a list that match the filters.
   * An answer takes the same time whatever the size of the list, and returns the count for those it examined: add the counts up until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/people/count`
   */
  countPeople: Method<'countPeople'>;
  /**
   * Create an API key, which is shown only once.
   * Only operators can grant the scope `operator`.
   *
   * Requires the rights of an owner.
   * `POST /api-keys`
   */
  createApiKey: Method<'createApiKey'>;
  /**
   * Mark a subscriber’s message as bounced; a hard bounce suppresses the address.
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/bounces`
   */
  createBounce: Method<'createBounce'>;
  /**
   * Create an action for the people matching a filter.
   * The people are determined now: whoever joins later is not included, and whoever no longer matches when their turn comes is skipped. Nothing is done before `…/run`, unless `start` is set.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/bulk-actions`
   */
  createBulkAction: Method<'createBulkAction'>;
  /**
   * Create a campaign, which begins at its send_at.
   * With the status draft it may be incomplete; anything missing is reported when it is to be sent.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns`
   */
  createCampaign: Method<'createCampaign'>;
  /**
   * Create a customer, with an operator’s key.
   * Without a key it returns 400, unless the operator allows it; such a customer gets a key from the operator.
   *
   * Requires the rights of an operator.
   * `POST /customers`
   */
  createCustomer: Method<'createCustomer'>;
  /**
   * Create a delivery server of your own.
   * Requires the rights of an owner.
   * `POST /delivery-servers`
   */
  createDeliveryServer: Method<'createDeliveryServer'>;
  /**
   * Export people of a list to a file.
   * The file is written on the server, independently of the caller, and continues after a restart: poll its progress, then download it. It contains the people on the list now; whoever joins while it is written is not included. The file is kept for one day.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/exports`
   */
  createExport: Method<'createExport'>;
  /**
   * Create a field.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/fields`
   */
  createField: Method<'createField'>;
  /**
   * Upload a CSV file for an import.
   * The body is the file itself (`text/csv`), or a multipart body with a part that has a file name. UTF-8, UTF-16 and Windows-1252 are supported. Nothing is imported yet: the answer suggests what the columns are. Files that are not run are removed after one day.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports`
   */
  createImport: Method<'createImport'>;
  /**
   * Create a list with the fields EMAIL, FNAME and LNAME.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists`
   */
  createList: Method<'createList'>;
  /**
   * Upload an image for emails, which is stored in several sizes.
   * It is rotated upright, camera metadata is removed, and files with a width of at most 1200, 600 and 320 pixels are made. Animations (GIF) stay unchanged. Uploading the same file again returns the existing image.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /media`
   */
  createMedia: Method<'createMedia'>;
  /**
   * Add a subscriber, or update the one with this address: returns 201 or 200.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/subscribers/create-update`
   */
  createOrUpdateSubscriber: Method<'createOrUpdateSubscriber'>;
  /**
   * Add the passkey created by the browser.
   * Requires the right to read (every role).
   * `POST /me/passkeys`
   */
  createPasskey: Method<'createPasskey'>;
  /**
   * Save a block, such as a header or footer, for several emails.
   * A block of a document that was made from it has its id in `saved`. A customer has at most 200.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /saved-blocks`
   */
  createSavedBlock: Method<'createSavedBlock'>;
  /**
   * Create a segment.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/segments`
   */
  createSegment: Method<'createSegment'>;
  /**
   * Add a sending domain and create its keys, which sign from now on.
   * Requires the rights of an owner.
   * `POST /sending-domains`
   */
  createSendingDomain: Method<'createSendingDomain'>;
  /**
   * Sign in; the session is a cookie.
   * A wrong password, an unknown address and a wrong code are refused with the same words. For a user with a second factor it returns `code-needed`, without a cookie, until the call includes a `code`.
   *
   * Requires no key and no session.
   * `POST /session`
   */
  createSession: Method<'createSession'>;
  /**
   * Sign in with a passkey; the session is a cookie.
   * No address, password or code is needed: the passkey verifies its owner by fingerprint, face or PIN. An unknown passkey and an invalid answer are refused with the same words.
   *
   * Requires no key and no session.
   * `POST /session/passkey`
   */
  createSessionWithPasskey: Method<'createSessionWithPasskey'>;
  /**
   * Add a subscriber; an unsubscribed one is added again.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/subscribers`
   */
  createSubscriber: Method<'createSubscriber'>;
  /**
   * Add up to 10,000 subscribers; valid ones are stored, invalid ones reported.
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/subscribers/bulk`
   */
  createSubscribers: Method<'createSubscribers'>;
  /**
   * Suppress an address; an already suppressed one stays unchanged.
   * Requires the right to edit (editor, sender, owner).
   * `POST /suppressions`
   */
  createSuppression: Method<'createSuppression'>;
  /**
   * Suppress up to 10,000 addresses; valid ones are stored, invalid ones reported.
   * Requires the right to edit (editor, sender, owner).
   * `POST /suppressions/bulk`
   */
  createSuppressions: Method<'createSuppressions'>;
  /**
   * Create a template from HTML, blocks, a ZIP archive, or a template that comes with the server.
   * Requires the right to edit (editor, sender, owner).
   * `POST /templates`
   */
  createTemplate: Method<'createTemplate'>;
  /**
   * Send an email to one person, at its send_at.
   * The content is `body`, or a template with `data` for its merge tags.
   *
   * Requires the right to send (sender, owner).
   * `POST /transactional-emails`
   */
  createTransactionalEmail: Method<'createTransactionalEmail'>;
  /**
   * Add a webhook, which is notified of events from now on.
   * Requests are signed according to Standard Webhooks; the secret is shown only once. A customer has at most 20 webhooks. Other nodes know the webhook within a second. For what is sent, when it is retried and how to verify it, see `docs/webhooks.md` and the section Webhooks of this document.
   *
   * Requires the rights of an owner.
   * `POST /webhooks`
   */
  createWebhook: Method<'createWebhook'>;
  /**
   * Revoke an API key, effective with the next request; other nodes follow within a second.
   * Requires the rights of an owner.
   * `DELETE /api-keys/{key_uid}`
   */
  deleteApiKey: Method<'deleteApiKey'>;
  /**
   * Delete the subscriber of a list by email address, given in the query or in the body.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/subscribers/delete-by-email`
   */
  deleteByEmail: Method<'deleteByEmail'>;
  /**
   * Delete a campaign that is not being sent, or has not begun.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}`
   */
  deleteCampaign: Method<'deleteCampaign'>;
  /**
   * Delete a delivery server of your own.
   * Requires the rights of an owner.
   * `DELETE /delivery-servers/{server_id}`
   */
  deleteDeliveryServer: Method<'deleteDeliveryServer'>;
  /**
   * Delete an export and its file.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/exports/{export_uid}`
   */
  deleteExport: Method<'deleteExport'>;
  /**
   * Delete a field and its values.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/fields/{field_id}`
   */
  deleteField: Method<'deleteField'>;
  /**
   * Delete an import and its file; the imported data is kept.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/imports/{import_uid}`
   */
  deleteImport: Method<'deleteImport'>;
  /**
   * Delete a list with its subscribers.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}`
   */
  deleteList: Method<'deleteList'>;
  /**
   * Delete an image; emails that have used it keep it.
   * Its files are deleted too, unless an email, a template, a saved block or the brand has used it.
   *
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /media/{media_uid}`
   */
  deleteMedia: Method<'deleteMedia'>;
  /**
   * End a session.
   * Requires the right to read (every role).
   * `DELETE /me/sessions/{session_uid}`
   */
  deleteMySession: Method<'deleteMySession'>;
  /**
   * Sign out everywhere but here.
   * Requires the right to read (every role).
   * `DELETE /me/sessions`
   */
  deleteMySessions: Method<'deleteMySessions'>;
  /**
   * Delete a passkey; it can no longer be used to sign in.
   * Requires the right to read (every role).
   * `DELETE /me/passkeys/{passkey_uid}`
   */
  deletePasskey: Method<'deletePasskey'>;
  /**
   * Delete a returned email.
   * Requires the rights of an operator.
   * `DELETE /returned-mails/{mail_id}`
   */
  deleteReturnedMail: Method<'deleteReturnedMail'>;
  /**
   * Delete a saved block; emails that use it keep it.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /saved-blocks/{saved_block_uid}`
   */
  deleteSavedBlock: Method<'deleteSavedBlock'>;
  /**
   * Delete a segment that no unfinished campaign uses.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/segments/{segment_uid}`
   */
  deleteSegment: Method<'deleteSegment'>;
  /**
   * Delete a sending domain and its private keys.
   * Requires the rights of an owner.
   * `DELETE /sending-domains/{domain_uid}`
   */
  deleteSendingDomain: Method<'deleteSendingDomain'>;
  /**
   * Sign out.
   * Requires the right to read (every role).
   * `DELETE /session`
   */
  deleteSession: Method<'deleteSession'>;
  /**
   * Delete a subscriber.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /lists/{list_uid}/subscribers/{subscriber_uid}`
   */
  deleteSubscriber: Method<'deleteSubscriber'>;
  /**
   * Remove an address from the suppression list, effective with the next campaign.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /suppressions/{email}`
   */
  deleteSuppression: Method<'deleteSuppression'>;
  /**
   * Delete a template; campaigns made from it keep their copy.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /templates/{template_uid}`
   */
  deleteTemplate: Method<'deleteTemplate'>;
  /**
   * Delete an email from the test inbox.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /test-inbox/{mail_id}`
   */
  deleteTestMail: Method<'deleteTestMail'>;
  /**
   * Turn off the second factor.
   * Requires the right to read (every role).
   * `DELETE /me/totp`
   */
  deleteTotp: Method<'deleteTotp'>;
  /**
   * Delete a transactional email; one that has not left is not sent.
   * Requires the right to send (sender, owner).
   * `DELETE /transactional-emails/{email_uid}`
   */
  deleteTransactionalEmail: Method<'deleteTransactionalEmail'>;
  /**
   * Remove a user from the customer, ending their sessions immediately; or withdraw an invitation.
   * The last owner cannot be removed: make someone else an owner first. A user who belongs to no other customer is deleted.
   *
   * Requires the rights of an owner.
   * `DELETE /users/{user_uid}`
   */
  deleteUser: Method<'deleteUser'>;
  /**
   * Delete a webhook and the log of its deliveries.
   * Requires the rights of an owner.
   * `DELETE /webhooks/{webhook_uid}`
   */
  deleteWebhook: Method<'deleteWebhook'>;
  /**
   * Download the skipped people with reasons, as CSV.
   * Kept for seven days.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/bulk-actions/{bulk_action_uid}/skipped`
   */
  downloadBulkActionSkipped: Method<'downloadBulkActionSkipped'>;
  /**
   * Download the whole message log as CSV.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/delivery-logs.csv`
   */
  downloadDeliveryLogs: Method<'downloadDeliveryLogs'>;
  /**
   * Download the file of an export once it is ready.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/exports/{export_uid}/file`
   */
  downloadExport: Method<'downloadExport'>;
  /**
   * Download the bad rows with line numbers and reasons, as CSV.
   * For the import, or for the dry run before it. The file’s columns follow LINE and REASON, so that the rows can be fixed and imported again. Kept for seven days. With `format=jsonl` each row is a line of JSON: `line`, `email`, `reasons` as codes with values, for other languages, and `cells`, the values of its columns, which is absent for a row that cannot be split into columns or has more than 10,000 characters.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/imports/{import_uid}/bad-rows`
   */
  downloadImportBadRows: Method<'downloadImportBadRows'>;
  /**
   * Download everyone who got a campaign and did not open it, or did not click, as CSV.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/non-responders.csv`
   */
  downloadNonResponders: Method<'downloadNonResponders'>;
  /**
   * Download the whole suppression list as CSV, oldest first.
   * Requires the right to read (every role).
   * `GET /suppressions.csv`
   */
  downloadSuppressions: Method<'downloadSuppressions'>;
  /**
   * Report that you have closed a campaign.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}/editing`
   */
  endEditing: Method<'endEditing'>;
  /**
   * Erase all data of a person, across all lists, identified by the id in any of them.
   * Cannot be undone. The address is removed from all lists, along with whatever identifies the person in messages, opens, clicks, unsubscribes, bounces, complaints and transactional emails, the consent records, and the import and export files that contain it. Campaign statistics stay unchanged.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /subscribers/{subscriber_uid}/erase`
   */
  erasePerson: Method<'erasePerson'>;
  /**
   * Erase all data about an address, across all lists, even if it is no longer on any.
   * As `POST /subscribers/{subscriber_uid}/erase`. Repeating it changes nothing; the counts are then 0.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /people/{email}/erase`
   */
  erasePersonByEmail: Method<'erasePersonByEmail'>;
  /**
   * Estimate how many people a segment and each of its conditions would have, without storing anything.
   * An answer takes the same time whatever the size of the list: short lists are counted; for long ones a sample spread over the whole list is examined.
   *
   * Requires the right to read (every role).
   * `POST /lists/{list_uid}/segments/estimate`
   */
  estimateSegment: Method<'estimateSegment'>;
  /**
   * Examine the installation: what is wrong with it, and what to do.
   * As `npx mailwright doctor`: database, disk, backups, clock, workers, relays, domains, base URL, return path, replication, template thumbnails, as seen by the process that answers. It opens a session with each relay and sends nothing. It may take ten seconds for a machine that does not respond, and longer to check a large SQLite file; request one check at a time to see the progress.
   *
   * Requires the rights of an operator.
   * `POST /installation/examination`
   */
  examineInstallation: Method<'examineInstallation'>;
  /**
   * Explain why an address was not mailed, or what happened to its message.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/explain`
   */
  explainAddress: Method<'explainAddress'>;
  /**
   * Export all data stored about a person, for whoever asks what is known about them.
   * Across all lists: values, messages, opens, clicks, unsubscribes, bounces, complaints, emails to the person.
   *
   * Requires the right to read (every role).
   * `GET /subscribers/{subscriber_uid}/export`
   */
  exportPerson: Method<'exportPerson'>;
  /**
   * Get the same as a page to read, print or send.
   * Requires the right to read (every role).
   * `GET /people/{email}/export.html`
   */
  exportPersonAsPage: Method<'exportPersonAsPage'>;
  /**
   * Export all data stored about an address, across all lists, even if it is no longer on any.
   * Requires the right to read (every role).
   * `GET /people/{email}/export`
   */
  exportPersonByEmail: Method<'exportPersonByEmail'>;
  /**
   * Get the A/B test of a campaign with the results of its variants.
   * Identified by the campaign, by any of its variants, or by the campaign that goes to the rest.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/ab-test`
   */
  getAbTest: Method<'getAbTest'>;
  /**
   * Get an API key, without the key itself.
   * Requires the rights of an owner.
   * `GET /api-keys/{key_uid}`
   */
  getApiKey: Method<'getApiKey'>;
  /**
   * Count who would get a campaign to the list now, and why others would not.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/audience`
   */
  getAudience: Method<'getAudience'>;
  /**
   * Get what a customer’s block emails have in common: colors, fonts, logo, footer.
   * Requires the right to read (every role).
   * `GET /brand`
   */
  getBrand: Method<'getBrand'>;
  /**
   * Get the progress of a bulk action.
   * Inexpensive: it can be polled every second.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/bulk-actions/{bulk_action_uid}`
   */
  getBulkAction: Method<'getBulkAction'>;
  /**
   * List what was sent and what will be sent: campaigns, recurring runs, ends of A/B tests.
   * Autoresponders are not included, as their emails leave whenever they are due. Runs of a recurring campaign follow its current schedule.
   *
   * Requires the right to read (every role).
   * `GET /calendar`
   */
  getCalendar: Method<'getCalendar'>;
  /**
   * Get a campaign.
   * With `full=1` the `ETag` is the revision of the campaign. An update that sends it in `If-Match` is refused if someone saved in between.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}`
   */
  getCampaign: Method<'getCampaign'>;
  /**
   * Get the blocks that a campaign is made of.
   * The `ETag` is the revision of the campaign, as with `full=1`.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/blocks`
   */
  getCampaignBlocks: Method<'getCampaignBlocks'>;
  /**
   * Get a campaign for a table, with status and results.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/overview`
   */
  getCampaignOverview: Method<'getCampaignOverview'>;
  /**
   * Get how fast a campaign was sent in the last minutes.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/pace`
   */
  getCampaignPace: Method<'getCampaignPace'>;
  /**
   * Get the results of a campaign, compared with the previous ones.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/report`
   */
  getCampaignReport: Method<'getCampaignReport'>;
  /**
   * Get what happened to a campaign by hour or day, from its beginning.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/series`
   */
  getCampaignSeries: Method<'getCampaignSeries'>;
  /**
   * Get counts and rates of a campaign.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/stats`
   */
  getCampaignStats: Method<'getCampaignStats'>;
  /**
   * Get a campaign as it was in a version.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/versions/{revision}`
   */
  getCampaignVersion: Method<'getCampaignVersion'>;
  /**
   * List what must be set up before email reaches people: done, open, or wrong now.
   * Requires the right to read (every role).
   * `GET /checklist`
   */
  getChecklist: Method<'getChecklist'>;
  /**
   * Get how a campaign is delivered: settings, messages by state, and why it waits.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/delivery`
   */
  getDelivery: Method<'getDelivery'>;
  /**
   * Get the outcome of the message with this Message-ID.
   * Requires the right to read (every role).
   * `GET /campaigns/email-message-id/{email_message_id}`
   */
  getDeliveryLogByEmailMessageId: Method<'getDeliveryLogByEmailMessageId'>;
  /**
   * Get the outcome of the message with this Message-ID.
   * Requires the right to read (every role).
   * `GET /campaigns/delivery-logs/email-message-id/{email_message_id}`
   */
  getDeliveryLogByMessageId: Method<'getDeliveryLogByMessageId'>;
  /**
   * Get a delivery server.
   * Requires the right to read (every role).
   * `GET /delivery-servers/{server_id}`
   */
  getDeliveryServer: Method<'getDeliveryServer'>;
  /**
   * Get what a delivery server may send under its limits and its warm-up, and how much it has sent.
   * Requires the right to read (every role).
   * `GET /delivery-servers/{server_id}/usage`
   */
  getDeliveryServerUsage: Method<'getDeliveryServerUsage'>;
  /**
   * Get the results of the last examination of the installation.
   * Requires the rights of an operator.
   * `GET /installation/examination`
   */
  getExamination: Method<'getExamination'>;
  /**
   * Get the progress of an export.
   * Inexpensive: it can be polled every second.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/exports/{export_uid}`
   */
  getExport: Method<'getExport'>;
  /**
   * Get a field.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/fields/{field_id}`
   */
  getField: Method<'getField'>;
  /**
   * Get the code of a list’s subscribe form for other sites.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/form-code`
   */
  getFormCode: Method<'getFormCode'>;
  /**
   * Get the progress of an import.
   * Inexpensive: it can be polled every second.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/imports/{import_uid}`
   */
  getImport: Method<'getImport'>;
  /**
   * Get the server’s version and public address and, for operators, how it runs.
   * Requires the rights of an owner.
   * `GET /installation`
   */
  getInstallation: Method<'getInstallation'>;
  /**
   * Get a list.
   * With `full=1` it can be sent back; its `ETag` goes into `If-Match` of the update.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}`
   */
  getList: Method<'getList'>;
  /**
   * List the autoresponders of a list in sending order, and who waits for each.
   * The cost does not depend on the size of the list: at most the next 10,000 people are counted.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/automations`
   */
  getListAutomations: Method<'getListAutomations'>;
  /**
   * Get who joined and who left a list, by day or week.
   * The cost does not depend on the size of the list.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/growth`
   */
  getListGrowth: Method<'getListGrowth'>;
  /**
   * Get the appearance and texts of a list’s public pages.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/pages`
   */
  getListPages: Method<'getListPages'>;
  /**
   * Get the signed-in user.
   * Requires the right to read (every role).
   * `GET /me`
   */
  getMe: Method<'getMe'>;
  /**
   * Get an image.
   * Requires the right to read (every role).
   * `GET /media/{media_uid}`
   */
  getMedia: Method<'getMedia'>;
  /**
   * Get what to ask the browser for when signing in with a passkey.
   * The answer is for `navigator.credentials.get`, at the public address of the server.
   *
   * Requires no key and no session.
   * `GET /session/passkey`
   */
  getPasskeyChallenge: Method<'getPasskeyChallenge'>;
  /**
   * Get all data of a person, across all lists, identified by the id in any of them.
   * Requires the right to read (every role).
   * `GET /subscribers/{subscriber_uid}`
   */
  getPerson: Method<'getPerson'>;
  /**
   * Get the customer: company with postal address, time zone, locale.
   * Requires the right to read (every role).
   * `GET /profile`
   */
  getProfile: Method<'getProfile'>;
  /**
   * Get what waits to be sent, the connections to relays, and slowed or parked destinations.
   * For all customers. Lanes are those of all server processes; event loop figures are those of the process that answers and its threads: ask each node for its own.
   *
   * Requires the rights of an operator.
   * `GET /queue`
   */
  getQueue: Method<'getQueue'>;
  /**
   * Preview when recipients will get a campaign that is sent at each one’s own time.
   * Counted from the current subscribers, as the audience is. Returns 400 for a campaign that goes to everyone at the same instant.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/recipient-times`
   */
  getRecipientTimes: Method<'getRecipientTimes'>;
  /**
   * Get the public link to a campaign’s report.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/report-link`
   */
  getReportLink: Method<'getReportLink'>;
  /**
   * Get where returned mail is read, when, and how much of it was understood.
   * Requires the rights of an operator.
   * `GET /return-path`
   */
  getReturnPath: Method<'getReturnPath'>;
  /**
   * Get a returned email, with the beginning of its source as text.
   * Requires the rights of an operator.
   * `GET /returned-mails/{mail_id}`
   */
  getReturnedMail: Method<'getReturnedMail'>;
  /**
   * Get a saved block.
   * Requires the right to read (every role).
   * `GET /saved-blocks/{saved_block_uid}`
   */
  getSavedBlock: Method<'getSavedBlock'>;
  /**
   * Get the next run of a recurring campaign, and its last runs.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/schedule`
   */
  getSchedule: Method<'getSchedule'>;
  /**
   * Get a segment with its conditions.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/segments/{segment_uid}`
   */
  getSegment: Method<'getSegment'>;
  /**
   * Get a sending domain: its keys, the DNS records to publish, the last DNS results.
   * Requires the right to read (every role).
   * `GET /sending-domains/{domain_uid}`
   */
  getSendingDomain: Method<'getSendingDomain'>;
  /**
   * Get who is signed in, for which customer, and what they may do.
   * Without a session it returns `signed-out`.
   *
   * Requires the right to read (every role).
   * `GET /session`
   */
  getSession: Method<'getSession'>;
  /**
   * Get a subscriber with all field values.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/subscribers/{subscriber_uid}`
   */
  getSubscriber: Method<'getSubscriber'>;
  /**
   * Get why an address gets no email from you.
   * Requires the right to read (every role).
   * `GET /suppressions/{email}`
   */
  getSuppression: Method<'getSuppression'>;
  /**
   * Get a template with its content.
   * With `full=1` it can be sent back; its `ETag` goes into `If-Match` of the update.
   *
   * Requires the right to read (every role).
   * `GET /templates/{template_uid}`
   */
  getTemplate: Method<'getTemplate'>;
  /**
   * Get the blocks that a template is made of.
   * Requires the right to read (every role).
   * `GET /templates/{template_uid}/blocks`
   */
  getTemplateBlocks: Method<'getTemplateBlocks'>;
  /**
   * List templates for a gallery, last changed first or by name.
   * Requires the right to read (every role).
   * `GET /templates/overview`
   */
  getTemplateOverview: Method<'getTemplateOverview'>;
  /**
   * Get a thumbnail of a template.
   * A screenshot made by a browser on the server, 640 pixels wide; until there is one, an outline of its areas in its own colors.
   *
   * Requires the right to read (every role).
   * `GET /templates/{template_uid}/picture`
   */
  getTemplatePicture: Method<'getTemplatePicture'>;
  /**
   * Get an email in the test inbox.
   * Its links confirm and unsubscribe the recipient, so callers who may not change people cannot read them.
   *
   * Requires the right to edit (editor, sender, owner).
   * `GET /test-inbox/{mail_id}`
   */
  getTestMail: Method<'getTestMail'>;
  /**
   * Get the HTML of an email in the test inbox, for a frame.
   * Its Content-Security-Policy prevents it from running scripts, and other sites from framing it.
   *
   * Requires the right to edit (editor, sender, owner).
   * `GET /test-inbox/{mail_id}/page.html`
   */
  getTestMailPage: Method<'getTestMailPage'>;
  /**
   * Get a transactional email with its content.
   * Requires the right to read (every role).
   * `GET /transactional-emails/{email_uid}`
   */
  getTransactionalEmail: Method<'getTransactionalEmail'>;
  /**
   * Get a webhook: its receiver, event types, and progress.
   * Requires the rights of an owner.
   * `GET /webhooks/{webhook_uid}`
   */
  getWebhook: Method<'getWebhook'>;
  /**
   * Get whom a link is for: the first owner, an invited person, or a user who forgot their password.
   * Requires no key and no session.
   * `GET /welcome`
   */
  getWelcome: Method<'getWelcome'>;
  /**
   * Invite someone by email; the link is also returned.
   * The link works once, within seven days. Someone who has an account with another customer keeps its password.
   *
   * Requires the rights of an owner.
   * `POST /users`
   */
  inviteUser: Method<'inviteUser'>;
  /**
   * Send an invitation again with a new link; the old one stops working.
   * Requires the rights of an owner.
   * `POST /users/{user_uid}/invitation`
   */
  inviteUserAgain: Method<'inviteUserAgain'>;
  /**
   * List API keys, newest first, including revoked ones.
   * Requires the rights of an owner.
   * `GET /api-keys`
   */
  listApiKeys: Method<'listApiKeys'>;
  /**
   * List the people who would get a campaign to the list now, or would not for one reason.
   * An answer can have fewer records than requested, even none, although there are more: continue until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/audience/people`
   */
  listAudiencePeople: Method<'listAudiencePeople'>;
  /**
   * List who changed what, from where and when, latest first.
   * Every call that changed something has an entry, and so have signing in and out and failed attempts. Nothing of the sent data is stored. Entries are removed after 180 days.
   *
   * Requires the rights of an owner.
   * `GET /audit`
   */
  listAudit: Method<'listAudit'>;
  /**
   * List a campaign’s bounces, newest first.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/bounces`
   */
  listBounces: Method<'listBounces'>;
  /**
   * List DNS records of sending domains that were right, and are now missing or wrong.
   * Requires the right to read (every role).
   * `GET /broken-dns-records`
   */
  listBrokenDnsRecords: Method<'listBrokenDnsRecords'>;
  /**
   * List bulk actions of a list, newest first.
   * Kept for 90 days.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/bulk-actions`
   */
  listBulkActions: Method<'listBulkActions'>;
  /**
   * Get the programs and devices with which a campaign is read.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/clients`
   */
  listCampaignClients: Method<'listCampaignClients'>;
  /**
   * Get the results of a campaign by its recipients’ domains.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/destinations`
   */
  listCampaignDestinations: Method<'listCampaignDestinations'>;
  /**
   * Get why messages of a campaign were rejected or bounced, in the receivers’ words.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/failures`
   */
  listCampaignFailures: Method<'listCampaignFailures'>;
  /**
   * List the tracked links of a campaign with their hashes and clicks, in the order of the content.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/links`
   */
  listCampaignLinks: Method<'listCampaignLinks'>;
  /**
   * List campaigns for a table, newest first, with status and results.
   * With a search, an answer can have fewer records than requested although there are more: continue until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/overview`
   */
  listCampaignOverviews: Method<'listCampaignOverviews'>;
  /**
   * List the saved versions of a campaign, newest first.
   * Every save keeps a version; saves by the same person within two minutes count as one. The newest 50 are kept, for 30 days.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/versions`
   */
  listCampaignVersions: Method<'listCampaignVersions'>;
  /**
   * List campaigns, newest first.
   * Requires the right to read (every role).
   * `GET /campaigns`
   */
  listCampaigns: Method<'listCampaigns'>;
  /**
   * List who clicked links of a campaign, newest first.
   * An answer can have fewer records than requested, even none, although there are more: continue until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/clicks`
   */
  listClicks: Method<'listClicks'>;
  /**
   * List who reported a campaign as spam, newest first.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/complaints`
   */
  listComplaints: Method<'listComplaints'>;
  /**
   * List the operators for conditions.
   * Requires the right to read (every role).
   * `GET /lists/segments/condition-operators`
   */
  listConditionOperators: Method<'listConditionOperators'>;
  /**
   * List what a person agreed to and withdrew, on all lists, and how.
   * A record is written with each change of status and never changed; it remains when the person leaves. Imported people have the record of the import.
   *
   * Requires the right to read (every role).
   * `GET /subscribers/{subscriber_uid}/consents`
   */
  listConsents: Method<'listConsents'>;
  /**
   * List countries by name.
   * Requires the right to read (every role).
   * `GET /countries`
   */
  listCountries: Method<'listCountries'>;
  /**
   * List the customers that the user belongs to, by name.
   * Requires the right to read (every role).
   * `GET /session/customers`
   */
  listCustomersOfSession: Method<'listCustomersOfSession'>;
  /**
   * List the outcome of each message, in the order of the audience.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/delivery-logs`
   */
  listDeliveryLogs: Method<'listDeliveryLogs'>;
  /**
   * List delivery servers: your own and the shared ones, newest first.
   * Requires the right to read (every role).
   * `GET /delivery-servers`
   */
  listDeliveryServers: Method<'listDeliveryServers'>;
  /**
   * List destinations that are slowed or parked because they refused messages, by name.
   * Requires the right to read (every role).
   * `GET /delivery-servers/{server_id}/destinations`
   */
  listDestinations: Method<'listDestinations'>;
  /**
   * List exports of a list, newest first.
   * Kept for 90 days, their files for one.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/exports`
   */
  listExports: Method<'listExports'>;
  /**
   * List the field types.
   * Requires the right to read (every role).
   * `GET /lists/fields/types`
   */
  listFieldTypes: Method<'listFieldTypes'>;
  /**
   * List the fields of a list, in order.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/fields`
   */
  listFields: Method<'listFields'>;
  /**
   * List imports of a list, newest first.
   * They are kept for 90 days.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/imports`
   */
  listImports: Method<'listImports'>;
  /**
   * List the customer’s lists, newest first.
   * Requires the right to read (every role).
   * `GET /lists`
   */
  listLists: Method<'listLists'>;
  /**
   * List images for emails, newest first.
   * Requires the right to read (every role).
   * `GET /media`
   */
  listMedia: Method<'listMedia'>;
  /**
   * List your passkeys, oldest first.
   * Requires the right to read (every role).
   * `GET /me/passkeys`
   */
  listMyPasskeys: Method<'listMyPasskeys'>;
  /**
   * List where you are signed in, latest first.
   * Requires the right to read (every role).
   * `GET /me/sessions`
   */
  listMySessions: Method<'listMySessions'>;
  /**
   * List who got a campaign and did not open it, or did not click.
   * As many as the report’s `accepted` minus those who opened or clicked. An answer can have fewer records than requested, even none, although there are more: continue until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/non-responders`
   */
  listNonResponders: Method<'listNonResponders'>;
  /**
   * List who opened a campaign, newest first.
   * An answer can have fewer records than requested, even none, although there are more: continue until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/opens`
   */
  listOpens: Method<'listOpens'>;
  /**
   * List people of a list, searched and filtered, newest first or by address.
   * Each answer examines a limited number of people, whatever the size of the list. It can therefore have fewer records than requested, even none, although there are more: continue until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/people`
   */
  listPeople: Method<'listPeople'>;
  /**
   * List some recipients of a campaign to preview its email with.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/preview-people`
   */
  listPreviewPeople: Method<'listPreviewPeople'>;
  /**
   * List returned emails that were not understood, newest first.
   * Requires the rights of an operator.
   * `GET /returned-mails`
   */
  listReturnedMails: Method<'listReturnedMails'>;
  /**
   * List the latest bounces and spam reports of all campaigns.
   * Requires the right to read (every role).
   * `GET /returned-messages`
   */
  listReturnedMessages: Method<'listReturnedMessages'>;
  /**
   * List blocks shared by several emails, and how many use each.
   * Requires the right to read (every role).
   * `GET /saved-blocks`
   */
  listSavedBlocks: Method<'listSavedBlocks'>;
  /**
   * List segments of all lists, those of the newest list first.
   * With a search, an answer can have fewer records than requested although there are more: continue until `next` is null.
   *
   * Requires the right to read (every role).
   * `GET /segments/overview`
   */
  listSegmentOverviews: Method<'listSegmentOverviews'>;
  /**
   * List the confirmed subscribers in a segment, newest first.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/segments/{segment_uid}/subscribers`
   */
  listSegmentSubscribers: Method<'listSegmentSubscribers'>;
  /**
   * List the segments of a list, newest first.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/segments`
   */
  listSegments: Method<'listSegments'>;
  /**
   * List how the DNS records of a sending domain changed: found, broken, healed.
   * Requires the right to read (every role).
   * `GET /sending-domains/{domain_uid}/changes`
   */
  listSendingDomainChanges: Method<'listSendingDomainChanges'>;
  /**
   * List sending domains, newest first.
   * Requires the right to read (every role).
   * `GET /sending-domains`
   */
  listSendingDomains: Method<'listSendingDomains'>;
  /**
   * List destinations slowed or parked at the delivery servers that a campaign may use.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/slowed-destinations`
   */
  listSlowedDestinations: Method<'listSlowedDestinations'>;
  /**
   * List the starting templates that come with the server.
   * They have ghost tables for Outlook, stay below Gmail’s clipping limit, and follow the reader’s color scheme. They are in English, or in German for customers with a German locale.
   *
   * Requires the right to read (every role).
   * `GET /starting-templates`
   */
  listStartingTemplates: Method<'listStartingTemplates'>;
  /**
   * List the subscribers of a list, newest first.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/subscribers`
   */
  listSubscribers: Method<'listSubscribers'>;
  /**
   * List the addresses that get no email from you, newest first.
   * Requires the right to read (every role).
   * `GET /suppressions`
   */
  listSuppressions: Method<'listSuppressions'>;
  /**
   * List templates, newest first.
   * Requires the right to read (every role).
   * `GET /templates`
   */
  listTemplates: Method<'listTemplates'>;
  /**
   * List the emails in the test inbox, latest first.
   * While no relay is set up, emails are kept here instead of being sent; the last 10,000 are stored. Emails to users about their accounts are visible to operators only.
   *
   * Requires the right to read (every role).
   * `GET /test-inbox`
   */
  listTestMails: Method<'listTestMails'>;
  /**
   * List what happened to a person, newest first, across all lists and campaigns.
   * Messages, opens and clicks are those of the newest campaigns: at most 1,000 each.
   *
   * Requires the right to read (every role).
   * `GET /subscribers/{subscriber_uid}/timeline`
   */
  listTimeline: Method<'listTimeline'>;
  /**
   * List transactional emails, newest first.
   * Requires the right to read (every role).
   * `GET /transactional-emails`
   */
  listTransactionalEmails: Method<'listTransactionalEmails'>;
  /**
   * List who unsubscribed from a campaign, newest first.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/unsubscribes`
   */
  listUnsubscribes: Method<'listUnsubscribes'>;
  /**
   * List the customer’s users in the order of joining, followed by invitations.
   * Requires the rights of an owner.
   * `GET /users`
   */
  listUsers: Method<'listUsers'>;
  /**
   * List what was sent to a webhook and what it answered, latest first; kept for seven days.
   * Requires the rights of an owner.
   * `GET /webhooks/{webhook_uid}/deliveries`
   */
  listWebhookDeliveries: Method<'listWebhookDeliveries'>;
  /**
   * List webhooks, newest first.
   * Requires the rights of an owner.
   * `GET /webhooks`
   */
  listWebhooks: Method<'listWebhooks'>;
  /**
   * List states, provinces and similar zones of a country by name.
   * Requires the right to read (every role).
   * `GET /countries/{country_id}/zones`
   */
  listZones: Method<'listZones'>;
  /**
   * Check whether blocklists list the addresses of a delivery server, or a sending domain.
   * Queries the blocklists of the setting `MAILWRIGHT_BLOCKLISTS` over DNS (RFC 5782), at most 30 times per hour. A blocklist that refuses to answer, does not respond, or lacks its own test entry is reported as `unasked`, which says nothing about the address.
   *
   * Requires the rights of an operator.
   * `POST /blocklists/look-up`
   */
  lookUpBlocklists: Method<'lookUpBlocklists'>;
  /**
   * End a campaign now; no further messages leave.
   * Requires the right to send (sender, owner).
   * `PUT /campaigns/{campaign_uid}/mark-sent`
   */
  markCampaignSent: Method<'markCampaignSent'>;
  /**
   * Report that you have a campaign open, and learn who else has.
   * Valid for a minute: repeat it while the campaign stays open. It prevents no one from saving.
   *
   * Requires the right to edit (editor, sender, owner).
   * `PUT /campaigns/{campaign_uid}/editing`
   */
  noteEditing: Method<'noteEditing'>;
  /**
   * Pause a campaign, or resume a paused one.
   * State which with `status`. Without it, one of two simultaneous calls pauses the campaign and the other resumes it.
   *
   * Requires the right to send (sender, owner).
   * `PUT /campaigns/{campaign_uid}/pause-unpause`
   */
  pauseOrUnpauseCampaign: Method<'pauseOrUnpauseCampaign'>;
  /**
   * Preview the message of a campaign as a subscriber gets it, without sending or counting anything.
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/preview`
   */
  previewCampaign: Method<'previewCampaign'>;
  /**
   * Get the message of a campaign as a page for a frame, without sending or counting anything.
   * For `<iframe sandbox>`: its Content-Security-Policy prevents scripts and forms, and only pages of this server may frame it.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/preview.html`
   */
  previewCampaignPage: Method<'previewCampaignPage'>;
  /**
   * Get a campaign as it was in a version, as a page for a frame.
   * For `<iframe sandbox>`. Fields and links contain sample values; nothing is sent or counted.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/versions/{revision}/preview.html`
   */
  previewCampaignVersionPage: Method<'previewCampaignVersionPage'>;
  /**
   * Get the confirmation email of a list as a page for a frame.
   * For `<iframe sandbox>`. In the language of the list, or else the customer’s; its link leads nowhere.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/confirmation-mail.html`
   */
  previewConfirmationMail: Method<'previewConfirmationMail'>;
  /**
   * Render the subscribe form or another page of a list for a frame, without storing anything.
   * For `<iframe sandbox>`. Invalid fields and settings are reported as on saving.
   *
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/form-preview.html`
   */
  previewListForm: Method<'previewListForm'>;
  /**
   * Count the people a segment would have, and show a few of them, without storing anything.
   * An answer takes the same time whatever the size of the list, and returns the count for those it examined: add the counts up until `next` is null.
   *
   * Requires the right to read (every role).
   * `POST /lists/{list_uid}/segments/preview`
   */
  previewSegment: Method<'previewSegment'>;
  /**
   * Get a template that comes with the server as a page for a frame.
   * For `<iframe sandbox>`. Fields and links contain sample values; nothing is sent or counted.
   *
   * Requires the right to read (every role).
   * `GET /starting-templates/{starting_id}/preview.html`
   */
  previewStartingTemplatePage: Method<'previewStartingTemplatePage'>;
  /**
   * Get a template as a page for a frame.
   * For `<iframe sandbox>`. Fields and links contain sample values; nothing is sent or counted.
   *
   * Requires the right to read (every role).
   * `GET /templates/{template_uid}/preview.html`
   */
  previewTemplatePage: Method<'previewTemplatePage'>;
  /**
   * Test a delivery server of your own: connect, TLS, log in; no message is sent.
   * Requires the rights of an owner.
   * `POST /delivery-servers/{server_id}/probe`
   */
  probeDeliveryServer: Method<'probeDeliveryServer'>;
  /**
   * Pass an email in the test inbox to a delivery server, which sends it to its recipient.
   * It is sent unchanged, once: after a refusal it can be released again, after acceptance it cannot. Addresses that get no email from you are refused. It counts toward the quotas of the delivery server, and is refused if one is used up.
   *
   * Requires the right to send (sender, owner).
   * `POST /test-inbox/{mail_id}/release`
   */
  releaseTestMail: Method<'releaseTestMail'>;
  /**
   * Send a campaign without a test; its other variants, which are drafts, are deleted.
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}/ab-test`
   */
  removeAbTest: Method<'removeAbTest'>;
  /**
   * Send the events since an instant again, with their original ids.
   * Requires the rights of an owner.
   * `POST /webhooks/{webhook_uid}/replay`
   */
  replayWebhook: Method<'replayWebhook'>;
  /**
   * Email a user a link to set a new password; the answer is the same whether or not the user exists.
   * Requires no key and no session.
   * `POST /session/reset`
   */
  requestPasswordReset: Method<'requestPasswordReset'>;
  /**
   * Restore a version of a campaign; the current state is kept as a version.
   * Like an update with everything in the version, with the same checks. The status stays unchanged. A deleted list or segment is not restored, nor is a past send time, except in a draft.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/versions/{revision}/restore`
   */
  restoreCampaignVersion: Method<'restoreCampaignVersion'>;
  /**
   * Send rejected messages again.
   * Requires the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/retry-failed`
   */
  retryFailed: Method<'retryFailed'>;
  /**
   * Create new keys; the old ones sign until a check has found the new records.
   * Requires the rights of an owner.
   * `POST /sending-domains/{domain_uid}/rotate`
   */
  rotateSendingDomainKeys: Method<'rotateSendingDomainKeys'>;
  /**
   * Create a new secret; for one day requests are signed with both.
   * Requires the rights of an owner.
   * `POST /webhooks/{webhook_uid}/rotate`
   */
  rotateWebhookSecret: Method<'rotateWebhookSecret'>;
  /**
   * Start a bulk action whose people have been counted.
   * It runs on the server, independently of the caller, and continues after a restart. Each person is processed once, or skipped with a reason.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/bulk-actions/{bulk_action_uid}/run`
   */
  runBulkAction: Method<'runBulkAction'>;
  /**
   * Start an import, or a dry run.
   * It runs on the server, independently of the caller, and continues after a restart; poll its progress. A dry run returns the same figures without changing anything. Bad rows never stop good ones.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports/{import_uid}/run`
   */
  runImport: Method<'runImport'>;
  /**
   * Find a few campaigns, lists, segments, templates and people matching a text.
   * Requires the right to read (every role).
   * `GET /search`
   */
  search: Method<'search'>;
  /**
   * Find the subscribers of a list by exact field values.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/subscribers/search-by-custom-fields`
   */
  searchByCustomFields: Method<'searchByCustomFields'>;
  /**
   * Find the subscriber of a list by email address.
   * Requires the right to read (every role).
   * `GET /lists/{list_uid}/subscribers/search-by-email`
   */
  searchByEmail: Method<'searchByEmail'>;
  /**
   * Find an email address in all lists.
   * Requires the right to read (every role).
   * `GET /lists/subscribers/search-by-email-in-all-lists`
   */
  searchByEmailInAllLists: Method<'searchByEmailInAllLists'>;
  /**
   * Send a draft at the given send time, else at the one it has, else immediately.
   * Requires the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/send`
   */
  sendCampaign: Method<'sendCampaign'>;
  /**
   * Create a draft like a campaign, for recipients who did not open it.
   * These are recipients whose message a mail server accepted, who did not open or click (machines do not count), and who are still confirmed and not suppressed when the new campaign begins. For an A/B test they are those of all its variants and of its winner, and the draft is like the named campaign. List and type of the draft cannot be changed.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/send-again`
   */
  sendCampaignAgain: Method<'sendCampaignAgain'>;
  /**
   * Send the message of a campaign to any addresses as a test, without counting anything.
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/test`
   */
  sendTestEmail: Method<'sendTestEmail'>;
  /**
   * Test a campaign in several variants, or change the test before it begins.
   * The variants go to a share of the audience. After some time, the one that more people opened or clicked goes to the rest automatically, or the one that someone picks. No one gets two variants.
   *
   * Requires the right to edit (editor, sender, owner).
   * `PUT /campaigns/{campaign_uid}/ab-test`
   */
  setAbTest: Method<'setAbTest'>;
  /**
   * Decide what happens to uncertain messages, which may or may not have been accepted.
   * Requires the right to send (sender, owner).
   * `POST /campaigns/{campaign_uid}/settle-uncertain`
   */
  settleUncertain: Method<'settleUncertain'>;
  /**
   * Share the report of a campaign through a public link.
   * Anyone with the link sees the figures and the links, but nothing about people. If the report is already shared, returns its link.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/report-link`
   */
  shareReport: Method<'shareReport'>;
  /**
   * Render blocks as a page, without storing anything.
   * Requires the right to edit (editor, sender, owner).
   * `POST /blocks/page`
   */
  showBlocks: Method<'showBlocks'>;
  /**
   * Get the email of a campaign as a page for a frame, with click counts on its links.
   * For `<iframe sandbox>`, as `preview.html`; its links lead nowhere. A badge shows the number of people, and their share of all who clicked.
   *
   * Requires the right to read (every role).
   * `GET /campaigns/{campaign_uid}/heat-map.html`
   */
  showClicksInCampaign: Method<'showClicksInCampaign'>;
  /**
   * Stream changes to campaigns, lists, jobs, sending domains and the test inbox as they happen.
   * Server-sent events (WHATWG HTML, section 9.2). The first event is `snapshot`: campaigns that are scheduled, being sent, paused, or ended in the last day; all lists; jobs that changed and sending domains that were looked up in the last ten minutes. It is followed by `changes` events, at most one per second, with whatever has changed, in the same form. After reconnecting (also with `Last-Event-ID`) a new snapshot is sent, so nothing is missed. A comment line every 15 seconds keeps the connection open. The stream ends with the session or key.
   *
   * The data of both events is an object:
   *
   * - `campaigns`: `campaign_uid`, `status`, `audience`, `accepted`, `rejected`, `uncertain`, `skipped`, `deferred` (counted up to a limit), `unique_opens`, `unique_clicks`, the same without machines as `filtered_unique_opens` and `filtered_unique_clicks`, `unsubscribes`, `bounces` (numbers), `notice` (why it is not progressing, or null), `sentences` (the same with codes and values)
   * - `lists`: `list_uid`, `subscribers`, `confirmed` (numbers)
   * - `jobs`: `job_uid` (the id of the import, export or action), `kind` (`import`, `export`, `bulk`, `erase`), `list_uid` (or null), `state` (`idle`, `waiting`, `running`, `done`, `failed`, `cancelled`), `phase` (for an import `dry-run`, `import` or `undo`, otherwise null), `percent` (0 to 100)
   * - `domains`: `domain_uid`, `name`, `checked_at` (when it was looked up in DNS, ms), `broken` (number of its DNS records that were right, and are now missing or wrong)
   * - `inbox`: one object for the test inbox, with `newest_mail_id` (of the latest email; null if there is none)
   *
   * Requires the right to read (every role).
   * `GET /events`
   */
  streamEvents: Method<'streamEvents'>;
  /**
   * Send an example to a webhook immediately, and return its answer.
   * Also to one that is off. The call succeeds whatever the receiver answers: `ok` states whether it accepted the example.
   *
   * Requires the rights of an owner.
   * `POST /webhooks/{webhook_uid}/test`
   */
  testWebhook: Method<'testWebhook'>;
  /**
   * Count a click on a tracked link, identified by the SHA-1 or SHA-256 of its address in hex.
   * Requires the right to edit (editor, sender, owner).
   * `GET /campaigns/{campaign_uid}/track-url/{subscriber_uid}/{hash}`
   */
  trackClick: Method<'trackClick'>;
  /**
   * Count an open.
   * Requires the right to edit (editor, sender, owner).
   * `GET /campaigns/{campaign_uid}/track-opening/{subscriber_uid}`
   */
  trackOpen: Method<'trackOpen'>;
  /**
   * Unsubscribe a subscriber and count it for the campaign.
   * Requires the right to edit (editor, sender, owner).
   * `POST /campaigns/{campaign_uid}/track-unsubscribe/{subscriber_uid}`
   */
  trackUnsubscribe: Method<'trackUnsubscribe'>;
  /**
   * Undo an import.
   * Removes the people it added, unless something happened since (changed, opened, clicked, unsubscribed), and restores the values it changed, unless they were changed again. New fields are kept. Possible for seven days.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /lists/{list_uid}/imports/{import_uid}/undo`
   */
  undoImport: Method<'undoImport'>;
  /**
   * Revoke the public link to a report.
   * The link stops working; sharing the report again creates a new one.
   *
   * Requires the right to edit (editor, sender, owner).
   * `DELETE /campaigns/{campaign_uid}/report-link`
   */
  unshareReport: Method<'unshareReport'>;
  /**
   * Unsubscribe the subscriber of a list by email address; succeeds even if nothing changes.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/subscribers/unsubscribe-by-email`
   */
  unsubscribeByEmail: Method<'unsubscribeByEmail'>;
  /**
   * Unsubscribe an address from all lists.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/subscribers/unsubscribe-by-email-from-all-lists`
   */
  unsubscribeEverywhere: Method<'unsubscribeEverywhere'>;
  /**
   * Unsubscribe a subscriber; succeeds even if nothing changes.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/subscribers/{subscriber_uid}/unsubscribe`
   */
  unsubscribeSubscriber: Method<'unsubscribeSubscriber'>;
  /**
   * Change what an API key may do, effective with the next request; other nodes follow within a second.
   * Absent members stay unchanged. A revoked key cannot be changed.
   *
   * Requires the rights of an owner.
   * `PUT /api-keys/{key_uid}`
   */
  updateApiKey: Method<'updateApiKey'>;
  /**
   * Replace what a customer’s block emails have in common.
   * Absent members use the server’s defaults. Emails take the change over when their blocks are saved; existing ones stay unchanged.
   *
   * Requires the right to edit (editor, sender, owner).
   * `PUT /brand`
   */
  updateBrand: Method<'updateBrand'>;
  /**
   * Update a campaign that is a draft, paused, or has not begun; absent members stay unchanged.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /campaigns/{campaign_uid}`
   */
  updateCampaign: Method<'updateCampaign'>;
  /**
   * Change at any time how uncertain messages are handled, and how fast and when a campaign is sent.
   * Requires the right to send (sender, owner).
   * `PUT /campaigns/{campaign_uid}/delivery`
   */
  updateDelivery: Method<'updateDelivery'>;
  /**
   * Update a delivery server of your own; absent members stay unchanged.
   * Requires the rights of an owner.
   * `PUT /delivery-servers/{server_id}`
   */
  updateDeliveryServer: Method<'updateDeliveryServer'>;
  /**
   * Bring the drafts and templates with a different version of a saved block up to date.
   * A request looks at 100 of them, templates first: continue with `after` until `next` is null. Campaigns that are scheduled or were sent stay unchanged.
   *
   * Requires the right to edit (editor, sender, owner).
   * `POST /saved-blocks/{saved_block_uid}/update-drafts`
   */
  updateDraftsOfSavedBlock: Method<'updateDraftsOfSavedBlock'>;
  /**
   * Update a field; absent members stay unchanged, `options` replaces the whole set.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/fields/{field_id}`
   */
  updateField: Method<'updateField'>;
  /**
   * Set how to import the file; absent members stay unchanged.
   * Possible until the import is run. A different delimiter, charset or header causes the columns to be guessed again; the results of a dry run are discarded.
   *
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/imports/{import_uid}`
   */
  updateImport: Method<'updateImport'>;
  /**
   * Update a list; absent members stay unchanged.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}`
   */
  updateList: Method<'updateList'>;
  /**
   * Update the public pages of a list; absent members stay unchanged, empty ones get the default.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/pages`
   */
  updateListPages: Method<'updateListPages'>;
  /**
   * Change your name, language, theme or password.
   * A new password ends all sessions; this answer contains the cookie of a new one.
   *
   * Requires the right to read (every role).
   * `PUT /me`
   */
  updateMe: Method<'updateMe'>;
  /**
   * Update the name and alternative text of an image.
   * Emails that use it keep their text.
   *
   * Requires the right to edit (editor, sender, owner).
   * `PUT /media/{media_uid}`
   */
  updateMedia: Method<'updateMedia'>;
  /**
   * Rename a passkey.
   * Requires the right to read (every role).
   * `PUT /me/passkeys/{passkey_uid}`
   */
  updatePasskey: Method<'updatePasskey'>;
  /**
   * Update the customer: company with postal address, time zone, locale.
   * Absent members stay unchanged. A new time zone moves the next runs of recurring campaigns to the same time of day there; scheduled campaigns keep their instant.
   *
   * Requires the rights of an owner.
   * `PUT /profile`
   */
  updateProfile: Method<'updateProfile'>;
  /**
   * Update a saved block; emails keep their own copy.
   * `used_in.differing_count` is the number of drafts and templates that have a different version; update-drafts brings them up to date.
   *
   * Requires the right to edit (editor, sender, owner).
   * `PUT /saved-blocks/{saved_block_uid}`
   */
  updateSavedBlock: Method<'updateSavedBlock'>;
  /**
   * Update a segment; `conditions` replaces the whole set.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/segments/{segment_uid}`
   */
  updateSegment: Method<'updateSegment'>;
  /**
   * Switch to another customer that the user belongs to.
   * Requires the right to read (every role).
   * `PUT /session`
   */
  updateSession: Method<'updateSession'>;
  /**
   * Update a subscriber; absent members stay unchanged.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /lists/{list_uid}/subscribers/{subscriber_uid}`
   */
  updateSubscriber: Method<'updateSubscriber'>;
  /**
   * Update a template; campaigns made from it keep their copy.
   * Requires the right to edit (editor, sender, owner).
   * `PUT /templates/{template_uid}`
   */
  updateTemplate: Method<'updateTemplate'>;
  /**
   * Change a user’s role, effective with the next request.
   * The last owner’s role cannot be changed: make someone else an owner first.
   *
   * Requires the rights of an owner.
   * `PUT /users/{user_uid}`
   */
  updateUser: Method<'updateUser'>;
  /**
   * Update a webhook, or switch it on or off.
   * A webhook that the server switched off continues with the first event that it missed, as long as events are kept (seven days). One that was switched off by a call continues with events from then on; `replay` sends the rest.
   *
   * Requires the rights of an owner.
   * `PUT /webhooks/{webhook_uid}`
   */
  updateWebhook: Method<'updateWebhook'>;
  /**
   * Suppress the addresses of a CSV file; invalid rows do not stop valid ones.
   * Requires the right to edit (editor, sender, owner).
   * `POST /suppressions.csv`
   */
  uploadSuppressions: Method<'uploadSuppressions'>;
  /**
   * Use a link once: choose name and password, and sign in.
   * The link stays valid if members are invalid. For a user with a second factor it returns `code-needed`; they sign in themselves.
   *
   * Requires no key and no session.
   * `POST /welcome`
   */
  useWelcome: Method<'useWelcome'>;
};
