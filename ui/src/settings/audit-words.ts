// What somebody did, in words: a sentence without its subject for each operation of the API.
import { useLingui } from '@lingui/react/macro';

type Words = Readonly<Record<string, string>>;

/** @returns the words by the name of the operation */
export function useAuditWords(): Words {
  return { ...usePeopleWords(), ...useListWords(), ...useMailWords() };
}

function usePeopleWords(): Words {
  const { t } = useLingui();
  return {
    createSession: t`Signed in`,
    failedSignIn: t`Failed to sign in`,
    deleteSession: t`Signed out`,
    updateSession: t`Went to another customer`,
    deleteMySession: t`Signed another device out`,
    deleteMySessions: t`Signed all other devices out`,
    createFirstOwner: t`Made the first account`,
    acceptInvitation: t`Accepted an invitation`,
    requestPasswordReset: t`Asked for a new password`,
    resetPassword: t`Chose a new password by mail`,
    changePassword: t`Changed the password`,
    updateMe: t`Changed the own account`,
    beginTotp: t`Began to set up a second factor`,
    confirmTotp: t`Set up a second factor`,
    deleteTotp: t`Turned the second factor off`,
    inviteUser: t`Invited a person`,
    inviteUserAgain: t`Invited a person again`,
    updateUser: t`Changed the role of a person`,
    deleteUser: t`Removed a person`,
    createApiKey: t`Made an API key`,
    updateApiKey: t`Changed an API key`,
    deleteApiKey: t`Revoked an API key`,
    createCustomer: t`Made a customer`,
    updateProfile: t`Changed the company`,
    createWebhook: t`Added a webhook`,
    updateWebhook: t`Changed a webhook`,
    deleteWebhook: t`Removed a webhook`,
    rotateWebhookSecret: t`Made a new secret for a webhook`,
    testWebhook: t`Sent a test to a webhook`,
    replayWebhook: t`Had events sent again to a webhook`,
  };
}

function useListWords(): Words {
  const { t } = useLingui();
  return {
    createList: t`Made a list`,
    updateList: t`Changed a list`,
    copyList: t`Copied a list`,
    deleteList: t`Deleted a list`,
    updateListPages: t`Changed the pages of a list`,
    createField: t`Made a field`,
    updateField: t`Changed a field`,
    deleteField: t`Deleted a field`,
    createSubscriber: t`Added a subscriber`,
    createSubscribers: t`Added subscribers`,
    createOrUpdateSubscriber: t`Added or changed a subscriber`,
    updateSubscriber: t`Changed a subscriber`,
    deleteSubscriber: t`Deleted a subscriber`,
    deleteByEmail: t`Deleted a subscriber by address`,
    unsubscribeSubscriber: t`Unsubscribed somebody`,
    unsubscribeByEmail: t`Unsubscribed an address`,
    unsubscribeEverywhere: t`Unsubscribed an address from all lists`,
    trackUnsubscribe: t`Recorded an unsubscribe`,
    createImport: t`Uploaded a file to import`,
    updateImport: t`Changed an import`,
    runImport: t`Started an import`,
    cancelImport: t`Cancelled an import`,
    undoImport: t`Undid an import`,
    deleteImport: t`Deleted an import`,
    createSegment: t`Made a segment`,
    updateSegment: t`Changed a segment`,
    deleteSegment: t`Deleted a segment`,
    createBulkAction: t`Prepared a change of many subscribers`,
    runBulkAction: t`Changed many subscribers at once`,
    cancelBulkAction: t`Cancelled a change of many subscribers`,
    createExport: t`Exported subscribers`,
    cancelExport: t`Cancelled an export`,
    deleteExport: t`Deleted an export`,
    erasePerson: t`Erased a person`,
    erasePersonByEmail: t`Erased a person`,
  };
}

function useMailWords(): Words {
  const { t } = useLingui();
  return {
    updateBrand: t`Changed the brand`,
    createSavedBlock: t`Saved a block`,
    updateSavedBlock: t`Changed a saved block`,
    deleteSavedBlock: t`Removed a saved block`,
    updateDraftsOfSavedBlock: t`Put a saved block into drafts`,
    createTemplate: t`Made a template`,
    updateTemplate: t`Changed a template`,
    deleteTemplate: t`Deleted a template`,
    createCampaign: t`Made a campaign`,
    updateCampaign: t`Changed a campaign`,
    copyCampaign: t`Copied a campaign`,
    deleteCampaign: t`Deleted a campaign`,
    restoreCampaignVersion: t`Restored a version of a campaign`,
    sendCampaign: t`Sent or scheduled a campaign`,
    sendCampaignAgain: t`Made a campaign for those who did not open`,
    setAbTest: t`Set or changed an A/B test`,
    removeAbTest: t`Removed an A/B test`,
    addVariant: t`Added a variant to an A/B test`,
    chooseWinner: t`Chose the winner of an A/B test`,
    shareReport: t`Shared a report by a link`,
    unshareReport: t`Took the link to a report back`,
    pauseOrUnpauseCampaign: t`Paused or resumed a campaign`,
    markCampaignSent: t`Ended a campaign`,
    updateDelivery: t`Changed how a campaign is sent`,
    retryFailed: t`Had failed messages sent again`,
    settleUncertain: t`Settled uncertain messages`,
    sendTestEmail: t`Sent a test`,
    createTransactionalEmail: t`Sent a single mail`,
    deleteTransactionalEmail: t`Deleted a single mail`,
    createBounce: t`Recorded a bounce`,
    createSuppression: t`Blocked an address`,
    createSuppressions: t`Blocked addresses`,
    uploadSuppressions: t`Blocked addresses by a file`,
    deleteSuppression: t`Unblocked an address`,
    createDeliveryServer: t`Added a relay`,
    updateDeliveryServer: t`Changed a relay`,
    deleteDeliveryServer: t`Removed a relay`,
    probeDeliveryServer: t`Tested a relay`,
    createSendingDomain: t`Added a domain`,
    checkSendingDomain: t`Checked a domain`,
    rotateSendingDomainKeys: t`Changed the keys of a domain`,
    deleteSendingDomain: t`Removed a domain`,
    clearTestInbox: t`Cleared the test inbox`,
    deleteTestMail: t`Removed a mail from the test inbox`,
    releaseTestMail: t`Released a mail of the test inbox`,
  };
}
