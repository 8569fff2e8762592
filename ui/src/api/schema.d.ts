// Made by `npm run types` from the routes of the server. Not changed by hand.
export type paths = {
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * API keys, newest first, with those that were revoked
         * @description Needs the rights of an owner.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key; it is shown this once
         * @description A key of the scope owner that an operator creates may also do what is the operator's.
         *
         *     Needs the rights of an owner.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{key_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key, from the next request on
         * @description Needs the rights of an owner.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, from where and when, the latest first
         * @description Every call that changed something has an entry, as have signing in and out and attempts that failed. Nothing of what was sent is kept. Entries go after 180 days.
         *
         *     Needs the rights of an owner.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Campaigns, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign; it begins at its send_at
         * @description With `status` draft it may be incomplete: what is missing is told when it is to be sent.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One campaign
         * @description With `full=1` the `ETag` is the revision of the campaign: an update that sends it in `If-Match` is refused when somebody saved in between.
         *
         *     Needs the right to read (every role).
         */
        get: operations["getCampaign"];
        /**
         * Change a campaign that is a draft, paused, or has not begun; what is not sent stays
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateCampaign"];
        post?: never;
        /**
         * Remove a campaign that is not being sent, or has not begun
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/bounces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages of a campaign that came back, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listBounces"];
        put?: never;
        /**
         * Mark a subscriber’s message as bounced; a hard one suppresses the address
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createBounce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is to be seen to before a campaign is sent
         * @description Up to 20 links are asked, for 5 seconds in all; what they answered stands for ten minutes. Empty fields are counted among the newest recipients, 1,000 at most.
         *
         *     Needs the right to read (every role).
         */
        get: operations["checkCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who followed links of a campaign, newest first
         * @description An answer can have fewer records than asked for, even none, although there are more: go on until `next` is null.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listClicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * With which programs and devices a campaign is read
         * @description Needs the right to read (every role).
         */
        get: operations["listCampaignClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/complaints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who reported a campaign as spam, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listComplaints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a campaign; the copy is a draft without a send time
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["copyCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a campaign is delivered: settings, messages by state, and why it waits
         * @description Needs the right to read (every role).
         */
        get: operations["getDelivery"];
        /**
         * Change what becomes of uncertain messages, and how fast a campaign goes, at any time
         * @description Needs the right to send (sender, owner).
         */
        put: operations["updateDelivery"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/delivery-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of each message, in the order of the audience
         * @description Needs the right to read (every role).
         */
        get: operations["listDeliveryLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/delivery-logs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole log of messages as CSV
         * @description Needs the right to read (every role).
         */
        get: operations["downloadDeliveryLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of a campaign by the domains of its recipients
         * @description Needs the right to read (every role).
         */
        get: operations["listCampaignDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/editing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say that you have a campaign open, and learn who else has
         * @description It holds for a minute: say it again while the campaign stays open. It keeps nobody from saving.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        put: operations["noteEditing"];
        post?: never;
        /**
         * Say that you have closed a campaign
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["endEditing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why an address was not mailed, or what became of its message
         * @description Needs the right to read (every role).
         */
        get: operations["explainAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why messages of a campaign were rejected or came back, in the words of their receivers
         * @description Needs the right to read (every role).
         */
        get: operations["listCampaignFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tracked links of a campaign with their hashes and clicks, in the order in which they stand in it
         * @description Needs the right to read (every role).
         */
        get: operations["listCampaignLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/mark-sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * End a campaign now: nothing more leaves
         * @description Needs the right to send (sender, owner).
         */
        put: operations["markCampaignSent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/not-opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many a campaign would go to if it was sent again to those who did not open it
         * @description Needs the right to read (every role).
         */
        get: operations["countNotOpened"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/opens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who opened a campaign, newest first
         * @description An answer can have fewer records than asked for, even none, although there are more: go on until `next` is null.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listOpens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One campaign as a table shows it: where it stands, and what came of it
         * @description Needs the right to read (every role).
         */
        get: operations["getCampaignOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/pace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How fast a campaign went in the last minutes
         * @description Needs the right to read (every role).
         */
        get: operations["getCampaignPace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/pause-unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause a campaign, or let a paused one go on
         * @description Needs the right to send (sender, owner).
         */
        put: operations["pauseOrUnpauseCampaign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The message of a campaign as a subscriber gets it; nothing is sent or counted
         * @description Needs the right to read (every role).
         */
        get: operations["previewCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/preview-people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Some of those who would get a campaign, to look at its mail with
         * @description Needs the right to read (every role).
         */
        get: operations["listPreviewPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/preview.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The message of a campaign as a page for a frame; nothing is sent or counted
         * @description For `<iframe sandbox>`: by its own Content-Security-Policy it runs no script and sends no form, and only pages of this server may frame it.
         *
         *     Needs the right to read (every role).
         */
        get: operations["previewCampaignPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What came of a campaign, and how that compares with the last ones
         * @description Needs the right to read (every role).
         */
        get: operations["getCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the messages that were rejected once more
         * @description Needs the right to send (sender, owner).
         */
        post: operations["retryFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When a recurring campaign runs next, and its last runs
         * @description Needs the right to read (every role).
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a draft: at the send time given, else at the one it has, else at once
         * @description Needs the right to send (sender, owner).
         */
        post: operations["sendCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a draft like a campaign, for those who got it and did not open it
         * @description They got it (a mail server accepted the message), no person opened or clicked (machines do not count), and they are still confirmed and not suppressed when the new campaign begins. List and type of the draft stay.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        post: operations["sendCampaignAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a campaign by hour or day, from its beginning
         * @description Needs the right to read (every role).
         */
        get: operations["getCampaignSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/settle-uncertain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide what becomes of messages of which nobody knows whether they were accepted
         * @description Needs the right to send (sender, owner).
         */
        post: operations["settleUncertain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/slowed-destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receivers that are slowed or parked at the delivery servers that a campaign may use
         * @description Needs the right to read (every role).
         */
        get: operations["listSlowedDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts and rates of a campaign
         * @description Needs the right to read (every role).
         */
        get: operations["getCampaignStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the message of a campaign to any addresses; nothing is counted
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["sendTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/track-opening/{subscriber_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count an open
         * @description Needs the right to edit (editor, sender, owner).
         */
        get: operations["trackOpen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/track-unsubscribe/{subscriber_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe a subscriber and count it for the campaign
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["trackUnsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/track-url/{subscriber_uid}/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a click on a tracked link, named by the SHA-1 or SHA-256 of its address in hex
         * @description Needs the right to edit (editor, sender, owner).
         */
        get: operations["trackClick"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/unsubscribes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who unsubscribed from a campaign, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listUnsubscribes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a campaign was each time that it was saved, newest first
         * @description Every save keeps a version; saves of the same person within two minutes are one. The newest 50 are kept, for 30 days.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listCampaignVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/versions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A campaign as it was in a version
         * @description Needs the right to read (every role).
         */
        get: operations["getCampaignVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/versions/{revision}/preview.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A campaign as it was in a version, as a page for a frame
         * @description For `<iframe sandbox>`. Fields and links have examples in them; nothing is sent or counted.
         *
         *     Needs the right to read (every role).
         */
        get: operations["previewCampaignVersionPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_uid}/versions/{revision}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring back what a campaign was in a version; what it is now stays a version
         * @description As an update with everything that the version holds, with the same checks. The status stays; a list or segment that is gone is not brought back.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        post: operations["restoreCampaignVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/delivery-logs/email-message-id/{email_message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the message with this Message-ID
         * @description Needs the right to read (every role).
         */
        get: operations["getDeliveryLogByMessageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/email-message-id/{email_message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the message with this Message-ID
         * @description Needs the right to read (every role).
         */
        get: operations["getDeliveryLogByEmailMessageId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Campaigns as a table shows them, newest first: where each stands, and what came of it
         * @description With a search, an answer can have fewer records than asked for although there are more: go on until `next` is null.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listCampaignOverviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Countries, by name
         * @description Needs the right to read (every role).
         */
        get: operations["listCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/countries/{country_id}/zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * States, provinces and the like of a country, by name
         * @description Needs the right to read (every role).
         */
        get: operations["listZones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a customer, with a key of the operator
         * @description Without a key it answers 400, unless the operator allows it; such a customer gets a key from the operator.
         *
         *     Needs the rights of the operator.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery servers: your own and the shared ones, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listDeliveryServers"];
        put?: never;
        /**
         * Create a delivery server of your own
         * @description Needs the rights of an owner.
         */
        post: operations["createDeliveryServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery-servers/{server_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery server
         * @description Needs the right to read (every role).
         */
        get: operations["getDeliveryServer"];
        /**
         * Change a delivery server of your own; what is not sent stays
         * @description Needs the rights of an owner.
         */
        put: operations["updateDeliveryServer"];
        post?: never;
        /**
         * Remove a delivery server of your own
         * @description Needs the rights of an owner.
         */
        delete: operations["deleteDeliveryServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery-servers/{server_id}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Destinations that are slowed or parked because they refused, by name
         * @description Needs the right to read (every role).
         */
        get: operations["listDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery-servers/{server_id}/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try out a delivery server of your own: connect, TLS, log in; no message is sent
         * @description Needs the rights of an owner.
         */
        post: operations["probeDeliveryServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What goes on with campaigns, lists and jobs, as it happens
         * @description Server-sent events (WHATWG HTML, section 9.2). The first is `snapshot`: campaigns that are scheduled, sent, paused, or ended in the last day; all lists; jobs that changed in the last ten minutes. Then come `changes`, at most one a second, with whatever differs, in the same form. After a cut (also with `Last-Event-ID`) a snapshot comes again, so nothing is missed. A line with a colon every 15 seconds keeps the connection open. The stream ends with the session or key.
         *
         *     The data of both is an object:
         *
         *     - `campaigns`: `campaign_uid`, `status`, `audience`, `accepted`, `rejected`, `uncertain`, `skipped`, `unique_opens`, `unique_clicks`, `unsubscribes` (numbers), `notice` (why it does not go on by itself, or null)
         *     - `lists`: `list_uid`, `subscribers`, `confirmed` (numbers)
         *     - `jobs`: `job_uid` (the id of the import, export or action), `kind` (`import`, `export`, `bulk`, `erase`), `list_uid` (or null), `state` (`idle`, `waiting`, `running`, `done`, `failed`, `cancelled`), `phase` (of an import `dry-run`, `import` or `undo`, else null), `percent` (0 to 100)
         *
         *     Needs the right to read (every role).
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listLists"];
        put?: never;
        /**
         * Create a list with the fields EMAIL, FNAME and LNAME
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One list
         * @description Needs the right to read (every role).
         */
        get: operations["getList"];
        /**
         * Change a list; what is not sent stays
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateList"];
        post?: never;
        /**
         * Remove a list with its subscribers
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who would get a campaign to the list now, and why others would not
         * @description Needs the right to read (every role).
         */
        get: operations["getAudience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/audience/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people who would get a campaign to the list now, or would not for one reason
         * @description An answer can have fewer records than asked for, even none, although there are more: go on until `next` is null.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listAudiencePeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a list with its fields and segments, without its subscribers
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["copyList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fields of a list, in their order
         * @description Needs the right to read (every role).
         */
        get: operations["listFields"];
        put?: never;
        /**
         * Create a field
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/fields/{field_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One field
         * @description Needs the right to read (every role).
         */
        get: operations["getField"];
        /**
         * Change a field; what is not sent stays, sent options replace the set
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateField"];
        post?: never;
        /**
         * Remove a field and its values
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Imports of a list, newest first
         * @description They are kept for 90 days.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Upload a CSV file for an import
         * @description The body is the file itself (`text/csv`), or a multipart body with a part that has a file name. UTF-8, UTF-16 and Windows-1252 are read. Nothing is imported yet: the answer says what the columns may be. Files that are not run are removed after a day.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/imports/{import_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an import stands
         * @description Cheap: a program may ask every second.
         *
         *     Needs the right to read (every role).
         */
        get: operations["getImport"];
        /**
         * Say what is to be done with the file; what is not sent stays
         * @description Possible until the import is run. Another delimiter, charset or header means that the columns are guessed anew; what a dry run found is forgotten.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateImport"];
        post?: never;
        /**
         * Remove an import with its file; what it did stands
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/imports/{import_uid}/bad-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every bad row with its line and the reason, as CSV
         * @description Of the import, or of the dry run before it. Kept for seven days.
         *
         *     Needs the right to read (every role).
         */
        get: operations["downloadImportBadRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/imports/{import_uid}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a run
         * @description What was imported until then stands, and can be undone. A dry run that was stopped can be run again.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/imports/{import_uid}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an import, or try it
         * @description It runs on the server, whoever goes away, and goes on after a restart; ask how it stands. A dry run gives the same figures and changes nothing. Bad rows never stop good ones.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        post: operations["runImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/imports/{import_uid}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description Removes whom it added, unless something happened since (changed, opened, clicked, unsubscribed), and puts the values back that it changed, unless they were changed again. New fields stay. Possible for seven days.
         *
         *     Needs the right to edit (editor, sender, owner).
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the public pages of a list look and speak
         * @description Needs the right to read (every role).
         */
        get: operations["getListPages"];
        /**
         * Change the public pages of a list; what is not sent stays, what is empty is as by default
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateListPages"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * People of a list, searched and filtered, the newest first or by address
         * @description Filters look at so many people that an answer costs the same however long the list is: it can have fewer records than asked for, even none, although there are more. Go on until `next` is null.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Segments of a list, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Create a segment
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/segments/{segment_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One segment with its conditions
         * @description Needs the right to read (every role).
         */
        get: operations["getSegment"];
        /**
         * Change a segment; sent conditions replace the set
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateSegment"];
        post?: never;
        /**
         * Remove a segment that no unfinished campaign uses
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/segments/{segment_uid}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirmed subscribers in a segment, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listSegmentSubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subscribers of a list, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listSubscribers"];
        put?: never;
        /**
         * Add a subscriber; one that unsubscribed comes back
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/{subscriber_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One subscriber with all field values
         * @description Needs the right to read (every role).
         */
        get: operations["getSubscriber"];
        /**
         * Change a subscriber; what is not sent stays
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateSubscriber"];
        post?: never;
        /**
         * Remove a subscriber
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteSubscriber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/{subscriber_uid}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Unsubscribe a subscriber; also when nothing changes
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["unsubscribeSubscriber"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add up to 10,000 subscribers; good ones are stored, bad ones reported
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createSubscribers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/create-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a subscriber, or change the one with this address: 201 or 200
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createOrUpdateSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/delete-by-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the subscriber of a list with an address, given in the query or in a form body
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteByEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/search-by-custom-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the subscribers of a list by exact field values
         * @description Needs the right to read (every role).
         */
        get: operations["searchByCustomFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/search-by-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the subscriber of a list with an address
         * @description Needs the right to read (every role).
         */
        get: operations["searchByEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{list_uid}/subscribers/unsubscribe-by-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Unsubscribe the subscriber of a list with an address; also when nothing changes
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["unsubscribeByEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/fields/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The field types
         * @description Needs the right to read (every role).
         */
        get: operations["listFieldTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/segments/condition-operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Operators that conditions may use
         * @description Needs the right to read (every role).
         */
        get: operations["listConditionOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/subscribers/search-by-email-in-all-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find an address in all lists
         * @description Needs the right to read (every role).
         */
        get: operations["searchByEmailInAllLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/subscribers/unsubscribe-by-email-from-all-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Unsubscribe an address from all lists
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["unsubscribeEverywhere"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description Needs the right to read (every role).
         */
        get: operations["getMe"];
        /**
         * Change your name, language, theme or password
         * @description A new password ends all sessions; this answer brings the cookie of a new one.
         *
         *     Needs the right to read (every role).
         */
        put: operations["updateMe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where you are signed in, the latest first
         * @description Needs the right to read (every role).
         */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere but here
         * @description Needs the right to read (every role).
         */
        delete: operations["deleteMySessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{session_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out there
         * @description Needs the right to read (every role).
         */
        delete: operations["deleteMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm the second factor with a code; the answer has recovery codes
         * @description Needs the right to read (every role).
         */
        put: operations["confirmTotp"];
        /**
         * Begin to set up codes of an app as a second factor
         * @description It counts when it is confirmed with a code (RFC 6238: SHA-1, 6 digits, 30 seconds).
         *
         *     Needs the right to read (every role).
         */
        post: operations["beginTotp"];
        /**
         * Sign in without a code again
         * @description Needs the right to read (every role).
         */
        delete: operations["deleteTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A few campaigns, lists, segments, templates and people that fit a text
         * @description Needs the right to read (every role).
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sending-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sending domains, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listSendingDomains"];
        put?: never;
        /**
         * Add a sending domain and make its keys: they sign from now on
         * @description Needs the rights of an owner.
         */
        post: operations["createSendingDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sending-domains/{domain_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One sending domain: its keys, the DNS records to publish, what DNS said last
         * @description Needs the right to read (every role).
         */
        get: operations["getSendingDomain"];
        put?: never;
        post?: never;
        /**
         * Remove a sending domain and its private keys
         * @description Needs the rights of an owner.
         */
        delete: operations["deleteSendingDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sending-domains/{domain_uid}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look the domain up in DNS; new keys take over when all their records are found
         * @description Needs the rights of an owner.
         */
        post: operations["checkSendingDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sending-domains/{domain_uid}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new keys; the old ones sign until a check has found the new records
         * @description Needs the rights of an owner.
         */
        post: operations["rotateSendingDomainKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in, for which customer, and what they may do
         * @description Without a session it answers `signed-out`.
         *
         *     Needs the right to read (every role).
         */
        get: operations["getSession"];
        /**
         * Go to another customer that the user belongs to
         * @description Needs the right to read (every role).
         */
        put: operations["updateSession"];
        /**
         * Sign in; the session is a cookie
         * @description A wrong password, an unknown address and a wrong code are refused in the same words. Who has a second factor is answered `code-needed`, without a cookie, until the call comes with a `code`.
         *
         *     Needs no key and no session.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Needs the right to read (every role).
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link for a new password to a user; the answer is the same whether there is one
         * @description Needs no key and no session.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/starting-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Templates that come with the server, to begin with
         * @description They have ghost tables for Outlook, stay below what Gmail cuts off, and follow the colour scheme of whoever reads.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listStartingTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/starting-templates/{starting_id}/preview.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A template that comes with the server as a page for a frame
         * @description For `<iframe sandbox>`. Fields and links have examples in them; nothing is sent or counted.
         *
         *     Needs the right to read (every role).
         */
        get: operations["previewStartingTemplatePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{subscriber_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything of one person, over all lists: named by the id in any of them
         * @description Needs the right to read (every role).
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{subscriber_uid}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to one person, newest first, over all lists and campaigns
         * @description Of messages, opens and clicks, those of the newest campaigns: at most 1,000 each.
         *
         *     Needs the right to read (every role).
         */
        get: operations["listTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Addresses that get no mail from you, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Suppress an address; one that is suppressed already stays as it is
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole list as CSV, oldest first
         * @description Needs the right to read (every role).
         */
        get: operations["downloadSuppressions"];
        put?: never;
        /**
         * Suppress the addresses of a CSV file; bad rows never stop good ones
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["uploadSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why an address gets no mail from you
         * @description Needs the right to read (every role).
         */
        get: operations["getSuppression"];
        put?: never;
        post?: never;
        /**
         * Mail to an address again, from the next campaign on
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suppress up to 10,000 addresses; good ones are stored, bad ones reported
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Templates, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template from HTML, from a zip archive, or from one that comes with the server
         * @description Needs the right to edit (editor, sender, owner).
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One template with its content
         * @description Needs the right to read (every role).
         */
        get: operations["getTemplate"];
        /**
         * Change a template; campaigns made from it keep their copy
         * @description Needs the right to edit (editor, sender, owner).
         */
        put: operations["updateTemplate"];
        post?: never;
        /**
         * Remove a template; campaigns made from it keep their copy
         * @description Needs the right to edit (editor, sender, owner).
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_uid}/preview.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A template as a page for a frame
         * @description For `<iframe sandbox>`. Fields and links have examples in them; nothing is sent or counted.
         *
         *     Needs the right to read (every role).
         */
        get: operations["previewTemplatePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactional-emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Transactional emails, newest first
         * @description Needs the right to read (every role).
         */
        get: operations["listTransactionalEmails"];
        put?: never;
        /**
         * Send an email to one person, at its send_at
         * @description Needs the right to send (sender, owner).
         */
        post: operations["createTransactionalEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactional-emails/{email_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One transactional email with its content
         * @description Needs the right to read (every role).
         */
        get: operations["getTransactionalEmail"];
        put?: never;
        post?: never;
        /**
         * Remove a transactional email; one that has not left is not sent any more
         * @description Needs the right to send (sender, owner).
         */
        delete: operations["deleteTransactionalEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users of the customer in the order of joining, then those who are invited
         * @description Needs the rights of an owner.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite somebody, by mail; the link is answered, too
         * @description The link works once, within seven days. Somebody who has an account with another customer keeps its password.
         *
         *     Needs the rights of an owner.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a user another role, from the next request on
         * @description The last owner keeps the role: make somebody else an owner first.
         *
         *     Needs the rights of an owner.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Remove a user from the customer, whose sessions end at once; or take an invitation back
         * @description The last owner stays: make somebody else an owner first. A user of no other customer is deleted.
         *
         *     Needs the rights of an owner.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_uid}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again, with a new link; the old one works no more
         * @description Needs the rights of an owner.
         */
        post: operations["inviteUserAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/welcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom a link lets in: the first owner, somebody who was invited, a user who forgot the password
         * @description Needs no key and no session.
         */
        get: operations["getWelcome"];
        put?: never;
        /**
         * Use a link, once: choose name and password, and be signed in
         * @description The link stays good when members do not fit. Who has a second factor is answered `code-needed` and signs in.
         *
         *     Needs no key and no session.
         */
        post: operations["useWelcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        /** @description An API key without the key itself. */
        ApiKey: {
            /** @description When it was created, UTC. */
            created_at: string;
            /**
             * @description How its requests are read.
             * @enum {string}
             */
            dialect: "strict" | "lenient";
            /** @description The first four characters of the key. */
            hint: string;
            /** @description Id of the key. */
            key_uid: string;
            /** @description What the key is for. */
            name: string;
            /** @description When it was revoked, UTC; null: it works. */
            revoked_at: string | null;
            /**
             * @description What its requests may do.
             * @enum {string}
             */
            scope: "owner" | "sender" | "editor" | "viewer";
        };
        /** @description A file that goes along. */
        Attachment: {
            /** @description The file as base64, or a file part. */
            data: string;
            /** @description Name of the file. */
            name: string;
            /** @description Media type; absent or none: application/octet-stream. */
            type?: string | null;
        };
        /** @description Who would get a campaign to a list or segment now, and why others would not. */
        Audience: {
            /** @description When the suppressed and the segment were counted; the rest is of now. ISO 8601 in UTC; null: not. */
            counted_at: string | null;
            /** @description Who would get it; null: it is being counted for the first time, ask again. */
            gets: number | null;
            /** @description Who would not, by reason: with those who would they are all. */
            left_out: {
                /** @description Are blacklisted in the list. */
                blacklisted: number;
                /** @description Are disabled. */
                disabled: number;
                /** @description Were moved to another list. */
                moved: number;
                /** @description Confirmed, but not in the segment; null: being counted. */
                segment: number | null;
                /** @description Confirmed, but the address gets no mail; null: being counted. */
                suppressed: number | null;
                /** @description Wait for approval. */
                unapproved: number;
                /** @description Have not confirmed yet. */
                unconfirmed: number;
                /** @description Have unsubscribed. */
                unsubscribed: number;
            };
            /** @description Id of the list. */
            list_uid: string;
            /** @description Id of the segment; null: the whole list. */
            segment_uid: string | null;
            /** @description Why addresses get no mail; null: being counted. */
            suppressed: {
                /** @description They reported a message as spam. */
                complaint: number;
                /** @description A message came back for good. */
                hard_bounce: number;
                /** @description Blocked by a file. */
                import: number;
                /** @description Blocked on request. */
                manual: number;
                /** @description Several messages in a row came back. */
                soft_bounces: number;
            } | null;
            /** @description Subscribers of the list, whatever their status. */
            total: number;
        };
        /** @description Somebody who would get a campaign, or would not. */
        AudienceMember: {
            /** @description When they joined. ISO 8601 in UTC. */
            added_at: string;
            /** @description Address. */
            email: string;
            /**
             * @description Status in the list.
             * @enum {string}
             */
            status: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
            /** @description Id of the subscriber. */
            subscriber_uid: string;
            /** @description Of those left out for it: why the address gets no mail; else null. */
            suppression: {
                /**
                 * @description Why the address gets no mail.
                 * @enum {string}
                 */
                reason: "hard-bounce" | "soft-bounces" | "complaint" | "manual" | "import";
                /** @description Since when. ISO 8601 in UTC. */
                since: string;
            } | null;
        };
        /** @description Something that somebody did. */
        AuditEntry: {
            /** @description Who did it. */
            actor: {
                /**
                 * @description A user, an API key, or nobody who is known.
                 * @enum {string}
                 */
                kind: "user" | "key" | "nobody";
                /** @description The name that the user or API key had then. */
                name: string;
                /** @description Id of the user or API key; empty: nobody who is known. */
                uid: string;
            };
            /** @description When. ISO 8601 in UTC. */
            at: string;
            /** @description From where; empty: not known. */
            ip_address: string;
            /** @description What it was done to; null: nothing that has an id. */
            object: {
                /** @description Its id. */
                id: string;
                /** @description What it is, such as `campaign`, `list` or `subscriber`. */
                kind: string;
                /** @description Its name now; null: it is gone, or has none. */
                name: string | null;
            } | null;
            /** @description What was done: the name of an operation of this reference, or `failedSignIn`, `changePassword`, `resetPassword`, `createFirstOwner`, `acceptInvitation`. */
            operation: string;
        };
        /** @description A row that could not be read. */
        BadRow: {
            /** @description What stands for the address. */
            email: string;
            /** @description Line of the file. */
            line: number;
            /** @description What is wrong. */
            reason: string;
        };
        /** @description A new template like one of `GET /starting-templates`; absent, the name is its. */
        BegunTemplate: {
            /** @description yes: style sheets are written into the elements when it is saved, also those of what stands. Default no. */
            inline_css?: ("yes" | "no") | null;
            /** @description Name of the template. */
            name?: string | null;
            /**
             * @description A template that comes with the server, instead of content or archive.
             * @enum {string}
             */
            starting: "newsletter" | "announcement" | "offer" | "event" | "digest" | "letter";
        };
        /** @description A message that came back. */
        Bounce: {
            /**
             * @description `hard`: for good; `soft`: for now; `internal`: our side.
             * @enum {string}
             */
            bounce_type: "internal" | "hard" | "soft";
            /** @description Why it came back. */
            message: string;
            /**
             * @description Always no.
             * @constant
             */
            processed: "no";
            /** @description The subscriber; empty texts for one who was removed. */
            subscriber: {
                /** @description Address. */
                email: string;
                /** @description Id of the subscriber. */
                subscriber_uid: string;
            };
        };
        /** @description What became of one of many. */
        BulkResult: {
            /** @description What was sent. */
            data: Record<string, never>;
            /** @description What is wrong, by member; an empty array for one that was stored. */
            errors: unknown[] | {
                [key: string]: string;
            };
        };
        /** @description A mail to a list or a segment of it. */
        Campaign: {
            /** @description The same as a number. */
            campaign_id: string;
            /** @description Id of the campaign. */
            campaign_uid: string;
            /** @description When it was made. Short date and time in the time zone and locale of the customer: `11/21/26, 3:05 PM`. */
            date_added: string;
            /** @description With `full=1`: when it was made, ISO 8601 in UTC. */
            date_added_iso?: string;
            /** @description With `full=1`: as with `GET /campaigns/{campaign_uid}/delivery`. */
            delivery?: {
                /** @description Most messages a minute; null: as fast as it goes. */
                max_per_minute: number | null;
                /**
                 * @description What becomes of uncertain messages.
                 * @enum {string}
                 */
                uncertain_policy: "hold" | "resend" | "skip";
            };
            /** @description Ids of the only delivery servers that may take its messages; absent: all that you may use. */
            delivery_servers?: string[];
            /** @description With `full=1`: when it was done, ISO 8601 in UTC; null: not. */
            finished_at_iso?: string | null;
            /** @description Sender address. */
            from_email: string;
            /** @description Sender name. */
            from_name: string;
            /** @description Groups of campaigns: none. */
            group: unknown[];
            held?: components["schemas"]["Held"];
            /** @description The list it is sent to. */
            list: {
                /** @description Id of the list. */
                list_uid: string;
                /** @description Name of the list. */
                name: string;
                /** @description Confirmed subscribers. */
                subscribers_count: number;
            };
            /** @description With `full=1`: the list, as a request names it. */
            list_uid?: string;
            /** @description Its name. */
            name: string;
            /** @description Only of one that is sent again: the campaign that its recipients did not open; empty when it was removed. */
            not_opened_of?: string;
            /** @description Why it does not go on, or what it was sent without, where there is something to say. */
            notice?: string;
            /** @description With `full=1`: all options, also those of the other type of campaign, which are without effect. */
            options?: components["schemas"]["CampaignOptions"];
            /** @description Only of a run: the recurring campaign. */
            parent_campaign_uid?: string;
            /** @description Reply-to address. */
            reply_to: string;
            /** @description The segment of the list it is sent to; an empty array when it goes to the whole list. */
            segment: {
                /** @description Name of the segment. */
                name: string;
                /** @description Id of the segment. */
                segment_uid: string;
                /** @description Confirmed subscribers in it, as last counted. */
                subscribers_count: number;
            } | unknown[];
            /** @description With `full=1`: the segment, as a request names it; null: none. */
            segment_uid?: string | null;
            /** @description When it begins; of a copy without a time, now. Short date and time in the time zone and locale of the customer: `11/21/26, 3:05 PM`. */
            send_at: string;
            /** @description With `full=1`: its send time, ISO 8601 in UTC; null: not. */
            send_at_iso?: string | null;
            /** @description With `full=1`: when it began, ISO 8601 in UTC; null: not. */
            started_at_iso?: string | null;
            /**
             * @description Where it stands; see the states of a campaign.
             * @enum {string}
             */
            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
            /** @description Subject. */
            subject: string;
            template?: components["schemas"]["CampaignContent"];
            /** @description Name of the recipient, as a rule merge tags. */
            to_name: string;
            /**
             * @description `regular`: once to everybody; `autoresponder`: to each some time after an event.
             * @enum {string}
             */
            type: "regular" | "autoresponder";
        };
        /** @description Changes to a campaign; the members directly, or under `campaign`. What is not sent stays. With `status` draft, an empty text takes away sender, subject or content. */
        CampaignChanges: {
            /** @description As with `PUT /campaigns/{campaign_uid}/delivery`. */
            delivery?: components["schemas"]["DeliveryChanges"] | null;
            /** @description Ids of the only delivery servers that may take its messages, as an array or with commas; absent or empty: all that you may use. */
            delivery_servers?: ((string | number)[] | string) | null;
            /** @description Sender address, or merge tags that give one. */
            from_email?: string | null;
            /** @description Sender name. May hold merge tags. One line. */
            from_name?: string | null;
            /** @description There are no groups of campaigns: passed over, with a warning. */
            group_uid?: unknown;
            /** @description The list it is sent to. */
            list_uid?: string | null;
            /** @description Its name, for you. One line. */
            name?: string | null;
            options?: components["schemas"]["CampaignOptions"] | null;
            /** @description Reply-to address, or merge tags that give one. */
            reply_to?: string | null;
            /** @description Narrows the recipients to a segment of the list. On update null takes it away. */
            segment_uid?: string | null;
            /** @description `Y-m-d H:i:s` in the time zone of the customer; a time that is past means: at once. */
            send_at?: string | null;
            /** @description The send time as an instant, ISO 8601 with `Z` or an offset, instead of `send_at`; null: none, in a draft. */
            send_at_iso?: string | null;
            /** @description `pending-sending` (the default) waits for send_at; a `draft` and a `paused` one do not. A draft is sent, at its send time, when this becomes pending-sending. Other words, as a record that was read may have them, mean nothing. */
            status?: string | null;
            /** @description Subject. May hold merge tags. One line. */
            subject?: string | null;
            template?: components["schemas"]["CampaignTemplate"] | null;
            /** @description Name of the recipient, as a rule merge tags. One line. Default [EMAIL]. */
            to_name?: string | null;
            /** @description There are no tracking domains: passed over, with a warning. */
            tracking_domain_id?: unknown;
            /** @description `regular`: once to everybody; `autoresponder`: to each some time after an event. Of a stored campaign it can be changed in a draft only. Default regular. */
            type?: ("regular" | "autoresponder") | null;
        };
        /** @description One thing that is looked at before a campaign is sent. */
        CampaignCheck: {
            /** @description What it is about: counts, addresses, tags. */
            data: Record<string, never>;
            /**
             * @description What was looked at. Stays for ever.
             * @enum {string}
             */
            id: "audience" | "sender" | "sender-domain" | "subject" | "preheader" | "content" | "unsubscribe-link" | "postal-address" | "tags" | "empty-fields" | "links" | "alt-texts" | "html" | "size" | "text-part" | "feeds" | "test" | "relay" | "base-url";
            /** @description What was found, as a sentence. */
            message: string;
            /**
             * @description `advice`: it can be sent and would be better otherwise; `blocking`: it cannot be sent, or would not leave.
             * @enum {string}
             */
            state: "ok" | "advice" | "blocking";
        };
        /** @description With `full=1`: the campaign’s own copy of the content, whatever it was made from, and how it is sent. What would be taken for base64 stands there as base64. */
        CampaignContent: {
            /**
             * @description Whether the plain-text version is made when none is given.
             * @enum {string}
             */
            auto_plain_text: "yes" | "no";
            /** @description Its HTML. */
            content: string;
            /**
             * @description Whether style sheets are written into the elements.
             * @enum {string}
             */
            inline_css: "yes" | "no";
            /** @description Its plain-text version; null: made from the HTML. */
            plain_text: string | null;
        };
        /** @description A campaign in a listing. */
        CampaignEntry: {
            /** @description The same as a number. */
            campaign_id: string;
            /** @description Id of the campaign. */
            campaign_uid: string;
            /** @description Groups of campaigns: none. */
            group: unknown[];
            /** @description Its name. */
            name: string;
            /**
             * @description Where it stands; see the states of a campaign.
             * @enum {string}
             */
            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
            /**
             * @description `regular`: once to everybody; `autoresponder`: to each some time after an event.
             * @enum {string}
             */
            type: "regular" | "autoresponder";
        };
        /** @description A tracked link of a campaign. */
        CampaignLink: {
            /** @description Clicks. */
            clicks_count: number;
            /** @description The same in percent of all clicks of the campaign. */
            clicks_rate: number;
            /** @description As the author wrote it: entities of HTML decoded, without white space around, merge tags not filled in. */
            destination: string;
            /** @description SHA-1 of `destination` in hex, as track-url takes it. */
            hash: string;
            /** @description SHA-256 of `destination` in hex, which track-url takes too. */
            hash_sha256: string;
            /** @description Recipients who clicked it. */
            unique_clicks_count: number;
            /** @description The same in percent of all recipients who clicked. */
            unique_clicks_rate: number;
        };
        /** @description How a campaign is sent. What is absent has its default; on update it stays. Options of the other type have no effect. */
        CampaignOptions: {
            /** @description Autoresponders: what they answer. Default AFTER-SUBSCRIBE. */
            autoresponder_event?: ("AFTER-SUBSCRIBE" | "AFTER-CAMPAIGN-OPEN" | "AFTER-CAMPAIGN-SENT") | null;
            /** @description Autoresponders: subscribers of before too. Default no. */
            autoresponder_include_current?: ("yes" | "no") | null;
            /** @description Autoresponders: imported subscribers too. Default no. */
            autoresponder_include_imported?: ("yes" | "no") | null;
            /** @description Autoresponders: the `campaign_id` that AFTER-CAMPAIGN-OPEN speaks of; none that recurs. */
            autoresponder_open_campaign_id?: number | null;
            /** @description Autoresponders: the `campaign_id` that AFTER-CAMPAIGN-SENT speaks of; none that recurs. */
            autoresponder_sent_campaign_id?: number | null;
            /** @description Autoresponders: the unit of the time after the event. Default day. */
            autoresponder_time_unit?: ("minute" | "hour" | "day" | "week" | "month" | "year") | null;
            /** @description Autoresponders: units after the event. Default 0. */
            autoresponder_time_value?: number | null;
            /** @description Regular campaigns: five cron fields, at most one run an hour. */
            cronjob?: string | null;
            /** @description 1: the cronjob is in use. Default 0. */
            cronjob_enabled?: (1 | 0) | null;
            /** @description Runs in all, at least 1; -1: without end. Default -1. */
            cronjob_max_runs?: number | null;
            /** @description Runs that were missed: `once` makes one for all of them, `skip` none. Default once. */
            cronjob_missed?: ("once" | "skip") | null;
            /** @description Addresses that get the statistics when it is done, with commas between them. */
            email_stats?: string | null;
            /** @description Whether pictures travel in the message. Default no. */
            embed_images?: ("yes" | "no") | null;
            /** @description A feed that fails: `wait` tries for 24 hours, `skip` sends without it, `stop` pauses. Default wait. */
            feed_failure?: ("wait" | "skip" | "stop") | null;
            /** @description Whether JSON feed tags are expanded. Default no. */
            json_feed?: ("yes" | "no") | null;
            /** @description Whether opens are tracked by a pixel. Default yes. */
            open_tracking?: ("yes" | "no") | null;
            /** @description Whether the message has a plain-text part. Default yes. */
            plain_text_email?: ("yes" | "no") | null;
            /** @description Whether links are tracked. Default no. */
            url_tracking?: ("yes" | "no") | null;
            /** @description Whether XML feed tags are expanded. Default no. */
            xml_feed?: ("yes" | "no") | null;
        };
        /** @description A campaign as tables show it: what it is, where it stands, what came of it. */
        CampaignOverview: {
            /** @description Whose mail server accepted it. */
            accepted: number;
            /** @description Who gets it: 0 until it begins. */
            audience: number;
            bounced: components["schemas"]["PeopleAndRate"];
            /** @description Id of the campaign. */
            campaign_uid: string;
            complained: components["schemas"]["PeopleAndRate"];
            /** @description When it was made. ISO 8601 in UTC. */
            created_at: string;
            /** @description Without those by machines. */
            filtered: {
                clicked: components["schemas"]["PeopleAndRate"];
                opened: components["schemas"]["PeopleAndRate"];
            };
            /** @description When it was done. ISO 8601 in UTC; null: not. */
            finished_at: string | null;
            /** @description Whether somebody may have got it, whatever the status says. */
            has_begun: boolean;
            /** @description Whether runs are or were made of it. */
            is_recurring: boolean;
            /** @description The list; null: it was removed. */
            list: {
                /** @description Id of the list. */
                list_uid: string;
                /** @description Its name. */
                name: string;
            } | null;
            /** @description Its name. */
            name: string;
            /** @description Of a recurring one: when the next run is due. ISO 8601 in UTC; null: not. */
            next_run_at: string | null;
            /** @description Why it does not go on, where there is something to say; else null. */
            notice: string | null;
            /** @description Of a run: the recurring campaign; else null. */
            parent_campaign_uid: string | null;
            /** @description How far it has come, when it has begun and has not ended; else null. */
            progress: {
                /** @description Messages that are put off and tried again later; at most 10,000 are counted. */
                deferred: number;
                /** @description Messages with an outcome. */
                done: number;
                /** @description Messages that were refused or given up. */
                failed: number;
                /** @description Messages still to be sent, those that are put off among them. */
                left: number;
                /** @description Messages accepted a second, over the last two minutes. */
                per_second: number;
                /** @description How long it takes at this rate; null: not known, or paused. */
                seconds_left: number | null;
            } | null;
            /** @description All opens and clicks. */
            raw: {
                clicked: components["schemas"]["PeopleAndRate"];
                opened: components["schemas"]["PeopleAndRate"];
            };
            /** @description Refused, or given up. */
            rejected: number;
            /** @description The segment; null: the whole list. */
            segment: {
                /** @description Its name. */
                name: string;
                /** @description Id of the segment. */
                segment_uid: string;
            } | null;
            /** @description Its send time. ISO 8601 in UTC; null: not. */
            send_at: string | null;
            /** @description Not sent. */
            skipped: number;
            /** @description When it began. ISO 8601 in UTC; null: not. */
            started_at: string | null;
            /**
             * @description Where it stands; see the states of a campaign.
             * @enum {string}
             */
            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
            /** @description Subject. */
            subject: string;
            /**
             * @description Its type.
             * @enum {string}
             */
            type: "regular" | "autoresponder";
            /** @description Nobody knows whether they were accepted. */
            uncertain: number;
            unsubscribed: components["schemas"]["PeopleAndRate"];
            /** @description When it was changed last. ISO 8601 in UTC. */
            updated_at: string;
        };
        /** @description What came of a campaign. */
        CampaignReport: {
            /** @description Whose mail server accepted it. All that follows is in percent of these. */
            accepted: {
                /** @description How many people. */
                people: number;
                /** @description The same in percent of the audience. */
                rate: number;
            };
            /** @description The audience, as it was frozen at the beginning. */
            audience: {
                /** @description Subscribers of the list who were not, by reason. */
                left_out: {
                    /** @description Were blacklisted in the list. */
                    blacklisted: number;
                    /** @description Were disabled, unapproved or moved. */
                    other: number;
                    /** @description Were not in the segment. */
                    segment: number;
                    /** @description Their address gets no mail: it bounced, complained, or was blocked. */
                    suppressed: number;
                    /** @description Had not confirmed. */
                    unconfirmed: number;
                    /** @description Had unsubscribed. */
                    unsubscribed: number;
                };
                /** @description Who was to get it. */
                people: number;
            };
            /** @description To whom it came back after it was accepted. */
            bounced: {
                /** @description For good. */
                hard: number;
                /** @description Our side. */
                internal: number;
                /** @description How many people. */
                people: number;
                /** @description The same in percent of those that were accepted. */
                rate: number;
                /** @description For now. */
                soft: number;
            };
            /** @description Id of the campaign. */
            campaign_uid: string;
            /** @description The mean of the last ten other campaigns that were sent, each counting the same; null: there is none. */
            comparison: {
                /** @description Mean rate in percent. */
                accepted_rate: number;
                /** @description Mean rate in percent. */
                bounced_rate: number;
                /** @description How many campaigns. */
                campaigns: number;
                /** @description Mean rate in percent. */
                complained_rate: number;
                /** @description Without those by machines. */
                filtered: {
                    /** @description Mean rate in percent. */
                    clicked_rate: number;
                    /** @description Mean rate in percent. */
                    opened_rate: number;
                };
                /** @description All opens and clicks. */
                raw: {
                    /** @description Mean rate in percent. */
                    clicked_rate: number;
                    /** @description Mean rate in percent. */
                    opened_rate: number;
                };
                /** @description Mean rate in percent. */
                unsubscribed_rate: number;
            } | null;
            /** @description Who reported it as spam. */
            complained: {
                /** @description How many people. */
                people: number;
                /** @description The same in percent of those that were accepted. */
                rate: number;
            };
            /**
             * @description Which opens and clicks the customer wants to see.
             * @enum {string}
             */
            counts: "raw" | "filtered";
            /** @description Opens and clicks without those by machines. */
            filtered: {
                clicked: components["schemas"]["PeopleAndEvents"];
                opened: components["schemas"]["PeopleAndEvents"];
            };
            /** @description When it was done. ISO 8601 in UTC; null: not. */
            finished_at: string | null;
            /** @description Messages that were not accepted: with those that were they are the audience. */
            messages: {
                /** @description Put off: tried again later. */
                deferred: number;
                /** @description Refused, or given up. */
                rejected: number;
                /** @description Not sent, for a reason that the log has. */
                skipped: number;
                /** @description Nobody knows whether they were accepted. */
                uncertain: number;
                /** @description Still to be sent. */
                waiting: number;
            };
            /** @description Its name. */
            name: string;
            /** @description All opens and clicks. */
            raw: {
                clicked: components["schemas"]["PeopleAndEvents"];
                opened: components["schemas"]["PeopleAndEvents"];
            };
            /** @description When it began. ISO 8601 in UTC; null: not. */
            started_at: string | null;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
            /** @description Subject. */
            subject: string;
            /**
             * @description Its type.
             * @enum {string}
             */
            type: "regular" | "autoresponder";
            /** @description Who unsubscribed by it. */
            unsubscribed: {
                /** @description How many people. */
                people: number;
                /** @description The same in percent of those that were accepted. */
                rate: number;
            };
        };
        /** @description A run of a recurring campaign. */
        CampaignRun: {
            /** @description Id of the run; null: none was made, or it was deleted. */
            campaign_uid: string | null;
            /** @description When it was due, `Y-m-d H:i:s` in the time zone of the customer. */
            run_at: string;
            /**
             * @description That of the run; `missed`: it was passed over.
             * @enum {string}
             */
            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete" | "missed" | "deleted";
        };
        /** @description Counts and rates of a campaign. */
        CampaignStats: {
            /** @description Messages that came back. */
            bounces_count: number;
            /** @description The same in percent of processed. */
            bounces_rate: number;
            /**
             * @description Where the campaign stands.
             * @enum {string}
             */
            campaign_status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
            /** @description Clicks. */
            clicks_count: number;
            /** @description The same in percent of accepted without bounced, at most 100. */
            clicks_rate: number;
            /** @description People who reported it as spam. */
            complaints_count: number;
            /** @description The same in percent of processed. */
            complaints_rate: number;
            /** @description Put off: tried again later. */
            deferred_count?: number;
            /** @description Rejected, or given up. */
            delivery_error_count: number;
            /** @description The same in percent of processed. */
            delivery_error_rate: number;
            /** @description Accepted by the mail server. */
            delivery_success_count: number;
            /** @description The same in percent of processed. */
            delivery_success_rate: number;
            /** @description Those that came back for good. */
            hard_bounces_count: number;
            /** @description The same in percent of bounces. */
            hard_bounces_rate: number;
            held?: components["schemas"]["Held"];
            /** @description Being sent at this moment. */
            in_flight_count?: number;
            /** @description Those that came back for reasons on our side. */
            internal_bounces_count: number;
            /** @description The same in percent of bounces. */
            internal_bounces_rate: number;
            /** @description Opens. */
            opens_count: number;
            /** @description The same in percent of accepted without bounced, at most 100. */
            opens_rate: number;
            /** @description Messages with an outcome. */
            processed_count: number;
            /** @description Not sent, for a reason that the log has. */
            skipped_count?: number;
            /** @description Those that came back for now. */
            soft_bounces_count: number;
            /** @description The same in percent of bounces. */
            soft_bounces_rate: number;
            /** @description The audience: 0 until the campaign begins. */
            subscribers_count: number;
            /** @description With `full`, as the members below: nobody knows whether they were accepted. They count as processed. */
            uncertain_count?: number;
            /** @description Messages of which a link was followed. */
            unique_clicks_count: number;
            /** @description The same in percent of accepted without bounced, at most 100. */
            unique_clicks_rate: number;
            /** @description Messages that were opened. */
            unique_opens_count: number;
            /** @description The same in percent of accepted without bounced, at most 100. */
            unique_opens_rate: number;
            /** @description People who unsubscribed by it. */
            unsubscribes_count: number;
            /** @description The same in percent of processed. */
            unsubscribes_rate: number;
            /** @description Still to be sent. */
            waiting_count?: number;
        };
        /** @description What a campaign says. Exactly one of archive, template_uid and content. */
        CampaignTemplate: {
            /** @description A zip with an HTML page and pictures: a file part of a multipart body, or base64. */
            archive?: string | null;
            /** @description Whether the plain-text version is made when none is given. Default yes. */
            auto_plain_text?: ("yes" | "no") | null;
            /** @description HTML, as it is or as base64. */
            content?: string | null;
            /** @description Whether style sheets are written into the elements. Default no. */
            inline_css?: ("yes" | "no") | null;
            /** @description Plain-text version, as it is or as base64; null or empty: made from the HTML. */
            plain_text?: string | null;
            /** @description A template of yours; the campaign keeps a copy of its content. */
            template_uid?: string | null;
        };
        /** @description A campaign as it was saved. */
        CampaignVersion: {
            /** @description The members that differ from the version before, by their paths: `subject`, `options.url_tracking`. */
            changed: string[];
            /** @description Whether it is what the campaign is now. */
            is_current: boolean;
            /** @description The revision that it brought back; null: none. */
            restored_from: number | null;
            /** @description Its number: the campaign’s `ETag` was made of it. */
            revision: number;
            /** @description When it was saved last, ISO 8601 in UTC. */
            saved_at: string;
            /** @description Who saved it. */
            saved_by: {
                /** @description Whether that is who asks. */
                is_you: boolean;
                /** @description A person, or the name of an API key. */
                name: string;
            };
        };
        /** @description One click on a link of a campaign. */
        ClickEvent: {
            /** @description When. ISO 8601 in UTC. */
            at: string;
            /** @description The mail program or browser; `unknown` where the user agent does not say it. */
            client: string;
            /**
             * @description The kind of device; `unknown` behind proxies.
             * @enum {string}
             */
            device: "desktop" | "phone" | "tablet" | "unknown";
            /** @description Address; null: removed. */
            email: string | null;
            /** @description Address of the request; null: not known. */
            ip_address: string | null;
            /** @description The link; null: removed. */
            link: {
                /** @description The address, as the author wrote it. */
                destination: string;
                /** @description SHA-1 of the address in hex. */
                hash: string;
            } | null;
            /** @description The rule that says that no person did it; null: a person, as far as is known. */
            machine: string | null;
            /** @description Id of the subscriber; null: removed. */
            subscriber_uid: string | null;
            /** @description What the program calls itself; null: nothing. */
            user_agent: string | null;
        };
        /** @description Who read a campaign with one program on one kind of device. */
        ClientReport: {
            /** @description The mail program or browser; `unknown` where the user agent does not say it. */
            client: string;
            /**
             * @description The kind of device; `unknown` behind proxies.
             * @enum {string}
             */
            device: "desktop" | "phone" | "tablet" | "unknown";
            /** @description Those who opened it first with this. */
            people: number;
            /** @description The same in percent of all who opened it. */
            share: number;
        };
        /** @description Signing in needs a code of the second factor, too. */
        CodeNeeded: {
            /**
             * @description The password is right; the same call is to be made with a `code`, too.
             * @constant
             */
            state: "code-needed";
        };
        /** @description What becomes of a column: a field, a new field, or nothing. */
        ColumnOfImport: {
            /** @description The tag of a field of the list. */
            field?: string | null;
            /** @description A field to make for the column. */
            new_field?: components["schemas"]["NewFieldOfImport"] | null;
        };
        /** @description The company that mails of the list name: its own, else that of the customer. */
        Company: {
            /** @description Street and number. */
            address_1: string;
            /** @description Second line of the address. */
            address_2: string;
            /** @description How the parts of the address are put together, with merge tags; empty: the usual way. */
            address_format: string;
            /** @description City. */
            city: string;
            country: components["schemas"]["CompanyCountry"];
            /** @description Name of the company. */
            name: string;
            /** @description Telephone number. */
            phone: string;
            /** @description With `full=1`. Address of the website. */
            website?: string;
            /** @description Postal code. */
            zip_code: string;
            zone: components["schemas"]["CompanyZone"];
            /** @description State, province or the like. */
            zone_name: string;
        };
        /** @description The country of a company; empty texts when there is none. */
        CompanyCountry: {
            /** @description ISO 3166-1 alpha-2 code. */
            code: string;
            /** @description Id of the country. */
            country_id: string;
            /** @description English name. */
            name: string;
        };
        /** @description Of a list, what is absent comes from the company of the customer. Name, country, address_1, city and zip_code must be there in the end. */
        CompanyInput: {
            /** @description Street and number. */
            address_1?: string | null;
            /** @description Second line of the address. */
            address_2?: string | null;
            /** @description How the parts of the address are put together, with merge tags. */
            address_format?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description ISO 3166 code or English name. Or `country_id`. */
            country?: string | null;
            /** @description Id of the country, from the listing of countries. */
            country_id?: string | null;
            /** @description Name of the company. */
            name?: string | null;
            /** @description Telephone number. */
            phone?: string | null;
            /** @description Address of the website. */
            website?: string | null;
            /** @description Postal code. */
            zip_code?: string | null;
            /** @description Code or name of a zone of the country. Or `zone_id`, `zone_name`. */
            zone?: string | null;
            /** @description Id of a zone of the country, from the listing of zones. */
            zone_id?: string | null;
            /** @description Name of the zone; may be one that is not known. */
            zone_name?: string | null;
        };
        /** @description The zone of the country that `zone_name` names; empty texts when it names none. */
        CompanyZone: {
            /** @description ISO 3166-2 code without the country. */
            code: string;
            /** @description Name of the zone. */
            name: string;
            /** @description Id of the zone. */
            zone_id: string;
        };
        /** @description Somebody who reported a campaign as spam. */
        Complaint: {
            /** @description What the report said. */
            message: string;
            /** @description The subscriber; empty texts for one who was removed. */
            subscriber: {
                /** @description Address. */
                email: string;
                /** @description Id of the subscriber. */
                subscriber_uid: string;
            };
        };
        /** @description A way to compare the value of a field. */
        ConditionOperator: {
            /**
             * @description What it does.
             * @enum {string}
             */
            name: "is" | "is-not" | "contains" | "not-contains" | "starts" | "ends" | "greater" | "less" | "not-starts" | "not-ends";
            /** @description Id of the operator, as conditions name it. */
            operator_id: string;
            /**
             * @description The name once more.
             * @enum {string}
             */
            slug: "is" | "is-not" | "contains" | "not-contains" | "starts" | "ends" | "greater" | "less" | "not-starts" | "not-ends";
        };
        /** @description A country. */
        Country: {
            /** @description ISO 3166-1 alpha-2 code. */
            code: string;
            /** @description Id of the country. */
            country_id: string;
            /** @description English name. */
            name: string;
        };
        /** @description A new customer; these members may also stand directly. */
        CustomerInput: {
            /** @description `Y-m-d`. Looked at and not kept, with a warning. */
            birthDate?: string | null;
            /** @description When it comes, the same as `email`. */
            confirm_email?: string | null;
            /** @description When it comes, the same as `password`. */
            confirm_password?: string | null;
            /** @description Mail address; no other customer has it. */
            email: string;
            /** @description First name. One line. */
            first_name: string;
            /** @description Last name. One line. */
            last_name: string;
            /** @description Looked at and not kept, with a warning: API keys open everything. */
            password?: string | null;
            /** @description Such as Europe/Paris; default UTC. Send times are read in it. */
            timezone?: string | null;
        };
        /** @description How a campaign is delivered. */
        Delivery: {
            /** @description Who is to get it: always the sum of `messages`. */
            audience: number;
            /** @description Id of the campaign. */
            campaign_uid: string;
            held?: components["schemas"]["Held"];
            /** @description Subscribers of the list that are not in the audience, by reason. Of an autoresponder nobody is counted. */
            left_out: {
                /** @description Blacklisted. */
                blacklisted: number;
                /** @description For other reasons. */
                other: number;
                /** @description Not in the segment. */
                segment: number;
                /** @description On the suppression list. */
                suppressed: number;
                /** @description Not confirmed. */
                unconfirmed: number;
                /** @description Unsubscribed. */
                unsubscribed: number;
            };
            /** @description Most messages a minute; null: as fast as it goes. */
            max_per_minute: number | null;
            /** @description Messages by state. */
            messages: {
                /** @description A mail server took it. */
                accepted: number;
                /** @description In the hands of a worker. */
                claimed: number;
                /** @description Put off by the receiver; tried again. */
                deferred: number;
                /** @description Being handed to a mail server. */
                in_flight: number;
                /** @description Still to go. */
                pending: number;
                /** @description Refused for good, or given up. */
                rejected: number;
                /** @description Not sent, with a reason. */
                skipped: number;
                /** @description Handed over, and no answer came. */
                uncertain: number;
            };
            /** @description When the first of the deferred messages is tried again, `Y-m-d H:i:s` in the time zone of the customer; null: there is none. */
            next_attempt_at: string | null;
            /**
             * @description Where the campaign stands.
             * @enum {string}
             */
            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
            /**
             * @description For messages of which nobody knows whether they were accepted: hold (never sent again by itself), resend (may arrive twice), skip. Also for those that are uncertain already.
             * @enum {string}
             */
            uncertain_policy: "hold" | "resend" | "skip";
            /** @description Why nothing goes out at the moment; null when something does, or it is done. */
            waits: string | null;
        };
        /** @description Changes to how a campaign is delivered. What is not sent stays. */
        DeliveryChanges: {
            /** @description Most messages a minute; 0 or null: as fast as delivery servers and receivers allow. */
            max_per_minute?: number | null;
            /** @description For messages of which nobody knows whether they were accepted: hold (never sent again by itself), resend (may arrive twice), skip. Also for those that are uncertain already. */
            uncertain_policy?: ("hold" | "resend" | "skip") | null;
        };
        /** @description What became of one message of a campaign. */
        DeliveryLog: {
            /** @description How often it was tried. */
            attempts: number;
            /** @description The campaign. */
            campaign: {
                /** @description Id of the campaign. */
                campaign_uid: string;
                /** @description Its list. */
                list: {
                    /** @description Id of the list. */
                    list_uid: string;
                };
            };
            /** @description When a link was followed first. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
            clicked_at: string | null;
            /** @description When it came into this state, `Y-m-d H:i:s` in the time zone of the customer. */
            date_added: string;
            /**
             * @description Whether a mail server accepted it.
             * @enum {string}
             */
            delivery_confirmed: "yes" | "no";
            /** @description Its Message-ID, without angle brackets; empty when the subscriber is gone. */
            email_message_id: string;
            /** @description When it had its outcome. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
            finished_at: string | null;
            /** @description The last time that it was handed to a mail server. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
            in_flight_at: string | null;
            /** @description After so many a message that is put off again and again is given up. */
            max_retries: string;
            /** @description What the mail server answered last, or what happened instead. */
            message: string;
            /** @description When it is tried again. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
            next_attempt_at: string | null;
            /** @description When it was opened first. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
            opened_at: string | null;
            /** @description The delivery server that answered last; `smtp://host:port` or `test inbox`: that of the configuration at that time. */
            relay: string | null;
            /** @description Attempts after the first. */
            retries: string;
            /**
             * @description What became of it, exactly.
             * @enum {string}
             */
            state: "accepted" | "deferred" | "rejected" | "uncertain" | "skipped";
            /**
             * @description What became of it, in the words of the interface.
             * @enum {string}
             */
            status: "success" | "temporary-error" | "fatal-error" | "error" | "giveup" | "blacklisted" | "suppressed" | "blocked";
            /** @description The subscriber; empty texts for one who was removed. */
            subscriber: {
                /** @description Address. */
                email: string;
                /** @description Id of the subscriber. */
                subscriber_uid: string;
            };
            /** @description When the subscriber unsubscribed by it. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
            unsubscribed_at: string | null;
        };
        /** @description A relay that mails leave through. */
        DeliveryServer: {
            /** @description When it was added, `Y-m-d H:i:s` in the time zone of the customer; null: by the configuration. */
            date_added: string | null;
            /** @description Why it cannot be used at the moment; null: nothing is known to be wrong. */
            fault: string | null;
            /** @description Since when, `Y-m-d H:i:s` in the time zone of the customer. */
            fault_at: string | null;
            /** @description Name to greet with; null: the usual one. */
            helo_name: string | null;
            /** @description Its host name or IP address. */
            hostname: string;
            /** @description Connections at a time. */
            lanes: string;
            /** @description When it was changed last, `Y-m-d H:i:s` in the time zone of the customer; null: by the configuration. */
            last_updated: string | null;
            /** @description Messages on a connection; null: as many as the server takes. */
            messages_per_connection: string | null;
            /** @description Its name, for you. */
            name: string;
            /** @description Its port. */
            port: string;
            /** @description The lowest goes first; others step in when it cannot. */
            priority: string;
            /** @description Limits; null: none. */
            quotas: {
                /** @description Most messages a day. */
                per_day: string | null;
                /** @description Most messages an hour. */
                per_hour: string | null;
                /** @description Most messages a minute. */
                per_minute: string | null;
                /** @description Most messages a month. */
                per_month: string | null;
                /** @description Most messages a second. */
                per_second: string | null;
            };
            /** @description Id of the delivery server; 0 is the relay of the configuration. */
            server_id: string;
            /**
             * @description yes: belongs to all customers and cannot be changed over the interface.
             * @enum {string}
             */
            shared: "yes" | "no";
            /**
             * @description Whether mail goes through it.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description `none`: never TLS; `opportunistic`: when the server offers it; `starttls`: no message without it; `implicit`: from the first byte.
             * @enum {string}
             */
            tls: "none" | "opportunistic" | "starttls" | "implicit";
            /**
             * @description Always smtp.
             * @constant
             */
            type: "smtp";
            /** @description Name to log in with; null: no log-in, or a shared one. */
            username: string | null;
            /**
             * @description Whether its certificate must be in order.
             * @enum {string}
             */
            verify_tls: "yes" | "no";
            /** @description How a new server is used more each day; null: it is not warmed up. */
            warm_up: {
                /** @description Messages on the first day. */
                first_day: string;
                /** @description How many percent more each day. */
                growth_percent: string;
                /** @description When the plan began. */
                started: string;
                /** @description Messages a day at which the plan is over. */
                until: string;
            } | null;
            /** @description Share among those of the same priority. */
            weight: string;
        };
        /** @description Changes to a delivery server. What is not sent stays; what is sent empty is taken away. */
        DeliveryServerChanges: {
            /** @description Name to greet with: a host name, or an IP address in brackets. */
            helo_name?: string | null;
            /** @description A name or IP address; it must lead to a public address. */
            hostname?: string;
            /** @description Connections at a time. Default 20. */
            lanes?: number | null;
            /** @description Messages on a connection. Default: as many as the server takes. */
            messages_per_connection?: number | null;
            /** @description Its name, for you; the hostname unless given. */
            name?: string | null;
            /** @description Stored sealed and never answered; with a username, or neither. */
            password?: string | null;
            /** @description Default by TLS: none 25, opportunistic and starttls 587, implicit 465. */
            port?: number | null;
            /** @description The lowest goes first; others step in when it cannot. Default 100. */
            priority?: number | null;
            quotas?: components["schemas"]["QuotasInput"] | null;
            /** @description Whether mail goes through it. Default active. */
            status?: ("active" | "inactive") | null;
            /** @description `none`: never TLS; `opportunistic`: when the server offers it; `starttls`: no message without it; `implicit`: from the first byte. A password needs another than `none`. Default starttls. */
            tls?: ("none" | "opportunistic" | "starttls" | "implicit") | null;
            /** @description Name to log in with; with a password, or neither. */
            username?: string | null;
            /** @description Whether its certificate must be in order. Default yes. */
            verify_tls?: ("yes" | "no") | null;
            warm_up?: components["schemas"]["WarmUpInput"] | null;
            /** @description Share among those of the same priority. Default 1. */
            weight?: number | null;
        };
        /** @description A delivery server in a listing. */
        DeliveryServerEntry: {
            /** @description Its host name or IP address. */
            hostname: string;
            /** @description Its name, for you. */
            name: string;
            /** @description Id of the delivery server; 0 is the relay of the configuration. */
            server_id: string;
            /**
             * @description Whether mail goes through it.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description Always smtp.
             * @constant
             */
            type: "smtp";
        };
        /** @description Receivers that a delivery server sends to slower than it could. */
        Destination: {
            /** @description When this changed last, `Y-m-d H:i:s` in the time zone of the customer. */
            last_updated: string;
            /** @description Group of recipient domains behind the same mail servers; `*` is the delivery server itself. */
            name: string;
            /** @description Until then nothing is tried, `Y-m-d H:i:s` in the time zone of the customer; null: not parked. */
            parked_until: string | null;
            /** @description Messages an hour it is given now; null when only their number at a time is limited. */
            rate_per_hour: string | null;
            /** @description The answer that slowed it. */
            reason: string;
            /** @description How often it refused in a row. */
            refusals: string;
            /**
             * @description `slowed`: it gets fewer messages; `parked`: none for a while.
             * @enum {string}
             */
            state: "slowed" | "parked";
        };
        /** @description What became of the messages to one domain. */
        DestinationReport: {
            /** @description Accepted by its mail server. */
            accepted: number;
            /** @description Words with which messages were put off or refused; null: none. */
            answer: string | null;
            /** @description Accepted, and came back. */
            bounced: number;
            /** @description Put off: tried again later. */
            deferred: number;
            /** @description The domain; null: of subscribers who were removed. */
            domain: string | null;
            /** @description Messages that have been tried, or will not be. */
            messages: number;
            /** @description When the first message that was put off is tried again. ISO 8601 in UTC; null: not. */
            next_attempt_at: string | null;
            /** @description Opened. */
            opened: number;
            /** @description `opened` in percent of `accepted`. */
            opened_share: number;
            /** @description Refused, or given up. */
            rejected: number;
            /** @description Not sent. */
            skipped: number;
            /** @description Nobody knows whether they were accepted. */
            uncertain: number;
        };
        /** @description A key that signs mails of the domain. */
        DkimKey: {
            /**
             * @description What it signs with.
             * @enum {string}
             */
            algorithm: "rsa-sha256" | "ed25519-sha256";
            /** @description Its size. */
            bits: number | null;
            /** @description When it was made, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description When it stopped signing, `Y-m-d H:i:s`, UTC; null: it has not. */
            date_retired: string | null;
            /** @description Its selector: the first part of the name of its DNS record. */
            selector: string;
            /**
             * @description `active` signs; `next` signs as soon as a check has found the records of all new keys.
             * @enum {string}
             */
            status: "active" | "next" | "retired";
        };
        /** @description A DNS record to publish. */
        DnsRecord: {
            /** @description What was found, as a sentence. */
            message: string;
            /** @description Its name in DNS. */
            name: string;
            /**
             * @description What it is for.
             * @enum {string}
             */
            purpose: "dkim" | "spf" | "dmarc";
            /**
             * @description What DNS says: `unknown` means that it did not answer, `unchecked` that nobody has looked yet.
             * @enum {string}
             */
            status: "good" | "weak" | "missing" | "wrong" | "unknown" | "unchecked";
            /** @description The value as zone files have it: strings of at most 255 bytes in quotation marks. */
            strings: string;
            /**
             * @description Always TXT.
             * @constant
             */
            type: "TXT";
            /** @description What to publish; a suggestion for SPF and DMARC. */
            value: string;
        };
        /** @description It worked. */
        Done: {
            /**
             * @description Always `success`.
             * @constant
             */
            status: "success";
            /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Which tab has the campaign open. */
        Editing: {
            /** @description Any text that tells the open tabs of one person apart. */
            tab?: string | null;
        };
        /** @description Who has a campaign open for editing. */
        Editors: {
            /** @description Say it again before so many seconds are over. */
            lease_seconds: number;
            /** @description Who else has it open, longest first. */
            others: {
                /** @description Whether it is who asks, in another tab. */
                is_you: boolean;
                /** @description A person, or the name of an API key. */
                name: string;
                /** @description Since when, ISO 8601 in UTC. */
                since: string;
            }[];
        };
        /** @description Why an address was not mailed, or what became of its message. */
        Explanation: {
            /** @description The last time that a message to it came back; null: never. */
            bounce: {
                /** @description hard, soft or internal. */
                bounce_type: string;
                /** @description When. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                date_added: string | null;
                /** @description Why. */
                message: string;
            } | null;
            /**
             * @description The reason, for programs.
             * @enum {string}
             */
            cause: "not-on-list" | "not-begun" | "joined-later" | "being-made" | "ended-before" | "no-event" | "not-included" | "waiting" | "not-confirmed" | "suppressed" | "not-in-segment" | "left-out" | "pending" | "being-sent" | "held-back" | "deferred" | "rejected" | "uncertain" | "skipped" | "accepted";
            /** @description The last time that it reported spam; null: never. */
            complaint: {
                /** @description When. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                date_added: string | null;
                /** @description What the report said. */
                message: string;
            } | null;
            /** @description The address in question. */
            email: string;
            /** @description The reason as one sentence for people. */
            explanation: string;
            /** @description The message; null: there is none. */
            message: {
                /** @description How often it was tried. */
                attempts: number;
                /** @description When a link was followed first. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                clicked_at: string | null;
                /** @description When it had its outcome. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                finished_at: string | null;
                /** @description When it was handed to a mail server last. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                in_flight_at: string | null;
                /** @description What the mail server answered last, or what happened instead. */
                message: string;
                /** @description When it is tried again. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                next_attempt_at: string | null;
                /** @description When it was opened first. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                opened_at: string | null;
                /** @description The delivery server that answered last. */
                relay: string | null;
                /** @description What became of it. */
                state: string;
                /** @description When the subscriber unsubscribed by it. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                unsubscribed_at: string | null;
            } | null;
            /** @description The subscriber; null: the list has none with this address. */
            subscriber: {
                /** @description Whether mail goes there. */
                status: string;
                /** @description Id of the subscriber. */
                subscriber_uid: string;
            } | null;
            /** @description The entry of the suppression list; null: there is none. */
            suppression: {
                /** @description When. `Y-m-d H:i:s` in the time zone of the customer; null: not. */
                date_added: string | null;
                /**
                 * @description Whether it holds for all customers.
                 * @enum {string}
                 */
                for_everybody: "yes" | "no";
                /** @description Why. */
                reason: string;
            } | null;
        };
        /** @description Messages that failed for one reason. */
        FailureReport: {
            /** @description The rule that knew the answer, or why it was given up. */
            cause: string;
            /** @description How many messages. */
            count: number;
            /** @description One of them. */
            example: {
                /** @description When. ISO 8601 in UTC. */
                at: string;
                /** @description Address; null: removed. */
                email: string | null;
                /** @description What its receiver said. */
                reply: string;
                /** @description Id of the subscriber; null: removed. */
                subscriber_uid: string | null;
            };
            /**
             * @description `rejected`: refused or given up; `bounced`: accepted, and came back.
             * @enum {string}
             */
            kind: "rejected" | "bounced";
            /**
             * @description `hard`: for good; `soft`: for now; `internal`: our side.
             * @enum {string}
             */
            type: "hard" | "soft" | "internal";
            /** @description The most frequent first, at most 3. */
            words: {
                /** @description How often. */
                count: number;
                /** @description What receivers said, without what differs each time. */
                text: string;
            }[];
        };
        /** @description A request whose members do not fit. Nothing was changed. */
        Faults: {
            /** @description By the path of the member (`template.content`, `options[2].value`) what is wrong with it, all faults of the request at once; those of lists are nested by block. A text when no single member is at fault. */
            error: string | {
                [key: string]: string | {
                    [key: string]: string;
                };
            };
            /**
             * @description Always `error`.
             * @constant
             */
            status: "error";
        };
        /** @description A field of a list: one thing that is known of its subscribers. */
        Field: {
            /** @description With `full=1`. url: what addresses may begin with; null: the default of the type stands. */
            allowed_scheme?: ("http" | "https" | "both") | null;
            /** @description With `full=1`. url: none of these domains and their subdomains, with commas between them; null: the default of the type stands. */
            blacklist_domains?: string | null;
            /** @description With `full=1`. checkbox: the value when it is ticked. One line; null: the default of the type stands. */
            check_value?: string | null;
            /** @description With `full=1`. consentcheckbox: what is consented to. One line. Default the label; null: the default of the type stands. */
            consent_text?: string | null;
            /** @description With `full=1`. text, textarea: regular expression (RE2 syntax), bare or as `/…/i`; null: the default of the type stands. */
            content_regex?: string | null;
            /** @description With `full=1`. text, textarea: what characters a value may hold; `ci`: in any case, `ext`: also space, `-`, `_`, `.`; null: the default of the type stands. */
            content_rule?: ("alpha" | "alpha_ci" | "alphanum" | "alphanum_ci" | "alphanumext" | "alphanumext_ci") | null;
            /** @description With `full=1`: when it was made, ISO 8601 in UTC. */
            date_added_iso?: string;
            /** @description With `full=1`. country, phonenumber: ISO 3166-1 alpha-2 code; null: the default of the type stands. */
            default_country?: string | null;
            /** @description Fills an absent value; empty: none. */
            default_value: string;
            /** @description Shown below the field; empty: none. */
            description: string;
            /** @description Id of the field. */
            field_id: string;
            /** @description Shown beside the field; null: none. */
            help_text: string | null;
            /** @description What people see. */
            label: string;
            /** @description The list that it belongs to. */
            list: {
                /** @description Name that subscribers see. */
                display_name: string;
                /** @description Id of the list. */
                list_uid: string;
            };
            /** @description With `full=1`. text (at most 255), textarea: most characters; null: the default of the type stands. */
            max_length?: number | null;
            /** @description With `full=1`. rating: how many stars there are; null: the default of the type stands. */
            max_stars?: number | null;
            /** @description With `full=1`. text (at most 255), textarea: fewest characters; null: the default of the type stands. */
            min_length?: number | null;
            /** @description Option value → option name; for dropdown, multiselect, checkboxlist and radiolist. With `full=1` the options in their order, as a request gives them. */
            options?: {
                [key: string]: string;
            } | {
                /** @description What people see. */
                name: string;
                /** @description What is stored. */
                value: string;
            }[];
            /**
             * @description Whether a subscriber must have a value.
             * @enum {string}
             */
            required: "yes" | "no";
            /** @description Its place in forms and listings: the lowest comes first. */
            sort_order: string;
            /** @description The name that values and merge tags use; unique in the list. */
            tag: string;
            type: components["schemas"]["FieldType"];
            /**
             * @description Whether forms show it.
             * @enum {string}
             */
            visibility: "visible" | "hidden" | "none";
            /** @description With `full=1`. url: only these domains and their subdomains, with commas between them; null: the default of the type stands. */
            whitelist_domains?: string | null;
            /** @description With `full=1`. yearsrange: last year; null: the default of the type stands. */
            year_end?: number | null;
            /** @description With `full=1`. yearsrange: first year; null: the default of the type stands. */
            year_start?: number | null;
        };
        /** @description Changes to a field; the members directly, or under `data` or `field`. What is not sent stays. */
        FieldChanges: {
            /** @description url: what addresses may begin with. Default both. */
            allowed_scheme?: ("http" | "https" | "both") | null;
            /** @description url: none of these domains and their subdomains, with commas between them. */
            blacklist_domains?: string | null;
            /** @description checkbox: the value when it is ticked. One line. Default yes. */
            check_value?: string | null;
            /** @description consentcheckbox: what is consented to. One line. Default the label. */
            consent_text?: string | null;
            /** @description text, textarea: regular expression (RE2 syntax), bare or as `/…/i`. */
            content_regex?: string | null;
            /** @description text, textarea: what characters a value may hold; `ci`: in any case, `ext`: also space, `-`, `_`, `.`. */
            content_rule?: ("alpha" | "alpha_ci" | "alphanum" | "alphanum_ci" | "alphanumext" | "alphanumext_ci") | null;
            /** @description country, phonenumber: ISO 3166-1 alpha-2 code. */
            default_country?: string | null;
            /** @description Fills an absent value; may hold [DATE], [DATETIME], [SUBSCRIBER_IP] and the like. Must be a sound value. */
            default_value?: string | null;
            /** @description Shown below the field. */
            description?: string | null;
            /** @description Shown beside the field. */
            help_text?: string | null;
            /** @description What people see. */
            label?: string | null;
            /** @description text (at most 255), textarea: most characters. Default 255. */
            max_length?: number | null;
            /** @description rating: how many stars there are. Default 5. */
            max_stars?: number | null;
            /** @description text (at most 255), textarea: fewest characters. Default 1. */
            min_length?: number | null;
            /** @description dropdown, multiselect, checkboxlist and radiolist: replaces the whole set; objects, or a map value → name. */
            options?: (components["schemas"]["FieldOption"][] | {
                [key: string]: string;
            }) | null;
            /** @description Whether a subscriber must have a value. */
            required?: ("yes" | "no") | null;
            /** @description Its place in forms and listings: the lowest comes first. A new field without one goes to the end. */
            sort_order?: number | null;
            /** @description The name that values and merge tags use: a letter, then letters, digits and underscores. Unique in the list; stored in upper case. */
            tag?: string | null;
            /** @description What kind of values it takes; stays as it is. */
            type?: ("text" | "dropdown" | "multiselect" | "date" | "datetime" | "textarea" | "country" | "state" | "checkboxlist" | "radiolist" | "geocountry" | "geostate" | "geocity" | "checkbox" | "consentcheckbox" | "yearsrange" | "phonenumber" | "email" | "url" | "rating") | null;
            /** @description Whether forms show it; `none`: not even the customer sees it. */
            visibility?: ("visible" | "hidden" | "none") | null;
            /** @description url: only these domains and their subdomains, with commas between them. */
            whitelist_domains?: string | null;
            /** @description yearsrange: last year. Default 2100. */
            year_end?: number | null;
            /** @description yearsrange: first year. Default 1900. */
            year_start?: number | null;
        };
        /** @description Something to choose. */
        FieldOption: {
            /** @description What people see. */
            name: string;
            /** @description What is stored; unique in the field. */
            value: string;
        };
        /** @description A type of fields. */
        FieldType: {
            /** @description The name once more. */
            description: string;
            /**
             * @description Name of the type, for programs.
             * @enum {string}
             */
            identifier: "text" | "dropdown" | "multiselect" | "date" | "datetime" | "textarea" | "country" | "state" | "checkboxlist" | "radiolist" | "geocountry" | "geostate" | "geocity" | "checkbox" | "consentcheckbox" | "yearsrange" | "phonenumber" | "email" | "url" | "rating";
            /** @description Name of the type, for people. */
            name: string;
        };
        /** @description The subscriber that has the address. */
        FoundSubscriber: {
            /** @description When the subscriber came, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /**
             * @description Whether mail goes there: only to `confirmed` ones.
             * @enum {string}
             */
            status: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
            /** @description Id of the subscriber. */
            subscriber_uid: string;
        };
        /** @description Something that happened to a person. */
        Happening: {
            /** @description When. ISO 8601 in UTC. */
            at: string;
            /** @description The campaign that it is of, else null. */
            campaign: {
                /** @description Id of the campaign. */
                campaign_uid: string;
                /** @description Its name. */
                name: string;
            } | null;
            /** @description Of an open or click: the mail program or browser; else null. */
            client: string | null;
            /** @description Of an open or click: the kind of device; else null. */
            device: ("desktop" | "phone" | "tablet" | "unknown") | null;
            /** @description From where; null: not known. */
            ip_address: string | null;
            /**
             * @description What it was. Of a list: `joined`, `confirmed`, `unsubscribed`, `changed`; of the address: `suppressed`; of a campaign: what became of its message (`accepted`, `rejected`, `uncertain`, `skipped`), and `opened`, `clicked`, `bounced`, `complained`.
             * @enum {string}
             */
            kind: "joined" | "confirmed" | "unsubscribed" | "changed" | "suppressed" | "accepted" | "rejected" | "uncertain" | "skipped" | "opened" | "clicked" | "bounced" | "complained";
            /** @description Of a click: the address of the link; else null. */
            link: string | null;
            /** @description The list that it is of, else null. */
            list: {
                /** @description Id of the list. */
                list_uid: string;
                /** @description Its name. */
                name: string;
            } | null;
            /** @description Of an open or click: the rule that says that no person did it; else null. */
            machine: string | null;
            /** @description What a mail server, a report or we said of it; of `joined`, the source; else null. */
            message: string | null;
        };
        /** @description Messages that are held as uncertain, and how to settle them; absent when there are none. */
        Held: {
            /** @description The call that settles them. */
            call: string;
            /** @description What each choice means. */
            choices: {
                /** @description they count as accepted: right where you know that they arrived; nothing is sent. */
                accept: string;
                /** @description they go out once more: who has the first one gets two. */
                resend: string;
                /** @description they are given up: nobody gets two, and who did not get the first one gets none. */
                skip: string;
            };
            /** @description The command that settles them. */
            command: string;
            /** @description How many there are. */
            count: number;
        };
        /** @description A file on its way into a list. */
        Import: {
            /** @description Whether it can be undone now: for seven days. */
            can_undo: boolean;
            /**
             * @description How the characters are written.
             * @enum {string}
             */
            charset: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            /** @description What becomes of each column, in their order: the tag of a field, a new field, or nothing (both null). One of them must be for `EMAIL`. */
            columns: {
                /** @description The tag of a field of the list. null: none. */
                field: string | null;
                /** @description The field that is made for it; null: none. */
                new_field: {
                    /** @description The label of the new field; its tag is made from it. */
                    label: string;
                    /** @description The type of the new field. */
                    type: string;
                } | null;
            }[];
            /** @description When it was made. ISO 8601 in UTC. */
            created_at: string;
            /** @description What stands between two values: one sign, or the word `tab`. */
            delimiter: string;
            /** @description Whether the next run only tries: it gives the same figures and changes nothing. */
            dry_run: boolean;
            /** @description What the last dry run found: what a run would do; null: there was none since the last change. */
            dry_run_result: components["schemas"]["ImportFigures"] | null;
            /** @description When it was over. ISO 8601 in UTC; null: not yet. */
            ended_at: string | null;
            /**
             * @description `change`: their values become those of the file, where it has some. `leave`: nothing of them changes. Who unsubscribed stays so either way.
             * @enum {string}
             */
            existing: "change" | "leave";
            /** @description The name of the file, as far as it was given. */
            file_name: string;
            /** @description What was found out about the file by reading it. */
            guess: {
                /**
                 * @description How the characters are written.
                 * @enum {string}
                 */
                charset: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                /** @description The columns of the file. */
                columns: {
                    /** @description The tag of a field of the list. null: none. */
                    field: string | null;
                    /** @description Its name in the first line; empty where there is none. */
                    name: string;
                    /** @description The field that is made for it; null: none. */
                    new_field: {
                        /** @description The label of the new field; its tag is made from it. */
                        label: string;
                        /** @description The type of the new field. */
                        type: string;
                    } | null;
                    /** @description Its first five values that are not empty, shortened. */
                    samples: string[];
                }[];
                /** @description What stands between two values: one sign, or the word `tab`. */
                delimiter: string;
                /** @description Whether the first line names the columns. */
                has_header: boolean;
            };
            /** @description Whether the first line names the columns. */
            has_header: boolean;
            /** @description Its id. */
            import_uid: string;
            /** @description Id of the list. */
            list_uid: string;
            /** @description How far the run under way, or the last one, is; null: there was none. */
            progress: {
                /** @description How much is done, 0 to 100. */
                percent: number;
                /** @description About so many rows there are; null: not known yet. */
                rows_expected: number | null;
                /** @description Speed over the whole run; null: not known yet. */
                rows_per_second: number | null;
                /** @description Rows read so far. */
                rows_read: number;
            } | null;
            /** @description Why it failed, in English; null: it did not. */
            reason: string | null;
            /** @description What the import did so far; null: it has not begun. */
            result: components["schemas"]["ImportFigures"] | null;
            /** @description Bytes of the file. */
            size: number;
            /** @description When work on it began. ISO 8601 in UTC; null: not yet. */
            started_at: string | null;
            /**
             * @description `uploaded`: say what is to be done, and run it. `checking`, `checked`: dry run. `importing`, `imported`. `undoing`, `undone`. `failed`: see the reason. `cancelled`.
             * @enum {string}
             */
            state: "uploaded" | "checking" | "checked" | "importing" | "imported" | "undoing" | "undone" | "failed" | "cancelled";
            /** @description The status of those who are added. */
            status: string;
            /** @description What undoing did; null: it was not undone. Fields that the import made stay. */
            undo_result: {
                /** @description People whom it added and who stay: something happened since (changed, opened, clicked, unsubscribed). */
                kept: number;
                /** @description People whose values were changed again since: they keep them. */
                not_restored: number;
                /** @description People whom the import added and who were removed again. */
                removed: number;
                /** @description People who have the values from before again. */
                restored: number;
            } | null;
        };
        /** @description What became of the rows of a file, or would. */
        ImportFigures: {
            /** @description Rows that cannot be stored; see the bad rows. */
            bad: number;
            /** @description People of the list whose values changed. */
            changed: number;
            /** @description People who were added. */
            new: number;
            /** @description Rows read; the sum of new, changed, unchanged and bad. */
            rows: number;
            /** @description Of changed and unchanged, those who get no mail (unsubscribed, blacklisted, not confirmed) and stay so. */
            stay_unsubscribed: number;
            /** @description People of the list of whom nothing changed. */
            unchanged: number;
        };
        /** @description Begins an import, or tries it. */
        ImportRun: {
            /** @description Whether the next run only tries: it gives the same figures and changes nothing. */
            dry_run?: ("yes" | "no") | null;
        };
        /** @description What is to be done with the file. What is not sent stays. */
        ImportSettings: {
            /** @description How the characters are written. */
            charset?: ("utf-8" | "utf-16le" | "utf-16be" | "windows-1252") | null;
            /** @description What becomes of each column, in their order: the tag of a field, a new field, or nothing (both null). One of them must be for `EMAIL`. */
            columns?: components["schemas"]["ColumnOfImport"][] | null;
            /** @description What stands between two values: one sign, or the word `tab`. */
            delimiter?: string | null;
            /** @description Whether the next run only tries: it gives the same figures and changes nothing. */
            dry_run?: ("yes" | "no") | null;
            /** @description `change`: their values become those of the file, where it has some. `leave`: nothing of them changes. Who unsubscribed stays so either way. */
            existing?: ("change" | "leave") | null;
            /** @description Whether the first line names the columns. */
            has_header?: ("yes" | "no") | null;
            /** @description The status of those who are added. */
            status?: ("confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled") | null;
        };
        /** @description An invitation, and its link. */
        Invitation: {
            /** @description When the user joined or was invited, UTC. */
            created_at: string;
            /** @description Mail address of the user. */
            email: string;
            /** @description Until when the invitation can be accepted, UTC; null: there is none. */
            expires_at: string | null;
            /** @description Whether the user has a second factor. */
            has_totp: boolean;
            /** @description Whether the user is an operator of the installation. */
            is_operator: boolean;
            /** @description The link of the invitation, which was mailed, too; shown this once. */
            link: string;
            /** @description Name of the user. */
            name: string;
            /**
             * @description What the user may do.
             * @enum {string}
             */
            role: "owner" | "sender" | "editor" | "viewer";
            /** @description When the user was last here, UTC; null: never. */
            seen_at: string | null;
            /**
             * @description `invited`: the invitation is not accepted yet; `disabled`: the operator shut the user out.
             * @enum {string}
             */
            state: "active" | "invited" | "disabled";
            /** @description Id of the user, or of the invitation. */
            user_uid: string;
        };
        /** @description A list of subscribers. */
        List: {
            company: components["schemas"]["Company"];
            /** @description Sender that campaigns of the list begin with. */
            defaults: {
                /** @description Sender address. */
                from_email: string;
                /** @description Sender name. */
                from_name: string;
                /** @description Reply-to address. */
                reply_to: string;
                /** @description Subject; empty: none. */
                subject: string;
            };
            /** @description What the list is. */
            general: {
                /** @description With `full=1`: when it was made, ISO 8601 in UTC. */
                date_added_iso?: string;
                /** @description What the list is for. */
                description: string;
                /** @description Name that subscribers see. */
                display_name: string;
                /** @description Id of the list. */
                list_uid: string;
                /** @description Name of the list, for you. */
                name: string;
                /**
                 * @description With `full=1`. `double`: subscribers confirm by mail; `single`: they are on the list at once.
                 * @enum {string}
                 */
                opt_in?: "double" | "single";
                /**
                 * @description With `full=1`. `single`: one step unsubscribes.
                 * @enum {string}
                 */
                opt_out?: "single";
                /**
                 * @description With `full=1`. A `private` list has no subscribe form and no archive.
                 * @enum {string}
                 */
                visibility?: "public" | "private";
            };
            /** @description Who is told when people come and go; `no` and empty texts where nothing was set. */
            notifications: {
                /**
                 * @description Whether somebody is told of new subscribers.
                 * @enum {string}
                 */
                subscribe: "yes" | "no";
                /** @description Who is told of new ones; addresses with commas between them. */
                subscribe_to: string;
                /**
                 * @description Whether somebody is told of people who leave.
                 * @enum {string}
                 */
                unsubscribe: "yes" | "no";
                /** @description Who is told of those who leave; addresses with commas between them. */
                unsubscribe_to: string;
            };
        };
        /** @description Changes to a list, in blocks. What is not sent stays. */
        ListChanges: {
            company?: components["schemas"]["CompanyInput"] | null;
            defaults?: components["schemas"]["ListDefaultsChanges"] | null;
            general?: components["schemas"]["ListGeneralChanges"] | null;
            notifications?: components["schemas"]["ListNotificationsInput"] | null;
        };
        /** @description Sender that campaigns of the list begin with. What is not sent stays. */
        ListDefaultsChanges: {
            /** @description Sender address. */
            from_email?: string | null;
            /** @description Sender name. One line. */
            from_name?: string | null;
            /** @description Reply-to address. */
            reply_to?: string | null;
            /** @description Subject that campaigns begin with. One line. */
            subject?: string | null;
        };
        /** @description What the list is. What is not sent stays. */
        ListGeneralChanges: {
            /** @description What the list is for. */
            description?: string | null;
            /** @description Name that subscribers see; the name unless given. */
            display_name?: string | null;
            /** @description Name of the list, for you. */
            name?: string | null;
            /** @description How people get on: `double` (they confirm by mail) or `single`. Default double. */
            opt_in?: ("double" | "single") | null;
            /** @description How people get off: `single`, with one step. Default single. */
            opt_out?: "single" | null;
            /** @description `public`: its archive can be shown, and it stands among the preferences; or `private`. Default public. */
            visibility?: ("public" | "private") | null;
        };
        /** @description Who is told when people come and go. */
        ListNotificationsInput: {
            /** @description Whether somebody is told of new subscribers. Default no. */
            subscribe?: ("yes" | "no") | null;
            /** @description Addresses with commas between them; required when `subscribe` is yes. */
            subscribe_to?: string | null;
            /** @description Whether somebody is told of people who leave. Default no. */
            unsubscribe?: ("yes" | "no") | null;
            /** @description Addresses with commas between them; required when `unsubscribe` is yes. */
            unsubscribe_to?: string | null;
        };
        /** @description How the public pages of a list look and speak. */
        ListPages: {
            /**
             * @description Whether anybody may read what a public list got.
             * @enum {string}
             */
            archive: "yes" | "no";
            /** @description Colors of the pages. */
            colors: {
                /** @description Buttons and links. #rrggbb; empty: ours. What is put on it is kept readable. */
                accent: string;
                /** @description Behind everything. #rrggbb; empty: ours. What is put on it is kept readable. */
                background: string;
                /** @description Texts. #rrggbb; empty: ours. What is put on it is kept readable. */
                text: string;
            };
            /** @description Plain text above the subscribe form; empty: none. */
            intro: string;
            /**
             * @description `auto`: what the visitor’s browser asks for.
             * @enum {string}
             */
            language: "auto" | "en" | "de";
            /** @description Address of a picture; empty: none. */
            logo_url: string;
            /** @description Where people go who have confirmed; empty: to our own page. */
            redirect_url: string;
            /** @description On top of every page; empty: the display name of the list. */
            title: string;
        };
        /** @description The members directly, or under `pages`. What is not sent stays; what is empty or null is as by default. */
        ListPagesChanges: {
            /** @description Whether anybody may read what a public list got. Default no. */
            archive?: ("yes" | "no") | null;
            /** @description Colors of the pages; #rgb or #rrggbb each. */
            colors?: {
                /** @description Buttons and links. #rrggbb; empty: ours. What is put on it is kept readable. */
                accent?: string | null;
                /** @description Behind everything. #rrggbb; empty: ours. What is put on it is kept readable. */
                background?: string | null;
                /** @description Texts. #rrggbb; empty: ours. What is put on it is kept readable. */
                text?: string | null;
            } | null;
            /** @description Plain text above the subscribe form. */
            intro?: string | null;
            /** @description `auto`: what the visitor’s browser asks for. */
            language?: ("auto" | "en" | "de") | null;
            /** @description Absolute https address of a picture. */
            logo_url?: string | null;
            /** @description Absolute address where people go who have confirmed. */
            redirect_url?: string | null;
            /** @description On top of every page; empty: the display name of the list. One line. */
            title?: string | null;
        };
        /** @description Somebody of a list, as tables show them. */
        ListPerson: {
            /** @description When they opened or clicked last, as far as no machine did it. ISO 8601 in UTC; null: not. */
            active_at: string | null;
            /** @description When they joined. ISO 8601 in UTC. */
            added_at: string;
            /** @description When they confirmed. ISO 8601 in UTC; null: not. */
            confirmed_at: string | null;
            /** @description Address. */
            email: string;
            /**
             * @description Where they came from.
             * @enum {string}
             */
            source: "web" | "api" | "import";
            /**
             * @description Status in the list.
             * @enum {string}
             */
            status: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
            /** @description Id of the subscriber. */
            subscriber_uid: string;
            /** @description When they unsubscribed. ISO 8601 in UTC; null: not. */
            unsubscribed_at: string | null;
            /** @description When they were changed last. ISO 8601 in UTC. */
            updated_at: string;
            /** @description Values of the fields of the list, by tag. */
            values: {
                [key: string]: string;
            };
        };
        /** @description Who is signed in. */
        Me: {
            /** @description When the account was created, UTC. */
            created_at: string;
            /** @description Your mail address. */
            email: string;
            /** @description Whether signing in needs a code, too. */
            has_totp: boolean;
            /**
             * @description The language that you read.
             * @enum {string}
             */
            language: "en" | "de";
            /** @description Your name. */
            name: string;
            /** @description How many recovery codes are left. */
            recovery_code_count: number;
            /**
             * @description Light or dark, or as the system has it.
             * @enum {string}
             */
            theme: "system" | "light" | "dark";
            /** @description Your id. */
            uid: string;
        };
        /** @description A message that came back. */
        NewBounce: {
            /** @description `hard`: for good; `soft`: for now; `internal`: our side. Default internal. */
            bounce_type?: ("internal" | "hard" | "soft") | null;
            /** @description Why it came back. */
            message?: string | null;
            /** @description The subscriber whose message came back. */
            subscriber_uid: string;
        };
        /** @description A new campaign; the members directly, or under `campaign`. */
        NewCampaign: {
            /** @description As with `PUT /campaigns/{campaign_uid}/delivery`. */
            delivery?: components["schemas"]["DeliveryChanges"] | null;
            /** @description Ids of the only delivery servers that may take its messages, as an array or with commas; absent or empty: all that you may use. */
            delivery_servers?: ((string | number)[] | string) | null;
            /** @description Sender address, or merge tags that give one. */
            from_email: string;
            /** @description Sender name. May hold merge tags. One line. */
            from_name: string;
            /** @description There are no groups of campaigns: passed over, with a warning. */
            group_uid?: unknown;
            /** @description The list it is sent to. */
            list_uid: string;
            /** @description Its name, for you. One line. */
            name: string;
            options?: components["schemas"]["CampaignOptions"] | null;
            /** @description Reply-to address, or merge tags that give one. */
            reply_to: string;
            /** @description Narrows the recipients to a segment of the list. On update null takes it away. */
            segment_uid?: string | null;
            /** @description `Y-m-d H:i:s` in the time zone of the customer; a time that is past means: at once. */
            send_at: string;
            /** @description The send time as an instant, ISO 8601 with `Z` or an offset, instead of `send_at`; null: none, in a draft. */
            send_at_iso?: string | null;
            /** @description `pending-sending` (the default) waits for send_at; a `draft` and a `paused` one do not. A draft is sent, at its send time, when this becomes pending-sending. Other words, as a record that was read may have them, mean nothing. */
            status?: string | null;
            /** @description Subject. May hold merge tags. One line. */
            subject: string;
            template: components["schemas"]["CampaignTemplate"];
            /** @description Name of the recipient, as a rule merge tags. One line. Default [EMAIL]. */
            to_name?: string | null;
            /** @description There are no tracking domains: passed over, with a warning. */
            tracking_domain_id?: unknown;
            /** @description `regular`: once to everybody; `autoresponder`: to each some time after an event. Of a stored campaign it can be changed in a draft only. Default regular. */
            type?: ("regular" | "autoresponder") | null;
        };
        /** @description A new delivery server. */
        NewDeliveryServer: {
            /** @description Name to greet with: a host name, or an IP address in brackets. */
            helo_name?: string | null;
            /** @description A name or IP address; it must lead to a public address. */
            hostname: string;
            /** @description Connections at a time. Default 20. */
            lanes?: number | null;
            /** @description Messages on a connection. Default: as many as the server takes. */
            messages_per_connection?: number | null;
            /** @description Its name, for you; the hostname unless given. */
            name?: string | null;
            /** @description Stored sealed and never answered; with a username, or neither. */
            password?: string | null;
            /** @description Default by TLS: none 25, opportunistic and starttls 587, implicit 465. */
            port?: number | null;
            /** @description The lowest goes first; others step in when it cannot. Default 100. */
            priority?: number | null;
            quotas?: components["schemas"]["QuotasInput"] | null;
            /** @description Whether mail goes through it. Default active. */
            status?: ("active" | "inactive") | null;
            /** @description `none`: never TLS; `opportunistic`: when the server offers it; `starttls`: no message without it; `implicit`: from the first byte. A password needs another than `none`. Default starttls. */
            tls?: ("none" | "opportunistic" | "starttls" | "implicit") | null;
            /** @description Name to log in with; with a password, or neither. */
            username?: string | null;
            /** @description Whether its certificate must be in order. Default yes. */
            verify_tls?: ("yes" | "no") | null;
            warm_up?: components["schemas"]["WarmUpInput"] | null;
            /** @description Share among those of the same priority. Default 1. */
            weight?: number | null;
        };
        /** @description A draft may be incomplete: it needs a name and `status` draft. The sender is that of the list until it is given. What is missing is told when it is sent. */
        NewDraft: {
            /** @description As with `PUT /campaigns/{campaign_uid}/delivery`. */
            delivery?: components["schemas"]["DeliveryChanges"] | null;
            /** @description Ids of the only delivery servers that may take its messages, as an array or with commas; absent or empty: all that you may use. */
            delivery_servers?: ((string | number)[] | string) | null;
            /** @description Sender address, or merge tags that give one. */
            from_email?: string | null;
            /** @description Sender name. May hold merge tags. One line. */
            from_name?: string | null;
            /** @description There are no groups of campaigns: passed over, with a warning. */
            group_uid?: unknown;
            /** @description The list it is sent to. */
            list_uid?: string | null;
            /** @description Its name, for you. One line. */
            name: string;
            options?: components["schemas"]["CampaignOptions"] | null;
            /** @description Reply-to address, or merge tags that give one. */
            reply_to?: string | null;
            /** @description Narrows the recipients to a segment of the list. On update null takes it away. */
            segment_uid?: string | null;
            /** @description `Y-m-d H:i:s` in the time zone of the customer; a time that is past means: at once. */
            send_at?: string | null;
            /** @description The send time as an instant, ISO 8601 with `Z` or an offset, instead of `send_at`; null: none, in a draft. */
            send_at_iso?: string | null;
            /**
             * @description `draft`.
             * @enum {string}
             */
            status: "draft";
            /** @description Subject. May hold merge tags. One line. */
            subject?: string | null;
            template?: components["schemas"]["CampaignTemplate"] | null;
            /** @description Name of the recipient, as a rule merge tags. One line. Default [EMAIL]. */
            to_name?: string | null;
            /** @description There are no tracking domains: passed over, with a warning. */
            tracking_domain_id?: unknown;
            /** @description `regular`: once to everybody; `autoresponder`: to each some time after an event. Of a stored campaign it can be changed in a draft only. Default regular. */
            type?: ("regular" | "autoresponder") | null;
        };
        /** @description A new field; the members directly, or under `data` or `field`. Members of other types have no effect. */
        NewField: {
            /** @description url: what addresses may begin with. Default both. */
            allowed_scheme?: ("http" | "https" | "both") | null;
            /** @description url: none of these domains and their subdomains, with commas between them. */
            blacklist_domains?: string | null;
            /** @description checkbox: the value when it is ticked. One line. Default yes. */
            check_value?: string | null;
            /** @description consentcheckbox: what is consented to. One line. Default the label. */
            consent_text?: string | null;
            /** @description text, textarea: regular expression (RE2 syntax), bare or as `/…/i`. */
            content_regex?: string | null;
            /** @description text, textarea: what characters a value may hold; `ci`: in any case, `ext`: also space, `-`, `_`, `.`. */
            content_rule?: ("alpha" | "alpha_ci" | "alphanum" | "alphanum_ci" | "alphanumext" | "alphanumext_ci") | null;
            /** @description country, phonenumber: ISO 3166-1 alpha-2 code. */
            default_country?: string | null;
            /** @description Fills an absent value; may hold [DATE], [DATETIME], [SUBSCRIBER_IP] and the like. Must be a sound value. */
            default_value?: string | null;
            /** @description Shown below the field. */
            description?: string | null;
            /** @description Shown beside the field. */
            help_text?: string | null;
            /** @description What people see. */
            label: string;
            /** @description text (at most 255), textarea: most characters. Default 255. */
            max_length?: number | null;
            /** @description rating: how many stars there are. Default 5. */
            max_stars?: number | null;
            /** @description text (at most 255), textarea: fewest characters. Default 1. */
            min_length?: number | null;
            /** @description dropdown, multiselect, checkboxlist and radiolist: replaces the whole set; objects, or a map value → name. */
            options?: (components["schemas"]["FieldOption"][] | {
                [key: string]: string;
            }) | null;
            /**
             * @description Whether a subscriber must have a value.
             * @enum {string}
             */
            required: "yes" | "no";
            /** @description Its place in forms and listings: the lowest comes first. A new field without one goes to the end. */
            sort_order?: number | null;
            /** @description The name that values and merge tags use: a letter, then letters, digits and underscores. Unique in the list; stored in upper case. */
            tag: string;
            /**
             * @description What kind of values it takes; stays as it is.
             * @enum {string}
             */
            type: "text" | "dropdown" | "multiselect" | "date" | "datetime" | "textarea" | "country" | "state" | "checkboxlist" | "radiolist" | "geocountry" | "geostate" | "geocity" | "checkbox" | "consentcheckbox" | "yearsrange" | "phonenumber" | "email" | "url" | "rating";
            /**
             * @description Whether forms show it; `none`: not even the customer sees it.
             * @enum {string}
             */
            visibility: "visible" | "hidden" | "none";
            /** @description url: only these domains and their subdomains, with commas between them. */
            whitelist_domains?: string | null;
            /** @description yearsrange: last year. Default 2100. */
            year_end?: number | null;
            /** @description yearsrange: first year. Default 1900. */
            year_start?: number | null;
        };
        /** @description A field that is made when the import begins. */
        NewFieldOfImport: {
            /** @description The label of the new field; its tag is made from it. */
            label: string;
            /**
             * @description The type of the new field.
             * @enum {string}
             */
            type: "text" | "textarea" | "date" | "datetime" | "checkbox" | "country" | "state" | "phonenumber" | "email" | "url" | "rating" | "yearsrange";
        };
        /** @description A new list, in blocks. */
        NewList: {
            company?: components["schemas"]["CompanyInput"] | null;
            defaults: components["schemas"]["NewListDefaults"];
            general: components["schemas"]["NewListGeneral"];
            notifications?: components["schemas"]["ListNotificationsInput"] | null;
        };
        /** @description Sender that campaigns of the list begin with. */
        NewListDefaults: {
            /** @description Sender address. */
            from_email: string;
            /** @description Sender name. One line. */
            from_name: string;
            /** @description Reply-to address. */
            reply_to: string;
            /** @description Subject that campaigns begin with. One line. */
            subject?: string | null;
        };
        /** @description What the list is. */
        NewListGeneral: {
            /** @description What the list is for. */
            description: string;
            /** @description Name that subscribers see; the name unless given. */
            display_name?: string | null;
            /** @description Name of the list, for you. */
            name: string;
            /** @description How people get on: `double` (they confirm by mail) or `single`. Default double. */
            opt_in?: ("double" | "single") | null;
            /** @description How people get off: `single`, with one step. Default single. */
            opt_out?: "single" | null;
            /** @description `public`: its archive can be shown, and it stands among the preferences; or `private`. Default public. */
            visibility?: ("public" | "private") | null;
        };
        /** @description A new segment; the members directly, or under `segment`. */
        NewSegment: {
            /** @description Replaces the whole set when sent. */
            campaign_conditions?: components["schemas"]["SegmentCampaignConditionInput"][] | null;
            /** @description Replaces the whole set when sent. There must be one condition of either kind. */
            conditions?: components["schemas"]["SegmentConditionInput"][] | null;
            /** @description Name of the segment. */
            name: string;
            /** @description Whether one condition is enough (`any`) or all must hold. Default any. */
            operator_match?: ("any" | "all") | null;
        };
        /** @description A new sending domain. */
        NewSendingDomain: {
            /** @description Such as example.com. */
            name: string;
            /** @description Size of the RSA key. Default 2048. */
            rsa_bits?: (1024 | 2048 | 3072 | 4096) | null;
        };
        /** @description A new subscriber: EMAIL, one member for each field of the list by its tag, and details. */
        NewSubscriber: {
            details?: components["schemas"]["SubscriberDetails"] | null;
            /** @description Address; compared without regard to case. */
            EMAIL: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Many subscribers at once. */
        NewSubscribers: {
            /** @description The subscribers, each as a single one is sent. */
            subscribers: components["schemas"]["NewSubscriber"][];
        };
        /** @description An address to suppress. */
        NewSuppression: {
            /** @description What led to it. */
            detail?: string | null;
            /** @description The address. */
            email: string;
            /** @description Why it gets no mail. Default manual. */
            reason?: ("hard-bounce" | "soft-bounces" | "complaint" | "manual" | "import") | null;
        };
        /** @description Many addresses to suppress at once. */
        NewSuppressions: {
            /** @description The addresses, each an object or the address alone. */
            suppressions: (components["schemas"]["NewSuppression"] | string)[];
        };
        /** @description A new template; the members directly, or under `template`. */
        NewTemplate: {
            /** @description A zip with an HTML page and pictures: a file part of a multipart body, or base64. Either this or `content`. */
            archive?: string | null;
            /** @description HTML, as it is or as base64. Either this or `archive`. */
            content?: string | null;
            /** @description yes: style sheets are written into the elements when it is saved, also those of what stands. Default no. */
            inline_css?: ("yes" | "no") | null;
            /** @description Name of the template. */
            name: string;
        };
        /** @description A new email; the members directly, or under `email`. */
        NewTransactionalEmail: {
            /** @description Files that go along. */
            attachments?: components["schemas"]["Attachment"][] | null;
            /** @description HTML, as it is or as base64. */
            body: string;
            /** @description Sender address. Default: the address of the customer. */
            from_email?: string | null;
            /** @description Sender name. One line. */
            from_name: string;
            /** @description Plain text, as it is or as base64; absent: made from the HTML. */
            plain_text?: string | null;
            /** @description Reply-to address. */
            reply_to_email?: string | null;
            /** @description Reply-to name. One line. */
            reply_to_name?: string | null;
            /** @description When it leaves, `Y-m-d H:i:s`, UTC; a time that is past means: at once. */
            send_at: string;
            /** @description Subject. One line. */
            subject: string;
            /** @description Address of the recipient. */
            to_email: string;
            /** @description Name of the recipient. One line. */
            to_name: string;
        };
        /** @description One open of a campaign. */
        OpenEvent: {
            /** @description When. ISO 8601 in UTC. */
            at: string;
            /** @description The mail program or browser; `unknown` where the user agent does not say it. */
            client: string;
            /**
             * @description The kind of device; `unknown` behind proxies.
             * @enum {string}
             */
            device: "desktop" | "phone" | "tablet" | "unknown";
            /** @description Address; null: removed. */
            email: string | null;
            /** @description Address of the request; null: not known. */
            ip_address: string | null;
            /** @description The rule that says that no person did it; null: a person, as far as is known. */
            machine: string | null;
            /** @description Id of the subscriber; null: removed. */
            subscriber_uid: string | null;
            /** @description What the program calls itself; null: nothing. */
            user_agent: string | null;
        };
        /** @description What mail servers accepted of a campaign in one step of time. */
        PaceStep: {
            /** @description Messages accepted in it. */
            accepted: number;
            /** @description When the step began. ISO 8601 in UTC. */
            at: string;
        };
        /** @description Where in a collection a page is. */
        Paging: {
            /** @description How many records there are on all pages, as text. */
            count: string;
            /** @description The page that this is. */
            current_page: number;
            /** @description The page behind this one; null: there is none. */
            next_page: number | null;
            /** @description The page before this one; null: there is none. */
            prev_page: number | null;
            /** @description How many pages there are; at least 1. */
            total_pages: number;
        };
        /** @description Who did something with a campaign, and how often it was done. */
        PeopleAndEvents: {
            /** @description How often, whoever did it. */
            events: number;
            /** @description How many people. */
            people: number;
            /** @description The same in percent of those that were accepted. */
            rate: number;
        };
        /** @description People, and their share of those whose mail server accepted the message. */
        PeopleAndRate: {
            /** @description How many people. */
            people: number;
            /** @description The same in percent of those that were accepted. */
            rate: number;
        };
        /** @description Everything of an address, over all lists. */
        Person: {
            /** @description Address. */
            email: string;
            /** @description The lists that the address is or was on, the oldest first. */
            memberships: {
                /** @description When they joined. ISO 8601 in UTC. */
                added_at: string;
                /** @description From where they confirmed; null: not known. */
                confirm_ip: string | null;
                /** @description When they confirmed. ISO 8601 in UTC; null: not. */
                confirmed_at: string | null;
                /** @description From where they joined; null: not known. */
                ip_address: string | null;
                /** @description Name of the list. */
                list_name: string;
                /** @description Id of the list. */
                list_uid: string;
                /**
                 * @description Where they came from.
                 * @enum {string}
                 */
                source: "web" | "api" | "import";
                /**
                 * @description Status in the list.
                 * @enum {string}
                 */
                status: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
                /** @description Id of the subscriber in this list. */
                subscriber_uid: string;
                /** @description When they unsubscribed. ISO 8601 in UTC; null: not. */
                unsubscribed_at: string | null;
                /** @description When they were changed last. ISO 8601 in UTC. */
                updated_at: string;
                /** @description Values of the fields of the list, by tag. */
                values: {
                    [key: string]: string;
                };
            }[];
            /** @description Why the address gets no mail from any list; null: it does. */
            suppression: {
                /** @description What is known of it. */
                detail: string;
                /** @description Whether the operator blocked it for all customers. */
                for_everybody: boolean;
                /**
                 * @description Why.
                 * @enum {string}
                 */
                reason: "hard-bounce" | "soft-bounces" | "complaint" | "manual" | "import";
                /** @description Since when. ISO 8601 in UTC. */
                since: string;
            } | null;
        };
        /** @description The message of a campaign as a subscriber gets it. */
        Preview: {
            /** @description Sender, `Name <address>`. */
            from: string;
            /** @description The HTML. Links lead straight to their destinations; nothing is counted. */
            html: string;
            /** @description The plain text; null when the message has none. */
            plain_text: string | null;
            /** @description Reply-to address. */
            reply_to: string;
            /** @description Bytes of the HTML. Gmail cuts messages off behind 102 KB. */
            size: number;
            /** @description Subject. */
            subject: string;
            /** @description Recipient, `Name <address>`. */
            to: string;
            /** @description What will not come out as it may have been meant; empty when there is nothing. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description Somebody to look at a mail with. */
        PreviewPerson: {
            /** @description The address. */
            email: string;
            /** @description First and last name, where the list has the fields FNAME and LNAME; empty: none. */
            name: string;
            /** @description Id of the subscriber, for a preview. */
            subscriber_uid: string;
            /**
             * @description What is particular: the mail may come out badly with such a person.
             * @enum {string}
             */
            why: "newest" | "longest-name" | "no-name" | "most-empty" | "other";
        };
        /** @description Limits; null or empty takes one away, and all of them when it stands for the block. */
        QuotasInput: {
            /** @description Most messages a day. */
            per_day?: number | null;
            /** @description Most messages an hour. */
            per_hour?: number | null;
            /** @description Most messages a minute. */
            per_minute?: number | null;
            /** @description Most messages a month. */
            per_month?: number | null;
            /** @description Most messages a second. */
            per_second?: number | null;
        };
        /** @description A request that was refused for one reason. */
        Refusal: {
            /** @description What is wrong, in English, in one or two sentences. */
            error: string;
            /**
             * @description Always `error`.
             * @constant
             */
            status: "error";
        };
        /** @description When a recurring campaign runs. */
        Schedule: {
            /** @description Five cron fields; null: none. */
            cronjob: string | null;
            /**
             * @description Whether the cronjob is in use.
             * @enum {string}
             */
            cronjob_enabled: "yes" | "no";
            /** @description The last runs, newest first. */
            last_runs: components["schemas"]["CampaignRun"][];
            /** @description Runs in all; -1: without end. */
            max_runs: string;
            /**
             * @description Runs that were missed: `once` makes one for all of them, `skip` none.
             * @enum {string}
             */
            missed: "once" | "skip";
            /** @description When it runs next. None for a campaign that does not recur, or is sent. */
            next_runs: string[];
            /** @description Runs made so far. */
            runs: string;
            /** @description The clock that the cronjob speaks of. */
            time_zone: string;
        };
        /** @description A part of a list: the confirmed subscribers for whom its conditions hold. */
        Segment: {
            /** @description Conditions on what people did with campaigns. */
            campaign_conditions: components["schemas"]["SegmentCampaignCondition"][];
            /** @description Conditions on values of fields. */
            conditions: components["schemas"]["SegmentCondition"][];
            /** @description When it was made, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description Name of the segment. */
            name: string;
            /**
             * @description Whether one condition is enough (`any`) or all must hold.
             * @enum {string}
             */
            operator_match: "any" | "all";
            /** @description The same as a number. */
            segment_id: string;
            /** @description Id of the segment. */
            segment_uid: string;
            /** @description Confirmed subscribers in the segment, as last counted. */
            subscribers_count: number;
        };
        /** @description A condition on what people did with campaigns. */
        SegmentCampaignCondition: {
            /**
             * @description What the subscriber did, or did not do.
             * @enum {string}
             */
            action: "open" | "not-open" | "click" | "not-click" | "sent" | "not-sent";
            /** @description The campaign in question; empty: any. */
            campaign_id: string;
            /**
             * @description How long ago it was: `lte` at most so many units (the default), `lt` less, `gte` at least, `gt` more, `eq` so many whole units.
             * @enum {string}
             */
            time_comparison_operator: "lte" | "lt" | "gte" | "gt" | "eq";
            /**
             * @description The unit of time.
             * @enum {string}
             */
            time_unit: "minute" | "hour" | "day" | "week" | "month" | "year";
            /** @description How many units of time. */
            time_value: string;
        };
        /** @description A condition on what people did with campaigns. */
        SegmentCampaignConditionInput: {
            /**
             * @description What the subscriber did, or did not do.
             * @enum {string}
             */
            action: "open" | "not-open" | "click" | "not-click" | "sent" | "not-sent";
            /** @description The `campaign_id` of a campaign; absent or 0: any. */
            campaign_id?: (string | number) | null;
            /** @description How long ago it was: `lte` at most so many units (the default), `lt` less, `gte` at least, `gt` more, `eq` so many whole units. */
            time_comparison_operator?: ("lte" | "lt" | "gte" | "gt" | "eq") | null;
            /** @description The unit of time. */
            time_unit?: ("minute" | "hour" | "day" | "week" | "month" | "year") | null;
            /** @description How many units of time. Absent: at any time. */
            time_value?: number | null;
        };
        /** @description Changes to a segment; the members directly, or under `segment`. What is not sent stays. */
        SegmentChanges: {
            /** @description Replaces the whole set when sent. */
            campaign_conditions?: components["schemas"]["SegmentCampaignConditionInput"][] | null;
            /** @description Replaces the whole set when sent. There must be one condition of either kind. */
            conditions?: components["schemas"]["SegmentConditionInput"][] | null;
            /** @description Name of the segment. */
            name?: string;
            /** @description Whether one condition is enough (`any`) or all must hold. Default any. */
            operator_match?: ("any" | "all") | null;
        };
        /** @description A condition on the value of a field. */
        SegmentCondition: {
            /** @description The field that is looked at. */
            field_id: string;
            /** @description The comparison; see `/lists/segments/condition-operators`. */
            operator_id: string;
            /** @description What it is compared with, without regard to case. */
            value: string;
        };
        /** @description A condition on the value of a field. */
        SegmentConditionInput: {
            /** @description A field of the list. */
            field_id: string | number;
            /** @description 1 to 10, see `/lists/segments/condition-operators`. */
            operator_id: string | number;
            /** @description Compared without regard to case; may be empty with is and is-not. */
            value?: string | null;
        };
        /** @description A segment in a listing. */
        SegmentEntry: {
            /** @description Name of the segment. */
            name: string;
            /** @description Id of the segment. */
            segment_uid: string;
            /** @description Confirmed subscribers in the segment, as last counted. */
            subscribers_count: number;
        };
        /** @description A subscriber in a segment. Beside these, one member for each field of the list, by its tag. */
        SegmentSubscriber: {
            /** @description When the subscriber came, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description Address. */
            EMAIL: string;
            /** @description Address that the subscriber came from; empty: not known. */
            ip_address: string;
            /** @description Where the subscriber comes from. */
            source: string;
            /** @description Always `confirmed`. */
            status: string;
            /** @description Id of the subscriber. */
            subscriber_uid: string;
        } & {
            [key: string]: string;
        };
        /** @description What is different when a campaign is sent again. */
        SendAgain: {
            /** @description Name of the new campaign; absent: that of this one, with “(again)”. */
            name?: string | null;
            /** @description Subject of the new campaign; absent: that of this one. */
            subject?: string | null;
        };
        /** @description A domain that mails come from. Its status is the worst of its records. */
        SendingDomain: {
            /** @description When it was added, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description When DNS was asked last, `Y-m-d H:i:s`, UTC; null: never. */
            date_checked: string | null;
            /** @description Id of the sending domain. */
            domain_uid: string;
            /** @description Its keys. */
            keys: components["schemas"]["DkimKey"][];
            /** @description Lower case; letters beyond ASCII as IDNA A-labels. */
            name: string;
            /** @description The DNS records to publish. */
            records: components["schemas"]["DnsRecord"][];
            /**
             * @description What DNS says: `unknown` means that it did not answer, `unchecked` that nobody has looked yet.
             * @enum {string}
             */
            status: "good" | "weak" | "missing" | "wrong" | "unknown" | "unchecked";
            /** @description All of it as text for people. */
            summary: string;
        };
        /** @description A sending domain in a listing. */
        SendingDomainEntry: {
            /** @description When it was added, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description When DNS was asked last, `Y-m-d H:i:s`, UTC; null: never. */
            date_checked: string | null;
            /** @description Id of the sending domain. */
            domain_uid: string;
            /** @description Lower case; letters beyond ASCII as IDNA A-labels. */
            name: string;
            /**
             * @description What DNS says: `unknown` means that it did not answer, `unchecked` that nobody has looked yet.
             * @enum {string}
             */
            status: "good" | "weak" | "missing" | "wrong" | "unknown" | "unchecked";
        };
        /** @description What happened to a campaign in one hour or day. */
        SeriesPoint: {
            /** @description Messages that mail servers accepted. */
            accepted: number;
            /** @description When the hour or day began. ISO 8601 in UTC. */
            at: string;
            /** @description Clicks. */
            clicks: number;
            /** @description Opens. */
            opens: number;
            /** @description Messages of which a link was followed for the first time. */
            unique_clicks: number;
            /** @description Messages that were opened for the first time. */
            unique_opens: number;
            /** @description People who unsubscribed by it. */
            unsubscribes: number;
        };
        /** @description Who is signed in, for which customer, and what they may do. */
        Session: {
            /** @description The customer that the session shows: what is asked for is this one’s. */
            customer: {
                /** @description How its dates and numbers are written. */
                locale: string;
                /** @description What people call the customer. */
                name: string;
                /** @description The time zone in which its send times are meant. */
                time_zone: string;
                /** @description Id of the customer. */
                uid: string;
            };
            /** @description All customers that the user belongs to. */
            customers: {
                /** @description What people call the customer. */
                name: string;
                /**
                 * @description What the user may do with the customer.
                 * @enum {string}
                 */
                role: "owner" | "sender" | "editor" | "viewer";
                /** @description Id of the customer. */
                uid: string;
            }[];
            /** @description The server. */
            installation: {
                /** @description The public address of the server. */
                base_url: string;
                /** @description Whether mails go to the test inbox, as no relay is set up. */
                test_inbox: boolean;
                /** @description The version of the server. */
                version: string;
            };
            /** @description Whether the user is an operator of the installation. */
            is_operator: boolean;
            /** @description What the user may do. */
            rights: ("read" | "edit" | "send" | "own" | "operate")[];
            /**
             * @description What the user may do with the customer.
             * @enum {string}
             */
            role: "owner" | "sender" | "editor" | "viewer";
            /**
             * @description There is a session; its cookie came with this answer, or with an earlier one.
             * @constant
             */
            state: "signed-in";
            /** @description Who is signed in. */
            user: {
                /** @description Mail address of the user. */
                email: string;
                /** @description Whether signing in needs a code, too. */
                has_totp: boolean;
                /**
                 * @description The language that the user reads.
                 * @enum {string}
                 */
                language: "en" | "de";
                /** @description Name of the user. */
                name: string;
                /**
                 * @description Light or dark, or as the system has it.
                 * @enum {string}
                 */
                theme: "system" | "light" | "dark";
                /** @description Id of the user. */
                uid: string;
            };
        };
        /** @description What becomes of messages that are held as uncertain. */
        Settlement: {
            /** @description What becomes of them; needed unless it is a dry run. accept: they count as accepted: right where you know that they arrived; nothing is sent. resend: they go out once more: who has the first one gets two. skip: they are given up: nobody gets two, and who did not get the first one gets none. */
            choice?: ("accept" | "resend" | "skip") | null;
            /** @description Count only, and change nothing. Default no. */
            dry_run?: ("yes" | "no") | null;
            /** @description Only the messages to these addresses, a list or a text with commas; absent: all that are uncertain. */
            emails?: string[] | string;
        };
        /** @description Nobody is signed in. */
        SignedOut: {
            /**
             * @description Nobody is signed in.
             * @constant
             */
            state: "signed-out";
        };
        /** @description Receivers that get mail slower than it could go, because they refused. */
        SlowedDestination: {
            /** @description When this changed last. ISO 8601 in UTC. */
            changed_at: string;
            /** @description Recipient domains behind the same mail servers; `*`: the delivery server itself. */
            name: string;
            /** @description Until then nothing is tried. ISO 8601 in UTC; null: not. */
            parked_until: string | null;
            /** @description Messages an hour it gets now; null: only their number at a time is limited. */
            per_hour: number | null;
            /** @description The answer that slowed it. */
            reason: string;
            /** @description How often it refused in a row. */
            refusals: number;
            /**
             * @description `slowed`: it gets fewer messages; `parked`: none for a while.
             * @enum {string}
             */
            state: "slowed" | "parked";
        };
        /** @description A change that was made for an earlier state. Nothing was changed. */
        Stale: {
            /** @description What stands now. */
            current: {
                /** @description The `ETag` of what stands now. */
                etag: string;
                /** @description When that was saved, ISO 8601 in UTC. */
                saved_at: string;
                /** @description Who saved it: a person, or the name of an API key. */
                saved_by: string;
            };
            /** @description Who saved it when, in English. */
            error: string;
            /**
             * @description Always `error`.
             * @constant
             */
            status: "error";
        };
        /** @description A template that comes with the server. */
        StartingTemplate: {
            /** @description What it is good for, in English. */
            about: string;
            /** @description The page, with its pictures at public addresses. */
            html: string;
            /**
             * @description Its name in `POST /templates`, as `starting`.
             * @enum {string}
             */
            id: "newsletter" | "announcement" | "offer" | "event" | "digest" | "letter";
            /** @description What it is called, in English. */
            name: string;
        };
        /** @description A subscriber that was stored. */
        StoredSubscriber: {
            /** @description When the subscriber came, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description Address. */
            email: string;
            /** @description Address that the subscriber came from; empty: not known. */
            ip_address: string;
            /**
             * @description Where the subscriber comes from.
             * @enum {string}
             */
            source: "web" | "api" | "import";
            /** @description Id of the subscriber. */
            subscriber_uid: string;
        };
        /** @description A subscriber of a list. Beside these, one member for each field of the list, by its tag. */
        Subscriber: {
            /** @description When the subscriber came, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description Address. */
            EMAIL: string;
            /** @description Address that the subscriber came from; empty: not known. */
            ip_address: string;
            /**
             * @description Where the subscriber comes from.
             * @enum {string}
             */
            source: "web" | "api" | "import";
            /**
             * @description Whether mail goes there: only to `confirmed` ones.
             * @enum {string}
             */
            status: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
            /** @description Id of the subscriber. */
            subscriber_uid: string;
        } & {
            [key: string]: string;
        };
        /** @description Changes to a subscriber, by the tags of fields. What is not sent stays. */
        SubscriberChanges: {
            details?: components["schemas"]["SubscriberDetails"] | null;
            /** @description Address; compared without regard to case. */
            EMAIL?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description What is known of a subscription beside the fields. */
        SubscriberDetails: {
            /** @description Address that the subscriber came from; what is none counts as absent. Default: the caller’s. */
            ip_address?: string | null;
            /** @description Where the subscriber comes from. Default api. */
            source?: ("web" | "api" | "import") | null;
            /** @description Default: as the opt-in of the list says. */
            status?: ("confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved") | null;
        };
        /** @description An address on one of the lists. */
        Subscription: {
            /** @description When the subscriber came, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description Address. */
            email: string;
            /** @description Address that the subscriber came from; empty: not known. */
            ip_address: string;
            /** @description The list. */
            list: {
                /** @description Name that subscribers see. */
                display_name: string;
                /** @description Id of the list. */
                list_uid: string;
                /** @description Name of the list, for you. */
                name: string;
            };
            /**
             * @description Where the subscriber comes from.
             * @enum {string}
             */
            source: "web" | "api" | "import";
            /**
             * @description Whether mail goes there: only to `confirmed` ones.
             * @enum {string}
             */
            status: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
            /** @description Id of the subscriber. */
            subscriber_uid: string;
        };
        /** @description An address that gets no mail from you. */
        Suppression: {
            /** @description When, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description What led to it: an answer, a report, who asked for it. */
            detail: string;
            /** @description The address. */
            email: string;
            /**
             * @description Why it gets no mail.
             * @enum {string}
             */
            reason: "hard-bounce" | "soft-bounces" | "complaint" | "manual" | "import";
        };
        /** @description A file of addresses; sent as multipart/form-data. */
        SuppressionFile: {
            /** @description A CSV file with a column `email`, and `reason` and `detail` where there are some; a file part of a multipart body. */
            file: string;
        };
        /** @description What became of one of many. */
        SuppressionResult: {
            /** @description What was sent. */
            data: Record<string, never>;
            /** @description What is wrong, by member; an empty array for one that is on the list now. */
            errors: unknown[] | {
                [key: string]: string;
            };
        };
        /** @description A page to make campaigns from. */
        Template: {
            /** @description Its HTML, with pictures at their public addresses. With `full=1`, what would be taken for base64 stands there as base64. */
            content: string;
            /** @description With `full=1`: when it was made, ISO 8601 in UTC. */
            date_added_iso?: string;
            /** @description Name of the template. */
            name: string;
            /** @description Always null: pictures of templates are not made. */
            screenshot: null;
            /** @description Id of the template. */
            template_uid: string;
        };
        /** @description Changes to a template; the members directly, or under `template`. What is not sent stays. */
        TemplateChanges: {
            /** @description A zip with an HTML page and pictures: a file part of a multipart body, or base64. Either this or `content`. */
            archive?: string | null;
            /** @description HTML, as it is or as base64. Either this or `archive`. */
            content?: string | null;
            /** @description yes: style sheets are written into the elements when it is saved, also those of what stands. Default no. */
            inline_css?: ("yes" | "no") | null;
            /** @description Name of the template. */
            name?: string;
        };
        /** @description A template in a listing. */
        TemplateEntry: {
            /** @description Name of the template. */
            name: string;
            /** @description Always null: pictures of templates are not made. */
            screenshot: null;
            /** @description Id of the template. */
            template_uid: string;
        };
        /** @description Where a test mail goes to. */
        TestEmail: {
            /** @description The same; one of both is needed. */
            email?: (string | string[]) | null;
            /** @description One address or several with commas, or a list; at most 10. */
            emails?: (string | string[]) | null;
            /** @description As this subscriber gets it; absent: with made-up values. */
            subscriber_uid?: string | null;
        };
        /** @description An email to one person. */
        TransactionalEmail: {
            /** @description Its HTML. */
            body: string;
            /** @description hard, soft or internal when it came back, else empty. */
            bounce_type: string;
            /** @description When it came, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description More exact than status: pending, claimed, in_flight, deferred, accepted, rejected, uncertain, skipped. */
            delivery_state: string;
            /** @description Its Message-ID, without angle brackets. */
            email_message_id: string;
            /** @description Id of the email. */
            email_uid: string;
            /** @description Sender address. */
            from_email: string;
            /** @description Sender name. */
            from_name: string;
            /** @description What the mail server answered last, or why the email was not sent. */
            message: string;
            /** @description Its plain text; empty: made from the HTML. */
            plain_text: string;
            /** @description Reply-to address; empty: none. */
            reply_to_email: string;
            /** @description Reply-to name; empty: none. */
            reply_to_name: string;
            /** @description How often it was tried. */
            retries: string;
            /** @description When it leaves, `Y-m-d H:i:s`, UTC. */
            send_at: string;
            /**
             * @description Whether it has left.
             * @enum {string}
             */
            status: "unsent" | "sent" | "failed";
            /** @description Subject. */
            subject: string;
            /** @description Address of the recipient. */
            to_email: string;
            /** @description Name of the recipient. */
            to_name: string;
        };
        /** @description A transactional email in a listing. */
        TransactionalEmailEntry: {
            /** @description hard, soft or internal when it came back, else empty. */
            bounce_type: string;
            /** @description When it came, `Y-m-d H:i:s`, UTC. */
            date_added: string;
            /** @description More exact than status: pending, claimed, in_flight, deferred, accepted, rejected, uncertain, skipped. */
            delivery_state: string;
            /** @description Its Message-ID, without angle brackets. */
            email_message_id: string;
            /** @description Id of the email. */
            email_uid: string;
            /** @description Sender address. */
            from_email: string;
            /** @description Sender name. */
            from_name: string;
            /** @description What the mail server answered last, or why the email was not sent. */
            message: string;
            /** @description Reply-to address; empty: none. */
            reply_to_email: string;
            /** @description Reply-to name; empty: none. */
            reply_to_name: string;
            /** @description How often it was tried. */
            retries: string;
            /** @description When it leaves, `Y-m-d H:i:s`, UTC. */
            send_at: string;
            /**
             * @description Whether it has left.
             * @enum {string}
             */
            status: "unsent" | "sent" | "failed";
            /** @description Subject. */
            subject: string;
            /** @description Address of the recipient. */
            to_email: string;
            /** @description Name of the recipient. */
            to_name: string;
        };
        /** @description Somebody who unsubscribed from a campaign. */
        Unsubscribe: {
            /** @description When, `Y-m-d H:i:s` in the time zone of the customer. */
            date_added: string;
            /** @description Address of the person; empty: not known. */
            ip_address: string;
            /** @description How it came: by which page, mail or call. */
            note: string;
            /** @description What the person gave for a reason; empty: nothing. */
            reason: string;
            /** @description The subscriber; empty texts for one who was removed. */
            subscriber: {
                /** @description Address. */
                email: string;
                /** @description Id of the subscriber. */
                subscriber_uid: string;
            };
            /** @description Program of the person; empty: not known. */
            user_agent: string;
        };
        /** @description What is known of how somebody unsubscribed. */
        UnsubscribeDetails: {
            /** @description Address of the person; else that of the call. */
            ip_address?: string | null;
            /** @description Shown with the unsubscribes of the campaign. */
            reason?: string | null;
            /** @description Program of the person. */
            user_agent?: string | null;
        };
        /** @description A user of the customer, or an invitation. */
        User: {
            /** @description When the user joined or was invited, UTC. */
            created_at: string;
            /** @description Mail address of the user. */
            email: string;
            /** @description Until when the invitation can be accepted, UTC; null: there is none. */
            expires_at: string | null;
            /** @description Whether the user has a second factor. */
            has_totp: boolean;
            /** @description Whether the user is an operator of the installation. */
            is_operator: boolean;
            /** @description Name of the user. */
            name: string;
            /**
             * @description What the user may do.
             * @enum {string}
             */
            role: "owner" | "sender" | "editor" | "viewer";
            /** @description When the user was last here, UTC; null: never. */
            seen_at: string | null;
            /**
             * @description `invited`: the invitation is not accepted yet; `disabled`: the operator shut the user out.
             * @enum {string}
             */
            state: "active" | "invited" | "disabled";
            /** @description Id of the user, or of the invitation. */
            user_uid: string;
        };
        /** @description A session of yours. */
        UserSession: {
            /** @description When it was opened, UTC. */
            created_at: string;
            /** @description From where it was opened. */
            ip_address: string;
            /** @description Whether this request came in it. */
            is_current: boolean;
            /** @description When it was last used, to within five minutes, UTC. */
            seen_at: string;
            /** @description Id of the session. */
            session_uid: string;
            /** @description As the browser calls itself. */
            user_agent: string;
        };
        /** @description Uses a new server more each day; a plan needs first_day and until. null takes it away. */
        WarmUpInput: {
            /** @description Messages on the first day. */
            first_day?: number | null;
            /** @description How many percent more each day. Default 20. */
            growth_percent?: number | null;
            /** @description Messages a day at which the plan is over. Not less than first_day. */
            until?: number | null;
        };
        /** @description Something that was saved and will not come out as it may have been meant. */
        Warning: {
            /** @description The member that it is about, by its path. */
            member: string;
            /** @description What will happen, and what to do. */
            message: string;
        };
        /** @description What a link lets in for. */
        Welcome: {
            /** @description The customer that an invitation is to; else empty. */
            customer_name: string;
            /** @description The mail address of who is let in; empty for the first owner, who chooses one. */
            email: string;
            /** @description Whether there is an account with the address: then its password is asked for. */
            has_account: boolean;
            /**
             * @description Whom it lets in: the first owner of the server, somebody who was invited, a user who forgot the password.
             * @enum {string}
             */
            kind: "first-owner" | "invitation" | "reset";
            /** @description The name as far as it is known, else empty. */
            name: string;
        };
        /** @description A state, province or the like. */
        Zone: {
            /** @description ISO 3166-2 code without the country. */
            code: string;
            /** @description Name of the zone. */
            name: string;
            /** @description Id of the zone. */
            zone_id: string;
        };
    };
    responses: {
        /** @description The request cannot be decoded (the text says where), or the state of the thing forbids it. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The JSON body is malformed at character 12: a comma or } is expected there."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description It clashes with what is stored already. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The subscriber already exists in this list."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Our fault. The log has it under the `X-Request-Id` of this answer. */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "Something went wrong on our side. The log has it under the X-Request-Id."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Who calls is known and may not do this, or the customer is switched off. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "Sending, scheduling and resuming need the role (or scope of the API key) sender or owner."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Members of the request do not fit; each is named with what would be right. Nothing was changed. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": {
                 *         "from_email": "From email is not a valid email address."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Faults"];
            };
        };
        /** @description There is no such thing, or it belongs to another customer. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The campaign does not exist."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Nothing has changed since the answer whose `ETag` was sent in `If-None-Match`. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Somebody saved it since the `ETag` that was sent in `If-Match`. Nothing was changed. */
        Stale: {
            headers: {
                ETag: components["headers"]["Revision"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "Ann saved this campaign at 2026-11-21T12:00:00Z.",
                 *       "current": {
                 *         "etag": "\"r8\"",
                 *         "saved_at": "2026-11-21T12:00:00Z",
                 *         "saved_by": "Ann"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Stale"];
            };
        };
        /** @description The body is larger, or holds more values, than is taken. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The request body is larger than 2 MB."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There were too many of these requests. Nothing was changed. */
        TooMany: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "There were too many requests of this kind. Please try again in an hour."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The body did not arrive in time. Nothing was changed. */
        TooSlow: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The request did not arrive in time."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description There is neither an API key nor a session, or one that is not valid. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["Authenticate"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The API key is not valid."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The store cannot answer at the moment. Nothing was changed; the same request may be sent again. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The store is busy. Please try again in a moment."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The content type of the body is none of the three that are taken. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "error": "The content type is none of application/json, application/x-www-form-urlencoded and multipart/form-data."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: {
        /** @description The `ETag` of the record that the change was made for: a 412 when somebody saved in between. */
        IfMatch: string;
        /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names the header that the API key goes into. */
        Authenticate: string;
        /** @description Changes when the answer does. Sent back in `If-None-Match` it makes an unchanged answer a 304. */
        ETag: string;
        /** @description Names this exchange; the log of the server has the same. */
        RequestId: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
        /** @description The revision of the record. Sent in `If-Match` with a change, it makes the change a 412 when somebody saved in between. */
        Revision: string;
    };
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 1
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "2",
                     *         "total_pages": 2,
                     *         "current_page": 1,
                     *         "next_page": 2,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "key_uid": "pxhilwiw8493h",
                     *             "name": "Shop",
                     *             "scope": "editor",
                     *             "dialect": "strict",
                     *             "hint": "k3Y0",
                     *             "created_at": "2026-11-21 12:00:00",
                     *             "revoked_at": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["ApiKey"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "scope": "editor"
                 *     }
                 */
                "application/json": {
                    /** @description How its requests are read. Default strict. */
                    dialect?: ("strict" | "lenient") | null;
                    /** @description What the key is for. */
                    name: string;
                    /** @description What its requests may do, as the role of a user. Default owner. */
                    scope?: ("owner" | "sender" | "editor" | "viewer") | null;
                };
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "scope": "editor"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description How its requests are read. Default strict. */
                    dialect?: ("strict" | "lenient") | null;
                    /** @description What the key is for. */
                    name: string;
                    /** @description What its requests may do, as the role of a user. Default owner. */
                    scope?: ("owner" | "sender" | "editor" | "viewer") | null;
                };
                "multipart/form-data": {
                    /** @description How its requests are read. Default strict. */
                    dialect?: ("strict" | "lenient") | null;
                    /** @description What the key is for. */
                    name: string;
                    /** @description What its requests may do, as the role of a user. Default owner. */
                    scope?: ("owner" | "sender" | "editor" | "viewer") | null;
                };
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "key_uid": "pxhilwiw8493h",
                     *           "name": "Shop",
                     *           "scope": "editor",
                     *           "dialect": "strict",
                     *           "hint": "k3Y0",
                     *           "created_at": "2026-11-21 12:00:00",
                     *           "revoked_at": null,
                     *           "api_key": "k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description The new key. */
                            record: {
                                /** @description The key, shown this once. */
                                api_key: string;
                                /** @description When it was created, UTC. */
                                created_at: string;
                                /**
                                 * @description How its requests are read.
                                 * @enum {string}
                                 */
                                dialect: "strict" | "lenient";
                                /** @description The first four characters of the key. */
                                hint: string;
                                /** @description Id of the key. */
                                key_uid: string;
                                /** @description What the key is for. */
                                name: string;
                                /** @description When it was revoked, UTC; null: it works. */
                                revoked_at: string | null;
                                /**
                                 * @description What its requests may do.
                                 * @enum {string}
                                 */
                                scope: "owner" | "sender" | "editor" | "viewer";
                            };
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an API key.
                 * @example pxhilwiw8493h
                 */
                key_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only what this user or API key did. */
                actor_uid?: string;
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /** @description Only what was done at that time or later. ISO 8601 with `Z` or an offset. */
                from?: string;
                /**
                 * @description Only this operation, by its name.
                 * @example updateUser
                 */
                operation?: string;
                /**
                 * @description How many records an answer has at most. Default 50.
                 * @example 1
                 */
                per_page?: number;
                /** @description Only what was done earlier. ISO 8601 with `Z` or an offset. */
                until?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "operation": "updateUser",
                     *             "actor": {
                     *               "kind": "key",
                     *               "uid": "pcelntf5a16ga",
                     *               "name": "test"
                     *             },
                     *             "object": {
                     *               "kind": "user",
                     *               "id": "hmwecu5lgss6q",
                     *               "name": null
                     *             },
                     *             "ip_address": "127.0.0.1"
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["AuditEntry"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description Only campaigns of this list.
                 * @example egi7tinx52x5m
                 */
                list_uid?: string;
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
                /** @description Only campaigns whose name holds this text, without regard to case. */
                search?: string;
                /** @description Only campaigns in this state. */
                status?: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "campaign_uid": "lcajdntmatnpg",
                     *             "campaign_id": "1",
                     *             "name": "Spring",
                     *             "type": "regular",
                     *             "status": "pending-sending",
                     *             "group": []
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["CampaignEntry"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new campaign; the members directly, or under `campaign`. At most 25 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Spring",
                 *       "from_name": "Ann",
                 *       "from_email": "ann@example.com",
                 *       "reply_to": "ann@example.com",
                 *       "subject": "Hello [FNAME]",
                 *       "send_at": "2026-12-24 09:00:00",
                 *       "list_uid": "egi7tinx52x5m",
                 *       "segment_uid": "sh9fvqmskrr5r",
                 *       "template": {
                 *         "template_uid": "oqvbwj6pa3w87",
                 *         "inline_css": "yes"
                 *       },
                 *       "options": {
                 *         "url_tracking": "yes",
                 *         "email_stats": "ann@example.com",
                 *         "cronjob": "0 9 * * 1",
                 *         "cronjob_enabled": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewCampaign"] | components["schemas"]["NewDraft"];
                /**
                 * @example {
                 *       "name": "Spring",
                 *       "from_name": "Ann",
                 *       "from_email": "ann@example.com",
                 *       "reply_to": "ann@example.com",
                 *       "subject": "Hello [FNAME]",
                 *       "send_at": "2026-12-24 09:00:00",
                 *       "list_uid": "egi7tinx52x5m",
                 *       "segment_uid": "sh9fvqmskrr5r",
                 *       "template": {
                 *         "template_uid": "oqvbwj6pa3w87",
                 *         "inline_css": "yes"
                 *       },
                 *       "options": {
                 *         "url_tracking": "yes",
                 *         "email_stats": "ann@example.com",
                 *         "cronjob": "0 9 * * 1",
                 *         "cronjob_enabled": 1
                 *       }
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewCampaign"] | components["schemas"]["NewDraft"];
                "multipart/form-data": components["schemas"]["NewCampaign"] | components["schemas"]["NewDraft"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    ETag: components["headers"]["Revision"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "campaign_uid": "lcajdntmatnpg"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the new campaign. */
                        campaign_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: {
                /** @description `1`: with all that may be set, also what is long, so that the record can be changed and sent back. */
                full?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "campaign_uid": "lcajdntmatnpg",
                     *           "campaign_id": "1",
                     *           "name": "Spring",
                     *           "type": "regular",
                     *           "from_name": "Ann",
                     *           "from_email": "ann@example.com",
                     *           "to_name": "[EMAIL]",
                     *           "reply_to": "ann@example.com",
                     *           "subject": "Hello [FNAME]",
                     *           "status": "pending-sending",
                     *           "date_added": "11/21/26, 12:00 PM",
                     *           "send_at": "12/24/26, 9:00 AM",
                     *           "list": {
                     *             "list_uid": "egi7tinx52x5m",
                     *             "name": "News",
                     *             "subscribers_count": 1
                     *           },
                     *           "segment": {
                     *             "segment_uid": "sh9fvqmskrr5r",
                     *             "name": "Large sizes",
                     *             "subscribers_count": 1
                     *           },
                     *           "group": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Campaign"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: {
                /** @description yes: what stands keeps its version, also where saves of the same person within two minutes are one: for a choice between two texts. Default no. */
                keep_before?: "yes" | "no";
            };
            header?: {
                /** @description The `ETag` of the record that the change was made for: a 412 when somebody saved in between. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description Changes to a campaign; the members directly, or under `campaign`. What is not sent stays. With `status` draft, an empty text takes away sender, subject or content. At most 25 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subject": "Good morning"
                 *     }
                 */
                "application/json": components["schemas"]["CampaignChanges"];
                /**
                 * @example {
                 *       "subject": "Good morning"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["CampaignChanges"];
                "multipart/form-data": components["schemas"]["CampaignChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["Revision"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example sxeruwuee0whm
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBounces: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "message": "552 5.2.2 mailbox full",
                     *             "processed": "no",
                     *             "bounce_type": "soft",
                     *             "subscriber": {
                     *               "subscriber_uid": "lze0xoclb5mvr",
                     *               "email": "joe@example.com"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Bounce"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBounce: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description A message that came back. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscriber_uid": "lze0xoclb5mvr",
                 *       "bounce_type": "soft",
                 *       "message": "552 5.2.2 mailbox full"
                 *     }
                 */
                "application/json": components["schemas"]["NewBounce"];
                /**
                 * @example {
                 *       "subscriber_uid": "lze0xoclb5mvr",
                 *       "bounce_type": "soft",
                 *       "message": "552 5.2.2 mailbox full"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewBounce"];
                "multipart/form-data": components["schemas"]["NewBounce"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "message": "552 5.2.2 mailbox full",
                     *           "processed": "no",
                     *           "bounce_type": "soft",
                     *           "subscriber": {
                     *             "subscriber_uid": "lze0xoclb5mvr",
                     *             "email": "joe@example.com"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Bounce"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "state": "advice",
                     *         "records": [
                     *           {
                     *             "id": "audience",
                     *             "state": "ok",
                     *             "message": "Up to 1 people would get it.",
                     *             "data": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "segment_uid": "sh9fvqmskrr5r",
                     *               "recipients": 1
                     *             }
                     *           },
                     *           {
                     *             "id": "sender",
                     *             "state": "ok",
                     *             "message": "It comes from Ann <ann@example.com>.",
                     *             "data": {
                     *               "from_name": "Ann",
                     *               "from_email": "ann@example.com"
                     *             }
                     *           },
                     *           {
                     *             "id": "sender-domain",
                     *             "state": "advice",
                     *             "message": "example.com is not set up as a sending domain: mails are not signed with DKIM, and many receivers distrust them.",
                     *             "data": {
                     *               "domain": "example.com",
                     *               "domain_uid": null,
                     *               "dkim": null,
                     *               "spf": null,
                     *               "dmarc": null
                     *             }
                     *           },
                     *           {
                     *             "id": "subject",
                     *             "state": "ok",
                     *             "message": "The subject has 12 characters.",
                     *             "data": {
                     *               "length": 12
                     *             }
                     *           },
                     *           {
                     *             "id": "preheader",
                     *             "state": "advice",
                     *             "message": "The page has no preheader: inboxes show its first words beside the subject.",
                     *             "data": {
                     *               "preheader": "News"
                     *             }
                     *           },
                     *           {
                     *             "id": "content",
                     *             "state": "ok",
                     *             "message": "There is content.",
                     *             "data": {}
                     *           },
                     *           {
                     *             "id": "unsubscribe-link",
                     *             "state": "advice",
                     *             "message": "The content has no unsubscribe link, or no postal address: a plain footer with both is added.",
                     *             "data": {}
                     *           },
                     *           {
                     *             "id": "postal-address",
                     *             "state": "ok",
                     *             "message": "The mail carries a postal address.",
                     *             "data": {}
                     *           },
                     *           {
                     *             "id": "tags",
                     *             "state": "ok",
                     *             "message": "Every merge tag is known.",
                     *             "data": {}
                     *           },
                     *           {
                     *             "id": "empty-fields",
                     *             "state": "ok",
                     *             "message": "Nobody has an empty field that the mail names.",
                     *             "data": {
                     *               "fields": [],
                     *               "sampled": 1
                     *             }
                     *           },
                     *           {
                     *             "id": "links",
                     *             "state": "ok",
                     *             "message": "The mail has no links to other places.",
                     *             "data": {
                     *               "links": 0,
                     *               "checked": 0,
                     *               "unchecked": 0,
                     *               "failed": []
                     *             }
                     *           },
                     *           {
                     *             "id": "alt-texts",
                     *             "state": "ok",
                     *             "message": "Every picture has an alt text.",
                     *             "data": {
                     *               "pictures": 0,
                     *               "missing": 0
                     *             }
                     *           },
                     *           {
                     *             "id": "html",
                     *             "state": "ok",
                     *             "message": "Mail programs show the page as it is written.",
                     *             "data": {}
                     *           },
                     *           {
                     *             "id": "size",
                     *             "state": "ok",
                     *             "message": "The HTML is 1 KB.",
                     *             "data": {
                     *               "bytes": 386,
                     *               "limit": 104448
                     *             }
                     *           },
                     *           {
                     *             "id": "text-part",
                     *             "state": "ok",
                     *             "message": "The plain-text version is made from the HTML.",
                     *             "data": {
                     *               "source": "made"
                     *             }
                     *           },
                     *           {
                     *             "id": "test",
                     *             "state": "ok",
                     *             "message": "A test mail showed what it is now.",
                     *             "data": {
                     *               "tested_at": "2026-11-21T12:00:00Z"
                     *             }
                     *           },
                     *           {
                     *             "id": "relay",
                     *             "state": "advice",
                     *             "message": "No relay is set up: the mails go to the test inbox and not to people.",
                     *             "data": {
                     *               "test_inbox": true
                     *             }
                     *           },
                     *           {
                     *             "id": "base-url",
                     *             "state": "ok",
                     *             "message": "Links lead to the address of this server.",
                     *             "data": {}
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Always null: there are no more. */
                            next: null;
                            /** @description All checks, in the order in which they are told. */
                            records: components["schemas"]["CampaignCheck"][];
                            /**
                             * @description The worst of all.
                             * @enum {string}
                             */
                            state: "ok" | "advice" | "blocking";
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listClicks: {
        parameters: {
            query?: {
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /**
                 * @description Only clicks on this link, named by the SHA-1 or SHA-256 of its address in hex.
                 * @example 35c093da0ae227ca4e2cab91243131703f115a3177a94331700a1bf7b0f2de9f
                 */
                link?: string;
                /**
                 * @description `with`: all; `without`: what no machine did, as far as is known; `only`: what machines did. Default with.
                 * @example with
                 */
                machines?: "with" | "without" | "only";
                /**
                 * @description How many records an answer has at most. Default 50.
                 * @example 50
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "dvimixys1iauv",
                     *             "email": "bob@example.com",
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "ip_address": "127.0.0.1",
                     *             "client": "unknown",
                     *             "device": "unknown",
                     *             "user_agent": null,
                     *             "machine": null,
                     *             "link": {
                     *               "hash": "c5aca925a8bbde9388b37189df3dffd42a74abd5",
                     *               "destination": "https://shop.example.com/spring"
                     *             }
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["ClickEvent"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignClients: {
        parameters: {
            query?: {
                /**
                 * @description Which opens and clicks count: `raw`: all; `filtered`: without machines. Absent: as the customer has chosen.
                 * @example raw
                 */
                counts?: "raw" | "filtered";
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "counts": "raw",
                     *         "counted_at": "2026-11-21T12:00:00.000Z",
                     *         "people": 1,
                     *         "records": [
                     *           {
                     *             "client": "unknown",
                     *             "device": "unknown",
                     *             "people": 1,
                     *             "share": 100
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description With what it is read: each person counts once. */
                        data: {
                            /** @description When it was counted. What takes long is counted behind the request and stands for a while; null: it is being counted for the first time, ask again. ISO 8601 in UTC; null: not. */
                            counted_at: string | null;
                            /**
                             * @description Which opens and clicks are counted.
                             * @enum {string}
                             */
                            counts: "raw" | "filtered";
                            /** @description Those who opened it. */
                            people: number;
                            /** @description Those with the most people first. */
                            records: components["schemas"]["ClientReport"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComplaints: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "message": "spam",
                     *             "subscriber": {
                     *               "subscriber_uid": "dvimixys1iauv",
                     *               "email": "bob@example.com"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Complaint"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    copyCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "campaign_uid": "sxeruwuee0whm"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the copy. */
                        campaign_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "campaign_uid": "qtpl58melgs7n",
                     *         "status": "sending",
                     *         "uncertain_policy": "hold",
                     *         "max_per_minute": null,
                     *         "audience": 4,
                     *         "messages": {
                     *           "pending": 0,
                     *           "claimed": 0,
                     *           "in_flight": 0,
                     *           "deferred": 0,
                     *           "accepted": 2,
                     *           "rejected": 1,
                     *           "uncertain": 1,
                     *           "skipped": 0
                     *         },
                     *         "left_out": {
                     *           "unconfirmed": 0,
                     *           "unsubscribed": 0,
                     *           "blacklisted": 0,
                     *           "suppressed": 0,
                     *           "segment": 0,
                     *           "other": 0
                     *         },
                     *         "next_attempt_at": null,
                     *         "waits": null,
                     *         "held": {
                     *           "count": 1,
                     *           "command": "npx mailwright settle qtpl58melgs7n <accept|resend|skip>",
                     *           "call": "POST /api/campaigns/qtpl58melgs7n/settle-uncertain choice=<accept|resend|skip>",
                     *           "choices": {
                     *             "accept": "they count as accepted: right where you know that they arrived; nothing is sent",
                     *             "resend": "they go out once more: who has the first one gets two",
                     *             "skip": "they are given up: nobody gets two, and who did not get the first one gets none"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description Changes to how a campaign is delivered. What is not sent stays. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "uncertain_policy": "hold",
                 *       "max_per_minute": 600
                 *     }
                 */
                "application/json": components["schemas"]["DeliveryChanges"];
                /**
                 * @example {
                 *       "uncertain_policy": "hold",
                 *       "max_per_minute": 600
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["DeliveryChanges"];
                "multipart/form-data": components["schemas"]["DeliveryChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "campaign_uid": "qtpl58melgs7n",
                     *         "status": "sending",
                     *         "uncertain_policy": "hold",
                     *         "max_per_minute": 600,
                     *         "audience": 4,
                     *         "messages": {
                     *           "pending": 0,
                     *           "claimed": 0,
                     *           "in_flight": 0,
                     *           "deferred": 0,
                     *           "accepted": 2,
                     *           "rejected": 1,
                     *           "uncertain": 1,
                     *           "skipped": 0
                     *         },
                     *         "left_out": {
                     *           "unconfirmed": 0,
                     *           "unsubscribed": 0,
                     *           "blacklisted": 0,
                     *           "suppressed": 0,
                     *           "segment": 0,
                     *           "other": 0
                     *         },
                     *         "next_attempt_at": null,
                     *         "waits": null,
                     *         "held": {
                     *           "count": 1,
                     *           "command": "npx mailwright settle qtpl58melgs7n <accept|resend|skip>",
                     *           "call": "POST /api/campaigns/qtpl58melgs7n/settle-uncertain choice=<accept|resend|skip>",
                     *           "choices": {
                     *             "accept": "they count as accepted: right where you know that they arrived; nothing is sent",
                     *             "resend": "they go out once more: who has the first one gets two",
                     *             "skip": "they are given up: nobody gets two, and who did not get the first one gets none"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveryLogs: {
        parameters: {
            query?: {
                /** @description Only the message to this address. */
                email?: string | null;
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 2
                 */
                per_page?: number;
                /**
                 * @description Only messages of this status, or in this state; none here ever is ds-dp-reject or hdl-by-sg-cmp.
                 * @example success
                 */
                status?: "success" | "temporary-error" | "fatal-error" | "error" | "giveup" | "blacklisted" | "suppressed" | "blocked" | "ds-dp-reject" | "hdl-by-sg-cmp" | "accepted" | "deferred" | "rejected" | "uncertain" | "skipped";
                /** @description Only the message to this subscriber. */
                subscriber_uid?: string | null;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "2",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "campaign": {
                     *               "campaign_uid": "qtpl58melgs7n",
                     *               "list": {
                     *                 "list_uid": "fm5emttbkiiwb"
                     *               }
                     *             },
                     *             "subscriber": {
                     *               "subscriber_uid": "dvimixys1iauv",
                     *               "email": "bob@example.com"
                     *             },
                     *             "message": "250 2.0.0 OK: queued as 4F2A1",
                     *             "retries": "0",
                     *             "max_retries": "19",
                     *             "email_message_id": "qtpl58melgs7n.dvimixys1iauv@mail.example.test",
                     *             "delivery_confirmed": "yes",
                     *             "status": "success",
                     *             "date_added": "2026-11-21 11:00:01",
                     *             "state": "accepted",
                     *             "attempts": 1,
                     *             "next_attempt_at": null,
                     *             "relay": null,
                     *             "in_flight_at": "2026-11-21 11:00:00",
                     *             "finished_at": "2026-11-21 11:00:01",
                     *             "opened_at": null,
                     *             "clicked_at": null,
                     *             "unsubscribed_at": null
                     *           },
                     *           {
                     *             "campaign": {
                     *               "campaign_uid": "qtpl58melgs7n",
                     *               "list": {
                     *                 "list_uid": "fm5emttbkiiwb"
                     *               }
                     *             },
                     *             "subscriber": {
                     *               "subscriber_uid": "lze0xoclb5mvr",
                     *               "email": "joe@example.com"
                     *             },
                     *             "message": "250 2.0.0 OK: queued as 4F2A2",
                     *             "retries": "0",
                     *             "max_retries": "19",
                     *             "email_message_id": "qtpl58melgs7n.lze0xoclb5mvr@mail.example.test",
                     *             "delivery_confirmed": "yes",
                     *             "status": "success",
                     *             "date_added": "2026-11-21 11:00:01",
                     *             "state": "accepted",
                     *             "attempts": 1,
                     *             "next_attempt_at": null,
                     *             "relay": null,
                     *             "in_flight_at": "2026-11-21 11:00:00",
                     *             "finished_at": "2026-11-21 11:00:01",
                     *             "opened_at": null,
                     *             "clicked_at": null,
                     *             "unsubscribed_at": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["DeliveryLog"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadDeliveryLogs: {
        parameters: {
            query?: {
                /**
                 * @description Only messages of this status, or in this state; none here ever is ds-dp-reject or hdl-by-sg-cmp.
                 * @example fatal-error
                 */
                status?: "success" | "temporary-error" | "fatal-error" | "error" | "giveup" | "blacklisted" | "suppressed" | "blocked" | "ds-dp-reject" | "hdl-by-sg-cmp" | "accepted" | "deferred" | "rejected" | "uncertain" | "skipped";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example email,subscriber_uid,status,state,message,attempts,relay,next_attempt_at,in_flight_at,finished_at,opened_at,clicked_at,unsubscribed_at,email_message_id
                     *     eve@example.com,karjy1mr4a8m9,fatal-error,rejected,550 5.1.1 no such user,1,,,2026-11-21T11:00:00.000Z,2026-11-21T11:00:01.000Z,,,,qtpl58melgs7n.karjy1mr4a8m9@mail.example.test
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignDestinations: {
        parameters: {
            query?: {
                /**
                 * @description Which opens and clicks count: `raw`: all; `filtered`: without machines. Absent: as the customer has chosen.
                 * @example raw
                 */
                counts?: "raw" | "filtered";
                /**
                 * @description How many domains are named; the others are one sum. Default 20.
                 * @example 20
                 */
                most?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "counts": "raw",
                     *         "counted_at": "2026-11-21T12:00:00.000Z",
                     *         "records": [
                     *           {
                     *             "domain": "example.com",
                     *             "messages": 4,
                     *             "accepted": 2,
                     *             "deferred": 0,
                     *             "rejected": 1,
                     *             "uncertain": 1,
                     *             "skipped": 0,
                     *             "bounced": 1,
                     *             "opened": 1,
                     *             "opened_share": 50,
                     *             "answer": "550 5.1.1 no such user",
                     *             "next_attempt_at": null
                     *           }
                     *         ],
                     *         "others": {
                     *           "domains": 0,
                     *           "messages": 0,
                     *           "accepted": 0,
                     *           "deferred": 0,
                     *           "rejected": 0,
                     *           "uncertain": 0,
                     *           "skipped": 0,
                     *           "bounced": 0,
                     *           "opened": 0,
                     *           "opened_share": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What became of the messages by domain. */
                        data: {
                            /** @description When it was counted. What takes long is counted behind the request and stands for a while; null: it is being counted for the first time, ask again. ISO 8601 in UTC; null: not. */
                            counted_at: string | null;
                            /**
                             * @description Which opens and clicks are counted.
                             * @enum {string}
                             */
                            counts: "raw" | "filtered";
                            /** @description All other domains together. */
                            others: {
                                /** @description Accepted by its mail server. */
                                accepted: number;
                                /** @description Accepted, and came back. */
                                bounced: number;
                                /** @description Put off: tried again later. */
                                deferred: number;
                                /** @description How many other domains there are. */
                                domains: number;
                                /** @description Messages that have been tried, or will not be. */
                                messages: number;
                                /** @description Opened. */
                                opened: number;
                                /** @description `opened` in percent of `accepted`. */
                                opened_share: number;
                                /** @description Refused, or given up. */
                                rejected: number;
                                /** @description Not sent. */
                                skipped: number;
                                /** @description Nobody knows whether they were accepted. */
                                uncertain: number;
                            };
                            /** @description Those with the most messages first. */
                            records: components["schemas"]["DestinationReport"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    noteEditing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description Which tab has the campaign open. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tab": "a1"
                 *     }
                 */
                "application/json": components["schemas"]["Editing"];
                /**
                 * @example {
                 *       "tab": "a1"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["Editing"];
                "multipart/form-data": components["schemas"]["Editing"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "lease_seconds": 60,
                     *           "others": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Editors"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    endEditing: {
        parameters: {
            query?: {
                /**
                 * @description Any text that tells the open tabs of one person apart.
                 * @example a1
                 */
                tab?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainAddress: {
        parameters: {
            query: {
                /**
                 * @description The address in question.
                 * @example eve@example.com
                 */
                email: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "email": "eve@example.com",
                     *         "cause": "rejected",
                     *         "explanation": "The message to eve@example.com was rejected at 2026-11-21 11:00:01 UTC: 550 5.1.1 no such user",
                     *         "subscriber": {
                     *           "subscriber_uid": "karjy1mr4a8m9",
                     *           "status": "confirmed"
                     *         },
                     *         "message": {
                     *           "state": "rejected",
                     *           "message": "550 5.1.1 no such user",
                     *           "attempts": 1,
                     *           "relay": null,
                     *           "next_attempt_at": null,
                     *           "in_flight_at": "2026-11-21 11:00:00",
                     *           "finished_at": "2026-11-21 11:00:01",
                     *           "opened_at": null,
                     *           "clicked_at": null,
                     *           "unsubscribed_at": null
                     *         },
                     *         "suppression": null,
                     *         "bounce": null,
                     *         "complaint": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Explanation"];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignFailures: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "counted_at": "2026-11-21T12:00:00.000Z",
                     *         "messages": 2,
                     *         "looked_at": 2,
                     *         "records": [
                     *           {
                     *             "kind": "rejected",
                     *             "type": "hard",
                     *             "cause": "no-such-user",
                     *             "count": 1,
                     *             "words": [
                     *               {
                     *                 "text": "550 5.1.1 no such user",
                     *                 "count": 1
                     *               }
                     *             ],
                     *             "example": {
                     *               "subscriber_uid": "karjy1mr4a8m9",
                     *               "email": "eve@example.com",
                     *               "at": "2026-11-21T11:00:01.000Z",
                     *               "reply": "550 5.1.1 no such user"
                     *             }
                     *           },
                     *           {
                     *             "kind": "bounced",
                     *             "type": "soft",
                     *             "cause": "mailbox-full",
                     *             "count": 1,
                     *             "words": [
                     *               {
                     *                 "text": "552 5.2.2 mailbox full",
                     *                 "count": 1
                     *               }
                     *             ],
                     *             "example": {
                     *               "subscriber_uid": "lze0xoclb5mvr",
                     *               "email": "joe@example.com",
                     *               "at": "2026-11-21T12:00:00.000Z",
                     *               "reply": "552 5.2.2 mailbox full"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Why messages were rejected or came back. */
                        data: {
                            /** @description When it was counted. What takes long is counted behind the request and stands for a while; null: it is being counted for the first time, ask again. ISO 8601 in UTC; null: not. */
                            counted_at: string | null;
                            /** @description How many of them were looked at: fewer than all when there are very many. */
                            looked_at: number;
                            /** @description All that were rejected or came back. */
                            messages: number;
                            /** @description The most frequent first. */
                            records: components["schemas"]["FailureReport"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignLinks: {
        parameters: {
            query?: {
                /** @description Which opens and clicks to show; absent: as the customer has chosen. */
                counts?: "raw" | "filtered";
                /** @description Also how many messages are uncertain, skipped, deferred, waiting and in flight: with those that were accepted and rejected they are the audience. */
                full?: "1" | "0" | "yes" | "no";
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "hash": "c5aca925a8bbde9388b37189df3dffd42a74abd5",
                     *             "hash_sha256": "35c093da0ae227ca4e2cab91243131703f115a3177a94331700a1bf7b0f2de9f",
                     *             "destination": "https://shop.example.com/spring",
                     *             "clicks_count": 0,
                     *             "clicks_rate": 0,
                     *             "unique_clicks_count": 0,
                     *             "unique_clicks_rate": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["CampaignLink"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    markCampaignSent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "campaign": {
                     *         "status": "sent"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The campaign now. */
                        campaign: {
                            /**
                             * @description Where it stands; see the states of a campaign.
                             * @enum {string}
                             */
                            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    countNotOpened: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "counted_at": "2026-11-21T12:00:00.000Z",
                     *         "recipients_count": 1,
                     *         "refusal": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Whom a campaign would go to if it was sent again. */
                        data: {
                            /** @description When it was counted. What takes long is counted behind the request and stands for a while; null: it is being counted for the first time, ask again. ISO 8601 in UTC; null: not. */
                            counted_at: string | null;
                            /** @description Who got it, did not open it, and is still confirmed and not suppressed; null: being counted, or `refusal` says why not. */
                            recipients_count: number | null;
                            /** @description Why it cannot be sent again; null: it can. */
                            refusal: string | null;
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOpens: {
        parameters: {
            query?: {
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /**
                 * @description `with`: all; `without`: what no machine did, as far as is known; `only`: what machines did. Default with.
                 * @example with
                 */
                machines?: "with" | "without" | "only";
                /**
                 * @description How many records an answer has at most. Default 50.
                 * @example 50
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "dvimixys1iauv",
                     *             "email": "bob@example.com",
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "ip_address": "127.0.0.1",
                     *             "client": "unknown",
                     *             "device": "unknown",
                     *             "user_agent": null,
                     *             "machine": null
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["OpenEvent"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "campaign_uid": "qtpl58melgs7n",
                     *           "name": "Spring",
                     *           "subject": "Hello [FNAME]",
                     *           "type": "regular",
                     *           "status": "sending",
                     *           "has_begun": true,
                     *           "is_recurring": false,
                     *           "list": {
                     *             "list_uid": "fm5emttbkiiwb",
                     *             "name": "News"
                     *           },
                     *           "segment": null,
                     *           "parent_campaign_uid": null,
                     *           "notice": null,
                     *           "audience": 4,
                     *           "accepted": 2,
                     *           "rejected": 1,
                     *           "uncertain": 1,
                     *           "skipped": 0,
                     *           "raw": {
                     *             "opened": {
                     *               "people": 1,
                     *               "rate": 50
                     *             },
                     *             "clicked": {
                     *               "people": 1,
                     *               "rate": 50
                     *             }
                     *           },
                     *           "filtered": {
                     *             "opened": {
                     *               "people": 1,
                     *               "rate": 50
                     *             },
                     *             "clicked": {
                     *               "people": 1,
                     *               "rate": 50
                     *             }
                     *           },
                     *           "unsubscribed": {
                     *             "people": 1,
                     *             "rate": 50
                     *           },
                     *           "complained": {
                     *             "people": 1,
                     *             "rate": 50
                     *           },
                     *           "bounced": {
                     *             "people": 1,
                     *             "rate": 50
                     *           },
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "updated_at": "2026-11-21T12:00:00.000Z",
                     *           "send_at": "2026-11-01T10:00:00.000Z",
                     *           "started_at": "2026-11-21T11:00:00.000Z",
                     *           "finished_at": null,
                     *           "next_run_at": null,
                     *           "progress": {
                     *             "done": 4,
                     *             "left": 0,
                     *             "deferred": 0,
                     *             "failed": 1,
                     *             "per_second": 0,
                     *             "seconds_left": null
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["CampaignOverview"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignPace: {
        parameters: {
            query?: {
                /**
                 * @description The minutes to look back. Default 10.
                 * @example 1
                 */
                minutes?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "step_seconds": 10,
                     *         "records": [
                     *           {
                     *             "at": "2026-11-21T11:59:00.000Z",
                     *             "accepted": 0
                     *           },
                     *           {
                     *             "at": "2026-11-21T11:59:10.000Z",
                     *             "accepted": 0
                     *           },
                     *           {
                     *             "at": "2026-11-21T11:59:20.000Z",
                     *             "accepted": 0
                     *           },
                     *           {
                     *             "at": "2026-11-21T11:59:30.000Z",
                     *             "accepted": 0
                     *           },
                     *           {
                     *             "at": "2026-11-21T11:59:40.000Z",
                     *             "accepted": 0
                     *           },
                     *           {
                     *             "at": "2026-11-21T11:59:50.000Z",
                     *             "accepted": 0
                     *           }
                     *         ],
                     *         "counted_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description How fast a campaign went. */
                        data: {
                            /** @description When it was counted. What takes long is counted behind the request and stands for a while; null: it is being counted for the first time, ask again. ISO 8601 in UTC; null: not. */
                            counted_at: string | null;
                            /** @description The steps, oldest first, without the one that is not over. */
                            records: components["schemas"]["PaceStep"][];
                            /** @description How long a step is. */
                            step_seconds: number;
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseOrUnpauseCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "campaign": {
                     *         "status": "paused"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The campaign now. */
                        campaign: {
                            /**
                             * @description Where it stands; see the states of a campaign.
                             * @enum {string}
                             */
                            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewCampaign: {
        parameters: {
            query?: {
                /** @description As this subscriber gets it; absent: with made-up values. */
                subscriber_uid?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "subject": "Good morning",
                     *         "from": "Ann <ann@example.com>",
                     *         "to": "subscriber@example.com",
                     *         "reply_to": "ann@example.com",
                     *         "html": "<html><body><h1>News</h1><p>Dear First name,</p><div style=\"margin:24px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font:12px/1.5 Arial,Helvetica,sans-serif;color:#6b7280;text-align:center\">Acme Ltd<br>\n1 High Street<br>\nDover Kent CT16 1AA<br>\nUnited Kingdom<br><a href=\"http://mail.example.test/u/vjiQMhszKxVXBIlm3M6Kzg\" style=\"color:#6b7280\">Unsubscribe</a></div></body></html>",
                     *         "plain_text": "News\n\nDear First name,\n\nAcme Ltd\n1 High Street\nDover Kent CT16 1AA\nUnited Kingdom\nUnsubscribe <http://mail.example.test/u/vjiQMhszKxVXBIlm3M6Kzg>\n",
                     *         "size": 386,
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Preview"];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPreviewPeople: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "kaxn0vjn7teic",
                     *             "email": "bob@example.com",
                     *             "name": "Bob Byron",
                     *             "why": "newest"
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Always null: there are no more. */
                            next: null;
                            /** @description At most 12, of the newest 5,000 subscribers of the list; those that are particular first. */
                            records: components["schemas"]["PreviewPerson"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewCampaignPage: {
        parameters: {
            query?: {
                /**
                 * @description `off`: pictures are not loaded, as in many mail programs. Default on.
                 * @example off
                 */
                pictures?: "on" | "off";
                /**
                 * @description The colour scheme that the mail finds; absent: that of whoever looks.
                 * @example dark
                 */
                scheme?: "light" | "dark";
                /** @description As this subscriber gets it; absent: with made-up values. */
                subscriber_uid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <html><body><h1>News</h1><p>Dear First name,</p><div style="margin:24px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font:12px/1.5 Arial,Helvetica,sans-serif;color:#6b7280;text-align:center">Acme Ltd<br>
                     *     1 High Street<br>
                     *     Dover Kent CT16 1AA<br>
                     *     United Kingdom<br><a href="http://mail.example.test/u/vjiQMhszKxVXBIlm3M6Kzg" style="color:#6b7280">Unsubscribe</a></div></body></html>
                     */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "campaign_uid": "qtpl58melgs7n",
                     *           "name": "Spring",
                     *           "subject": "Hello [FNAME]",
                     *           "type": "regular",
                     *           "status": "sending",
                     *           "started_at": "2026-11-21T11:00:00.000Z",
                     *           "finished_at": null,
                     *           "counts": "raw",
                     *           "audience": {
                     *             "people": 4,
                     *             "left_out": {
                     *               "unconfirmed": 0,
                     *               "unsubscribed": 0,
                     *               "blacklisted": 0,
                     *               "suppressed": 0,
                     *               "segment": 0,
                     *               "other": 0
                     *             }
                     *           },
                     *           "messages": {
                     *             "waiting": 0,
                     *             "deferred": 0,
                     *             "rejected": 1,
                     *             "uncertain": 1,
                     *             "skipped": 0
                     *           },
                     *           "accepted": {
                     *             "people": 2,
                     *             "rate": 50
                     *           },
                     *           "raw": {
                     *             "opened": {
                     *               "people": 1,
                     *               "rate": 50,
                     *               "events": 1
                     *             },
                     *             "clicked": {
                     *               "people": 1,
                     *               "rate": 50,
                     *               "events": 1
                     *             }
                     *           },
                     *           "filtered": {
                     *             "opened": {
                     *               "people": 1,
                     *               "rate": 50,
                     *               "events": 1
                     *             },
                     *             "clicked": {
                     *               "people": 1,
                     *               "rate": 50,
                     *               "events": 1
                     *             }
                     *           },
                     *           "unsubscribed": {
                     *             "people": 1,
                     *             "rate": 50
                     *           },
                     *           "complained": {
                     *             "people": 1,
                     *             "rate": 50
                     *           },
                     *           "bounced": {
                     *             "people": 1,
                     *             "rate": 50,
                     *             "hard": 0,
                     *             "soft": 1,
                     *             "internal": 0
                     *           },
                     *           "comparison": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["CampaignReport"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description Which messages are meant. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "include_uncertain": "no"
                 *     }
                 */
                "application/json": {
                    /** @description Also messages of which nobody knows whether they were accepted: they may arrive twice. Default no. */
                    include_uncertain?: ("yes" | "no") | null;
                };
                /**
                 * @example {
                 *       "include_uncertain": "no"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Also messages of which nobody knows whether they were accepted: they may arrive twice. Default no. */
                    include_uncertain?: ("yes" | "no") | null;
                };
                "multipart/form-data": {
                    /** @description Also messages of which nobody knows whether they were accepted: they may arrive twice. Default no. */
                    include_uncertain?: ("yes" | "no") | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "retried": 1,
                     *         "excluded": 0,
                     *         "status": "sending"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Failed ones that stay: unsubscribed, suppressed, or bounced for good. */
                            excluded: number;
                            /** @description Messages that are pending again. */
                            retried: number;
                            /**
                             * @description Where the campaign stands.
                             * @enum {string}
                             */
                            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "cronjob": "0 9 * * 1",
                     *         "cronjob_enabled": "yes",
                     *         "time_zone": "UTC",
                     *         "next_runs": [
                     *           "2026-12-28 09:00:00",
                     *           "2027-01-04 09:00:00",
                     *           "2027-01-11 09:00:00",
                     *           "2027-01-18 09:00:00",
                     *           "2027-01-25 09:00:00"
                     *         ],
                     *         "runs": "0",
                     *         "max_runs": "-1",
                     *         "missed": "once",
                     *         "last_runs": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Schedule"];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record that the change was made for: a 412 when somebody saved in between. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example sxeruwuee0whm
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description When it is sent. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "send_at": "2026-12-31 18:00:00"
                 *     }
                 */
                "application/json": {
                    /** @description `Y-m-d H:i:s` in the time zone of the customer; past: at once. Absent: the send time that it has, else at once. */
                    send_at?: string | null;
                    /** @description Instead of `send_at`: an instant, ISO 8601 with `Z` or an offset. */
                    send_at_iso?: string | null;
                };
                /**
                 * @example {
                 *       "send_at": "2026-12-31 18:00:00"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description `Y-m-d H:i:s` in the time zone of the customer; past: at once. Absent: the send time that it has, else at once. */
                    send_at?: string | null;
                    /** @description Instead of `send_at`: an instant, ISO 8601 with `Z` or an offset. */
                    send_at_iso?: string | null;
                };
                "multipart/form-data": {
                    /** @description `Y-m-d H:i:s` in the time zone of the customer; past: at once. Absent: the send time that it has, else at once. */
                    send_at?: string | null;
                    /** @description Instead of `send_at`: an instant, ISO 8601 with `Z` or an offset. */
                    send_at_iso?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["Revision"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "campaign": {
                     *         "status": "pending-sending",
                     *         "send_at": "12/31/26, 6:00 PM",
                     *         "send_at_iso": "2026-12-31T18:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The campaign now. */
                        campaign: {
                            /** @description When it begins. Short date and time in the time zone and locale of the customer: `11/21/26, 3:05 PM`. */
                            send_at: string;
                            /** @description When it begins, ISO 8601 in UTC; past: at once. */
                            send_at_iso: string;
                            /**
                             * @description Where it stands; see the states of a campaign.
                             * @enum {string}
                             */
                            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendCampaignAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description What is different when a campaign is sent again. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subject": "Did you see this?"
                 *     }
                 */
                "application/json": components["schemas"]["SendAgain"];
                /**
                 * @example {
                 *       "subject": "Did you see this?"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["SendAgain"];
                "multipart/form-data": components["schemas"]["SendAgain"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "campaign_uid": "wadducuwfcuj9",
                     *       "data": {
                     *         "record": {
                     *           "campaign_uid": "wadducuwfcuj9",
                     *           "name": "Spring (again)",
                     *           "subject": "Did you see this?",
                     *           "recipients_count": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the new campaign. */
                        campaign_uid: string;
                        /** @description What was asked for. */
                        data: {
                            /** @description The new campaign, a draft. */
                            record: {
                                /** @description Id of the new campaign. */
                                campaign_uid: string;
                                /** @description Its name. */
                                name: string;
                                /** @description How many would get it now: who it is, is decided when it begins. */
                                recipients_count: number;
                                /** @description Its subject. */
                                subject: string;
                            };
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignSeries: {
        parameters: {
            query?: {
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /**
                 * @description The steps, in the time zone of the customer. Default hour.
                 * @example hour
                 */
                by?: "hour" | "day";
                /**
                 * @description Which opens and clicks count: `raw`: all; `filtered`: without machines. Absent: as the customer has chosen.
                 * @example raw
                 */
                counts?: "raw" | "filtered";
                /**
                 * @description How many records an answer has at most. Default 750.
                 * @example 48
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "by": "hour",
                     *         "counts": "raw",
                     *         "time_zone": "UTC",
                     *         "counted_at": "2026-11-21T12:00:00.000Z",
                     *         "records": [
                     *           {
                     *             "at": "2026-11-21T11:00:00.000Z",
                     *             "accepted": 2,
                     *             "opens": 0,
                     *             "unique_opens": 0,
                     *             "clicks": 0,
                     *             "unique_clicks": 0,
                     *             "unsubscribes": 0
                     *           },
                     *           {
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "accepted": 0,
                     *             "opens": 1,
                     *             "unique_opens": 1,
                     *             "clicks": 1,
                     *             "unique_clicks": 1,
                     *             "unsubscribes": 1
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /**
                             * @description The steps.
                             * @enum {string}
                             */
                            by: "hour" | "day";
                            /** @description When it was counted. What takes long is counted behind the request and stands for a while; null: it is being counted for the first time, ask again. ISO 8601 in UTC; null: not. */
                            counted_at: string | null;
                            /**
                             * @description Which opens and clicks are counted.
                             * @enum {string}
                             */
                            counts: "raw" | "filtered";
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["SeriesPoint"][];
                            /** @description The time zone of the hours and days. */
                            time_zone: string;
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    settleUncertain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description What becomes of messages that are held as uncertain. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "choice": "accept",
                 *       "emails": [
                 *         "pat@example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Settlement"];
                /**
                 * @example {
                 *       "choice": "accept",
                 *       "emails": [
                 *         "pat@example.com"
                 *       ]
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["Settlement"];
                "multipart/form-data": components["schemas"]["Settlement"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "choice": "accept",
                     *         "settled": 1,
                     *         "uncertain": 0,
                     *         "unknown": [],
                     *         "status": "sending"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description What became of them; null in a dry run. */
                            choice: ("accept" | "resend" | "skip") | null;
                            /** @description Messages that were settled, or in a dry run would be. */
                            settled: number;
                            /**
                             * @description Where the campaign stands.
                             * @enum {string}
                             */
                            status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
                            /** @description Messages that are uncertain now. */
                            uncertain: number;
                            /** @description Addresses of `emails` that are not on the list of the campaign. */
                            unknown: string[];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSlowedDestinations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Who slows a campaign. */
                        data: {
                            /** @description By delivery server and name, at most 200. */
                            records: components["schemas"]["SlowedDestination"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignStats: {
        parameters: {
            query?: {
                /**
                 * @description Which opens and clicks to show; absent: as the customer has chosen.
                 * @example raw
                 */
                counts?: "raw" | "filtered";
                /** @description Also how many messages are uncertain, skipped, deferred, waiting and in flight: with those that were accepted and rejected they are the audience. */
                full?: "1" | "0" | "yes" | "no";
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "campaign_status": "sending",
                     *         "subscribers_count": 4,
                     *         "processed_count": 4,
                     *         "delivery_success_count": 2,
                     *         "delivery_success_rate": 50,
                     *         "delivery_error_count": 1,
                     *         "delivery_error_rate": 25,
                     *         "opens_count": 1,
                     *         "opens_rate": 100,
                     *         "unique_opens_count": 1,
                     *         "unique_opens_rate": 100,
                     *         "clicks_count": 1,
                     *         "clicks_rate": 100,
                     *         "unique_clicks_count": 1,
                     *         "unique_clicks_rate": 100,
                     *         "unsubscribes_count": 1,
                     *         "unsubscribes_rate": 25,
                     *         "complaints_count": 1,
                     *         "complaints_rate": 25,
                     *         "bounces_count": 1,
                     *         "bounces_rate": 25,
                     *         "hard_bounces_count": 0,
                     *         "hard_bounces_rate": 0,
                     *         "soft_bounces_count": 1,
                     *         "soft_bounces_rate": 100,
                     *         "internal_bounces_count": 0,
                     *         "internal_bounces_rate": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CampaignStats"];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        /** @description Where a test mail goes to. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "emails": [
                 *         "ann@example.com",
                 *         "bob@example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TestEmail"];
                /**
                 * @example {
                 *       "emails": [
                 *         "ann@example.com",
                 *         "bob@example.com"
                 *       ]
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TestEmail"];
                "multipart/form-data": components["schemas"]["TestEmail"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "emails": [
                     *           {
                     *             "email": "ann@example.com",
                     *             "email_uid": "sfdh5d9yx5wlw"
                     *           },
                     *           {
                     *             "email": "bob@example.com",
                     *             "email_uid": "wrm0gjb9a8in1"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description The mails that leave, each address once. */
                            emails: {
                                /** @description The address. */
                                email: string;
                                /** @description Id of the mail, as a transactional email. */
                                email_uid: string;
                            }[];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    trackOpen: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
                /**
                 * @description Id of a subscriber.
                 * @example dvimixys1iauv
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": []
                     *     }
                     */
                    "application/json": {
                        /** @description Always empty. */
                        data: unknown[];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    trackUnsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
                /**
                 * @description Id of a subscriber.
                 * @example dvimixys1iauv
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        /** @description What is known of how somebody unsubscribed. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ip_address": "192.0.2.7",
                 *       "reason": "too many mails"
                 *     }
                 */
                "application/json": components["schemas"]["UnsubscribeDetails"];
                /**
                 * @example {
                 *       "ip_address": "192.0.2.7",
                 *       "reason": "too many mails"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["UnsubscribeDetails"];
                "multipart/form-data": components["schemas"]["UnsubscribeDetails"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    trackClick: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
                /**
                 * @description SHA-1 or SHA-256 of the address that the link leads to, in hex; see the links of the campaign.
                 * @example 35c093da0ae227ca4e2cab91243131703f115a3177a94331700a1bf7b0f2de9f
                 */
                hash: string;
                /**
                 * @description Id of a subscriber.
                 * @example dvimixys1iauv
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "track_url": "http://mail.example.test/c/KPP7rEWOfHvmDXHGtATUHQ",
                     *         "destination": "https://shop.example.com/spring"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Where it leads to, merge tags filled in for the subscriber. */
                            destination: string;
                            /** @description The address in the mail. */
                            track_url: string;
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnsubscribes: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example qtpl58melgs7n
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "ip_address": "192.0.2.7",
                     *             "user_agent": "",
                     *             "reason": "too many mails",
                     *             "note": "",
                     *             "date_added": "2026-11-21 12:00:00",
                     *             "subscriber": {
                     *               "subscriber_uid": "dvimixys1iauv",
                     *               "email": "bob@example.com"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Unsubscribe"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignVersions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "revision": 2,
                     *             "saved_at": "2026-11-21T12:00:00Z",
                     *             "saved_by": {
                     *               "name": "test",
                     *               "is_you": true
                     *             },
                     *             "changed": [
                     *               "subject"
                     *             ],
                     *             "restored_from": null,
                     *             "is_current": true
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Always null: there are no more. */
                            next: null;
                            /** @description The versions that are kept, newest first. */
                            records: components["schemas"]["CampaignVersion"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
                /**
                 * @description The number of a version, as the listing tells it.
                 * @example 2
                 */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "version": {
                     *             "revision": 2,
                     *             "saved_at": "2026-11-21T12:00:00Z",
                     *             "saved_by": {
                     *               "name": "test",
                     *               "is_you": true
                     *             },
                     *             "changed": [
                     *               "subject"
                     *             ],
                     *             "restored_from": null,
                     *             "is_current": true
                     *           },
                     *           "campaign": {
                     *             "campaign_uid": "lcajdntmatnpg",
                     *             "campaign_id": "1",
                     *             "name": "Spring",
                     *             "type": "regular",
                     *             "from_name": "Ann",
                     *             "from_email": "ann@example.com",
                     *             "to_name": "[EMAIL]",
                     *             "reply_to": "ann@example.com",
                     *             "subject": "Good morning",
                     *             "status": "pending-sending",
                     *             "date_added": "11/21/26, 12:00 PM",
                     *             "send_at": "12/24/26, 9:00 AM",
                     *             "list": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "name": "News",
                     *               "subscribers_count": 1
                     *             },
                     *             "segment": {
                     *               "segment_uid": "sh9fvqmskrr5r",
                     *               "name": "Large sizes",
                     *               "subscribers_count": 1
                     *             },
                     *             "group": [],
                     *             "list_uid": "egi7tinx52x5m",
                     *             "segment_uid": "sh9fvqmskrr5r",
                     *             "template": {
                     *               "content": "<html><body><h1>News</h1><p>Dear [FNAME],</p></body></html>",
                     *               "plain_text": null,
                     *               "inline_css": "yes",
                     *               "auto_plain_text": "yes"
                     *             },
                     *             "options": {
                     *               "url_tracking": "yes",
                     *               "open_tracking": "yes",
                     *               "json_feed": "no",
                     *               "xml_feed": "no",
                     *               "plain_text_email": "yes",
                     *               "embed_images": "no",
                     *               "feed_failure": "wait",
                     *               "email_stats": "ann@example.com",
                     *               "autoresponder_event": "AFTER-SUBSCRIBE",
                     *               "autoresponder_time_unit": "day",
                     *               "autoresponder_time_value": 0,
                     *               "autoresponder_open_campaign_id": null,
                     *               "autoresponder_sent_campaign_id": null,
                     *               "autoresponder_include_imported": "no",
                     *               "autoresponder_include_current": "no",
                     *               "cronjob": "0 9 * * 1",
                     *               "cronjob_enabled": 1,
                     *               "cronjob_max_runs": -1,
                     *               "cronjob_missed": "once"
                     *             },
                     *             "delivery": {
                     *               "uncertain_policy": "hold",
                     *               "max_per_minute": null
                     *             },
                     *             "date_added_iso": "2026-11-21T12:00:00Z",
                     *             "send_at_iso": "2026-12-24T09:00:00Z",
                     *             "started_at_iso": null,
                     *             "finished_at_iso": null
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description A version and what the campaign was then. */
                            record: {
                                /** @description What it was, as with `full=1`. */
                                campaign: components["schemas"]["Campaign"];
                                version: components["schemas"]["CampaignVersion"];
                            };
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewCampaignVersionPage: {
        parameters: {
            query?: {
                /** @description `off`: pictures are not loaded, as in many mail programs. Default on. */
                pictures?: "on" | "off";
                /**
                 * @description The colour scheme that the mail finds; absent: that of whoever looks.
                 * @example light
                 */
                scheme?: "light" | "dark";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
                /**
                 * @description The number of a version, as the listing tells it.
                 * @example 2
                 */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <html><body><h1>News</h1><p>Dear Ada,</p></body></html> */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreCampaignVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record that the change was made for: a 412 when somebody saved in between. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description Id of a campaign.
                 * @example lcajdntmatnpg
                 */
                campaign_uid: string;
                /**
                 * @description The number of a version, as the listing tells it.
                 * @example 2
                 */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["Revision"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveryLogByMessageId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Message-ID of a mail, without angle brackets.
                 * @example qtpl58melgs7n.dvimixys1iauv@mail.example.test
                 */
                email_message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "campaign": {
                     *             "campaign_uid": "qtpl58melgs7n",
                     *             "list": {
                     *               "list_uid": "fm5emttbkiiwb"
                     *             }
                     *           },
                     *           "subscriber": {
                     *             "subscriber_uid": "dvimixys1iauv",
                     *             "email": "bob@example.com"
                     *           },
                     *           "message": "250 2.0.0 OK: queued as 4F2A1",
                     *           "retries": "0",
                     *           "max_retries": "19",
                     *           "email_message_id": "qtpl58melgs7n.dvimixys1iauv@mail.example.test",
                     *           "delivery_confirmed": "yes",
                     *           "status": "success",
                     *           "date_added": "2026-11-21 11:00:01",
                     *           "state": "accepted",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "relay": null,
                     *           "in_flight_at": "2026-11-21 11:00:00",
                     *           "finished_at": "2026-11-21 11:00:01",
                     *           "opened_at": null,
                     *           "clicked_at": null,
                     *           "unsubscribed_at": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["DeliveryLog"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveryLogByEmailMessageId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Message-ID of a mail, without angle brackets.
                 * @example qtpl58melgs7n.dvimixys1iauv@mail.example.test
                 */
                email_message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "campaign": {
                     *             "campaign_uid": "qtpl58melgs7n",
                     *             "list": {
                     *               "list_uid": "fm5emttbkiiwb"
                     *             }
                     *           },
                     *           "subscriber": {
                     *             "subscriber_uid": "dvimixys1iauv",
                     *             "email": "bob@example.com"
                     *           },
                     *           "message": "250 2.0.0 OK: queued as 4F2A1",
                     *           "retries": "0",
                     *           "max_retries": "19",
                     *           "email_message_id": "qtpl58melgs7n.dvimixys1iauv@mail.example.test",
                     *           "delivery_confirmed": "yes",
                     *           "status": "success",
                     *           "date_added": "2026-11-21 11:00:01",
                     *           "state": "accepted",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "relay": null,
                     *           "in_flight_at": "2026-11-21 11:00:00",
                     *           "finished_at": "2026-11-21 11:00:01",
                     *           "opened_at": null,
                     *           "clicked_at": null,
                     *           "unsubscribed_at": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["DeliveryLog"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignOverviews: {
        parameters: {
            query?: {
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /**
                 * @description How many records an answer has at most. Default 50.
                 * @example 50
                 */
                per_page?: number;
                /**
                 * @description Only campaigns whose name or subject holds this text, without regard to case.
                 * @example spring
                 */
                search?: string;
                /**
                 * @description Only campaigns in this status, or in one of several with commas between: draft, pending-sending, sending, processing, sent, paused, blocked, pending-approve.
                 * @example sending
                 */
                status?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "statuses": {
                     *           "draft": 1,
                     *           "pending-sending": 0,
                     *           "sending": 1,
                     *           "processing": 0,
                     *           "sent": 1,
                     *           "paused": 0,
                     *           "blocked": 0,
                     *           "pending-approve": 0
                     *         },
                     *         "records": [
                     *           {
                     *             "campaign_uid": "qtpl58melgs7n",
                     *             "name": "Spring",
                     *             "subject": "Hello [FNAME]",
                     *             "type": "regular",
                     *             "status": "sending",
                     *             "has_begun": true,
                     *             "is_recurring": false,
                     *             "list": {
                     *               "list_uid": "fm5emttbkiiwb",
                     *               "name": "News"
                     *             },
                     *             "segment": null,
                     *             "parent_campaign_uid": null,
                     *             "notice": null,
                     *             "audience": 4,
                     *             "accepted": 2,
                     *             "rejected": 1,
                     *             "uncertain": 1,
                     *             "skipped": 0,
                     *             "raw": {
                     *               "opened": {
                     *                 "people": 1,
                     *                 "rate": 50
                     *               },
                     *               "clicked": {
                     *                 "people": 1,
                     *                 "rate": 50
                     *               }
                     *             },
                     *             "filtered": {
                     *               "opened": {
                     *                 "people": 1,
                     *                 "rate": 50
                     *               },
                     *               "clicked": {
                     *                 "people": 1,
                     *                 "rate": 50
                     *               }
                     *             },
                     *             "unsubscribed": {
                     *               "people": 1,
                     *               "rate": 50
                     *             },
                     *             "complained": {
                     *               "people": 1,
                     *               "rate": 50
                     *             },
                     *             "bounced": {
                     *               "people": 1,
                     *               "rate": 50
                     *             },
                     *             "created_at": "2026-11-21T12:00:00.000Z",
                     *             "updated_at": "2026-11-21T12:00:00.000Z",
                     *             "send_at": "2026-11-01T10:00:00.000Z",
                     *             "started_at": "2026-11-21T11:00:00.000Z",
                     *             "finished_at": null,
                     *             "next_run_at": null,
                     *             "progress": {
                     *               "done": 4,
                     *               "left": 0,
                     *               "deferred": 0,
                     *               "failed": 1,
                     *               "per_second": 0,
                     *               "seconds_left": null
                     *             }
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["CampaignOverview"][];
                            /** @description How many of the newest 10,000 campaigns are in each status, whatever was searched for; null behind the first page. */
                            statuses: {
                                /** @description Campaigns. */
                                blocked: number;
                                /** @description Campaigns. */
                                draft: number;
                                /** @description Campaigns. */
                                paused: number;
                                /** @description Campaigns. */
                                "pending-approve": number;
                                /** @description Campaigns. */
                                "pending-sending": number;
                                /** @description Campaigns. */
                                processing: number;
                                /** @description Campaigns. */
                                sending: number;
                                /** @description Campaigns. */
                                sent: number;
                            } | null;
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCountries: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 2
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "250",
                     *         "total_pages": 125,
                     *         "current_page": 1,
                     *         "next_page": 2,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "country_id": "4",
                     *             "name": "Afghanistan",
                     *             "code": "AF"
                     *           },
                     *           {
                     *             "country_id": "248",
                     *             "name": "Åland Islands",
                     *             "code": "AX"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Country"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listZones: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 2
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a country, from the listing of countries.
                 * @example 840
                 */
                country_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "57",
                     *         "total_pages": 29,
                     *         "current_page": 1,
                     *         "next_page": 2,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "zone_id": "84001677",
                     *             "name": "Alabama",
                     *             "code": "AL"
                     *           },
                     *           {
                     *             "zone_id": "84001676",
                     *             "name": "Alaska",
                     *             "code": "AK"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Zone"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "first_name": "Grace",
                 *         "last_name": "Hopper",
                 *         "email": "grace@example.com",
                 *         "timezone": "America/New_York"
                 *       },
                 *       "company": {
                 *         "name": "Hopper Ltd",
                 *         "country": "US",
                 *         "zone": "NY",
                 *         "address_1": "2 Low Street",
                 *         "city": "Albany",
                 *         "zip_code": "12207"
                 *       }
                 *     }
                 */
                "application/json": {
                    company?: components["schemas"]["CompanyInput"] | null;
                    customer: components["schemas"]["CustomerInput"];
                };
                /**
                 * @example {
                 *       "customer": {
                 *         "first_name": "Grace",
                 *         "last_name": "Hopper",
                 *         "email": "grace@example.com",
                 *         "timezone": "America/New_York"
                 *       },
                 *       "company": {
                 *         "name": "Hopper Ltd",
                 *         "country": "US",
                 *         "zone": "NY",
                 *         "address_1": "2 Low Street",
                 *         "city": "Albany",
                 *         "zip_code": "12207"
                 *       }
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    company?: components["schemas"]["CompanyInput"] | null;
                    customer: components["schemas"]["CustomerInput"];
                };
                "multipart/form-data": {
                    company?: components["schemas"]["CompanyInput"] | null;
                    customer: components["schemas"]["CustomerInput"];
                };
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "customer_uid": "czllg8z6pu71s",
                     *       "api_key": "k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0k3Y0"
                     *     }
                     */
                    "application/json": {
                        /** @description A key of the new customer, shown this once; only when a key of the operator made it. */
                        api_key?: string;
                        /** @description Id of the customer. */
                        customer_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveryServers: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "server_id": "1",
                     *             "type": "smtp",
                     *             "name": "Main",
                     *             "hostname": "smtp.example.com",
                     *             "status": "active"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["DeliveryServerEntry"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDeliveryServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new delivery server. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Main",
                 *       "hostname": "smtp.example.com",
                 *       "port": 587,
                 *       "tls": "starttls",
                 *       "username": "acme",
                 *       "password": "never to be told",
                 *       "quotas": {
                 *         "per_hour": 5000
                 *       },
                 *       "warm_up": {
                 *         "first_day": 500,
                 *         "growth_percent": 30,
                 *         "until": 100000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewDeliveryServer"];
                /**
                 * @example {
                 *       "name": "Main",
                 *       "hostname": "smtp.example.com",
                 *       "port": 587,
                 *       "tls": "starttls",
                 *       "username": "acme",
                 *       "password": "never to be told",
                 *       "quotas": {
                 *         "per_hour": 5000
                 *       },
                 *       "warm_up": {
                 *         "first_day": 500,
                 *         "growth_percent": 30,
                 *         "until": 100000
                 *       }
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewDeliveryServer"];
                "multipart/form-data": components["schemas"]["NewDeliveryServer"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "server_id": "1"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the new delivery server. */
                        server_id: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveryServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a delivery server; 0 is the relay of the configuration.
                 * @example 1
                 */
                server_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "server_id": "1",
                     *           "type": "smtp",
                     *           "name": "Main",
                     *           "hostname": "smtp.example.com",
                     *           "status": "active",
                     *           "shared": "no",
                     *           "port": "587",
                     *           "tls": "starttls",
                     *           "verify_tls": "yes",
                     *           "username": "acme",
                     *           "helo_name": null,
                     *           "lanes": "20",
                     *           "messages_per_connection": null,
                     *           "priority": "100",
                     *           "weight": "1",
                     *           "quotas": {
                     *             "per_second": null,
                     *             "per_minute": null,
                     *             "per_hour": "5000",
                     *             "per_day": null,
                     *             "per_month": null
                     *           },
                     *           "warm_up": {
                     *             "first_day": "500",
                     *             "growth_percent": "30",
                     *             "until": "100000",
                     *             "started": "2026-11-21 12:00:00"
                     *           },
                     *           "fault": null,
                     *           "fault_at": null,
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "last_updated": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["DeliveryServer"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDeliveryServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a delivery server; 0 is the relay of the configuration.
                 * @example 1
                 */
                server_id: string;
            };
            cookie?: never;
        };
        /** @description Changes to a delivery server. What is not sent stays; what is sent empty is taken away. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "lanes": 40
                 *     }
                 */
                "application/json": components["schemas"]["DeliveryServerChanges"];
                /**
                 * @example {
                 *       "lanes": 40
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["DeliveryServerChanges"];
                "multipart/form-data": components["schemas"]["DeliveryServerChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDeliveryServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a delivery server; 0 is the relay of the configuration.
                 * @example 1
                 */
                server_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a delivery server; 0 is the relay of the configuration.
                 * @example 1
                 */
                server_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "name": "example.net",
                     *             "state": "slowed",
                     *             "rate_per_hour": "1200",
                     *             "reason": "421 4.7.28 slow down",
                     *             "parked_until": null,
                     *             "refusals": "7",
                     *             "last_updated": "1970-01-01 00:00:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Destination"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    probeDeliveryServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a delivery server; 0 is the relay of the configuration.
                 * @example 1
                 */
                server_id: string;
            };
            cookie?: never;
        };
        /** @description What to ask. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "ann@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Asks the server whether it takes mail from this address. No message is sent. */
                    from?: string | null;
                };
                /**
                 * @example {
                 *       "from": "ann@example.com"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Asks the server whether it takes mail from this address. No message is sent. */
                    from?: string | null;
                };
                "multipart/form-data": {
                    /** @description Asks the server whether it takes mail from this address. No message is sent. */
                    from?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "works": "yes",
                     *         "result": "ok: vm ESMTP, no TLS, no AUTH, SMTPUTF8, 8BITMIME, PIPELINING, MAIL accepted (250 Accepted), took 146 ms",
                     *         "took_ms": "146"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description One line: "ok: …", or the step that failed and why. */
                            result: string;
                            /** @description Milliseconds that it took. */
                            took_ms: string;
                            /**
                             * @description Whether mail can be given to it.
                             * @enum {string}
                             */
                            works: "yes" | "no";
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /**
                 * @description yes: only how things are now, then the stream ends. Default no.
                 * @example yes
                 */
                once?: "yes" | "no";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 1795262400000
                     *     event: snapshot
                     *     data: {"campaigns":[{"campaign_uid":"lcajdntmatnpg","status":"sent","audience":0,"accepted":0,"rejected":0,"uncertain":0,"skipped":0,"deferred":0,"unique_opens":0,"unique_clicks":0,"filtered_unique_opens":0,"filtered_unique_clicks":0,"unsubscribes":0,"bounces":0,"notice":null},{"campaign_uid":"djov16m5ntpt6","status":"sending","audience":6,"accepted":0,"rejected":0,"uncertain":0,"skipped":1,"deferred":0,"unique_opens":0,"unique_clicks":0,"filtered_unique_opens":0,"filtered_unique_clicks":0,"unsubscribes":0,"bounces":0,"notice":null},{"campaign_uid":"qtpl58melgs7n","status":"sending","audience":4,"accepted":3,"rejected":0,"uncertain":0,"skipped":0,"deferred":0,"unique_opens":1,"unique_clicks":1,"filtered_unique_opens":1,"filtered_unique_clicks":1,"unsubscribes":1,"bounces":1,"notice":null}],"lists":[{"list_uid":"fm5emttbkiiwb","subscribers":0,"confirmed":-1},{"list_uid":"egi7tinx52x5m","subscribers":3,"confirmed":3}],"jobs":[{"job_uid":"dflasemc9uz9r","kind":"import","list_uid":"egi7tinx52x5m","state":"done","phase":"import","percent":100}]}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLists: {
        parameters: {
            query?: {
                /** @description `1`: with all that may be set, also what is long, so that the record can be changed and sent back. */
                full?: string;
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 1
                 */
                per_page?: number;
                /** @description Only those whose name holds this text, without regard to case. */
                search?: string | null;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "2",
                     *         "total_pages": 2,
                     *         "current_page": 1,
                     *         "next_page": 2,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "general": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "name": "News",
                     *               "display_name": "News",
                     *               "description": "What is new, once a month"
                     *             },
                     *             "defaults": {
                     *               "from_name": "Ann",
                     *               "from_email": "ann@example.com",
                     *               "reply_to": "ann@example.com",
                     *               "subject": "News"
                     *             },
                     *             "notifications": {
                     *               "subscribe": "yes",
                     *               "unsubscribe": "no",
                     *               "subscribe_to": "ann@example.com",
                     *               "unsubscribe_to": ""
                     *             },
                     *             "company": {
                     *               "name": "Acme Ltd",
                     *               "address_1": "1 High Street",
                     *               "address_2": "",
                     *               "zone_name": "Kent",
                     *               "city": "Dover",
                     *               "zip_code": "CT16 1AA",
                     *               "phone": "",
                     *               "address_format": "",
                     *               "country": {
                     *                 "country_id": "826",
                     *                 "name": "United Kingdom",
                     *                 "code": "GB"
                     *               },
                     *               "zone": {
                     *                 "zone_id": "82673103",
                     *                 "name": "Kent",
                     *                 "code": "KEN"
                     *               }
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["List"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new list, in blocks. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "general": {
                 *         "name": "News",
                 *         "description": "What is new, once a month",
                 *         "opt_in": "single"
                 *       },
                 *       "defaults": {
                 *         "from_name": "Ann",
                 *         "from_email": "ann@example.com",
                 *         "reply_to": "ann@example.com",
                 *         "subject": "News"
                 *       },
                 *       "notifications": {
                 *         "subscribe": "yes",
                 *         "subscribe_to": "ann@example.com"
                 *       },
                 *       "company": {
                 *         "name": "Acme Ltd",
                 *         "country": "GB",
                 *         "address_1": "1 High Street",
                 *         "city": "Dover",
                 *         "zip_code": "CT16 1AA"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewList"];
                /**
                 * @example {
                 *       "general": {
                 *         "name": "News",
                 *         "description": "What is new, once a month",
                 *         "opt_in": "single"
                 *       },
                 *       "defaults": {
                 *         "from_name": "Ann",
                 *         "from_email": "ann@example.com",
                 *         "reply_to": "ann@example.com",
                 *         "subject": "News"
                 *       },
                 *       "notifications": {
                 *         "subscribe": "yes",
                 *         "subscribe_to": "ann@example.com"
                 *       },
                 *       "company": {
                 *         "name": "Acme Ltd",
                 *         "country": "GB",
                 *         "address_1": "1 High Street",
                 *         "city": "Dover",
                 *         "zip_code": "CT16 1AA"
                 *       }
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewList"];
                "multipart/form-data": components["schemas"]["NewList"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "list_uid": "egi7tinx52x5m"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the new list. */
                        list_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getList: {
        parameters: {
            query?: {
                /** @description `1`: with all that may be set, also what is long, so that the record can be changed and sent back. */
                full?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "general": {
                     *             "list_uid": "egi7tinx52x5m",
                     *             "name": "News",
                     *             "display_name": "News",
                     *             "description": "What is new, once a month"
                     *           },
                     *           "defaults": {
                     *             "from_name": "Ann",
                     *             "from_email": "ann@example.com",
                     *             "reply_to": "ann@example.com",
                     *             "subject": "News"
                     *           },
                     *           "notifications": {
                     *             "subscribe": "yes",
                     *             "unsubscribe": "no",
                     *             "subscribe_to": "ann@example.com",
                     *             "unsubscribe_to": ""
                     *           },
                     *           "company": {
                     *             "name": "Acme Ltd",
                     *             "address_1": "1 High Street",
                     *             "address_2": "",
                     *             "zone_name": "Kent",
                     *             "city": "Dover",
                     *             "zip_code": "CT16 1AA",
                     *             "phone": "",
                     *             "address_format": "",
                     *             "country": {
                     *               "country_id": "826",
                     *               "name": "United Kingdom",
                     *               "code": "GB"
                     *             },
                     *             "zone": {
                     *               "zone_id": "82673103",
                     *               "name": "Kent",
                     *               "code": "KEN"
                     *             }
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["List"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description Changes to a list, in blocks. What is not sent stays. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "general": {
                 *         "display_name": "Acme News"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ListChanges"];
                /**
                 * @example {
                 *       "general": {
                 *         "display_name": "Acme News"
                 *       }
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ListChanges"];
                "multipart/form-data": components["schemas"]["ListChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example gwk7peux0kpd1
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAudience: {
        parameters: {
            query?: {
                /**
                 * @description Only members of this segment get it. Absent: the whole list.
                 * @example sh9fvqmskrr5r
                 */
                segment_uid?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "list_uid": "egi7tinx52x5m",
                     *           "segment_uid": "sh9fvqmskrr5r",
                     *           "total": 1,
                     *           "gets": 1,
                     *           "left_out": {
                     *             "unconfirmed": 0,
                     *             "unsubscribed": 0,
                     *             "blacklisted": 0,
                     *             "unapproved": 0,
                     *             "disabled": 0,
                     *             "moved": 0,
                     *             "suppressed": 0,
                     *             "segment": 0
                     *           },
                     *           "suppressed": {
                     *             "hard_bounce": 0,
                     *             "soft_bounces": 0,
                     *             "complaint": 0,
                     *             "manual": 0,
                     *             "import": 0
                     *           },
                     *           "counted_at": "2026-11-21T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Audience"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAudiencePeople: {
        parameters: {
            query: {
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /**
                 * @description How many records an answer has at most. Default 50.
                 * @example 50
                 */
                per_page?: number;
                /**
                 * @description Whom to show: `gets`: who gets it; `suppressed`: confirmed, but the address gets no mail; `segment`: confirmed, but not in the segment; else those with this status.
                 * @example gets
                 */
                reason: "gets" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved" | "suppressed" | "segment";
                /**
                 * @description Only members of this segment get it. Absent: the whole list.
                 * @example sh9fvqmskrr5r
                 */
                segment_uid?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "kaxn0vjn7teic",
                     *             "email": "bob@example.com",
                     *             "status": "confirmed",
                     *             "added_at": "2026-11-21T12:00:00.000Z",
                     *             "suppression": null
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["AudienceMember"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    copyList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was there, or the key asks for this status. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "list_uid": "gwk7peux0kpd1"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the copy. */
                        list_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "list_uid": "gwk7peux0kpd1"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the copy. */
                        list_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFields: {
        parameters: {
            query?: {
                /** @description `1`: with all that may be set, also what is long, so that the record can be changed and sent back. */
                full?: string;
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 2
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "4",
                     *         "total_pages": 2,
                     *         "current_page": 1,
                     *         "next_page": 2,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "field_id": "4",
                     *             "tag": "EMAIL",
                     *             "label": "Email",
                     *             "required": "yes",
                     *             "help_text": null,
                     *             "description": "",
                     *             "default_value": "",
                     *             "visibility": "visible",
                     *             "sort_order": "0",
                     *             "type": {
                     *               "name": "Text",
                     *               "identifier": "text",
                     *               "description": "Text"
                     *             },
                     *             "list": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "display_name": "Acme News"
                     *             }
                     *           },
                     *           {
                     *             "field_id": "5",
                     *             "tag": "FNAME",
                     *             "label": "First name",
                     *             "required": "no",
                     *             "help_text": null,
                     *             "description": "",
                     *             "default_value": "",
                     *             "visibility": "visible",
                     *             "sort_order": "1",
                     *             "type": {
                     *               "name": "Text",
                     *               "identifier": "text",
                     *               "description": "Text"
                     *             },
                     *             "list": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "display_name": "Acme News"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Field"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description A new field; the members directly, or under `data` or `field`. Members of other types have no effect. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "dropdown",
                 *       "label": "Size",
                 *       "tag": "SIZE",
                 *       "required": "no",
                 *       "visibility": "visible",
                 *       "sort_order": 3,
                 *       "options": [
                 *         {
                 *           "name": "Small",
                 *           "value": "S"
                 *         },
                 *         {
                 *           "name": "Large",
                 *           "value": "L"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewField"];
                /**
                 * @example {
                 *       "type": "dropdown",
                 *       "label": "Size",
                 *       "tag": "SIZE",
                 *       "required": "no",
                 *       "visibility": "visible",
                 *       "sort_order": 3,
                 *       "options": [
                 *         {
                 *           "name": "Small",
                 *           "value": "S"
                 *         },
                 *         {
                 *           "name": "Large",
                 *           "value": "L"
                 *         }
                 *       ]
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewField"];
                "multipart/form-data": components["schemas"]["NewField"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "field_id": "7",
                     *           "tag": "SIZE",
                     *           "label": "Size",
                     *           "required": "no",
                     *           "help_text": null,
                     *           "description": "",
                     *           "default_value": "",
                     *           "visibility": "visible",
                     *           "sort_order": "3",
                     *           "type": {
                     *             "name": "Dropdown",
                     *             "identifier": "dropdown",
                     *             "description": "Dropdown"
                     *           },
                     *           "list": {
                     *             "list_uid": "egi7tinx52x5m",
                     *             "display_name": "Acme News"
                     *           },
                     *           "options": {
                     *             "S": "Small",
                     *             "L": "Large"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Field"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getField: {
        parameters: {
            query?: {
                /** @description `1`: with all that may be set, also what is long, so that the record can be changed and sent back. */
                full?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a field of the list.
                 * @example 7
                 */
                field_id: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "field_id": "7",
                     *           "tag": "SIZE",
                     *           "label": "Size",
                     *           "required": "no",
                     *           "help_text": null,
                     *           "description": "",
                     *           "default_value": "",
                     *           "visibility": "visible",
                     *           "sort_order": "3",
                     *           "type": {
                     *             "name": "Dropdown",
                     *             "identifier": "dropdown",
                     *             "description": "Dropdown"
                     *           },
                     *           "list": {
                     *             "list_uid": "egi7tinx52x5m",
                     *             "display_name": "Acme News"
                     *           },
                     *           "options": {
                     *             "S": "Small",
                     *             "L": "Large"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Field"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a field of the list.
                 * @example 7
                 */
                field_id: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description Changes to a field; the members directly, or under `data` or `field`. What is not sent stays. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "label": "Your size",
                 *       "help_text": "For the shirts."
                 *     }
                 */
                "application/json": components["schemas"]["FieldChanges"];
                /**
                 * @example {
                 *       "label": "Your size",
                 *       "help_text": "For the shirts."
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["FieldChanges"];
                "multipart/form-data": components["schemas"]["FieldChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "field_id": "7",
                     *           "tag": "SIZE",
                     *           "label": "Your size",
                     *           "required": "no",
                     *           "help_text": "For the shirts.",
                     *           "description": "",
                     *           "default_value": "",
                     *           "visibility": "visible",
                     *           "sort_order": "3",
                     *           "type": {
                     *             "name": "Dropdown",
                     *             "identifier": "dropdown",
                     *             "description": "Dropdown"
                     *           },
                     *           "list": {
                     *             "list_uid": "egi7tinx52x5m",
                     *             "display_name": "Acme News"
                     *           },
                     *           "options": {
                     *             "S": "Small",
                     *             "L": "Large"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Field"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a field of the list.
                 * @example 8
                 */
                field_id: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /**
                 * @description How many records an answer has at most. Default 20.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "import_uid": "dflasemc9uz9r",
                     *             "list_uid": "egi7tinx52x5m",
                     *             "state": "imported",
                     *             "file_name": "people.csv",
                     *             "size": 112,
                     *             "created_at": "2026-11-21T12:00:00.000Z",
                     *             "started_at": "2026-11-21T12:00:00.000Z",
                     *             "ended_at": "2026-11-21T12:00:00.000Z",
                     *             "reason": null,
                     *             "delimiter": ",",
                     *             "charset": "utf-8",
                     *             "has_header": true,
                     *             "existing": "change",
                     *             "status": "confirmed",
                     *             "dry_run": false,
                     *             "columns": [
                     *               {
                     *                 "field": "EMAIL",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "field": "FNAME",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "field": "BIRTHDAY",
                     *                 "new_field": null
                     *               }
                     *             ],
                     *             "guess": {
                     *               "delimiter": ",",
                     *               "charset": "utf-8",
                     *               "has_header": true,
                     *               "columns": [
                     *                 {
                     *                   "name": "Email",
                     *                   "samples": [
                     *                     "kim@example.com",
                     *                     "lee@example.com",
                     *                     "not an address"
                     *                   ],
                     *                   "field": "EMAIL",
                     *                   "new_field": null
                     *                 },
                     *                 {
                     *                   "name": "First name",
                     *                   "samples": [
                     *                     "Kim",
                     *                     "Lee",
                     *                     "Max"
                     *                   ],
                     *                   "field": "FNAME",
                     *                   "new_field": null
                     *                 },
                     *                 {
                     *                   "name": "Birthday",
                     *                   "samples": [
                     *                     "1990-02-28",
                     *                     "2001-01-02"
                     *                   ],
                     *                   "field": null,
                     *                   "new_field": {
                     *                     "label": "Birthday",
                     *                     "type": "date"
                     *                   }
                     *                 }
                     *               ]
                     *             },
                     *             "progress": {
                     *               "rows_read": 3,
                     *               "rows_expected": 3,
                     *               "percent": 100,
                     *               "rows_per_second": 231
                     *             },
                     *             "dry_run_result": null,
                     *             "result": {
                     *               "rows": 3,
                     *               "new": 2,
                     *               "changed": 0,
                     *               "unchanged": 0,
                     *               "bad": 1,
                     *               "stay_unsubscribed": 0
                     *             },
                     *             "undo_result": null,
                     *             "can_undo": true
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["Import"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createImport: {
        parameters: {
            query?: {
                /**
                 * @description The name of the file, where the upload does not say it itself.
                 * @example people.csv
                 */
                file_name?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description A CSV file. At most 1024 MB. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The file: a part with a file name. Only the first such part is read. */
                    file: string;
                };
                /**
                 * @example Email,First name,Birthday
                 *     kim@example.com,Kim,1990-02-28
                 *     lee@example.com,Lee,2001-01-02
                 *     not an address,Max,
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The file is stored, and its columns are guessed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "import_uid": "dflasemc9uz9r",
                     *           "list_uid": "egi7tinx52x5m",
                     *           "state": "uploaded",
                     *           "file_name": "people.csv",
                     *           "size": 112,
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "started_at": null,
                     *           "ended_at": null,
                     *           "reason": null,
                     *           "delimiter": ",",
                     *           "charset": "utf-8",
                     *           "has_header": true,
                     *           "existing": "leave",
                     *           "status": "confirmed",
                     *           "dry_run": false,
                     *           "columns": [
                     *             {
                     *               "field": "EMAIL",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "FNAME",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": null,
                     *               "new_field": {
                     *                 "label": "Birthday",
                     *                 "type": "date"
                     *               }
                     *             }
                     *           ],
                     *           "guess": {
                     *             "delimiter": ",",
                     *             "charset": "utf-8",
                     *             "has_header": true,
                     *             "columns": [
                     *               {
                     *                 "name": "Email",
                     *                 "samples": [
                     *                   "kim@example.com",
                     *                   "lee@example.com",
                     *                   "not an address"
                     *                 ],
                     *                 "field": "EMAIL",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "First name",
                     *                 "samples": [
                     *                   "Kim",
                     *                   "Lee",
                     *                   "Max"
                     *                 ],
                     *                 "field": "FNAME",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "Birthday",
                     *                 "samples": [
                     *                   "1990-02-28",
                     *                   "2001-01-02"
                     *                 ],
                     *                 "field": null,
                     *                 "new_field": {
                     *                   "label": "Birthday",
                     *                   "type": "date"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "progress": null,
                     *           "dry_run_result": null,
                     *           "result": null,
                     *           "undo_result": null,
                     *           "can_undo": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Import"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of an import of the list.
                 * @example dflasemc9uz9r
                 */
                import_uid: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "import_uid": "dflasemc9uz9r",
                     *           "list_uid": "egi7tinx52x5m",
                     *           "state": "imported",
                     *           "file_name": "people.csv",
                     *           "size": 112,
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "started_at": "2026-11-21T12:00:00.000Z",
                     *           "ended_at": "2026-11-21T12:00:00.000Z",
                     *           "reason": null,
                     *           "delimiter": ",",
                     *           "charset": "utf-8",
                     *           "has_header": true,
                     *           "existing": "change",
                     *           "status": "confirmed",
                     *           "dry_run": false,
                     *           "columns": [
                     *             {
                     *               "field": "EMAIL",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "FNAME",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "BIRTHDAY",
                     *               "new_field": null
                     *             }
                     *           ],
                     *           "guess": {
                     *             "delimiter": ",",
                     *             "charset": "utf-8",
                     *             "has_header": true,
                     *             "columns": [
                     *               {
                     *                 "name": "Email",
                     *                 "samples": [
                     *                   "kim@example.com",
                     *                   "lee@example.com",
                     *                   "not an address"
                     *                 ],
                     *                 "field": "EMAIL",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "First name",
                     *                 "samples": [
                     *                   "Kim",
                     *                   "Lee",
                     *                   "Max"
                     *                 ],
                     *                 "field": "FNAME",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "Birthday",
                     *                 "samples": [
                     *                   "1990-02-28",
                     *                   "2001-01-02"
                     *                 ],
                     *                 "field": null,
                     *                 "new_field": {
                     *                   "label": "Birthday",
                     *                   "type": "date"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "progress": {
                     *             "rows_read": 3,
                     *             "rows_expected": 3,
                     *             "percent": 100,
                     *             "rows_per_second": 231
                     *           },
                     *           "dry_run_result": null,
                     *           "result": {
                     *             "rows": 3,
                     *             "new": 2,
                     *             "changed": 0,
                     *             "unchanged": 0,
                     *             "bad": 1,
                     *             "stay_unsubscribed": 0
                     *           },
                     *           "undo_result": null,
                     *           "can_undo": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Import"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an import of the list.
                 * @example dflasemc9uz9r
                 */
                import_uid: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description What is to be done with the file. What is not sent stays. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "columns": [
                 *         {
                 *           "field": "EMAIL"
                 *         },
                 *         {
                 *           "field": "FNAME"
                 *         },
                 *         {
                 *           "new_field": {
                 *             "label": "Birthday",
                 *             "type": "date"
                 *           }
                 *         }
                 *       ],
                 *       "existing": "change",
                 *       "status": "confirmed",
                 *       "dry_run": "yes"
                 *     }
                 */
                "application/json": components["schemas"]["ImportSettings"];
                /**
                 * @example {
                 *       "columns": [
                 *         {
                 *           "field": "EMAIL"
                 *         },
                 *         {
                 *           "field": "FNAME"
                 *         },
                 *         {
                 *           "new_field": {
                 *             "label": "Birthday",
                 *             "type": "date"
                 *           }
                 *         }
                 *       ],
                 *       "existing": "change",
                 *       "status": "confirmed",
                 *       "dry_run": "yes"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ImportSettings"];
                "multipart/form-data": components["schemas"]["ImportSettings"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "import_uid": "dflasemc9uz9r",
                     *           "list_uid": "egi7tinx52x5m",
                     *           "state": "uploaded",
                     *           "file_name": "people.csv",
                     *           "size": 112,
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "started_at": null,
                     *           "ended_at": null,
                     *           "reason": null,
                     *           "delimiter": ",",
                     *           "charset": "utf-8",
                     *           "has_header": true,
                     *           "existing": "change",
                     *           "status": "confirmed",
                     *           "dry_run": true,
                     *           "columns": [
                     *             {
                     *               "field": "EMAIL",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "FNAME",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": null,
                     *               "new_field": {
                     *                 "label": "Birthday",
                     *                 "type": "date"
                     *               }
                     *             }
                     *           ],
                     *           "guess": {
                     *             "delimiter": ",",
                     *             "charset": "utf-8",
                     *             "has_header": true,
                     *             "columns": [
                     *               {
                     *                 "name": "Email",
                     *                 "samples": [
                     *                   "kim@example.com",
                     *                   "lee@example.com",
                     *                   "not an address"
                     *                 ],
                     *                 "field": "EMAIL",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "First name",
                     *                 "samples": [
                     *                   "Kim",
                     *                   "Lee",
                     *                   "Max"
                     *                 ],
                     *                 "field": "FNAME",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "Birthday",
                     *                 "samples": [
                     *                   "1990-02-28",
                     *                   "2001-01-02"
                     *                 ],
                     *                 "field": null,
                     *                 "new_field": {
                     *                   "label": "Birthday",
                     *                   "type": "date"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "progress": null,
                     *           "dry_run_result": null,
                     *           "result": null,
                     *           "undo_result": null,
                     *           "can_undo": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Import"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an import of the list.
                 * @example vk9xcbvqzgls6
                 */
                import_uid: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadImportBadRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an import of the list.
                 * @example dflasemc9uz9r
                 */
                import_uid: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example LINE,EMAIL,REASON
                     *     4,not an address,Please provide a valid email address.
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an import of the list.
                 * @example vk9xcbvqzgls6
                 */
                import_uid: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "import_uid": "vk9xcbvqzgls6",
                     *           "list_uid": "egi7tinx52x5m",
                     *           "state": "cancelled",
                     *           "file_name": "people.csv",
                     *           "size": 112,
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "started_at": null,
                     *           "ended_at": "2026-11-21T12:00:00.000Z",
                     *           "reason": null,
                     *           "delimiter": ",",
                     *           "charset": "utf-8",
                     *           "has_header": true,
                     *           "existing": "leave",
                     *           "status": "confirmed",
                     *           "dry_run": false,
                     *           "columns": [
                     *             {
                     *               "field": "EMAIL",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "FNAME",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "BIRTHDAY",
                     *               "new_field": null
                     *             }
                     *           ],
                     *           "guess": {
                     *             "delimiter": ",",
                     *             "charset": "utf-8",
                     *             "has_header": true,
                     *             "columns": [
                     *               {
                     *                 "name": "Email",
                     *                 "samples": [
                     *                   "kim@example.com",
                     *                   "lee@example.com",
                     *                   "not an address"
                     *                 ],
                     *                 "field": "EMAIL",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "First name",
                     *                 "samples": [
                     *                   "Kim",
                     *                   "Lee",
                     *                   "Max"
                     *                 ],
                     *                 "field": "FNAME",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "Birthday",
                     *                 "samples": [
                     *                   "1990-02-28",
                     *                   "2001-01-02"
                     *                 ],
                     *                 "field": "BIRTHDAY",
                     *                 "new_field": null
                     *               }
                     *             ]
                     *           },
                     *           "progress": null,
                     *           "dry_run_result": null,
                     *           "result": null,
                     *           "undo_result": null,
                     *           "can_undo": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Import"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    runImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an import of the list.
                 * @example dflasemc9uz9r
                 */
                import_uid: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description Begins an import, or tries it. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "dry_run": "no"
                 *     }
                 */
                "application/json": components["schemas"]["ImportRun"];
                /**
                 * @example {
                 *       "dry_run": "no"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ImportRun"];
                "multipart/form-data": components["schemas"]["ImportRun"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "import_uid": "dflasemc9uz9r",
                     *           "list_uid": "egi7tinx52x5m",
                     *           "state": "importing",
                     *           "file_name": "people.csv",
                     *           "size": 112,
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "started_at": null,
                     *           "ended_at": null,
                     *           "reason": null,
                     *           "delimiter": ",",
                     *           "charset": "utf-8",
                     *           "has_header": true,
                     *           "existing": "change",
                     *           "status": "confirmed",
                     *           "dry_run": false,
                     *           "columns": [
                     *             {
                     *               "field": "EMAIL",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "FNAME",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": null,
                     *               "new_field": {
                     *                 "label": "Birthday",
                     *                 "type": "date"
                     *               }
                     *             }
                     *           ],
                     *           "guess": {
                     *             "delimiter": ",",
                     *             "charset": "utf-8",
                     *             "has_header": true,
                     *             "columns": [
                     *               {
                     *                 "name": "Email",
                     *                 "samples": [
                     *                   "kim@example.com",
                     *                   "lee@example.com",
                     *                   "not an address"
                     *                 ],
                     *                 "field": "EMAIL",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "First name",
                     *                 "samples": [
                     *                   "Kim",
                     *                   "Lee",
                     *                   "Max"
                     *                 ],
                     *                 "field": "FNAME",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "Birthday",
                     *                 "samples": [
                     *                   "1990-02-28",
                     *                   "2001-01-02"
                     *                 ],
                     *                 "field": null,
                     *                 "new_field": {
                     *                   "label": "Birthday",
                     *                   "type": "date"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "progress": null,
                     *           "dry_run_result": null,
                     *           "result": null,
                     *           "undo_result": null,
                     *           "can_undo": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Import"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of an import of the list.
                 * @example dflasemc9uz9r
                 */
                import_uid: string;
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "import_uid": "dflasemc9uz9r",
                     *           "list_uid": "egi7tinx52x5m",
                     *           "state": "undoing",
                     *           "file_name": "people.csv",
                     *           "size": 112,
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "started_at": "2026-11-21T12:00:00.000Z",
                     *           "ended_at": null,
                     *           "reason": null,
                     *           "delimiter": ",",
                     *           "charset": "utf-8",
                     *           "has_header": true,
                     *           "existing": "change",
                     *           "status": "confirmed",
                     *           "dry_run": false,
                     *           "columns": [
                     *             {
                     *               "field": "EMAIL",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "FNAME",
                     *               "new_field": null
                     *             },
                     *             {
                     *               "field": "BIRTHDAY",
                     *               "new_field": null
                     *             }
                     *           ],
                     *           "guess": {
                     *             "delimiter": ",",
                     *             "charset": "utf-8",
                     *             "has_header": true,
                     *             "columns": [
                     *               {
                     *                 "name": "Email",
                     *                 "samples": [
                     *                   "kim@example.com",
                     *                   "lee@example.com",
                     *                   "not an address"
                     *                 ],
                     *                 "field": "EMAIL",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "First name",
                     *                 "samples": [
                     *                   "Kim",
                     *                   "Lee",
                     *                   "Max"
                     *                 ],
                     *                 "field": "FNAME",
                     *                 "new_field": null
                     *               },
                     *               {
                     *                 "name": "Birthday",
                     *                 "samples": [
                     *                   "1990-02-28",
                     *                   "2001-01-02"
                     *                 ],
                     *                 "field": null,
                     *                 "new_field": {
                     *                   "label": "Birthday",
                     *                   "type": "date"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "progress": {
                     *             "rows_read": 3,
                     *             "rows_expected": 3,
                     *             "percent": 0,
                     *             "rows_per_second": 231
                     *           },
                     *           "dry_run_result": null,
                     *           "result": {
                     *             "rows": 3,
                     *             "new": 2,
                     *             "changed": 0,
                     *             "unchanged": 0,
                     *             "bad": 1,
                     *             "stay_unsubscribed": 0
                     *           },
                     *           "undo_result": null,
                     *           "can_undo": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Import"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getListPages: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "title": "",
                     *           "intro": "",
                     *           "colors": {
                     *             "background": "",
                     *             "text": "",
                     *             "accent": ""
                     *           },
                     *           "logo_url": "",
                     *           "language": "auto",
                     *           "archive": "no",
                     *           "redirect_url": ""
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["ListPages"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateListPages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description The members directly, or under `pages`. What is not sent stays; what is empty or null is as by default. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Acme News",
                 *       "intro": "Once a month, never more.",
                 *       "colors": {
                 *         "accent": "#0b62c4"
                 *       },
                 *       "archive": "yes"
                 *     }
                 */
                "application/json": components["schemas"]["ListPagesChanges"];
                /**
                 * @example {
                 *       "title": "Acme News",
                 *       "intro": "Once a month, never more.",
                 *       "colors": {
                 *         "accent": "#0b62c4"
                 *       },
                 *       "archive": "yes"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ListPagesChanges"];
                "multipart/form-data": components["schemas"]["ListPagesChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "title": "Acme News",
                     *           "intro": "Once a month, never more.",
                     *           "colors": {
                     *             "background": "",
                     *             "text": "",
                     *             "accent": "#0b62c4"
                     *           },
                     *           "logo_url": "",
                     *           "language": "auto",
                     *           "archive": "yes",
                     *           "redirect_url": ""
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["ListPages"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description Only people who opened or clicked since. ISO 8601 with `Z` or an offset. */
                active_since?: string;
                /** @description Only people who joined at that time or later. ISO 8601 with `Z` or an offset. */
                added_from?: string;
                /** @description Only people who joined earlier. ISO 8601 with `Z` or an offset. */
                added_until?: string;
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /** @description Only people with a value in this field, named by its tag; see `value`. */
                field?: string;
                /** @description Only people who neither opened nor clicked since. ISO 8601 with `Z` or an offset. */
                inactive_since?: string;
                /** @description How `search` is meant. The beginning is found at once, however long the list is. Default beginning. */
                match?: "beginning" | "contains";
                /**
                 * @description How many records an answer has at most. Default 50.
                 * @example 50
                 */
                per_page?: number;
                /**
                 * @description Only people whose address begins with this text, in any case; or holds it, see `match`.
                 * @example bob@
                 */
                search?: string;
                /** @description Only members of this segment. */
                segment_uid?: string;
                /** @description The order: the newest first, or by address. Absent: by address where the beginning of one is searched for. */
                sort?: "newest" | "address";
                /**
                 * @description Only people with this status.
                 * @example confirmed
                 */
                status?: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
                /** @description The value of `field`, in any case. Absent: those without one. */
                value?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "total": 1,
                     *         "fields": [
                     *           {
                     *             "tag": "EMAIL",
                     *             "label": "Email",
                     *             "type": "text"
                     *           },
                     *           {
                     *             "tag": "FNAME",
                     *             "label": "First name",
                     *             "type": "text"
                     *           },
                     *           {
                     *             "tag": "LNAME",
                     *             "label": "Last name",
                     *             "type": "text"
                     *           },
                     *           {
                     *             "tag": "SIZE",
                     *             "label": "Your size",
                     *             "type": "dropdown"
                     *           }
                     *         ],
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "kaxn0vjn7teic",
                     *             "email": "bob@example.com",
                     *             "status": "confirmed",
                     *             "source": "web",
                     *             "added_at": "2026-11-21T12:00:00.000Z",
                     *             "updated_at": "2026-11-21T12:00:00.000Z",
                     *             "confirmed_at": "2026-11-21T12:00:00.000Z",
                     *             "unsubscribed_at": null,
                     *             "active_at": null,
                     *             "values": {
                     *               "EMAIL": "bob@example.com",
                     *               "FNAME": "Bob",
                     *               "LNAME": "Byron",
                     *               "SIZE": "L"
                     *             }
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description The fields of the list, in their order. */
                            fields: {
                                /** @description The label. */
                                label: string;
                                /** @description The tag. */
                                tag: string;
                                /** @description The type. */
                                type: string;
                            }[];
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["ListPerson"][];
                            /** @description How many there are on the list, with the status that is asked for; other filters are not counted. */
                            total: number;
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
                /** @description Only those whose name holds this text, without regard to case. */
                search?: string | null;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "segment_uid": "sh9fvqmskrr5r",
                     *             "name": "Large ones",
                     *             "subscribers_count": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["SegmentEntry"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description A new segment; the members directly, or under `segment`. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Large ones",
                 *       "operator_match": "all",
                 *       "conditions": [
                 *         {
                 *           "field_id": "7",
                 *           "operator_id": "1",
                 *           "value": "L"
                 *         }
                 *       ],
                 *       "campaign_conditions": [
                 *         {
                 *           "action": "not-sent",
                 *           "time_comparison_operator": "lte",
                 *           "time_value": 7,
                 *           "time_unit": "day"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSegment"];
                /**
                 * @example {
                 *       "name": "Large ones",
                 *       "operator_match": "all",
                 *       "conditions": [
                 *         {
                 *           "field_id": "7",
                 *           "operator_id": "1",
                 *           "value": "L"
                 *         }
                 *       ],
                 *       "campaign_conditions": [
                 *         {
                 *           "action": "not-sent",
                 *           "time_comparison_operator": "lte",
                 *           "time_value": 7,
                 *           "time_unit": "day"
                 *         }
                 *       ]
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewSegment"];
                "multipart/form-data": components["schemas"]["NewSegment"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "segment_uid": "sh9fvqmskrr5r",
                     *           "segment_id": "1",
                     *           "name": "Large ones",
                     *           "operator_match": "all",
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "subscribers_count": 1,
                     *           "conditions": [
                     *             {
                     *               "field_id": "7",
                     *               "operator_id": "1",
                     *               "value": "L"
                     *             }
                     *           ],
                     *           "campaign_conditions": [
                     *             {
                     *               "action": "not-sent",
                     *               "campaign_id": "",
                     *               "time_comparison_operator": "lte",
                     *               "time_value": "7",
                     *               "time_unit": "day"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Segment"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a segment of the list.
                 * @example sh9fvqmskrr5r
                 */
                segment_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "segment_uid": "sh9fvqmskrr5r",
                     *           "segment_id": "1",
                     *           "name": "Large ones",
                     *           "operator_match": "all",
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "subscribers_count": 1,
                     *           "conditions": [
                     *             {
                     *               "field_id": "7",
                     *               "operator_id": "1",
                     *               "value": "L"
                     *             }
                     *           ],
                     *           "campaign_conditions": [
                     *             {
                     *               "action": "not-sent",
                     *               "campaign_id": "",
                     *               "time_comparison_operator": "lte",
                     *               "time_value": "7",
                     *               "time_unit": "day"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Segment"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a segment of the list.
                 * @example sh9fvqmskrr5r
                 */
                segment_uid: string;
            };
            cookie?: never;
        };
        /** @description Changes to a segment; the members directly, or under `segment`. What is not sent stays. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Large sizes"
                 *     }
                 */
                "application/json": components["schemas"]["SegmentChanges"];
                /**
                 * @example {
                 *       "name": "Large sizes"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["SegmentChanges"];
                "multipart/form-data": components["schemas"]["SegmentChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "segment_uid": "sh9fvqmskrr5r",
                     *           "segment_id": "1",
                     *           "name": "Large sizes",
                     *           "operator_match": "all",
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "subscribers_count": 1,
                     *           "conditions": [
                     *             {
                     *               "field_id": "7",
                     *               "operator_id": "1",
                     *               "value": "L"
                     *             }
                     *           ],
                     *           "campaign_conditions": [
                     *             {
                     *               "action": "not-sent",
                     *               "campaign_id": "",
                     *               "time_comparison_operator": "lte",
                     *               "time_value": "7",
                     *               "time_unit": "day"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Segment"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a segment of the list.
                 * @example smytw1tzdvnqi
                 */
                segment_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSegmentSubscribers: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a segment of the list.
                 * @example sh9fvqmskrr5r
                 */
                segment_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "kaxn0vjn7teic",
                     *             "EMAIL": "bob@example.com",
                     *             "FNAME": "Bob",
                     *             "LNAME": "Byron",
                     *             "SIZE": "L",
                     *             "status": "confirmed",
                     *             "source": "web",
                     *             "ip_address": "192.0.2.7",
                     *             "date_added": "2026-11-21 12:00:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["SegmentSubscriber"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscribers: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 1
                 */
                per_page?: number;
                /** @description Only subscribers whose address begins with this text, without regard to case. */
                search?: string;
                /**
                 * @description Only subscribers of this status.
                 * @example confirmed
                 */
                status?: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "2",
                     *         "total_pages": 2,
                     *         "current_page": 1,
                     *         "next_page": 2,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "gmoootxpqz68x",
                     *             "EMAIL": "eve@example.com",
                     *             "FNAME": "Eve",
                     *             "LNAME": "",
                     *             "SIZE": "",
                     *             "status": "confirmed",
                     *             "source": "api",
                     *             "ip_address": "127.0.0.1",
                     *             "date_added": "2026-11-21 12:00:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Subscriber"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description A new subscriber: EMAIL, one member for each field of the list by its tag, and details. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "EMAIL": "bob@example.com",
                 *       "FNAME": "Bob",
                 *       "SIZE": "L",
                 *       "details": {
                 *         "source": "web",
                 *         "ip_address": "192.0.2.7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSubscriber"];
                /**
                 * @example {
                 *       "EMAIL": "bob@example.com",
                 *       "FNAME": "Bob",
                 *       "SIZE": "L",
                 *       "details": {
                 *         "source": "web",
                 *         "ip_address": "192.0.2.7"
                 *       }
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewSubscriber"];
                "multipart/form-data": components["schemas"]["NewSubscriber"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "subscriber_uid": "kaxn0vjn7teic",
                     *           "email": "bob@example.com",
                     *           "ip_address": "192.0.2.7",
                     *           "source": "web",
                     *           "date_added": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["StoredSubscriber"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a subscriber.
                 * @example kaxn0vjn7teic
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "subscriber_uid": "kaxn0vjn7teic",
                     *           "EMAIL": "bob@example.com",
                     *           "FNAME": "Bob",
                     *           "LNAME": "",
                     *           "SIZE": "L",
                     *           "status": "confirmed",
                     *           "source": "web",
                     *           "ip_address": "192.0.2.7",
                     *           "date_added": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Subscriber"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a subscriber.
                 * @example kaxn0vjn7teic
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        /** @description Changes to a subscriber, by the tags of fields. What is not sent stays. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "LNAME": "Byron"
                 *     }
                 */
                "application/json": components["schemas"]["SubscriberChanges"];
                /**
                 * @example {
                 *       "LNAME": "Byron"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["SubscriberChanges"];
                "multipart/form-data": components["schemas"]["SubscriberChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "subscriber_uid": "kaxn0vjn7teic",
                     *           "email": "bob@example.com",
                     *           "ip_address": "192.0.2.7",
                     *           "source": "web",
                     *           "date_added": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["StoredSubscriber"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a subscriber.
                 * @example gmoootxpqz68x
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribeSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
                /**
                 * @description Id of a subscriber.
                 * @example gmoootxpqz68x
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscribers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description Many subscribers at once. At most 25 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscribers": [
                 *         {
                 *           "EMAIL": "eve@example.com",
                 *           "FNAME": "Eve"
                 *         },
                 *         {
                 *           "EMAIL": "nobody@example"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSubscribers"];
                /**
                 * @example {
                 *       "subscribers": [
                 *         {
                 *           "EMAIL": "eve@example.com",
                 *           "FNAME": "Eve"
                 *         },
                 *         {
                 *           "EMAIL": "nobody@example"
                 *         }
                 *       ]
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewSubscribers"];
                "multipart/form-data": components["schemas"]["NewSubscribers"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "data": {
                     *               "EMAIL": "eve@example.com",
                     *               "FNAME": "Eve",
                     *               "details": []
                     *             },
                     *             "errors": []
                     *           },
                     *           {
                     *             "data": {
                     *               "EMAIL": "nobody@example",
                     *               "details": []
                     *             },
                     *             "errors": {
                     *               "EMAIL": "Please provide a valid email address."
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description In the order sent. */
                            records: components["schemas"]["BulkResult"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrUpdateSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description A new subscriber: EMAIL, one member for each field of the list by its tag, and details. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "EMAIL": "pat@example.com",
                 *       "FNAME": "Pat"
                 *     }
                 */
                "application/json": components["schemas"]["NewSubscriber"];
                /**
                 * @example {
                 *       "EMAIL": "pat@example.com",
                 *       "FNAME": "Pat"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewSubscriber"];
                "multipart/form-data": components["schemas"]["NewSubscriber"];
            };
        };
        responses: {
            /** @description It was there, or the key asks for this status. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "subscriber_uid": "be6mb6w7nq57f",
                     *           "email": "pat@example.com",
                     *           "ip_address": "127.0.0.1",
                     *           "source": "api",
                     *           "date_added": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["StoredSubscriber"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "subscriber_uid": "be6mb6w7nq57f",
                     *           "email": "pat@example.com",
                     *           "ip_address": "127.0.0.1",
                     *           "source": "api",
                     *           "date_added": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["StoredSubscriber"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteByEmail: {
        parameters: {
            query: {
                /**
                 * @description Address; compared without regard to case.
                 * @example pat@example.com
                 */
                EMAIL: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchByCustomFields: {
        parameters: {
            query?: {
                /**
                 * @description What to look for: exact values by the tags of fields, at least one, such as `FNAME=Ann`. A subscriber must have all of them.
                 * @example {
                 *       "list_uid": "egi7tinx52x5m",
                 *       "SIZE": "L",
                 *       "FNAME": "Bob"
                 *     }
                 */
                fields?: {
                    [key: string]: string;
                };
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "kaxn0vjn7teic",
                     *             "EMAIL": "bob@example.com",
                     *             "FNAME": "Bob",
                     *             "LNAME": "Byron",
                     *             "SIZE": "L",
                     *             "status": "confirmed",
                     *             "source": "web",
                     *             "ip_address": "192.0.2.7",
                     *             "date_added": "2026-11-21 12:00:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Subscriber"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchByEmail: {
        parameters: {
            query: {
                /**
                 * @description Address; compared without regard to case.
                 * @example bob@example.com
                 */
                EMAIL: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "subscriber_uid": "kaxn0vjn7teic",
                     *         "status": "confirmed",
                     *         "date_added": "2026-11-21 12:00:00"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["FoundSubscriber"];
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribeByEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list.
                 * @example egi7tinx52x5m
                 */
                list_uid: string;
            };
            cookie?: never;
        };
        /** @description The address in question. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "EMAIL": "eve@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Address; compared without regard to case. */
                    EMAIL: string;
                };
                /**
                 * @example {
                 *       "EMAIL": "eve@example.com"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Address; compared without regard to case. */
                    EMAIL: string;
                };
                "multipart/form-data": {
                    /** @description Address; compared without regard to case. */
                    EMAIL: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFieldTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "20",
                     *         "records": [
                     *           {
                     *             "name": "Text",
                     *             "identifier": "text",
                     *             "description": "Text"
                     *           },
                     *           {
                     *             "name": "Dropdown",
                     *             "identifier": "dropdown",
                     *             "description": "Dropdown"
                     *           },
                     *           {
                     *             "name": "Multiselect",
                     *             "identifier": "multiselect",
                     *             "description": "Multiselect"
                     *           },
                     *           {
                     *             "name": "Date",
                     *             "identifier": "date",
                     *             "description": "Date"
                     *           },
                     *           {
                     *             "name": "Datetime",
                     *             "identifier": "datetime",
                     *             "description": "Datetime"
                     *           },
                     *           {
                     *             "name": "Textarea",
                     *             "identifier": "textarea",
                     *             "description": "Textarea"
                     *           },
                     *           {
                     *             "name": "Country",
                     *             "identifier": "country",
                     *             "description": "Country"
                     *           },
                     *           {
                     *             "name": "State",
                     *             "identifier": "state",
                     *             "description": "State"
                     *           },
                     *           {
                     *             "name": "Checkbox List",
                     *             "identifier": "checkboxlist",
                     *             "description": "Checkbox List"
                     *           },
                     *           {
                     *             "name": "Radio List",
                     *             "identifier": "radiolist",
                     *             "description": "Radio List"
                     *           },
                     *           {
                     *             "name": "Geo Country",
                     *             "identifier": "geocountry",
                     *             "description": "Geo Country"
                     *           },
                     *           {
                     *             "name": "Geo State",
                     *             "identifier": "geostate",
                     *             "description": "Geo State"
                     *           },
                     *           {
                     *             "name": "Geo City",
                     *             "identifier": "geocity",
                     *             "description": "Geo City"
                     *           },
                     *           {
                     *             "name": "Checkbox",
                     *             "identifier": "checkbox",
                     *             "description": "Checkbox"
                     *           },
                     *           {
                     *             "name": "Consent Checkbox",
                     *             "identifier": "consentcheckbox",
                     *             "description": "Consent Checkbox"
                     *           },
                     *           {
                     *             "name": "Years Range",
                     *             "identifier": "yearsrange",
                     *             "description": "Years Range"
                     *           },
                     *           {
                     *             "name": "Phone Number",
                     *             "identifier": "phonenumber",
                     *             "description": "Phone Number"
                     *           },
                     *           {
                     *             "name": "Email",
                     *             "identifier": "email",
                     *             "description": "Email"
                     *           },
                     *           {
                     *             "name": "Url",
                     *             "identifier": "url",
                     *             "description": "Url"
                     *           },
                     *           {
                     *             "name": "Rating",
                     *             "identifier": "rating",
                     *             "description": "Rating"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description How many types there are. */
                            count: string;
                            /** @description All types. */
                            records: components["schemas"]["FieldType"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConditionOperators: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "10",
                     *         "records": [
                     *           {
                     *             "operator_id": "1",
                     *             "name": "is",
                     *             "slug": "is"
                     *           },
                     *           {
                     *             "operator_id": "2",
                     *             "name": "is-not",
                     *             "slug": "is-not"
                     *           },
                     *           {
                     *             "operator_id": "3",
                     *             "name": "contains",
                     *             "slug": "contains"
                     *           },
                     *           {
                     *             "operator_id": "4",
                     *             "name": "not-contains",
                     *             "slug": "not-contains"
                     *           },
                     *           {
                     *             "operator_id": "5",
                     *             "name": "starts",
                     *             "slug": "starts"
                     *           },
                     *           {
                     *             "operator_id": "6",
                     *             "name": "ends",
                     *             "slug": "ends"
                     *           },
                     *           {
                     *             "operator_id": "7",
                     *             "name": "greater",
                     *             "slug": "greater"
                     *           },
                     *           {
                     *             "operator_id": "8",
                     *             "name": "less",
                     *             "slug": "less"
                     *           },
                     *           {
                     *             "operator_id": "9",
                     *             "name": "not-starts",
                     *             "slug": "not-starts"
                     *           },
                     *           {
                     *             "operator_id": "10",
                     *             "name": "not-ends",
                     *             "slug": "not-ends"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description How many there are. */
                            count: string;
                            /** @description All operators. */
                            records: components["schemas"]["ConditionOperator"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchByEmailInAllLists: {
        parameters: {
            query: {
                /**
                 * @description Address; compared without regard to case.
                 * @example bob@example.com
                 */
                EMAIL: string;
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "subscriber_uid": "kaxn0vjn7teic",
                     *             "email": "bob@example.com",
                     *             "ip_address": "192.0.2.7",
                     *             "source": "web",
                     *             "date_added": "2026-11-21 12:00:00",
                     *             "status": "confirmed",
                     *             "list": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "name": "News",
                     *               "display_name": "Acme News"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Subscription"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribeEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The address in question. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "EMAIL": "eve@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Address; compared without regard to case. */
                    EMAIL: string;
                };
                /**
                 * @example {
                 *       "EMAIL": "eve@example.com"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Address; compared without regard to case. */
                    EMAIL: string;
                };
                "multipart/form-data": {
                    /** @description Address; compared without regard to case. */
                    EMAIL: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "uid": "xtool80kmlrvy",
                     *           "name": "Grace Hopper",
                     *           "email": "grace@example.com",
                     *           "language": "en",
                     *           "theme": "system",
                     *           "has_totp": false,
                     *           "recovery_code_count": 0,
                     *           "created_at": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Me"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Grace B. Hopper",
                 *       "theme": "dark"
                 *     }
                 */
                "application/json": {
                    /** @description Your password until now; needed for a new one. */
                    current_password?: string | null;
                    /** @description The language that you read. */
                    language?: ("en" | "de") | null;
                    /** @description Your name. */
                    name?: string | null;
                    /** @description A new password, at least 10 characters of any kind. All other sessions end. */
                    password?: string | null;
                    /** @description Light or dark, or as the system has it. */
                    theme?: ("system" | "light" | "dark") | null;
                };
                /**
                 * @example {
                 *       "name": "Grace B. Hopper",
                 *       "theme": "dark"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Your password until now; needed for a new one. */
                    current_password?: string | null;
                    /** @description The language that you read. */
                    language?: ("en" | "de") | null;
                    /** @description Your name. */
                    name?: string | null;
                    /** @description A new password, at least 10 characters of any kind. All other sessions end. */
                    password?: string | null;
                    /** @description Light or dark, or as the system has it. */
                    theme?: ("system" | "light" | "dark") | null;
                };
                "multipart/form-data": {
                    /** @description Your password until now; needed for a new one. */
                    current_password?: string | null;
                    /** @description The language that you read. */
                    language?: ("en" | "de") | null;
                    /** @description Your name. */
                    name?: string | null;
                    /** @description A new password, at least 10 characters of any kind. All other sessions end. */
                    password?: string | null;
                    /** @description Light or dark, or as the system has it. */
                    theme?: ("system" | "light" | "dark") | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "uid": "xtool80kmlrvy",
                     *           "name": "Grace B. Hopper",
                     *           "email": "grace@example.com",
                     *           "language": "en",
                     *           "theme": "dark",
                     *           "has_totp": false,
                     *           "recovery_code_count": 0,
                     *           "created_at": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Me"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMySessions: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 1
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "session_uid": "sbt8amda5tdx6",
                     *             "ip_address": "192.0.2.7",
                     *             "user_agent": "A test",
                     *             "is_current": true,
                     *             "created_at": "2026-11-21 12:00:00",
                     *             "seen_at": "2026-11-21 12:00:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["UserSession"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a session.
                 * @example sj8t7msiivt4t
                 */
                session_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /** @description The code that the app shows now. */
                    code: string;
                };
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description The code that the app shows now. */
                    code: string;
                };
                "multipart/form-data": {
                    /** @description The code that the app shows now. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "recovery_codes": [
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5",
                     *             "k3y2-k3y3-k3y4-k3y5"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description The second factor is set up. */
                            record: {
                                /** @description Ten codes for the day on which the app is lost, shown this once. */
                                recovery_codes: string[];
                            };
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "secret": "MAILWRIGHT234567MAILWRIGHT234567",
                     *           "otpauth_uri": "otpauth://totp/Mailwright:grace%40example.com?secret=MAILWRIGHT234567MAILWRIGHT234567&issuer=Mailwright&algorithm=SHA1&digits=6&period=30"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description What the app needs to know. */
                            record: {
                                /** @description The same as an address, for a QR code. */
                                otpauth_uri: string;
                                /** @description The secret to type into the app, base32. */
                                secret: string;
                            };
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: password
                     * @description Your password.
                     */
                    password: string;
                };
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /**
                     * Format: password
                     * @description Your password.
                     */
                    password: string;
                };
                "multipart/form-data": {
                    /**
                     * Format: password
                     * @description Your password.
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description What names and subjects hold, without regard to case; or how an address begins. At least one character.
                 * @example spring
                 */
                q: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "campaigns": [
                     *           {
                     *             "campaign_uid": "wadducuwfcuj9",
                     *             "name": "Spring (again)",
                     *             "subject": "Did you see this?",
                     *             "status": "draft"
                     *           },
                     *           {
                     *             "campaign_uid": "qtpl58melgs7n",
                     *             "name": "Spring",
                     *             "subject": "Hello [FNAME]",
                     *             "status": "sending"
                     *           },
                     *           {
                     *             "campaign_uid": "lcajdntmatnpg",
                     *             "name": "Spring",
                     *             "subject": "Good morning",
                     *             "status": "sent"
                     *           }
                     *         ],
                     *         "lists": [],
                     *         "segments": [],
                     *         "templates": [],
                     *         "people": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was found, by kind. */
                        data: {
                            /** @description Campaigns by name or subject, newest first, at most 5. */
                            campaigns: {
                                /** @description Id of the campaign. */
                                campaign_uid: string;
                                /** @description Its name. */
                                name: string;
                                /**
                                 * @description Where it stands.
                                 * @enum {string}
                                 */
                                status: "draft" | "pending-sending" | "sending" | "processing" | "sent" | "paused" | "blocked" | "pending-approve" | "pending-delete";
                                /** @description Its subject. */
                                subject: string;
                            }[];
                            /** @description Lists by name, at most 5. */
                            lists: {
                                /** @description Id of the list. */
                                list_uid: string;
                                /** @description Its name. */
                                name: string;
                            }[];
                            /** @description Subscribers whose address begins with it, once for each list, at most 5. */
                            people: {
                                /** @description Address. */
                                email: string;
                                /** @description Name of the list. */
                                list_name: string;
                                /** @description Id of the list. */
                                list_uid: string;
                                /**
                                 * @description Status in the list.
                                 * @enum {string}
                                 */
                                status: "confirmed" | "unconfirmed" | "unsubscribed" | "blacklisted" | "unapproved" | "disabled" | "moved";
                                /** @description Id of the subscriber. */
                                subscriber_uid: string;
                            }[];
                            /** @description Segments by name, at most 5. */
                            segments: {
                                /** @description Name of the list. */
                                list_name: string;
                                /** @description Id of the list. */
                                list_uid: string;
                                /** @description Its name. */
                                name: string;
                                /** @description Id of the segment. */
                                segment_uid: string;
                            }[];
                            /** @description Templates by name, at most 5. */
                            templates: {
                                /** @description Its name. */
                                name: string;
                                /** @description Id of the template. */
                                template_uid: string;
                            }[];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSendingDomains: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "domain_uid": "rcewaxgwvxfpy",
                     *             "name": "example.com",
                     *             "status": "unchecked",
                     *             "date_checked": null,
                     *             "date_added": "2026-11-21 12:00:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["SendingDomainEntry"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSendingDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new sending domain. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "example.com",
                 *       "rsa_bits": 1024
                 *     }
                 */
                "application/json": components["schemas"]["NewSendingDomain"];
                /**
                 * @example {
                 *       "name": "example.com",
                 *       "rsa_bits": 1024
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewSendingDomain"];
                "multipart/form-data": components["schemas"]["NewSendingDomain"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "domain_uid": "rcewaxgwvxfpy",
                     *       "data": {
                     *         "record": {
                     *           "domain_uid": "rcewaxgwvxfpy",
                     *           "name": "example.com",
                     *           "status": "unchecked",
                     *           "date_checked": null,
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "keys": [
                     *             {
                     *               "selector": "mw-lvffox-rsa",
                     *               "algorithm": "rsa-sha256",
                     *               "bits": 1024,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             },
                     *             {
                     *               "selector": "mw-lvffox-ed",
                     *               "algorithm": "ed25519-sha256",
                     *               "bits": 256,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             }
                     *           ],
                     *           "records": [
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-rsa._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB",
                     *               "strings": "\"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-ed._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=",
                     *               "strings": "\"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "spf",
                     *               "name": "example.com",
                     *               "type": "TXT",
                     *               "value": "v=spf1 mx ~all",
                     *               "strings": "\"v=spf1 mx ~all\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "dmarc",
                     *               "name": "_dmarc.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DMARC1; p=none; rua=mailto:dmarc@example.com",
                     *               "strings": "\"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             }
                     *           ],
                     *           "summary": "example.com: not checked yet\nKey mw-lvffox-rsa (rsa-sha256) signs.\nKey mw-lvffox-ed (ed25519-sha256) signs.\n\nDKIM, unchecked: Not checked yet.\n  Name:  mw-lvffox-rsa._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"\n\nDKIM, unchecked: Not checked yet.\n  Name:  mw-lvffox-ed._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"\n\nSPF, unchecked: Not checked yet.\n  A record that lets your relays send; join it with the one you have, there must be one only:\n  Name:  example.com\n  Type:  TXT\n  Value: \"v=spf1 mx ~all\"\n\nDMARC, unchecked: Not checked yet.\n  A record to begin with; put in an address that somebody reads:\n  Name:  _dmarc.example.com\n  Type:  TXT\n  Value: \"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"\n\nName servers of some panels want the value in one piece and without quotation marks."
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["SendingDomain"];
                        };
                        /** @description Id of the new sending domain. */
                        domain_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSendingDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a sending domain.
                 * @example rcewaxgwvxfpy
                 */
                domain_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "domain_uid": "rcewaxgwvxfpy",
                     *           "name": "example.com",
                     *           "status": "unchecked",
                     *           "date_checked": null,
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "keys": [
                     *             {
                     *               "selector": "mw-lvffox-rsa",
                     *               "algorithm": "rsa-sha256",
                     *               "bits": 1024,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             },
                     *             {
                     *               "selector": "mw-lvffox-ed",
                     *               "algorithm": "ed25519-sha256",
                     *               "bits": 256,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             }
                     *           ],
                     *           "records": [
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-rsa._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB",
                     *               "strings": "\"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-ed._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=",
                     *               "strings": "\"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "spf",
                     *               "name": "example.com",
                     *               "type": "TXT",
                     *               "value": "v=spf1 mx ~all",
                     *               "strings": "\"v=spf1 mx ~all\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "dmarc",
                     *               "name": "_dmarc.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DMARC1; p=none; rua=mailto:dmarc@example.com",
                     *               "strings": "\"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             }
                     *           ],
                     *           "summary": "example.com: not checked yet\nKey mw-lvffox-rsa (rsa-sha256) signs.\nKey mw-lvffox-ed (ed25519-sha256) signs.\n\nDKIM, unchecked: Not checked yet.\n  Name:  mw-lvffox-rsa._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"\n\nDKIM, unchecked: Not checked yet.\n  Name:  mw-lvffox-ed._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"\n\nSPF, unchecked: Not checked yet.\n  A record that lets your relays send; join it with the one you have, there must be one only:\n  Name:  example.com\n  Type:  TXT\n  Value: \"v=spf1 mx ~all\"\n\nDMARC, unchecked: Not checked yet.\n  A record to begin with; put in an address that somebody reads:\n  Name:  _dmarc.example.com\n  Type:  TXT\n  Value: \"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"\n\nName servers of some panels want the value in one piece and without quotation marks."
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["SendingDomain"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSendingDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a sending domain.
                 * @example rcewaxgwvxfpy
                 */
                domain_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkSendingDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a sending domain.
                 * @example rcewaxgwvxfpy
                 */
                domain_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "domain_uid": "rcewaxgwvxfpy",
                     *           "name": "example.com",
                     *           "status": "missing",
                     *           "date_checked": "2026-11-21 12:00:00",
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "keys": [
                     *             {
                     *               "selector": "mw-lvffox-rsa",
                     *               "algorithm": "rsa-sha256",
                     *               "bits": 1024,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             },
                     *             {
                     *               "selector": "mw-lvffox-ed",
                     *               "algorithm": "ed25519-sha256",
                     *               "bits": 256,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             }
                     *           ],
                     *           "records": [
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-rsa._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB",
                     *               "strings": "\"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"",
                     *               "status": "missing",
                     *               "message": "There is no TXT record at this name yet."
                     *             },
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-ed._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=",
                     *               "strings": "\"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"",
                     *               "status": "missing",
                     *               "message": "There is no TXT record at this name yet."
                     *             },
                     *             {
                     *               "purpose": "spf",
                     *               "name": "example.com",
                     *               "type": "TXT",
                     *               "value": "v=spf1 mx ~all",
                     *               "strings": "\"v=spf1 mx ~all\"",
                     *               "status": "missing",
                     *               "message": "There is no SPF record."
                     *             },
                     *             {
                     *               "purpose": "dmarc",
                     *               "name": "_dmarc.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DMARC1; p=none; rua=mailto:dmarc@example.com",
                     *               "strings": "\"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"",
                     *               "status": "missing",
                     *               "message": "There is no DMARC record; the large receivers expect one, p=none at least."
                     *             }
                     *           ],
                     *           "summary": "example.com: missing (checked 2026-11-21 12:00:00 UTC)\nKey mw-lvffox-rsa (rsa-sha256) signs.\nKey mw-lvffox-ed (ed25519-sha256) signs.\n\nDKIM, missing: There is no TXT record at this name yet.\n  Name:  mw-lvffox-rsa._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"\n\nDKIM, missing: There is no TXT record at this name yet.\n  Name:  mw-lvffox-ed._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"\n\nSPF, missing: There is no SPF record.\n  A record that lets your relays send:\n  Name:  example.com\n  Type:  TXT\n  Value: \"v=spf1 mx ~all\"\n\nDMARC, missing: There is no DMARC record; the large receivers expect one, p=none at least.\n  A record to begin with; put in an address that somebody reads:\n  Name:  _dmarc.example.com\n  Type:  TXT\n  Value: \"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"\n\nName servers of some panels want the value in one piece and without quotation marks."
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["SendingDomain"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSendingDomainKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a sending domain.
                 * @example rcewaxgwvxfpy
                 */
                domain_uid: string;
            };
            cookie?: never;
        };
        /** @description What the new keys are to be. At most 2 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "rsa_bits": 1024
                 *     }
                 */
                "application/json": {
                    /** @description Size of the RSA key. Default 2048. */
                    rsa_bits?: (1024 | 2048 | 3072 | 4096) | null;
                };
                /**
                 * @example {
                 *       "rsa_bits": 1024
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Size of the RSA key. Default 2048. */
                    rsa_bits?: (1024 | 2048 | 3072 | 4096) | null;
                };
                "multipart/form-data": {
                    /** @description Size of the RSA key. Default 2048. */
                    rsa_bits?: (1024 | 2048 | 3072 | 4096) | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "domain_uid": "rcewaxgwvxfpy",
                     *           "name": "example.com",
                     *           "status": "missing",
                     *           "date_checked": "2026-11-21 12:00:00",
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "keys": [
                     *             {
                     *               "selector": "mw-lvffox-rsa",
                     *               "algorithm": "rsa-sha256",
                     *               "bits": 1024,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             },
                     *             {
                     *               "selector": "mw-lvffox-ed",
                     *               "algorithm": "ed25519-sha256",
                     *               "bits": 256,
                     *               "status": "active",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             },
                     *             {
                     *               "selector": "mw-mo7yxh-rsa",
                     *               "algorithm": "rsa-sha256",
                     *               "bits": 1024,
                     *               "status": "next",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             },
                     *             {
                     *               "selector": "mw-mo7yxh-ed",
                     *               "algorithm": "ed25519-sha256",
                     *               "bits": 256,
                     *               "status": "next",
                     *               "date_added": "2026-11-21 12:00:00",
                     *               "date_retired": null
                     *             }
                     *           ],
                     *           "records": [
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-rsa._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB",
                     *               "strings": "\"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"",
                     *               "status": "missing",
                     *               "message": "There is no TXT record at this name yet."
                     *             },
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-lvffox-ed._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=",
                     *               "strings": "\"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"",
                     *               "status": "missing",
                     *               "message": "There is no TXT record at this name yet."
                     *             },
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-mo7yxh-rsa._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDx1UM4ou87pmKg72WRdNTtw8e0ShpLn+pQVD7t/wnBYb8/DdQOnPANhf/oOenxws2gVf0OaXiSlMuZtZTtLdLvim829ZV9oCT4ExwGdq5x9J2fz3oAmeztXP2h9I7KbpE8g+FxRBNeYO4XY3+BcT8Ws4XvNsC7EpWz2tVk8yZVEwIDAQAB",
                     *               "strings": "\"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDx1UM4ou87pmKg72WRdNTtw8e0ShpLn+pQVD7t/wnBYb8/DdQOnPANhf/oOenxws2gVf0OaXiSlMuZtZTtLdLvim829ZV9oCT4ExwGdq5x9J2fz3oAmeztXP2h9I7KbpE8g+FxRBNeYO4XY3+BcT8Ws4XvNsC7EpWz2tVk8yZVEwIDAQAB\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "dkim",
                     *               "name": "mw-mo7yxh-ed._domainkey.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DKIM1; k=ed25519; p=0j+2cfJ3lY8tPBGeD8wQViXBYsJSDHcf6fOvGkqSWU4=",
                     *               "strings": "\"v=DKIM1; k=ed25519; p=0j+2cfJ3lY8tPBGeD8wQViXBYsJSDHcf6fOvGkqSWU4=\"",
                     *               "status": "unchecked",
                     *               "message": "Not checked yet."
                     *             },
                     *             {
                     *               "purpose": "spf",
                     *               "name": "example.com",
                     *               "type": "TXT",
                     *               "value": "v=spf1 mx ~all",
                     *               "strings": "\"v=spf1 mx ~all\"",
                     *               "status": "missing",
                     *               "message": "There is no SPF record."
                     *             },
                     *             {
                     *               "purpose": "dmarc",
                     *               "name": "_dmarc.example.com",
                     *               "type": "TXT",
                     *               "value": "v=DMARC1; p=none; rua=mailto:dmarc@example.com",
                     *               "strings": "\"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"",
                     *               "status": "missing",
                     *               "message": "There is no DMARC record; the large receivers expect one, p=none at least."
                     *             }
                     *           ],
                     *           "summary": "example.com: missing (checked 2026-11-21 12:00:00 UTC)\nKey mw-lvffox-rsa (rsa-sha256) signs.\nKey mw-lvffox-ed (ed25519-sha256) signs.\nKey mw-mo7yxh-rsa (rsa-sha256) signs as soon as a check has found the records of all new keys.\nKey mw-mo7yxh-ed (ed25519-sha256) signs as soon as a check has found the records of all new keys.\n\nDKIM, missing: There is no TXT record at this name yet.\n  Name:  mw-lvffox-rsa._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDUFNajLSa/fC7lswjz8ebSwGRE7cxnVe4mMzXlgKn9/uPLHcTbHcF3xPkWYKAcSelYF43X7RUaOyxTobLVU/Wxu6lo7z1cKR9Refj9j5IwfQTBUieOuM2BXKBejDyATKP+MTPTpFFwLg+BJnOS7n8vh8c/O1dYzcSx5z9Ii1afewIDAQAB\"\n\nDKIM, missing: There is no TXT record at this name yet.\n  Name:  mw-lvffox-ed._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=ed25519; p=DRbJFfKTTXsepQR2bDFtkjLhTRGfSfQnWklxOz/6xUU=\"\n\nDKIM, unchecked: Not checked yet.\n  Name:  mw-mo7yxh-rsa._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDx1UM4ou87pmKg72WRdNTtw8e0ShpLn+pQVD7t/wnBYb8/DdQOnPANhf/oOenxws2gVf0OaXiSlMuZtZTtLdLvim829ZV9oCT4ExwGdq5x9J2fz3oAmeztXP2h9I7KbpE8g+FxRBNeYO4XY3+BcT8Ws4XvNsC7EpWz2tVk8yZVEwIDAQAB\"\n\nDKIM, unchecked: Not checked yet.\n  Name:  mw-mo7yxh-ed._domainkey.example.com\n  Type:  TXT\n  Value: \"v=DKIM1; k=ed25519; p=0j+2cfJ3lY8tPBGeD8wQViXBYsJSDHcf6fOvGkqSWU4=\"\n\nSPF, missing: There is no SPF record.\n  A record that lets your relays send:\n  Name:  example.com\n  Type:  TXT\n  Value: \"v=spf1 mx ~all\"\n\nDMARC, missing: There is no DMARC record; the large receivers expect one, p=none at least.\n  A record to begin with; put in an address that somebody reads:\n  Name:  _dmarc.example.com\n  Type:  TXT\n  Value: \"v=DMARC1; p=none; rua=mailto:dmarc@example.com\"\n\nName servers of some panels want the value in one piece and without quotation marks."
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["SendingDomain"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "state": "signed-in",
                     *           "user": {
                     *             "uid": "xtool80kmlrvy",
                     *             "name": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "language": "en",
                     *             "theme": "system",
                     *             "has_totp": false
                     *           },
                     *           "customer": {
                     *             "uid": "cwsdg6tm4d56m",
                     *             "name": "Acme Ltd",
                     *             "time_zone": "UTC",
                     *             "locale": "en"
                     *           },
                     *           "role": "sender",
                     *           "is_operator": false,
                     *           "rights": [
                     *             "read",
                     *             "edit",
                     *             "send"
                     *           ],
                     *           "customers": [
                     *             {
                     *               "uid": "cwsdg6tm4d56m",
                     *               "name": "Acme Ltd",
                     *               "role": "sender"
                     *             }
                     *           ],
                     *           "installation": {
                     *             "version": "0.0.0",
                     *             "base_url": "http://mail.example.test",
                     *             "test_inbox": true
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description The session, or that there is none. */
                            record: components["schemas"]["Session"] | components["schemas"]["SignedOut"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer_uid": "cwsdg6tm4d56m"
                 *     }
                 */
                "application/json": {
                    /** @description A customer that the user belongs to. */
                    customer_uid: string;
                };
                /**
                 * @example {
                 *       "customer_uid": "cwsdg6tm4d56m"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description A customer that the user belongs to. */
                    customer_uid: string;
                };
                "multipart/form-data": {
                    /** @description A customer that the user belongs to. */
                    customer_uid: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "state": "signed-in",
                     *           "user": {
                     *             "uid": "xtool80kmlrvy",
                     *             "name": "Grace Hopper",
                     *             "email": "grace@example.com",
                     *             "language": "en",
                     *             "theme": "system",
                     *             "has_totp": false
                     *           },
                     *           "customer": {
                     *             "uid": "cwsdg6tm4d56m",
                     *             "name": "Acme Ltd",
                     *             "time_zone": "UTC",
                     *             "locale": "en"
                     *           },
                     *           "role": "sender",
                     *           "is_operator": false,
                     *           "rights": [
                     *             "read",
                     *             "edit",
                     *             "send"
                     *           ],
                     *           "customers": [
                     *             {
                     *               "uid": "cwsdg6tm4d56m",
                     *               "name": "Acme Ltd",
                     *               "role": "sender"
                     *             }
                     *           ],
                     *           "installation": {
                     *             "version": "0.0.0",
                     *             "base_url": "http://mail.example.test",
                     *             "test_inbox": true
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Session"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /** @description The code of the second factor, or one of the recovery codes, once it was asked for. */
                    code?: string | null;
                    /** @description The mail address of the user. */
                    email: string;
                    /**
                     * Format: password
                     * @description The password.
                     */
                    password: string;
                };
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description The code of the second factor, or one of the recovery codes, once it was asked for. */
                    code?: string | null;
                    /** @description The mail address of the user. */
                    email: string;
                    /**
                     * Format: password
                     * @description The password.
                     */
                    password: string;
                };
                "multipart/form-data": {
                    /** @description The code of the second factor, or one of the recovery codes, once it was asked for. */
                    code?: string | null;
                    /** @description The mail address of the user. */
                    email: string;
                    /**
                     * Format: password
                     * @description The password.
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "state": "signed-in",
                     *           "user": {
                     *             "uid": "coow4jmnxttjy",
                     *             "name": "Ada Byron",
                     *             "email": "ada@example.com",
                     *             "language": "en",
                     *             "theme": "system",
                     *             "has_totp": false
                     *           },
                     *           "customer": {
                     *             "uid": "cwsdg6tm4d56m",
                     *             "name": "Acme Ltd",
                     *             "time_zone": "UTC",
                     *             "locale": "en"
                     *           },
                     *           "role": "owner",
                     *           "is_operator": true,
                     *           "rights": [
                     *             "read",
                     *             "edit",
                     *             "send",
                     *             "own",
                     *             "operate"
                     *           ],
                     *           "customers": [
                     *             {
                     *               "uid": "cwsdg6tm4d56m",
                     *               "name": "Acme Ltd",
                     *               "role": "owner"
                     *             }
                     *           ],
                     *           "installation": {
                     *             "version": "0.0.0",
                     *             "base_url": "http://mail.example.test",
                     *             "test_inbox": true
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description The session, or that a code is needed for it. */
                            record: components["schemas"]["Session"] | components["schemas"]["CodeNeeded"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description The mail address of the user. */
                    email: string;
                };
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description The mail address of the user. */
                    email: string;
                };
                "multipart/form-data": {
                    /** @description The mail address of the user. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStartingTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "id": "newsletter",
                     *             "name": "Newsletter",
                     *             "about": "A picture, a main story and two more: a letter once a month.",
                     *             "html": "<!doctype html>\n<html lang=\"en\" xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"x-apple-disable-message-reformatting\">\n<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>The new season begins</title>\n<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\n<style>\n:root { color-scheme: light dark; supported-color-schemes: light dark; }\nbody { margin: 0; padding: 0; }\nimg { border: 0; }\na { color: #1d6b70; }\n@media (max-width: 619px) {\n  .pad { padding-left: 24px !important; padding-right: 24px !important; }\n  .gutter { padding-left: 0 !important; padding-right: 0 !important; }\n  .column { max-width: 100% !important; }\n  .cell { padding-left: 0 !important; padding-right: 0 !important; }\n  .fluid { max-width: 100% !important; }\n  .big { font-size: 30px !important; line-height: 36px !important; }\n  .round { border-radius: 0 !important; }\n}\n@media (prefers-color-scheme: dark) {\n  .ground { background-color: #10181a !important; }\n  .card { background-color: #182325 !important; }\n  .ink, .ink a { color: #eef3f1 !important; }\n  .soft, .soft a { color: #a9b8b6 !important; }\n  .line { border-color: #2d3b3d !important; }\n  .rule { border-color: #eef3f1 !important; }\n  .accent, .accent a { color: #7fc8c4 !important; }\n  .tint { background-color: #1f2e30 !important; }\n}\n[data-ogsc] .ink, [data-ogsc] .ink a { color: #eef3f1 !important; }\n[data-ogsc] .soft, [data-ogsc] .soft a { color: #a9b8b6 !important; }\n[data-ogsc] .accent, [data-ogsc] .accent a { color: #7fc8c4 !important; }\n[data-ogsb] .ground { background-color: #10181a !important; }\n[data-ogsb] .card { background-color: #182325 !important; }\n[data-ogsb] .tint { background-color: #1f2e30 !important; }\n</style>\n</head>\n<body class=\"ground\" style=\"margin:0;padding:0;width:100%;background-color:#f4f1ea;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%\">\n<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f4f1ea\">Dry paths, long evenings, and three walks to begin with.&#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; </div>\n<table role=\"presentation\" class=\"ground\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#f4f1ea\">\n<tr><td align=\"center\" class=\"gutter\" style=\"padding:32px 10px 40px\">\n<!--[if mso]><table role=\"presentation\" width=\"600\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"max-width:600px;margin:0 auto\">\n<tr><td class=\"pad\" style=\"padding:0 40px 20px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\n<td style=\"vertical-align:bottom\"><p class=\"ink\" style=\"margin:0px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:22px;line-height:28px;color:#17323a;font-weight:700\">[LIST_NAME]</p></td>\n<td align=\"right\" style=\"vertical-align:bottom\"><p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:24px;color:#5b6b6c;\">[DATE]</p></td>\n</tr></table>\n</td></tr>\n<tr><td class=\"card round\" style=\"background-color:#ffffff;border-radius:14px;overflow:hidden\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n<tr><td style=\"font-size:0;line-height:0\"><img src=\"http://mail.example.test/files/f72c51648072dbe337bf4a3290b48150d9239086bcc8a489a8e30e3474ca7dc4.png\" width=\"600\" height=\"280\" alt=\"Green hills before an orange evening sky, the sun low behind them\" style=\"display:block;width:100%;max-width:600px;height:auto;\"></td></tr>\n<tr><td class=\"pad\" style=\"padding:36px 40px 0\">\n<h1 class=\"ink big\" style=\"margin:0px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:34px;line-height:41px;font-weight:700;color:#17323a;letter-spacing:-0.3px\">Hello [FNAME:filter:defaultvalue(there)], the paths are dry again</h1>\n<p class=\"soft\" style=\"margin:16px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#5b6b6c;\">The evenings grow long, the larks are up, and from today on our guides are out every weekend. Three walks to begin with, each of them with a train station at both ends.</p>\n</td></tr>\n<tr><td class=\"pad\" style=\"padding:28px 40px 0\">\n<table role=\"presentation\" class=\"tint\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#eef4f1;border-radius:12px\"><tr><td style=\"padding:26px 28px 28px\">\n<p class=\"accent\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:12px;line-height:16px;color:#1d6b70;font-weight:700;letter-spacing:1.2px\">WALK OF THE MONTH</p>\n<h2 class=\"ink\" style=\"margin:8px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:26px;line-height:32px;font-weight:700;color:#17323a;\">The long way round</h2>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:26px;color:#5b6b6c;\">18 km along the ridge with the lake in sight all day, and an inn where the path comes down. Moderate, six hours.</p>\n<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td style=\"padding-top:20px\"><table role=\"presentation\" align=\"left\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\n<td align=\"center\" bgcolor=\"#1d6b70\" style=\"background-color:#1d6b70;border-radius:8px;mso-padding-alt:14px 28px\"><a href=\"https://www.example.com/?walk=long-way-round\" style=\"display:inline-block;padding:14px 28px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px\">Choose your day</a></td>\n</tr></table></td></tr></table>\n</td></tr></table>\n</td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:36px 30px 0;font-size:0;text-align:left\">\n<!--[if mso]><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><![endif]-->\n<!--[if mso]><td width=\"270\" valign=\"top\"><![endif]-->\n<div class=\"column\" style=\"display:inline-block;width:100%;max-width:270px;vertical-align:top;text-align:left;font-size:16px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"cell\" style=\"padding:0 10px\">\n<a href=\"https://www.example.com/?walk=mill-valley\"><img src=\"http://mail.example.test/files/3dcb3abedec55d56a20fb5da39033659d94c34ed022870bce89b9d7b64934808.png\" width=\"250\" height=\"167\" alt=\"A windmill on a green hill in the morning sun\" class=\"fluid\" style=\"display:block;width:100%;max-width:250px;height:auto;border-radius:10px;\"></a>\n<h3 class=\"ink\" style=\"margin:16px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:20px;line-height:26px;font-weight:700;color:#17323a;\"><a href=\"https://www.example.com/?walk=mill-valley\" style=\"color:#17323a;text-decoration:none\">Five mills, one valley</a></h3>\n<p class=\"soft\" style=\"margin:6px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:23px;color:#5b6b6c;\">11 km by the water, bread and cheese in the third mill. Easy, four hours.</p>\n<p class=\"accent\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:23px;color:#1d6b70;\"><a href=\"https://www.example.com/?walk=mill-valley\" style=\"color:#1d6b70;font-weight:600;text-decoration:none\">Read on&nbsp;→</a></p><div style=\"height:32px;line-height:32px;font-size:1px\">&nbsp;</div>\n</td></tr></table>\n</div>\n<!--[if mso]></td><![endif]-->\n<!--[if mso]><td width=\"270\" valign=\"top\"><![endif]-->\n<div class=\"column\" style=\"display:inline-block;width:100%;max-width:270px;vertical-align:top;text-align:left;font-size:16px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"cell\" style=\"padding:0 10px\">\n<a href=\"https://www.example.com/?walk=night-owls\"><img src=\"http://mail.example.test/files/d0b9f89334b162d1a89abb5e303c2f4ecf17954db4a1c1bf7d8135604ec368e6.png\" width=\"250\" height=\"167\" alt=\"A mountain lake below snowy peaks\" class=\"fluid\" style=\"display:block;width:100%;max-width:250px;height:auto;border-radius:10px;\"></a>\n<h3 class=\"ink\" style=\"margin:16px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:20px;line-height:26px;font-weight:700;color:#17323a;\"><a href=\"https://www.example.com/?walk=night-owls\" style=\"color:#17323a;text-decoration:none\">For night owls</a></h3>\n<p class=\"soft\" style=\"margin:6px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:23px;color:#5b6b6c;\">7 km round the lake under the full moon, with a lantern and soup at the end.</p>\n<p class=\"accent\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:23px;color:#1d6b70;\"><a href=\"https://www.example.com/?walk=night-owls\" style=\"color:#1d6b70;font-weight:600;text-decoration:none\">Read on&nbsp;→</a></p><div style=\"height:32px;line-height:32px;font-size:1px\">&nbsp;</div>\n</td></tr></table>\n</div>\n<!--[if mso]></td><![endif]-->\n<!--[if mso]></tr></table><![endif]-->\n</td></tr>\n<tr><td class=\"pad\" style=\"padding:4px 40px 40px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"line\" style=\"border-top:1px solid #dfe5e2;padding-top:26px\">\n<h2 class=\"ink\" style=\"margin:0px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:20px;line-height:26px;font-weight:700;color:#17323a;\">Before you go</h2>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:26px;color:#5b6b6c;\">Shoes with a profile, water for half a day, and a friend who has not been out since autumn: bring one, the second place is free in March.</p>\n<p class=\"ink\" style=\"margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:26px;color:#17323a;\">See you outside,<br><strong style=\"font-weight:600\">[CAMPAIGN_FROM_NAME]</strong></p>\n</td></tr></table>\n</td></tr>\n</table>\n</td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:28px 40px 0\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#5b6b6c;\">You read this because you asked for our letters to [EMAIL].<br> <a href=\"[WEB_VERSION_URL]\" style=\"color:#5b6b6c;text-decoration:underline\">Read it in a browser</a> &nbsp;·&nbsp; <a href=\"[UNSUBSCRIBE_URL]\" style=\"color:#5b6b6c;text-decoration:underline\">Unsubscribe</a></p>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#5b6b6c;\">[COMPANY_FULL_ADDRESS]</p>\n</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n"
                     *           },
                     *           {
                     *             "id": "announcement",
                     *             "name": "Announcement",
                     *             "about": "One thing that is new, three reasons, one button.",
                     *             "html": "<!doctype html>\n<html lang=\"en\" xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"x-apple-disable-message-reformatting\">\n<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>Something new is here</title>\n<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\n<style>\n:root { color-scheme: light dark; supported-color-schemes: light dark; }\nbody { margin: 0; padding: 0; }\nimg { border: 0; }\na { color: #3b3fd8; }\n@media (max-width: 619px) {\n  .pad { padding-left: 24px !important; padding-right: 24px !important; }\n  .gutter { padding-left: 0 !important; padding-right: 0 !important; }\n  .column { max-width: 100% !important; }\n  .cell { padding-left: 0 !important; padding-right: 0 !important; }\n  .fluid { max-width: 100% !important; }\n  .big { font-size: 30px !important; line-height: 36px !important; }\n  .round { border-radius: 0 !important; }\n}\n@media (prefers-color-scheme: dark) {\n  .ground { background-color: #0d0e1c !important; }\n  .card { background-color: #191b30 !important; }\n  .ink, .ink a { color: #f1f2fa !important; }\n  .soft, .soft a { color: #b0b4cf !important; }\n  .line { border-color: #2e3150 !important; }\n  .rule { border-color: #f1f2fa !important; }\n  .accent, .accent a { color: #a9acff !important; }\n  .tint { background-color: #2a2d55 !important; }\n}\n[data-ogsc] .ink, [data-ogsc] .ink a { color: #f1f2fa !important; }\n[data-ogsc] .soft, [data-ogsc] .soft a { color: #b0b4cf !important; }\n[data-ogsc] .accent, [data-ogsc] .accent a { color: #a9acff !important; }\n[data-ogsb] .ground { background-color: #0d0e1c !important; }\n[data-ogsb] .card { background-color: #191b30 !important; }\n[data-ogsb] .tint { background-color: #2a2d55 !important; }\n</style>\n</head>\n<body class=\"ground\" style=\"margin:0;padding:0;width:100%;background-color:#eef0f6;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%\">\n<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#eef0f6\">What you asked for most, ready from today.&#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; </div>\n<table role=\"presentation\" class=\"ground\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#eef0f6\">\n<tr><td align=\"center\" class=\"gutter\" style=\"padding:32px 10px 40px\">\n<!--[if mso]><table role=\"presentation\" width=\"600\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"max-width:600px;margin:0 auto\">\n<tr><td class=\"round\" bgcolor=\"#15163a\" style=\"background-color:#15163a;border-radius:14px 14px 0 0;overflow:hidden\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n<tr><td class=\"pad\" align=\"center\" style=\"padding:40px 40px 0\">\n<p style=\"margin:0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:20px;font-weight:600;color:#ffffff\">[COMPANY_NAME]</p>\n<p style=\"margin:36px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:18px;font-weight:600;letter-spacing:1.4px;color:#ffb597\">NEW TODAY</p>\n<h1 class=\"big\" style=\"margin:12px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:42px;line-height:48px;font-weight:700;letter-spacing:-0.8px;color:#ffffff\">Your numbers, at&nbsp;a&nbsp;glance</h1>\n<p style=\"margin:14px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:18px;line-height:28px;color:#c9cbe8\">What you asked for most is ready: one page that shows how things are going, and what to do next.</p>\n</td></tr>\n<tr><td align=\"center\" style=\"padding:30px 0 0;font-size:0;line-height:0\"><img src=\"http://mail.example.test/files/e8b5df7b610fd2d1088a9f40384e5930d733c963a82f0e34fcbf0bcdadfaa728.png\" width=\"600\" height=\"310\" alt=\"The new overview: a page with figures and a rising bar chart\" style=\"display:block;width:100%;max-width:600px;height:auto;\"></td></tr>\n</table>\n</td></tr>\n<tr><td class=\"card round\" style=\"background-color:#ffffff;border-radius:0 0 14px 14px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n<tr><td class=\"pad\" style=\"padding:40px 48px 0\">\n<p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#15163a;\">Hello [FNAME:filter:defaultvalue(there)],</p>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#565a78;\">three things are different from today on. Nothing that you have moves, and there is nothing to set up.</p>\n</td></tr>\n<tr><td class=\"pad\" style=\"padding:34px 48px 0\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n<tr><td style=\"padding:0 0 26px\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\n<td width=\"56\" valign=\"top\"><table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"tint accent\" align=\"center\" width=\"40\" height=\"40\" style=\"width:40px;height:40px;border-radius:20px;background-color:#ecedfd;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:40px;font-weight:700;color:#3b3fd8\">1</td></tr></table></td>\n<td valign=\"top\"><h2 class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:18px;line-height:24px;font-weight:700;color:#15163a;\">It opens with what matters</h2><p class=\"soft\" style=\"margin:4px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:25px;color:#565a78;\">The three figures that changed most stand first, with the reason in one sentence.</p></td>\n</tr></table></td></tr>\n<tr><td style=\"padding:0 0 26px\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\n<td width=\"56\" valign=\"top\"><table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"tint accent\" align=\"center\" width=\"40\" height=\"40\" style=\"width:40px;height:40px;border-radius:20px;background-color:#ecedfd;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:40px;font-weight:700;color:#3b3fd8\">2</td></tr></table></td>\n<td valign=\"top\"><h2 class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:18px;line-height:24px;font-weight:700;color:#15163a;\">It compares by itself</h2><p class=\"soft\" style=\"margin:4px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:25px;color:#565a78;\">This month beside the last, and beside the same month a year ago.</p></td>\n</tr></table></td></tr>\n<tr><td style=\"padding:0 0 26px\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\n<td width=\"56\" valign=\"top\"><table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"tint accent\" align=\"center\" width=\"40\" height=\"40\" style=\"width:40px;height:40px;border-radius:20px;background-color:#ecedfd;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:40px;font-weight:700;color:#3b3fd8\">3</td></tr></table></td>\n<td valign=\"top\"><h2 class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:18px;line-height:24px;font-weight:700;color:#15163a;\">It tells you in time</h2><p class=\"soft\" style=\"margin:4px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:25px;color:#565a78;\">When something goes off course you get a short mail, not a long report.</p></td>\n</tr></table></td></tr>\n</table></td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:10px 48px 44px\"><table role=\"presentation\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 auto\"><tr>\n<td align=\"center\" bgcolor=\"#3b3fd8\" style=\"background-color:#3b3fd8;border-radius:8px;mso-padding-alt:14px 28px\"><a href=\"https://www.example.com/?from=announcement\" style=\"display:inline-block;padding:14px 28px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px\">See it with your own numbers</a></td>\n</tr></table>\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:22px;color:#565a78;padding-top:18px;clear:both\">Questions? Just answer this mail.</p></td></tr>\n</table>\n</td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:28px 40px 0\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#565a78;\">You read this because you asked for our letters to [EMAIL].<br> <a href=\"[WEB_VERSION_URL]\" style=\"color:#565a78;text-decoration:underline\">Read it in a browser</a> &nbsp;·&nbsp; <a href=\"[UNSUBSCRIBE_URL]\" style=\"color:#565a78;text-decoration:underline\">Unsubscribe</a></p>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#565a78;\">[COMPANY_FULL_ADDRESS]</p>\n</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n"
                     *           },
                     *           {
                     *             "id": "offer",
                     *             "name": "Offer",
                     *             "about": "A reduction with a code and an end, and three products.",
                     *             "html": "<!doctype html>\n<html lang=\"en\" xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"x-apple-disable-message-reformatting\">\n<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>20% off until Sunday</title>\n<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\n<style>\n:root { color-scheme: light dark; supported-color-schemes: light dark; }\nbody { margin: 0; padding: 0; }\nimg { border: 0; }\na { color: #c8401b; }\n@media (max-width: 619px) {\n  .pad { padding-left: 24px !important; padding-right: 24px !important; }\n  .gutter { padding-left: 0 !important; padding-right: 0 !important; }\n  .column { max-width: 100% !important; }\n  .cell { padding-left: 0 !important; padding-right: 0 !important; }\n  .fluid { max-width: 100% !important; }\n  .big { font-size: 30px !important; line-height: 36px !important; }\n  .round { border-radius: 0 !important; }\n  .column table td { text-align: center; }\n  .column img { margin: 0 auto; }\n}\n@media (prefers-color-scheme: dark) {\n  .ground { background-color: #17100d !important; }\n  .card { background-color: #241915 !important; }\n  .ink, .ink a { color: #fbeee8 !important; }\n  .soft, .soft a { color: #c9b3a9 !important; }\n  .line { border-color: #43302a !important; }\n  .rule { border-color: #fbeee8 !important; }\n  .accent, .accent a { color: #ff9d7d !important; }\n  .tint { background-color: #241915 !important; }\n}\n[data-ogsc] .ink, [data-ogsc] .ink a { color: #fbeee8 !important; }\n[data-ogsc] .soft, [data-ogsc] .soft a { color: #c9b3a9 !important; }\n[data-ogsc] .accent, [data-ogsc] .accent a { color: #ff9d7d !important; }\n[data-ogsb] .ground { background-color: #17100d !important; }\n[data-ogsb] .card { background-color: #241915 !important; }\n[data-ogsb] .tint { background-color: #241915 !important; }\n</style>\n</head>\n<body class=\"ground\" style=\"margin:0;padding:0;width:100%;background-color:#fbf1ec;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%\">\n<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#fbf1ec\">Four days, everything in the shop, one code.&#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; </div>\n<table role=\"presentation\" class=\"ground\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#fbf1ec\">\n<tr><td align=\"center\" class=\"gutter\" style=\"padding:32px 10px 40px\">\n<!--[if mso]><table role=\"presentation\" width=\"600\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"max-width:600px;margin:0 auto\">\n<tr><td class=\"pad\" align=\"center\" style=\"padding:0 40px 22px\"><p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:18px;line-height:24px;color:#2b1a14;font-weight:700\">[COMPANY_NAME]</p></td></tr>\n<tr><td class=\"round\" align=\"center\" bgcolor=\"#c8401b\" style=\"background-color:#c8401b;border-radius:14px 14px 0 0\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"pad\" align=\"center\" style=\"padding:48px 40px 46px\">\n<p style=\"margin:0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:20px;font-weight:600;letter-spacing:1.4px;color:#ffe0d2\">UNTIL SUNDAY NIGHT</p>\n<h1 style=\"margin:6px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:92px;line-height:100px;font-weight:800;letter-spacing:-3px;color:#ffffff\">20%</h1>\n<p style=\"margin:2px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:24px;line-height:32px;font-weight:600;color:#ffffff\">off everything, [FNAME:filter:defaultvalue(just for you)]</p>\n<table role=\"presentation\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 auto\"><tr><td style=\"padding:28px 0 24px\"><table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td align=\"center\" style=\"border:2px dashed #ffb99f;border-radius:10px;padding:12px 26px;font-family:'SF Mono',Menlo,Consolas,'Courier New',monospace;font-size:24px;line-height:30px;font-weight:700;letter-spacing:4px;color:#ffffff\">SPRING20</td></tr></table></td></tr></table>\n<table role=\"presentation\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 auto\"><tr>\n<td align=\"center\" bgcolor=\"#ffffff\" style=\"background-color:#ffffff;border-radius:26px;mso-padding-alt:14px 28px\"><a href=\"https://www.example.com/?code=SPRING20\" style=\"display:inline-block;padding:14px 28px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:600;color:#a3300f;text-decoration:none;border-radius:26px\">Go to the shop</a></td>\n</tr></table>\n</td></tr></table>\n</td></tr>\n<tr><td class=\"card round\" style=\"background-color:#ffffff;border-radius:0 0 14px 14px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n<tr><td class=\"pad\" align=\"center\" style=\"padding:40px 40px 24px\"><h2 class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:24px;line-height:30px;font-weight:700;color:#2b1a14;\">What others take home</h2></td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:0 15px 8px;font-size:0\">\n<!--[if mso]><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><![endif]-->\n<!--[if mso]><td width=\"190\" valign=\"top\"><![endif]-->\n<div class=\"column\" style=\"display:inline-block;width:100%;max-width:190px;vertical-align:top;text-align:left;font-size:16px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"cell\" style=\"padding:0 10px\">\n<a href=\"https://www.example.com/?p=mug\"><img src=\"http://mail.example.test/files/8e9fd07e8cedc66e819e1e8c66aa38a8021b07671f1ac11cf8a1959a4f8eb17a.png\" width=\"170\" height=\"170\" alt=\"A red mug with steam rising from it\" style=\"display:block;width:100%;max-width:170px;height:auto;border-radius:12px;\"></a>\n<p class=\"ink\" style=\"margin:12px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:22px;color:#2b1a14;\"><a href=\"https://www.example.com/?p=mug\" style=\"color:#2b1a14;text-decoration:none;font-weight:600\">The big mug</a></p>\n<p class=\"soft\" style=\"margin:2px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#6d5a52;\"><s class=\"soft\" style=\"color:#6d5a52\">€ 18</s> &nbsp;<strong class=\"accent\" style=\"color:#c8401b\">€ 14.40</strong></p>\n<div style=\"height:26px;line-height:26px;font-size:1px\">&nbsp;</div>\n</td></tr></table>\n</div>\n<!--[if mso]></td><![endif]-->\n<!--[if mso]><td width=\"190\" valign=\"top\"><![endif]-->\n<div class=\"column\" style=\"display:inline-block;width:100%;max-width:190px;vertical-align:top;text-align:left;font-size:16px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"cell\" style=\"padding:0 10px\">\n<a href=\"https://www.example.com/?p=bag\"><img src=\"http://mail.example.test/files/b9d477a0d5db7a149ce949261411b4eacbfd6853185ee8195e144561a808b557.png\" width=\"170\" height=\"170\" alt=\"A green bag with a round yellow clasp\" style=\"display:block;width:100%;max-width:170px;height:auto;border-radius:12px;\"></a>\n<p class=\"ink\" style=\"margin:12px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:22px;color:#2b1a14;\"><a href=\"https://www.example.com/?p=bag\" style=\"color:#2b1a14;text-decoration:none;font-weight:600\">Market bag</a></p>\n<p class=\"soft\" style=\"margin:2px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#6d5a52;\"><s class=\"soft\" style=\"color:#6d5a52\">€ 45</s> &nbsp;<strong class=\"accent\" style=\"color:#c8401b\">€ 36</strong></p>\n<div style=\"height:26px;line-height:26px;font-size:1px\">&nbsp;</div>\n</td></tr></table>\n</div>\n<!--[if mso]></td><![endif]-->\n<!--[if mso]><td width=\"190\" valign=\"top\"><![endif]-->\n<div class=\"column\" style=\"display:inline-block;width:100%;max-width:190px;vertical-align:top;text-align:left;font-size:16px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"cell\" style=\"padding:0 10px\">\n<a href=\"https://www.example.com/?p=lamp\"><img src=\"http://mail.example.test/files/c8a0ed2f584aab99cd132ed0134d4109eb7582dc35b9d32bab7caf2d5f18cedc.png\" width=\"170\" height=\"170\" alt=\"A lamp with a yellow shade\" style=\"display:block;width:100%;max-width:170px;height:auto;border-radius:12px;\"></a>\n<p class=\"ink\" style=\"margin:12px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:22px;color:#2b1a14;\"><a href=\"https://www.example.com/?p=lamp\" style=\"color:#2b1a14;text-decoration:none;font-weight:600\">Reading lamp</a></p>\n<p class=\"soft\" style=\"margin:2px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#6d5a52;\"><s class=\"soft\" style=\"color:#6d5a52\">€ 95</s> &nbsp;<strong class=\"accent\" style=\"color:#c8401b\">€ 76</strong></p>\n<div style=\"height:26px;line-height:26px;font-size:1px\">&nbsp;</div>\n</td></tr></table>\n</div>\n<!--[if mso]></td><![endif]-->\n<!--[if mso]></tr></table><![endif]-->\n</td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:6px 48px 40px\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:22px;color:#6d5a52;\">The code holds until Sunday at midnight, as often as you like, also for what is reduced already. Sending is free from € 40.</p>\n</td></tr>\n</table>\n</td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:28px 40px 0\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#6d5a52;\">You read this because you asked for our letters to [EMAIL].<br> <a href=\"[WEB_VERSION_URL]\" style=\"color:#6d5a52;text-decoration:underline\">Read it in a browser</a> &nbsp;·&nbsp; <a href=\"[UNSUBSCRIBE_URL]\" style=\"color:#6d5a52;text-decoration:underline\">Unsubscribe</a></p>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#6d5a52;\">[COMPANY_FULL_ADDRESS]</p>\n</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n"
                     *           },
                     *           {
                     *             "id": "event",
                     *             "name": "Event invitation",
                     *             "about": "Date and place, yes or no, and what happens when.",
                     *             "html": "<!doctype html>\n<html lang=\"en\" xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"x-apple-disable-message-reformatting\">\n<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>You are invited</title>\n<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\n<style>\n:root { color-scheme: light dark; supported-color-schemes: light dark; }\nbody { margin: 0; padding: 0; }\nimg { border: 0; }\na { color: #a33a6a; }\n@media (max-width: 619px) {\n  .pad { padding-left: 24px !important; padding-right: 24px !important; }\n  .gutter { padding-left: 0 !important; padding-right: 0 !important; }\n  .column { max-width: 100% !important; }\n  .cell { padding-left: 0 !important; padding-right: 0 !important; }\n  .fluid { max-width: 100% !important; }\n  .big { font-size: 30px !important; line-height: 36px !important; }\n  .round { border-radius: 0 !important; }\n}\n@media (prefers-color-scheme: dark) {\n  .ground { background-color: #150e1c !important; }\n  .card { background-color: #211729 !important; }\n  .ink, .ink a { color: #f6eff8 !important; }\n  .soft, .soft a { color: #bfb0c8 !important; }\n  .line { border-color: #3c2d47 !important; }\n  .rule { border-color: #f6eff8 !important; }\n  .accent, .accent a { color: #f09cc0 !important; }\n  .tint { background-color: #2d2036 !important; }\n}\n[data-ogsc] .ink, [data-ogsc] .ink a { color: #f6eff8 !important; }\n[data-ogsc] .soft, [data-ogsc] .soft a { color: #bfb0c8 !important; }\n[data-ogsc] .accent, [data-ogsc] .accent a { color: #f09cc0 !important; }\n[data-ogsb] .ground { background-color: #150e1c !important; }\n[data-ogsb] .card { background-color: #211729 !important; }\n[data-ogsb] .tint { background-color: #2d2036 !important; }\n</style>\n</head>\n<body class=\"ground\" style=\"margin:0;padding:0;width:100%;background-color:#f3eef3;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%\">\n<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f3eef3\">An evening under the lights: Thursday, 18 June.&#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; </div>\n<table role=\"presentation\" class=\"ground\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#f3eef3\">\n<tr><td align=\"center\" class=\"gutter\" style=\"padding:32px 10px 40px\">\n<!--[if mso]><table role=\"presentation\" width=\"600\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"max-width:600px;margin:0 auto\">\n<tr><td class=\"card round\" style=\"background-color:#ffffff;border-radius:14px;overflow:hidden\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n<tr><td bgcolor=\"#2b1b3d\" style=\"background-color:#2b1b3d;font-size:0;line-height:0\"><img src=\"http://mail.example.test/files/ad46938a41dcbecd0b6f73dc0987d04c32537c37a17b28200a45371428277189.png\" width=\"600\" height=\"280\" alt=\"A glowing evening sun below a string of lights\" style=\"display:block;width:100%;max-width:600px;height:auto;\"></td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:40px 48px 0\">\n<p class=\"accent\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:22px;color:#a33a6a;font-weight:600\">[COMPANY_NAME] invites you</p>\n<h1 class=\"ink big\" style=\"margin:12px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:40px;line-height:46px;font-weight:700;color:#2b1b3d;letter-spacing:-0.4px\">An evening under&nbsp;the&nbsp;lights</h1>\n<p class=\"soft\" style=\"margin:16px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#665a72;\">Dear [FNAME:filter:defaultvalue(friend)], ten years ago we opened our doors. Come and celebrate with those who have been there, over good food, two short talks and music until late.</p>\n</td></tr>\n<tr><td class=\"pad\" style=\"padding:32px 48px 0\">\n<table role=\"presentation\" class=\"tint\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#f8f3f7;border-radius:12px\"><tr>\n<td width=\"98\" align=\"center\" valign=\"middle\" style=\"padding:22px 0 22px 16px\"><table role=\"presentation\" class=\"card\" width=\"82\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#ffffff;border-radius:10px\"><tr><td align=\"center\" bgcolor=\"#a33a6a\" style=\"background-color:#a33a6a;border-radius:10px 10px 0 0;padding:5px 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:12px;line-height:16px;font-weight:700;letter-spacing:1px;color:#ffffff\">JUN</td></tr><tr><td class=\"ink\" align=\"center\" style=\"padding:6px 0 8px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:34px;line-height:38px;font-weight:700;color:#2b1b3d\">18</td></tr></table></td>\n<td valign=\"middle\" style=\"padding:22px 16px 22px 18px\"><p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#2b1b3d;font-weight:600\">Thursday 18 June, 6&nbsp;pm</p><p class=\"soft\" style=\"margin:2px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#665a72;\">The Old Boathouse<br>12 Harbour Lane</p><p class=\"accent\" style=\"margin:4px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#a33a6a;\"><a href=\"https://www.example.com/?map\" style=\"color:#a33a6a;font-weight:600;text-decoration:none\">How to get there&nbsp;→</a></p></td>\n</tr></table>\n</td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:30px 48px 0\"><table role=\"presentation\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 auto\"><tr>\n<td align=\"center\" bgcolor=\"#a33a6a\" style=\"background-color:#a33a6a;border-radius:8px;mso-padding-alt:14px 28px\"><a href=\"https://www.example.com/?answer=yes&amp;who=[EMAIL:filter:urlencode]\" style=\"display:inline-block;padding:14px 28px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px\">I will be there</a></td>\n</tr></table>\n<p class=\"soft\" style=\"margin:0;padding-top:14px;clear:both;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#665a72\"><a href=\"https://www.example.com/?answer=no&amp;who=[EMAIL:filter:urlencode]\" style=\"color:#665a72;text-decoration:underline\">I cannot come</a></p></td></tr>\n<tr><td class=\"pad\" style=\"padding:36px 48px 40px\">\n<h2 class=\"ink\" style=\"margin:0px 0 0;font-family:Georgia,'Times New Roman',serif;font-size:22px;line-height:28px;font-weight:700;color:#2b1b3d;\">The evening</h2>\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin-top:14px\">\n<tr><td class=\"line accent\" width=\"76\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;font-weight:600;color:#a33a6a\">6 pm</td><td class=\"line\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0\"><p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#2b1b3d;font-weight:600\">Doors open</p><p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#665a72;\">A glass on the terrace</p></td></tr><tr><td class=\"line accent\" width=\"76\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;font-weight:600;color:#a33a6a\">7 pm</td><td class=\"line\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0\"><p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#2b1b3d;font-weight:600\">How it began</p><p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#665a72;\">A look back in twelve pictures</p></td></tr><tr><td class=\"line accent\" width=\"76\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;font-weight:600;color:#a33a6a\">7.30</td><td class=\"line\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0\"><p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#2b1b3d;font-weight:600\">Dinner</p><p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#665a72;\">At long tables, also vegetarian and vegan</p></td></tr><tr><td class=\"line accent\" width=\"76\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;font-weight:600;color:#a33a6a\">9 pm</td><td class=\"line\" valign=\"top\" style=\"border-top:1px solid #e8e1ec;padding:14px 0\"><p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#2b1b3d;font-weight:600\">Music</p><p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#665a72;\">Until the last ferry at 11.40</p></td></tr>\n</table>\n<p class=\"soft\" style=\"margin:12px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:24px;color:#665a72;\">Please answer by 5 June, so that there is a chair for everybody.</p>\n</td></tr>\n</table>\n</td></tr>\n<tr><td class=\"pad\" align=\"center\" style=\"padding:28px 40px 0\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#665a72;\">You get this invitation at [EMAIL].<br> <a href=\"[WEB_VERSION_URL]\" style=\"color:#665a72;text-decoration:underline\">Read it in a browser</a> &nbsp;·&nbsp; <a href=\"[UNSUBSCRIBE_URL]\" style=\"color:#665a72;text-decoration:underline\">Unsubscribe</a></p>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#665a72;\">[COMPANY_FULL_ADDRESS]</p>\n</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n"
                     *           },
                     *           {
                     *             "id": "digest",
                     *             "name": "Digest of a feed",
                     *             "about": "What a blog or a shop published lately, by itself: put in the address of its feed, and switch xml_feed on.",
                     *             "html": "<!doctype html>\n<html lang=\"en\" xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"x-apple-disable-message-reformatting\">\n<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>This week</title>\n<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\n<style>\n:root { color-scheme: light dark; supported-color-schemes: light dark; }\nbody { margin: 0; padding: 0; }\nimg { border: 0; }\na { color: #0f5fd6; }\n@media (max-width: 619px) {\n  .pad { padding-left: 24px !important; padding-right: 24px !important; }\n  .gutter { padding-left: 0 !important; padding-right: 0 !important; }\n  .column { max-width: 100% !important; }\n  .cell { padding-left: 0 !important; padding-right: 0 !important; }\n  .fluid { max-width: 100% !important; }\n  .big { font-size: 30px !important; line-height: 36px !important; }\n  .round { border-radius: 0 !important; }\n}\n@media (prefers-color-scheme: dark) {\n  .ground { background-color: #121417 !important; }\n  .card { background-color: #1a1d21 !important; }\n  .ink, .ink a { color: #eceff2 !important; }\n  .soft, .soft a { color: #a5adb8 !important; }\n  .line { border-color: #2c3138 !important; }\n  .rule { border-color: #eceff2 !important; }\n  .accent, .accent a { color: #7fb0ff !important; }\n  .tint { background-color: #1a1d21 !important; }\n}\n[data-ogsc] .ink, [data-ogsc] .ink a { color: #eceff2 !important; }\n[data-ogsc] .soft, [data-ogsc] .soft a { color: #a5adb8 !important; }\n[data-ogsc] .accent, [data-ogsc] .accent a { color: #7fb0ff !important; }\n[data-ogsb] .ground { background-color: #121417 !important; }\n[data-ogsb] .card { background-color: #1a1d21 !important; }\n[data-ogsb] .tint { background-color: #1a1d21 !important; }\n</style>\n</head>\n<body class=\"ground\" style=\"margin:0;padding:0;width:100%;background-color:#ffffff;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%\">\n<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#ffffff\">What was new this week.&#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; </div>\n<table role=\"presentation\" class=\"ground\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#ffffff\">\n<tr><td align=\"center\" class=\"gutter\" style=\"padding:32px 10px 40px\">\n<!--[if mso]><table role=\"presentation\" width=\"600\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"max-width:600px;margin:0 auto\">\n<tr><td class=\"pad\" style=\"padding:0 40px 22px\">\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\n<td class=\"rule\" style=\"border-bottom:3px solid #16191d;padding-bottom:14px\"><h1 class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:26px;line-height:32px;font-weight:700;color:#16191d;letter-spacing:-0.4px\">[LIST_NAME]</h1></td>\n<td class=\"rule\" align=\"right\" style=\"border-bottom:3px solid #16191d;padding-bottom:14px;vertical-align:bottom\"><p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:24px;color:#545c66;\">[DATE]</p></td>\n</tr></table>\n<p class=\"soft\" style=\"margin:20px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:27px;color:#545c66;\">Good morning [FNAME:filter:defaultvalue(reader)], this is what was new this week.</p>\n</td></tr>\n<tr><td class=\"pad\" style=\"padding:0 40px\">\n[XML_FEED_BEGIN url=\"https://www.example.com/feed.xml\" count=\"6\" days-back=\"7\" no-item-action=\"skip\"]\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"line\" style=\"border-bottom:1px solid #e3e6ea;padding:22px 0\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:18px;color:#545c66;\">[XML_FEED_ITEM_PUBDATE]</p>\n<h2 class=\"ink\" style=\"margin:4px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:21px;line-height:28px;font-weight:700;color:#16191d;\"><a href=\"[XML_FEED_ITEM_LINK]\" style=\"color:#16191d;text-decoration:none\">[XML_FEED_ITEM_TITLE]</a></h2>\n<div class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:26px;color:#545c66\">[XML_FEED_ITEM_DESCRIPTION]</div>\n<p class=\"accent\" style=\"margin:10px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#0f5fd6;\"><a href=\"[XML_FEED_ITEM_LINK]\" style=\"color:#0f5fd6;font-weight:600;text-decoration:none\">Read it&nbsp;→</a></p>\n</td></tr></table>\n[XML_FEED_END]\n</td></tr>\n<tr><td class=\"pad\" style=\"padding:30px 40px 0\"><table role=\"presentation\" align=\"left\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\n<td align=\"center\" bgcolor=\"#0f5fd6\" style=\"background-color:#0f5fd6;border-radius:8px;mso-padding-alt:14px 28px\"><a href=\"https://www.example.com/\" style=\"display:inline-block;padding:14px 28px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px\">All that is new</a></td>\n</tr></table></td></tr>\n<tr><td class=\"pad\" align=\"left\" style=\"padding:34px 40px 0\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#545c66;\">You get this once a week at [EMAIL].<br> <a href=\"[WEB_VERSION_URL]\" style=\"color:#545c66;text-decoration:underline\">Read it in a browser</a> &nbsp;·&nbsp; <a href=\"[UNSUBSCRIBE_URL]\" style=\"color:#545c66;text-decoration:underline\">Unsubscribe</a></p>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#545c66;\">[COMPANY_FULL_ADDRESS]</p>\n</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n"
                     *           },
                     *           {
                     *             "id": "letter",
                     *             "name": "Plain letter",
                     *             "about": "Words alone, as from one person to another.",
                     *             "html": "<!doctype html>\n<html lang=\"en\" xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"x-apple-disable-message-reformatting\">\n<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>A letter</title>\n<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\n<style>\n:root { color-scheme: light dark; supported-color-schemes: light dark; }\nbody { margin: 0; padding: 0; }\nimg { border: 0; }\na { color: #0b62c4; }\n@media (max-width: 619px) {\n  .pad { padding-left: 24px !important; padding-right: 24px !important; }\n  .gutter { padding-left: 0 !important; padding-right: 0 !important; }\n  .column { max-width: 100% !important; }\n  .cell { padding-left: 0 !important; padding-right: 0 !important; }\n  .fluid { max-width: 100% !important; }\n  .big { font-size: 30px !important; line-height: 36px !important; }\n  .round { border-radius: 0 !important; }\n}\n@media (prefers-color-scheme: dark) {\n  .ground { background-color: #121417 !important; }\n  .card { background-color: #121417 !important; }\n  .ink, .ink a { color: #eceff2 !important; }\n  .soft, .soft a { color: #a5adb8 !important; }\n  .line { border-color: #2c3138 !important; }\n  .rule { border-color: #eceff2 !important; }\n  .accent, .accent a { color: #7fb0ff !important; }\n  .tint { background-color: #121417 !important; }\n}\n[data-ogsc] .ink, [data-ogsc] .ink a { color: #eceff2 !important; }\n[data-ogsc] .soft, [data-ogsc] .soft a { color: #a5adb8 !important; }\n[data-ogsc] .accent, [data-ogsc] .accent a { color: #7fb0ff !important; }\n[data-ogsb] .ground { background-color: #121417 !important; }\n[data-ogsb] .card { background-color: #121417 !important; }\n[data-ogsb] .tint { background-color: #121417 !important; }\n</style>\n</head>\n<body class=\"ground\" style=\"margin:0;padding:0;width:100%;background-color:#ffffff;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%\">\n<div style=\"display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#ffffff\">A few lines from me to you.&#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; </div>\n<table role=\"presentation\" class=\"ground\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background-color:#ffffff\">\n<tr><td align=\"center\" class=\"gutter\" style=\"padding:32px 10px 40px\">\n<!--[if mso]><table role=\"presentation\" width=\"580\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->\n<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"max-width:580px;margin:0 auto\">\n<tr><td class=\"pad\" align=\"left\" style=\"padding:8px 20px 0\">\n<p class=\"ink\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;\">Hello [FNAME:filter:defaultvalue(there)],</p>\n<p class=\"ink\" style=\"margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;\">this is a letter and nothing else: no pictures, no boxes, one thought. Write it as you would write to one person, because one person reads it.</p>\n<p class=\"ink\" style=\"margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;\">Say in the first two lines what it is about. Then tell the story: what happened, why it matters to whoever reads this, and what you would like them to do. If there is a link, give it a line of its own:</p>\n<p class=\"accent\" style=\"margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#0b62c4;\"><a href=\"https://www.example.com/\" style=\"color:#0b62c4;text-decoration:underline\">Have a look at what we have been making</a></p>\n<p class=\"ink\" style=\"margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;\">And end with a question. People like to be asked, and their answers come straight to you: this mail can be answered like any other.</p>\n<p class=\"ink\" style=\"margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;\">All the best,<br>[CAMPAIGN_FROM_NAME]</p>\n<p class=\"ink\" style=\"margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;\">P.S. Many people read this line first.</p>\n</td></tr>\n<tr><td class=\"pad\" style=\"padding:36px 20px 0\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"line\" style=\"border-top:1px solid #d8dee4;font-size:1px;line-height:1px\">&nbsp;</td></tr></table></td></tr>\n<tr><td class=\"pad\" align=\"left\" style=\"padding:16px 20px 0\">\n<p class=\"soft\" style=\"margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#656d76;\">You get this at [EMAIL].<br> <a href=\"[WEB_VERSION_URL]\" style=\"color:#656d76;text-decoration:underline\">Read it in a browser</a> &nbsp;·&nbsp; <a href=\"[UNSUBSCRIBE_URL]\" style=\"color:#656d76;text-decoration:underline\">Unsubscribe</a></p>\n<p class=\"soft\" style=\"margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#656d76;\">[COMPANY_FULL_ADDRESS]</p>\n</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n"
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Always null: there are no more. */
                            next: null;
                            /** @description All of them, in the order in which they are shown. */
                            records: components["schemas"]["StartingTemplate"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewStartingTemplatePage: {
        parameters: {
            query?: {
                /**
                 * @description `off`: pictures are not loaded, as in many mail programs. Default on.
                 * @example off
                 */
                pictures?: "on" | "off";
                /**
                 * @description The colour scheme that the mail finds; absent: that of whoever looks.
                 * @example dark
                 */
                scheme?: "light" | "dark";
            };
            header?: never;
            path: {
                /**
                 * @description Name of a template that comes with the server.
                 * @example letter
                 */
                starting_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
                     *     <head>
                     *     <meta charset="utf-8">
                     *     <meta name="viewport" content="width=device-width, initial-scale=1">
                     *     <meta name="x-apple-disable-message-reformatting">
                     *     <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
                     *     <meta name="color-scheme" content="light dark">
                     *     <meta name="supported-color-schemes" content="light dark">
                     *     <title>A letter</title>
                     *     <!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
                     *     <style>
                     *     :root { color-scheme: light dark; supported-color-schemes: light dark; }
                     *     body { margin: 0; padding: 0; }
                     *     img { border: 0; }
                     *     a { color: #0b62c4; }
                     *     @media (max-width: 619px) {
                     *       .pad { padding-left: 24px !important; padding-right: 24px !important; }
                     *       .gutter { padding-left: 0 !important; padding-right: 0 !important; }
                     *       .column { max-width: 100% !important; }
                     *       .cell { padding-left: 0 !important; padding-right: 0 !important; }
                     *       .fluid { max-width: 100% !important; }
                     *       .big { font-size: 30px !important; line-height: 36px !important; }
                     *       .round { border-radius: 0 !important; }
                     *     }
                     *     @media (min-width: 0) {
                     *       .ground { background-color: #121417 !important; }
                     *       .card { background-color: #121417 !important; }
                     *       .ink, .ink a { color: #eceff2 !important; }
                     *       .soft, .soft a { color: #a5adb8 !important; }
                     *       .line { border-color: #2c3138 !important; }
                     *       .rule { border-color: #eceff2 !important; }
                     *       .accent, .accent a { color: #7fb0ff !important; }
                     *       .tint { background-color: #121417 !important; }
                     *     }
                     *     [data-ogsc] .ink, [data-ogsc] .ink a { color: #eceff2 !important; }
                     *     [data-ogsc] .soft, [data-ogsc] .soft a { color: #a5adb8 !important; }
                     *     [data-ogsc] .accent, [data-ogsc] .accent a { color: #7fb0ff !important; }
                     *     [data-ogsb] .ground { background-color: #121417 !important; }
                     *     [data-ogsb] .card { background-color: #121417 !important; }
                     *     [data-ogsb] .tint { background-color: #121417 !important; }
                     *     </style>
                     *     </head>
                     *     <body class="ground" style="margin:0;padding:0;width:100%;background-color:#ffffff;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%">
                     *     <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#ffffff">A few lines from me to you.&#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; &#8199;&#65279;&#847; </div>
                     *     <table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#ffffff">
                     *     <tr><td align="center" class="gutter" style="padding:32px 10px 40px">
                     *     <!--[if mso]><table role="presentation" width="580" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
                     *     <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:580px;margin:0 auto">
                     *     <tr><td class="pad" align="left" style="padding:8px 20px 0">
                     *     <p class="ink" style="margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;">Hello Ada,</p>
                     *     <p class="ink" style="margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;">this is a letter and nothing else: no pictures, no boxes, one thought. Write it as you would write to one person, because one person reads it.</p>
                     *     <p class="ink" style="margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;">Say in the first two lines what it is about. Then tell the story: what happened, why it matters to whoever reads this, and what you would like them to do. If there is a link, give it a line of its own:</p>
                     *     <p class="accent" style="margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#0b62c4;"><a href="https://www.example.com/" style="color:#0b62c4;text-decoration:underline">Have a look at what we have been making</a></p>
                     *     <p class="ink" style="margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;">And end with a question. People like to be asked, and their answers come straight to you: this mail can be answered like any other.</p>
                     *     <p class="ink" style="margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;">All the best,<br>Acme Ltd</p>
                     *     <p class="ink" style="margin:18px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:28px;color:#1f2328;">P.S. Many people read this line first.</p>
                     *     </td></tr>
                     *     <tr><td class="pad" style="padding:36px 20px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="border-top:1px solid #d8dee4;font-size:1px;line-height:1px">&nbsp;</td></tr></table></td></tr>
                     *     <tr><td class="pad" align="left" style="padding:16px 20px 0">
                     *     <p class="soft" style="margin:0px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#656d76;">You get this at ada@example.com.<br> <a href="#" style="color:#656d76;text-decoration:underline">Read it in a browser</a> &nbsp;·&nbsp; <a href="#" style="color:#656d76;text-decoration:underline">Unsubscribe</a></p>
                     *     <p class="soft" style="margin:8px 0 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#656d76;">Acme Ltd
                     *     1 High Street
                     *     Dover Kent CT16 1AA
                     *     United Kingdom</p>
                     *     </td></tr>
                     *     </table>
                     *     <!--[if mso]></td></tr></table><![endif]-->
                     *     </td></tr>
                     *     </table>
                     *     </body>
                     *     </html>
                     */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a subscriber.
                 * @example dvimixys1iauv
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "email": "bob@example.com",
                     *           "suppression": {
                     *             "reason": "complaint",
                     *             "detail": "spam",
                     *             "since": "2026-11-21T11:01:00.000Z",
                     *             "for_everybody": false
                     *           },
                     *           "memberships": [
                     *             {
                     *               "subscriber_uid": "kaxn0vjn7teic",
                     *               "list_uid": "egi7tinx52x5m",
                     *               "list_name": "News",
                     *               "status": "confirmed",
                     *               "source": "web",
                     *               "added_at": "2026-11-21T12:00:00.000Z",
                     *               "updated_at": "2026-11-21T12:00:00.000Z",
                     *               "ip_address": "192.0.2.7",
                     *               "confirmed_at": "2026-11-21T12:00:00.000Z",
                     *               "confirm_ip": "192.0.2.7",
                     *               "unsubscribed_at": null,
                     *               "values": {
                     *                 "EMAIL": "bob@example.com",
                     *                 "FNAME": "Bob",
                     *                 "LNAME": "Byron",
                     *                 "SIZE": "L"
                     *               }
                     *             },
                     *             {
                     *               "subscriber_uid": "dvimixys1iauv",
                     *               "list_uid": "fm5emttbkiiwb",
                     *               "list_name": "News",
                     *               "status": "unsubscribed",
                     *               "source": "api",
                     *               "added_at": "2026-10-01T00:00:00.000Z",
                     *               "updated_at": "2026-11-21T12:00:00.000Z",
                     *               "ip_address": null,
                     *               "confirmed_at": null,
                     *               "confirm_ip": null,
                     *               "unsubscribed_at": "2026-11-21T12:00:00.000Z",
                     *               "values": {
                     *                 "EMAIL": "bob@example.com",
                     *                 "FNAME": "",
                     *                 "LNAME": ""
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Person"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTimeline: {
        parameters: {
            query?: {
                /** @description Where to go on: `next` of the answer before. Absent: from the beginning. */
                after?: string;
                /**
                 * @description How many records an answer has at most. Default 50.
                 * @example 50
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a subscriber.
                 * @example dvimixys1iauv
                 */
                subscriber_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "records": [
                     *           {
                     *             "kind": "clicked",
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "list": null,
                     *             "campaign": {
                     *               "campaign_uid": "qtpl58melgs7n",
                     *               "name": "Spring"
                     *             },
                     *             "ip_address": "127.0.0.1",
                     *             "client": "unknown",
                     *             "device": "unknown",
                     *             "machine": null,
                     *             "link": "https://shop.example.com/spring",
                     *             "message": null
                     *           },
                     *           {
                     *             "kind": "confirmed",
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "list": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "name": "News"
                     *             },
                     *             "campaign": null,
                     *             "ip_address": "192.0.2.7",
                     *             "client": null,
                     *             "device": null,
                     *             "machine": null,
                     *             "link": null,
                     *             "message": null
                     *           },
                     *           {
                     *             "kind": "joined",
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "list": {
                     *               "list_uid": "egi7tinx52x5m",
                     *               "name": "News"
                     *             },
                     *             "campaign": null,
                     *             "ip_address": "192.0.2.7",
                     *             "client": null,
                     *             "device": null,
                     *             "machine": null,
                     *             "link": null,
                     *             "message": "web"
                     *           },
                     *           {
                     *             "kind": "opened",
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "list": null,
                     *             "campaign": {
                     *               "campaign_uid": "qtpl58melgs7n",
                     *               "name": "Spring"
                     *             },
                     *             "ip_address": "127.0.0.1",
                     *             "client": "unknown",
                     *             "device": "unknown",
                     *             "machine": null,
                     *             "link": null,
                     *             "message": null
                     *           },
                     *           {
                     *             "kind": "unsubscribed",
                     *             "at": "2026-11-21T12:00:00.000Z",
                     *             "list": {
                     *               "list_uid": "fm5emttbkiiwb",
                     *               "name": "News"
                     *             },
                     *             "campaign": null,
                     *             "ip_address": null,
                     *             "client": null,
                     *             "device": null,
                     *             "machine": null,
                     *             "link": null,
                     *             "message": null
                     *           },
                     *           {
                     *             "kind": "complained",
                     *             "at": "2026-11-21T11:01:00.000Z",
                     *             "list": null,
                     *             "campaign": {
                     *               "campaign_uid": "qtpl58melgs7n",
                     *               "name": "Spring"
                     *             },
                     *             "ip_address": null,
                     *             "client": null,
                     *             "device": null,
                     *             "machine": null,
                     *             "link": null,
                     *             "message": "spam"
                     *           },
                     *           {
                     *             "kind": "suppressed",
                     *             "at": "2026-11-21T11:01:00.000Z",
                     *             "list": null,
                     *             "campaign": null,
                     *             "ip_address": null,
                     *             "client": null,
                     *             "device": null,
                     *             "machine": null,
                     *             "link": null,
                     *             "message": "complaint: spam"
                     *           },
                     *           {
                     *             "kind": "accepted",
                     *             "at": "2026-11-21T11:00:01.000Z",
                     *             "list": null,
                     *             "campaign": {
                     *               "campaign_uid": "qtpl58melgs7n",
                     *               "name": "Spring"
                     *             },
                     *             "ip_address": null,
                     *             "client": null,
                     *             "device": null,
                     *             "machine": null,
                     *             "link": null,
                     *             "message": "250 2.0.0 OK: queued as 4F2A1"
                     *           },
                     *           {
                     *             "kind": "joined",
                     *             "at": "2026-10-01T00:00:00.000Z",
                     *             "list": {
                     *               "list_uid": "fm5emttbkiiwb",
                     *               "name": "News"
                     *             },
                     *             "campaign": null,
                     *             "ip_address": null,
                     *             "client": null,
                     *             "device": null,
                     *             "machine": null,
                     *             "link": null,
                     *             "message": "api"
                     *           }
                     *         ],
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Some of the collection. */
                        data: {
                            /** @description What `after` is to be for the records behind these; null: there are no more. */
                            next: string | null;
                            /** @description The records of this answer. */
                            records: components["schemas"]["Happening"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /**
                 * @description Only this address.
                 * @example mallory@example.com
                 */
                email?: string;
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
                /**
                 * @description Only those of this reason.
                 * @example manual
                 */
                reason?: "hard-bounce" | "soft-bounces" | "complaint" | "manual" | "import";
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "email": "mallory@example.com",
                     *             "reason": "manual",
                     *             "detail": "asked by phone",
                     *             "date_added": "2026-11-21 12:00:00"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["Suppression"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An address to suppress. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mallory@example.com",
                 *       "reason": "manual",
                 *       "detail": "asked by phone"
                 *     }
                 */
                "application/json": components["schemas"]["NewSuppression"];
                /**
                 * @example {
                 *       "email": "mallory@example.com",
                 *       "reason": "manual",
                 *       "detail": "asked by phone"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewSuppression"];
                "multipart/form-data": components["schemas"]["NewSuppression"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "email": "mallory@example.com",
                     *           "reason": "manual",
                     *           "detail": "asked by phone",
                     *           "date_added": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Suppression"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example email,reason,detail,added
                     *     mallory@example.com,manual,asked by phone,2026-11-21 12:00:00
                     *     oscar@example.com,manual,added by API,2026-11-21 12:00:00
                     *     trudy@example.com,manual,added by API,2026-11-21 12:00:00
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A file of addresses; sent as multipart/form-data. At most 25 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "email,reason\r\nwalter@example.com,manual\r\n"
                 *     }
                 */
                "application/json": components["schemas"]["SuppressionFile"];
                /**
                 * @example {
                 *       "file": "email,reason\r\nwalter@example.com,manual\r\n"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["SuppressionFile"];
                "multipart/form-data": components["schemas"]["SuppressionFile"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "added": 1,
                     *         "present": 0,
                     *         "bad": 0,
                     *         "bad_rows": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Addresses that were not on the list before. */
                            added: number;
                            /** @description Rows that could not be read. */
                            bad: number;
                            /** @description The first hundred of them. */
                            bad_rows: components["schemas"]["BadRow"][];
                            /** @description Rows whose address was on the list before. */
                            present: number;
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description An email address, percent-encoded.
                 * @example mallory@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "email": "mallory@example.com",
                     *           "reason": "manual",
                     *           "detail": "asked by phone",
                     *           "date_added": "2026-11-21 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Suppression"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An email address, percent-encoded.
                 * @example walter@example.com
                 */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Many addresses to suppress at once. At most 25 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suppressions": [
                 *         "oscar@example.com",
                 *         {
                 *           "email": "trudy@example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSuppressions"];
                /**
                 * @example {
                 *       "suppressions": [
                 *         "oscar@example.com",
                 *         {
                 *           "email": "trudy@example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewSuppressions"];
                "multipart/form-data": components["schemas"]["NewSuppressions"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "added": 2,
                     *         "records": [
                     *           {
                     *             "data": {
                     *               "email": "oscar@example.com"
                     *             },
                     *             "errors": []
                     *           },
                     *           {
                     *             "data": {
                     *               "email": "trudy@example.com"
                     *             },
                     *             "errors": []
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description How many were not on the list before. */
                            added: number;
                            /** @description In the order sent. */
                            records: components["schemas"]["SuppressionResult"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /**
                 * @description What to look for: `filter[name]`, a text that the name holds.
                 * @example {
                 *       "name": "plain"
                 *     }
                 */
                filter?: {
                    /** @description Only templates whose name holds this text. */
                    name?: string;
                };
                /** @description The same as `filter[name]`. */
                name?: string;
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 10
                 */
                per_page?: number;
                /** @description The same as `filter[name]`. */
                search?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "2",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "template_uid": "udzos61kzo30m",
                     *             "name": "Plain letter",
                     *             "screenshot": null
                     *           },
                     *           {
                     *             "template_uid": "oqvbwj6pa3w87",
                     *             "name": "Plain",
                     *             "screenshot": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["TemplateEntry"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new template; the members directly, or under `template`. At most 25 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Plain",
                 *       "content": "<html><body><h1>News</h1><p>Dear [FNAME],</p></body></html>"
                 *     }
                 */
                "application/json": components["schemas"]["NewTemplate"] | components["schemas"]["BegunTemplate"];
                /**
                 * @example {
                 *       "name": "Plain",
                 *       "content": "<html><body><h1>News</h1><p>Dear [FNAME],</p></body></html>"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewTemplate"] | components["schemas"]["BegunTemplate"];
                "multipart/form-data": components["schemas"]["NewTemplate"] | components["schemas"]["BegunTemplate"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "template_uid": "oqvbwj6pa3w87"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Id of the template. */
                        template_uid: string;
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTemplate: {
        parameters: {
            query?: {
                /** @description `1`: with all that may be set, also what is long, so that the record can be changed and sent back. */
                full?: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a template.
                 * @example oqvbwj6pa3w87
                 */
                template_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "template_uid": "oqvbwj6pa3w87",
                     *           "name": "Plain",
                     *           "content": "<html><body><h1>News</h1><p>Dear [FNAME],</p></body></html>",
                     *           "screenshot": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Template"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a template.
                 * @example oqvbwj6pa3w87
                 */
                template_uid: string;
            };
            cookie?: never;
        };
        /** @description Changes to a template; the members directly, or under `template`. What is not sent stays. At most 25 MB. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Plain page"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateChanges"];
                /**
                 * @example {
                 *       "name": "Plain page"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TemplateChanges"];
                "multipart/form-data": components["schemas"]["TemplateChanges"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a template.
                 * @example lieoc4q5eupi3
                 */
                template_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewTemplatePage: {
        parameters: {
            query?: {
                /** @description `off`: pictures are not loaded, as in many mail programs. Default on. */
                pictures?: "on" | "off";
                /**
                 * @description The colour scheme that the mail finds; absent: that of whoever looks.
                 * @example light
                 */
                scheme?: "light" | "dark";
            };
            header?: never;
            path: {
                /**
                 * @description Id of a template.
                 * @example oqvbwj6pa3w87
                 */
                template_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <html><body><h1>News</h1><p>Dear Ada,</p></body></html> */
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTransactionalEmails: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 1
                 */
                per_page?: number;
                /** @description Only those of this status. */
                status?: "unsent" | "sent" | "failed";
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "1",
                     *         "total_pages": 1,
                     *         "current_page": 1,
                     *         "next_page": null,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "email_uid": "ojl5xtoa3e5a2",
                     *             "to_name": "Bob",
                     *             "to_email": "bob@example.com",
                     *             "from_name": "Acme",
                     *             "from_email": "shop@example.com",
                     *             "reply_to_name": "",
                     *             "reply_to_email": "",
                     *             "subject": "Your order",
                     *             "send_at": "2026-12-24 09:00:00",
                     *             "status": "unsent",
                     *             "date_added": "2026-11-21 12:00:00",
                     *             "delivery_state": "deferred",
                     *             "message": "",
                     *             "retries": "0",
                     *             "bounce_type": "",
                     *             "email_message_id": "djov16m5ntpt6.ojl5xtoa3e5a2@mail.example.test"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["TransactionalEmailEntry"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTransactionalEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A new email; the members directly, or under `email`. At most 25 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to_name": "Bob",
                 *       "to_email": "bob@example.com",
                 *       "from_name": "Acme",
                 *       "from_email": "shop@example.com",
                 *       "subject": "Your order",
                 *       "body": "<p>Thank you, Bob.</p>",
                 *       "send_at": "2026-12-24 09:00:00",
                 *       "attachments": [
                 *         {
                 *           "name": "order.txt",
                 *           "type": "text/plain",
                 *           "data": "MyBzaGlydHM="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewTransactionalEmail"];
                /**
                 * @example {
                 *       "to_name": "Bob",
                 *       "to_email": "bob@example.com",
                 *       "from_name": "Acme",
                 *       "from_email": "shop@example.com",
                 *       "subject": "Your order",
                 *       "body": "<p>Thank you, Bob.</p>",
                 *       "send_at": "2026-12-24 09:00:00",
                 *       "attachments": [
                 *         {
                 *           "name": "order.txt",
                 *           "type": "text/plain",
                 *           "data": "MyBzaGlydHM="
                 *         }
                 *       ]
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["NewTransactionalEmail"];
                "multipart/form-data": components["schemas"]["NewTransactionalEmail"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "email_uid": "ojl5xtoa3e5a2"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the new email. */
                        email_uid: string;
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTransactionalEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Id of a transactional email.
                 * @example ojl5xtoa3e5a2
                 */
                email_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "email_uid": "ojl5xtoa3e5a2",
                     *           "to_name": "Bob",
                     *           "to_email": "bob@example.com",
                     *           "from_name": "Acme",
                     *           "from_email": "shop@example.com",
                     *           "reply_to_name": "",
                     *           "reply_to_email": "",
                     *           "subject": "Your order",
                     *           "send_at": "2026-12-24 09:00:00",
                     *           "status": "unsent",
                     *           "date_added": "2026-11-21 12:00:00",
                     *           "delivery_state": "deferred",
                     *           "message": "",
                     *           "retries": "0",
                     *           "bounce_type": "",
                     *           "email_message_id": "djov16m5ntpt6.ojl5xtoa3e5a2@mail.example.test",
                     *           "body": "<p>Thank you, Bob.</p>",
                     *           "plain_text": ""
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["TransactionalEmail"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTransactionalEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a transactional email.
                 * @example ojl5xtoa3e5a2
                 */
                email_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description The page, from 1. What is no number of a page counts as 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many records a page has, 1 to 500. More counts as 500, what is no number as 10.
                 * @example 2
                 */
                per_page?: number;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "count": "4",
                     *         "total_pages": 2,
                     *         "current_page": 1,
                     *         "next_page": 2,
                     *         "prev_page": null,
                     *         "records": [
                     *           {
                     *             "user_uid": "coow4jmnxttjy",
                     *             "name": "Ada Byron",
                     *             "email": "ada@example.com",
                     *             "role": "owner",
                     *             "state": "active",
                     *             "is_operator": true,
                     *             "has_totp": false,
                     *             "created_at": "2026-11-21 12:00:00",
                     *             "seen_at": "2026-11-21 12:00:00",
                     *             "expires_at": null
                     *           },
                     *           {
                     *             "user_uid": "xtool80kmlrvy",
                     *             "name": "Grace B. Hopper",
                     *             "email": "grace@example.com",
                     *             "role": "sender",
                     *             "state": "active",
                     *             "is_operator": false,
                     *             "has_totp": false,
                     *             "created_at": "2026-11-21 12:00:00",
                     *             "seen_at": null,
                     *             "expires_at": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One page of the collection. */
                        data: components["schemas"]["Paging"] & {
                            /** @description The records of this page. */
                            records: components["schemas"]["User"][];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description Parameters of the query that are not known and were passed over; absent when there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alan@example.com",
                 *       "name": "Alan Turing",
                 *       "role": "editor"
                 *     }
                 */
                "application/json": {
                    /** @description Mail address to invite. */
                    email: string;
                    /** @description The language of the mail; absent: that of who invites. */
                    language?: ("en" | "de") | null;
                    /** @description The name, if it is known; else the person says it. */
                    name?: string | null;
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "owner" | "sender" | "editor" | "viewer";
                };
                /**
                 * @example {
                 *       "email": "alan@example.com",
                 *       "name": "Alan Turing",
                 *       "role": "editor"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Mail address to invite. */
                    email: string;
                    /** @description The language of the mail; absent: that of who invites. */
                    language?: ("en" | "de") | null;
                    /** @description The name, if it is known; else the person says it. */
                    name?: string | null;
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "owner" | "sender" | "editor" | "viewer";
                };
                "multipart/form-data": {
                    /** @description Mail address to invite. */
                    email: string;
                    /** @description The language of the mail; absent: that of who invites. */
                    language?: ("en" | "de") | null;
                    /** @description The name, if it is known; else the person says it. */
                    name?: string | null;
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "owner" | "sender" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "user_uid": "hmwecu5lgss6q",
                     *           "name": "Alan Turing",
                     *           "email": "alan@example.com",
                     *           "role": "editor",
                     *           "state": "invited",
                     *           "is_operator": false,
                     *           "has_totp": false,
                     *           "created_at": "2026-11-21 12:00:00",
                     *           "seen_at": null,
                     *           "expires_at": "2026-11-28 12:00:00",
                     *           "link": "http://mail.example.test/app/welcome?token=T0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Invitation"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["TooSlow"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user, or of an invitation.
                 * @example hmwecu5lgss6q
                 */
                user_uid: string;
            };
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "sender"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "owner" | "sender" | "editor" | "viewer";
                };
                /**
                 * @example {
                 *       "role": "sender"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "owner" | "sender" | "editor" | "viewer";
                };
                "multipart/form-data": {
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "owner" | "sender" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "user_uid": "hmwecu5lgss6q",
                     *           "name": "Alan Turing",
                     *           "email": "alan@example.com",
                     *           "role": "sender",
                     *           "state": "invited",
                     *           "is_operator": false,
                     *           "has_totp": false,
                     *           "created_at": "2026-11-21 12:00:00",
                     *           "seen_at": null,
                     *           "expires_at": "2026-11-28 12:00:00"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["User"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user, or of an invitation.
                 * @example hmwecu5lgss6q
                 */
                user_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteUserAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a user, or of an invitation.
                 * @example hmwecu5lgss6q
                 */
                user_uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "user_uid": "hmwecu5lgss6q",
                     *           "name": "Alan Turing",
                     *           "email": "alan@example.com",
                     *           "role": "editor",
                     *           "state": "invited",
                     *           "is_operator": false,
                     *           "has_totp": false,
                     *           "created_at": "2026-11-21 12:00:00",
                     *           "seen_at": null,
                     *           "expires_at": "2026-11-28 12:00:00",
                     *           "link": "http://mail.example.test/app/welcome?token=T0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Invitation"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWelcome: {
        parameters: {
            query: {
                /**
                 * @description What stands behind `token=` in the link.
                 * @example T0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k
                 */
                token: string;
            };
            header?: {
                /** @description The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "kind": "first-owner",
                     *           "email": "",
                     *           "name": "",
                     *           "customer_name": "",
                     *           "has_account": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            record: components["schemas"]["Welcome"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    useWelcome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members. At most 2 MB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "T0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k",
                 *       "name": "Ada Byron",
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /** @description Mail address to sign in with. Counts for the first owner; others have the one they were invited with. */
                    email?: string | null;
                    /** @description The language that the user reads; absent: as the link says. */
                    language?: ("en" | "de") | null;
                    /** @description The name of the user. */
                    name?: string | null;
                    /**
                     * Format: password
                     * @description The password, at least 10 characters of any kind. Of somebody who has an account already: its password.
                     */
                    password: string;
                    /** @description What stands behind `token=` in the link. */
                    token: string;
                };
                /**
                 * @example {
                 *       "token": "T0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k3nT0k",
                 *       "name": "Ada Byron",
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description Mail address to sign in with. Counts for the first owner; others have the one they were invited with. */
                    email?: string | null;
                    /** @description The language that the user reads; absent: as the link says. */
                    language?: ("en" | "de") | null;
                    /** @description The name of the user. */
                    name?: string | null;
                    /**
                     * Format: password
                     * @description The password, at least 10 characters of any kind. Of somebody who has an account already: its password.
                     */
                    password: string;
                    /** @description What stands behind `token=` in the link. */
                    token: string;
                };
                "multipart/form-data": {
                    /** @description Mail address to sign in with. Counts for the first owner; others have the one they were invited with. */
                    email?: string | null;
                    /** @description The language that the user reads; absent: as the link says. */
                    language?: ("en" | "de") | null;
                    /** @description The name of the user. */
                    name?: string | null;
                    /**
                     * Format: password
                     * @description The password, at least 10 characters of any kind. Of somebody who has an account already: its password.
                     */
                    password: string;
                    /** @description What stands behind `token=` in the link. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "record": {
                     *           "state": "signed-in",
                     *           "user": {
                     *             "uid": "coow4jmnxttjy",
                     *             "name": "Ada Byron",
                     *             "email": "ada@example.com",
                     *             "language": "en",
                     *             "theme": "system",
                     *             "has_totp": false
                     *           },
                     *           "customer": {
                     *             "uid": "cwsdg6tm4d56m",
                     *             "name": "Acme Ltd",
                     *             "time_zone": "UTC",
                     *             "locale": "en"
                     *           },
                     *           "role": "owner",
                     *           "is_operator": true,
                     *           "rights": [
                     *             "read",
                     *             "edit",
                     *             "send",
                     *             "own",
                     *             "operate"
                     *           ],
                     *           "customers": [
                     *             {
                     *               "uid": "cwsdg6tm4d56m",
                     *               "name": "Acme Ltd",
                     *               "role": "owner"
                     *             }
                     *           ],
                     *           "installation": {
                     *             "version": "0.0.0",
                     *             "base_url": "http://mail.example.test",
                     *             "test_inbox": true
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description The session, or that a code is needed for it. */
                            record: components["schemas"]["Session"] | components["schemas"]["CodeNeeded"];
                        };
                        /**
                         * @description Always `success`.
                         * @constant
                         */
                        status: "success";
                        /** @description What was saved and will not come out as it may have been meant; absent when there is nothing to tell. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
}
