// Made from openapi.json by scripts/api.mjs.
export interface components {
    schemas: {
        /** @description A request that was accepted for execution. */
        Accepted: {
            /** @description The batch, to be polled until it is done. */
            batchId: components["schemas"]["Id"];
        };
        /** @description Why a person may do something, or may not. */
        AccessExplanation: {
            /** @description Whether they may. */
            allowed: boolean;
            help?: components["schemas"]["AccessHelp"] | null;
            /** @description What every access depends on: the account. */
            person: components["schemas"]["Finding"][];
            /** @description What is asked, by name: a menu with view or edit, a study, a system. */
            subject: string;
            /** @description The ways in which the access can come; one is enough. At most 100, those that lead there first. */
            ways: components["schemas"]["AccessWay"][];
        };
        /** @description Whom to ask for what is missing. */
        AccessHelp: {
            /** @description The roles that give it, by name. */
            roles: string[];
            /** @description Whom to ask, as a sentence. */
            text: string;
        };
        /**
         * @description The `typ` of access tokens that are JWTs.
         * @enum {string}
         */
        AccessTokenType: "at+jwt" | "JWT";
        /** @description A way in which the access can come. */
        AccessWay: {
            /** @description Whether the access comes this way. */
            allowed: boolean;
            /** @description What it depends on. Everything that is required must hold. */
            findings: components["schemas"]["Finding"][];
            /** @description What it is called: the platform, a tenant, or a study in a system. */
            name: string;
            tenantId?: components["schemas"]["Id"] | null;
        };
        /** @description The added members. */
        Added: {
            /** @description The first of the new memberships, a record of this resource. */
            id: components["schemas"]["Id"];
            /** @description All of them, by login name. */
            members: components["schemas"]["Member"][];
        };
        /**
         * @description A signature algorithm that this server uses and accepts (RFC 7518, section 3.1; RFC 8037, section 3.1).
         * @enum {string}
         */
        Alg: "ES256" | "RS256" | "PS256" | "EdDSA";
        /** @description People of a study, and sites that they are to have as well. */
        AllowRequest: {
            /** @description Sites of the study, at most 500. */
            studySiteIds: components["schemas"]["Id"][];
            /** @description The study's binding. */
            studyUrlId: components["schemas"]["Id"];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description The people, by user id, at most 500. */
            tenantUserIds: components["schemas"]["Id"][];
        };
        /** @description A site in the tree. */
        AllowedSite: {
            /** @description Business code. */
            code: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description The tenant's name for it. */
            name: string;
            /** @description The same (studySiteId). */
            studySiteId: components["schemas"]["Id"];
            /** @description The study's binding. */
            studyUrlId: components["schemas"]["Id"];
        };
        /** @description A study in the tree. */
        AllowedStudy: {
            /** @description The study's binding to the system (studyUrlId). */
            id: components["schemas"]["Id"];
            /** @description Its code. */
            studyCode: string;
            /** @description The study. */
            studyId: components["schemas"]["Id"];
            /** @description Its name. */
            studyName: string;
            /** @description Its tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description Somebody authorised in a study. */
        AllowedUser: {
            /** @description E-mail address. */
            email: string;
            /** @description Full name. */
            fullName: string;
            /** @description The grant. */
            id: components["schemas"]["Id"];
            /** @description Phone number. */
            phone: string;
            /** @description The roles, each with its environment. */
            roleNames: string;
            /** @description Everything that was picked, with its name. */
            shown: components["schemas"]["NamedPick"][];
            /** @description The sites, as the panel named them. */
            siteNames: string;
            suspendedAt?: components["schemas"]["Time"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /** @description The person. */
            userId: components["schemas"]["Id"];
            /** @description Login name. */
            userName: string;
            /**
             * Format: int64
             * @description Its version.
             */
            version: number;
        };
        /**
         * @description Where a client runs (OpenID Connect Dynamic Client Registration 1.0, section 2).
         * @enum {string}
         */
        ApplicationType: "web" | "native";
        /** @description A region, with its name in one language. */
        Area: {
            /** @description Code, or empty; unique among its siblings, ignoring case. */
            areaCode: string;
            /** @description Name in the caller's language. */
            areaName: string;
            /** @description English name. */
            areaNameEn: string;
            /** @description Chinese name. */
            areaNameZh: string;
            /** @description Flag: a number of at most two digits, or empty. */
            flag: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description 1 country, 2 province, 3 city.
             */
            level: number;
            /** @description The parent region; `0` for a country. */
            parentId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Position in the list.
             */
            sort: number;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form sends. The parent is that of a new region; a region stays where it is. */
        AreaInput: {
            /** @description Code. */
            areaCode?: string | null;
            /** @description Name in the caller's language. */
            areaName?: string | null;
            /** @description English name; nothing leaves it as it is. */
            areaNameEn?: string | null;
            /** @description Chinese name; nothing leaves it as it is. */
            areaNameZh?: string | null;
            /** @description Flag: a positive number of at most two digits. */
            flag?: string | null;
            parentId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description Place in the list: a positive whole number.
             */
            sort?: number | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description The answer to a request for a message; the same for every recipient. */
        Asking: {
            /**
             * Format: int64
             * @description Seconds until the next request is allowed.
             */
            resendSeconds: number;
        };
        /** @description A check of the whole audit. */
        AuditCheck: {
            /** @description What is wrong, in English. */
            complaint?: string | null;
            endedAt?: components["schemas"]["Time"] | null;
            /** @description Id. */
            id: string;
            outcome?: components["schemas"]["CheckOutcome"] | null;
            /** @description When it was asked for. */
            requestedAt: components["schemas"]["Time"];
            /** @description The login name of who asked, or the server's part. */
            requestedBy: string;
            /**
             * Format: int64
             * @description The number of rows.
             */
            rowsChecked?: number | null;
            startedAt?: components["schemas"]["Time"] | null;
        };
        /** @description An audit row in an answer. */
        AuditEvent: {
            /** @description `resource.happened`. */
            action: string;
            /** @description User id, `system:<part>` or `nobody`. */
            actor: string;
            /** @description The actor's login name at that time, or the part's name. */
            actorName: string;
            /** @description The address that the request came from. */
            address?: string | null;
            /** @description The state after; only in the answer for one event. */
            after?: unknown | null;
            /** @description When it happened. */
            at: components["schemas"]["Time"];
            /** @description The state before; only in the answer for one event. */
            before?: unknown | null;
            /** @description Id. */
            id: string;
            /** @description `ok`, `refused` or `failed`. */
            outcome: string;
            /** @description The reason, as the person or the rule gave it. */
            reason?: string | null;
            /** @description The record's id, or the value that was tried. */
            recordId: string;
            /** @description What the record was called; empty where its state has no name. */
            recordName: string;
            /** @description The request's id, which its answer and its log lines also have. */
            requestId: string;
            /** @description The resource, in the plural. */
            resource: string;
            /**
             * Format: int64
             * @description Its number in the sealed audit; none before it is sealed, which takes a second.
             */
            seq?: number | null;
            tenantId?: components["schemas"]["Id"] | null;
        };
        /** @description The filter of a list of events. */
        AuditFilter: {
            /** @description `resource.happened`. */
            action?: string | null;
            /** @description Only what was refused or failed. */
            notOk?: boolean | null;
            /** @description The record's id. */
            recordId?: string | null;
            /** @description The resource, in the plural: with `recordId`, the history of a record. */
            resource?: string | null;
            since?: components["schemas"]["Time"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            until?: components["schemas"]["Time"] | null;
            /** @description The login name of who did it. */
            userName?: string | null;
        };
        /**
         * @description The authentication method at the token endpoint (RFC 7591, section 2).
         * @enum {string}
         */
        AuthMethod: "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";
        /** @description A selection to authorise people with. */
        AuthoriseRequest: {
            /** @description Members of the tenant, by e-mail address. */
            emails?: string[];
            /** @description Rows of the panel. */
            grants: unknown[];
            /**
             * @description Whether the rows are all that the people have in these studies from then on. Otherwise what they have in tabs
             *     that no row names stays.
             */
            replaces?: boolean;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Members of the tenant, by user id. */
            userIds?: components["schemas"]["Id"][];
            /** @description The role given with the authorisation. */
            userRole: string;
            /** @description The user type (dictionary category 3). */
            userTypeId: string;
        };
        /** @description What somebody has in a study, and had before. */
        AuthorisedInStudy: {
            /** @description The roles that they have now, each with its environment. */
            roleNames: string;
            /** @description The roles that they had before. */
            rolesBefore?: string | null;
            /** @description The sites that they have now. */
            siteNames: string;
            /** @description The sites that they had before; null where they had nothing in the study. */
            sitesBefore?: string | null;
            /** @description The study's code. */
            studyCode: string;
        };
        /** @description A method of a bean. */
        BeanMethod: {
            /** @description The bean. */
            beanName: string;
            /** @description What it does, in the caller's language. */
            desc: string;
            /** @description Its method. */
            methodName: string;
        };
        /** @description The batches that carry out a request; each is polled until it is done. */
        Begun: {
            /** @description The batches. */
            batchIds: components["schemas"]["Id"][];
        };
        /** @description Somebody with roles of both sides in a study. */
        BlindingConflict: {
            /** @description The blinded roles, each with its system. */
            blinded: string[];
            /** @description Full name with user name. */
            label: string;
            /** @description The study's code. */
            studyCode: string;
            /** @description Its name. */
            studyName: string;
            /** @description The unblinded ones. */
            unblinded: string[];
            /** @description The person. */
            userId: components["schemas"]["Id"];
        };
        /** @description The side of one role of a trial system. */
        BlindingRule: {
            /** @description Key of the panel's column that offers the role. */
            columnKey: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Remark. */
            remark: string;
            /** @description The system's id of the role. */
            roleId: string;
            /** @description Its name, for people. */
            roleName: string;
            /** @description Whether the role is blinded or unblinded. */
            side: components["schemas"]["Side"];
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName?: string | null;
            /** @description The tenant; `0` for all. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name; absent for all. */
            tenantName?: string | null;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form sends. Tenant, system and role are those of a new rule; they stay. */
        BlindingRuleInput: {
            /** @description Key of the panel's column that offers the role; of a new rule. */
            columnKey?: string | null;
            /** @description Remark. */
            remark?: string | null;
            /** @description The system's id of the role; of a new rule. */
            roleId?: string | null;
            /** @description Its name, for people. */
            roleName?: string | null;
            side?: components["schemas"]["Side"] | null;
            softwareId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /**
         * @description The addresses that a domain contributes. Addresses that cannot be registered, such as http outside of loopback,
         *     are left out.
         */
        Bound: {
            /** @description The address at which a sign-in that begins here starts. */
            initiate_login_uri?: string | null;
            /** @description Addresses for the browser after a sign-out. */
            post_logout_redirect_uris: string[];
            /** @description Redirect addresses. */
            redirect_uris: string[];
        };
        /** @description A part of a tree, and where the next begins. */
        Branches_AllowedSite: {
            /** @description The rows. */
            list: {
                /** @description Business code. */
                code: string;
                /** @description Id. */
                id: components["schemas"]["Id"];
                /** @description The tenant's name for it. */
                name: string;
                /** @description The same (studySiteId). */
                studySiteId: components["schemas"]["Id"];
                /** @description The study's binding. */
                studyUrlId: components["schemas"]["Id"];
            }[];
            /** @description `after` of the next part. */
            next?: string | null;
        };
        /** @description A part of a tree, and where the next begins. */
        Branches_AllowedStudy: {
            /** @description The rows. */
            list: {
                /** @description The study's binding to the system (studyUrlId). */
                id: components["schemas"]["Id"];
                /** @description Its code. */
                studyCode: string;
                /** @description The study. */
                studyId: components["schemas"]["Id"];
                /** @description Its name. */
                studyName: string;
                /** @description Its tenant. */
                tenantId: components["schemas"]["Id"];
            }[];
            /** @description `after` of the next part. */
            next?: string | null;
        };
        /** @description The deployment's brand, in the caller's language. */
        Brand: {
            /** @description Accent colour, `#rrggbb`; null for the built-in one. */
            accent?: string | null;
            /** @description Settings of values that pages store in the browser. */
            browser: components["schemas"]["BrowserValues"];
            /** @description Copyright text. */
            copyright: string;
            /** @description Filing text, if any. */
            filing?: string | null;
            /** @description Address of a logo; null for the built-in one. */
            logo?: string | null;
            /** @description Short name, in the top bar. */
            systemAbbr: string;
            /** @description Full name of the system. */
            systemName: string;
            /** @description Page title. */
            title: string;
        };
        /** @description A browser's key. */
        BrowserKey: {
            /** @description 32 octets in base64url, for AES-256-GCM. */
            key: string;
        };
        /** @description Settings of values that pages store in the browser. */
        BrowserValues: {
            /** @description The domain of readable helper cookies; null for the host itself. */
            cookieDomain?: string | null;
            /** @description Whether they are encrypted, with the key of `browserKey`. */
            encrypted: boolean;
        };
        /** @description A request for a message to a mailbox. */
        ByEmail: {
            /** @description The answer to the captcha, once one is required. */
            captcha?: string | null;
            /** @description The key of the captcha. */
            checkKey?: string | null;
            /** @description E-mail address. */
            email: string;
        };
        /** @description A request for a message to a phone. */
        ByPhone: {
            /** @description The answer to the captcha, once one is required. */
            captcha?: string | null;
            /** @description The key of the captcha. */
            checkKey?: string | null;
            /** @description Phone number. */
            phone: string;
        };
        /** @description Grants to take one site from, or to cancel. */
        CancelRequest: {
            /** @description The grants, of one study, at most 500. */
            ids: components["schemas"]["Id"][];
            /** @description Whether only `siteId` is taken. */
            isSite?: boolean;
            /** @description The reason, in at most 200 characters. */
            reason: string;
            siteId?: components["schemas"]["Id"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description A person who could be added to a tenant. */
        Candidate: {
            /** @description E-mail. */
            email: string;
            /** @description Full name. */
            fullName: string;
            /** @description User id. */
            id: components["schemas"]["Id"];
            /** @description Login name. */
            userName: string;
        };
        /** @description A category, with its name in one language. */
        CategoryRecord: {
            /** @description The category of these children; empty where there are none. */
            childCode: string;
            /** @description Code. */
            code: components["schemas"]["Id"];
            /** @description Name in the caller's language. */
            desc: string;
            /** @description Id; the same as its code. */
            id: components["schemas"]["Id"];
            /** @description Whether its items have children. */
            isParent: boolean;
            /** @description Whether tenants may have items of their own. */
            isTenant: boolean;
        };
        /** @description The options that begin a passkey ceremony. */
        CeremonyOptions: {
            /** @description The `publicKey` argument of `navigator.credentials`, as JSON with base64url octets. */
            options: unknown;
        };
        /**
         * @description What a check found.
         * @enum {string}
         */
        CheckOutcome: "whole" | "overdue" | "broken" | "failed";
        /** @description A code to check. */
        CheckRequest: {
            /** @description The code. */
            code: string;
            /** @description Phone number. */
            phone: string;
        };
        /** @description The result of checking a bundle. Nothing is installed. */
        CheckResult: {
            /** @description Whether it can be installed. */
            admitted: boolean;
            /** @description Whether installing it replaces another publisher's plugin, which must be asked for. */
            changesPublisher: boolean;
            /** @description What was found. Without an error, it can be installed. */
            findings: components["schemas"]["PluginFinding"][];
            plugin?: components["schemas"]["PluginFacts"] | null;
        };
        /** @description A tenant to choose. */
        Choice: {
            /** @description Its id. */
            code: components["schemas"]["Id"];
            /** @description Its name. */
            desc: string;
        };
        /** @description The systems and domains that a client can be tied to. */
        Choices: {
            /** @description The tenant's domain bindings; none if no tenant is given. */
            domains: components["schemas"]["DomainChoice"][];
            /** @description The systems of the catalogue. */
            software: components["schemas"]["SoftwareChoice"][];
        };
        /** @description A password chosen by an administrator. */
        Chosen: {
            /** @description The password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
        };
        /** @description The members of the form that are not settings. */
        ClientInput: {
            application_type?: components["schemas"]["ApplicationType"] | null;
            /** @default null */
            authorization_signed_response_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Requires `sid` in the back-channel logout.
             * @default false
             */
            backchannel_logout_session_required: boolean;
            /**
             * @description Back-channel logout address (OpenID Connect Back-Channel Logout 1.0).
             * @default null
             */
            backchannel_logout_uri: string | null;
            /**
             * @description Format of access tokens.
             * @default jwt
             */
            cardea_access_token_format: components["schemas"]["TokenFormat"];
            /**
             * Format: int64
             * @description Lifetime of an access token.
             * @default null
             */
            cardea_access_token_seconds: number | null;
            /**
             * @description Signature algorithm of access tokens that are JWTs.
             * @default ES256
             */
            cardea_access_token_signed_alg: components["schemas"]["Alg"];
            /**
             * @description The `typ` of access tokens that are JWTs.
             * @default at+jwt
             */
            cardea_access_token_type: components["schemas"]["AccessTokenType"];
            /**
             * @description Resources that the client itself serves: it may introspect and exchange the tokens for them.
             * @default []
             */
            cardea_audience: string[];
            /**
             * @description When people are asked for consent.
             * @default never
             */
            cardea_consent: components["schemas"]["Consent"];
            /**
             * Format: int64
             * @description Lifetime of an ID token.
             * @default null
             */
            cardea_id_token_seconds: number | null;
            /**
             * @description Whether the code flow needs PKCE.
             * @default required
             */
            cardea_pkce: components["schemas"]["Pkce"];
            /**
             * @description The security profile.
             * @default standard
             */
            cardea_profile: components["schemas"]["Profile"];
            /**
             * @description Paths, each beginning with a slash, which are redirect addresses at the origins of the client's domain.
             *     Without any, the domain's addresses themselves are. Without a domain, no effect.
             * @default []
             */
            cardea_redirect_paths: string[];
            /**
             * Format: int64
             * @description Time after which an unused refresh token expires.
             * @default null
             */
            cardea_refresh_token_seconds: number | null;
            /**
             * @description Resources that the client may request tokens for (RFC 8707).
             * @default []
             */
            cardea_resources: string[];
            cardea_software_id?: components["schemas"]["Id"] | null;
            /**
             * @description May ask for codes that sign people in at the portal: only for programs that are trusted as much as the sign-in
             *     itself.
             * @default false
             */
            cardea_sso_code: boolean;
            cardea_tenant_domain_id?: components["schemas"]["Id"] | null;
            cardea_tenant_id?: components["schemas"]["Id"] | null;
            /** @description Generated if absent; a change keeps it. */
            client_id?: string | null;
            /** @description Name, for people; the id by default. */
            client_name?: string | null;
            /**
             * @description Name in English; `client_name` serves every other language.
             * @default null
             */
            "client_name#en": string | null;
            /** @description For a new client: generated if absent and needed. */
            client_secret?: string | null;
            /**
             * @description Home page.
             * @default null
             */
            client_uri: string | null;
            /**
             * @description Contacts, such as e-mail addresses.
             * @default []
             */
            contacts: string[];
            /**
             * @description Default `acr_values`: the strength of authentication to ask for.
             * @default []
             */
            default_acr_values: string[];
            /**
             * Format: int64
             * @description Default `max_age`: the longest time since the person authenticated.
             * @default null
             */
            default_max_age: number | null;
            /**
             * @description Requires access tokens bound by DPoP (RFC 9449, section 5.2).
             * @default false
             */
            dpop_bound_access_tokens: boolean;
            /**
             * @description Requires `iss` and `sid` in the front-channel logout.
             * @default false
             */
            frontchannel_logout_session_required: boolean;
            /**
             * @description Front-channel logout address (OpenID Connect Front-Channel Logout 1.0).
             * @default null
             */
            frontchannel_logout_uri: string | null;
            /** @description `authorization_code` by default. */
            grant_types?: string[] | null;
            /**
             * @description Signature algorithm of ID tokens. A new client without one gets RS256 (OpenID Connect Dynamic Client
             *     Registration 1.0, section 2), or ES256 under the profile `fapi2`; a changed client keeps its own.
             * @default ES256
             */
            id_token_signed_response_alg: components["schemas"]["Alg"];
            /**
             * @description Address at which a sign-in that begins here starts (OpenID Connect Core 1.0, section 4).
             * @default null
             */
            initiate_login_uri: string | null;
            /** @description Public keys (RFC 7517), inline. */
            jwks?: unknown | null;
            /**
             * @description Address of the public keys.
             * @default null
             */
            jwks_uri: string | null;
            /**
             * @description Logo for the consent page. The server never fetches it.
             * @default null
             */
            logo_uri: string | null;
            /**
             * @description Privacy policy.
             * @default null
             */
            policy_uri: string | null;
            /** @description Addresses for the browser after a sign-out. */
            post_logout_redirect_uris?: string[] | null;
            /** @description Redirect addresses; the code flow needs at least one, here or from its domain. */
            redirect_uris?: string[] | null;
            /** @default null */
            request_object_signing_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Addresses from which request objects may be fetched.
             * @default []
             */
            request_uris: string[];
            /**
             * @description Requires `auth_time` in ID tokens; they always have it.
             * @default false
             */
            require_auth_time: boolean;
            /**
             * @description Requires pushed authorization requests (RFC 9126, section 6).
             * @default false
             */
            require_pushed_authorization_requests: boolean;
            /**
             * @description Requires signed request objects (RFC 9101, section 10.5).
             * @default false
             */
            require_signed_request_object: boolean;
            /** @description `code` by default. */
            response_types?: string[] | null;
            /** @description Scopes, separated by spaces; every scope by default. */
            scope?: string | null;
            /**
             * @description Address of the list of the sector's redirect addresses.
             * @default null
             */
            sector_identifier_uri: string | null;
            /**
             * @description Kind of subject identifier.
             * @default public
             */
            subject_type: components["schemas"]["SubjectType"];
            /** @description `client_secret_basic` by default. */
            token_endpoint_auth_method?: string | null;
            /** @default null */
            token_endpoint_auth_signing_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Terms of service.
             * @default null
             */
            tos_uri: string | null;
            /** @default null */
            userinfo_signed_response_alg: components["schemas"]["Alg"] | null;
            /**
             * Format: int64
             * @description The version to change; absent for a new client.
             */
            version?: number | null;
        };
        /** @description A client. */
        ClientRecord: components["schemas"]["Settings"] & {
            /** @description Where it runs. */
            application_type: components["schemas"]["ApplicationType"];
            /** @description The addresses that the client's domain contributes. */
            bound: components["schemas"]["Bound"];
            cardea_software_id?: components["schemas"]["Id"] | null;
            cardea_tenant_domain_id?: components["schemas"]["Id"] | null;
            cardea_tenant_id?: components["schemas"]["Id"] | null;
            /** @description `client_id`. */
            client_id: string;
            /** @description Name, for people. */
            client_name: string;
            /** @description The secret, only in the answer of the call that made it. */
            client_secret?: string | null;
            /** @description When it was registered. */
            created_at: components["schemas"]["Time"];
            /** @description Whether the client registered itself, and may change itself (RFC 7592). */
            dynamic: boolean;
            /** @description Grants that the client may use. */
            grant_types: string[];
            /** @description The same as `client_id`. */
            id: string;
            /** @description Addresses for the browser after a sign-out. */
            post_logout_redirect_uris: string[];
            /** @description Redirect addresses. */
            redirect_uris: string[];
            /** @description Scopes that the client may ask for, separated by spaces. */
            scope: string;
            /** @description Authentication method. */
            token_endpoint_auth_method: components["schemas"]["AuthMethod"];
            /** @description When it was last changed. */
            updated_at: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Version, to be sent with a change.
             */
            version: number;
        };
        /** @description A client, as shown to people. */
        ClientShown: {
            clientId: string;
            /** @description The client's home page. */
            clientUri?: string | null;
            /** @description Whether it is a system of the catalogue, which learns the person's study roles in that system. */
            isTrialSystem: boolean;
            /** @description The client's name, in the caller's language if it has one in it. */
            name: string;
            /** @description The client's privacy policy. */
            policyUri?: string | null;
            /** @description Terms of service. */
            tosUri?: string | null;
        };
        /**
         * @description The person for whom a code is requested. The client's credentials may be members too, as at the token endpoint:
         *     `client_id`, `client_secret`, `client_assertion`, `client_assertion_type`.
         */
        CodeRequest: {
            /** @description Login name. */
            userName: string;
        };
        /** @description A number and its name. */
        Coded: {
            /**
             * Format: int64
             * @description The number.
             */
            code: number;
            /** @description Its name in the caller's language. */
            desc: string;
        };
        /**
         * @description What is the matter with a licence.
         * @enum {string}
         */
        Concern: "ending" | "ended" | "fullOfUsers" | "fullOfStudies";
        /**
         * @description When the person is asked for consent.
         * @enum {string}
         */
        Consent: "never" | "once" | "always";
        /**
         * @description The person's choice.
         * @enum {string}
         */
        ConsentChoice: "allow" | "deny";
        /** @description The caller's e-mail and phone. */
        Contacts: {
            /** @description E-mail address. */
            email: string;
            /** @description Whether this deployment sends e-mail. */
            emailReachable: boolean;
            /** @description Whether the caller has verified it: only then can it recover the account. */
            emailVerified: boolean;
            /** @description Phone number. */
            phone: string;
            /** @description Whether a code can go to the phone: it is a number, and this deployment sends SMS. */
            phoneReachable: boolean;
            /** @description Whether the caller has verified it: only then can it sign in and recover the account. */
            phoneVerified: boolean;
        };
        /** @description The continuation of the second step, from an answer with code 20011. */
        Continue: {
            /** @description `data.continuation` of that answer. */
            continuation: string;
        };
        /** @description A code typed at the second step. */
        ContinueWithCode: {
            /** @description The code. */
            code: string;
            /** @description `data.continuation` of the answer with code 20011. */
            continuation: string;
        };
        /** @description The confirmation of an authenticator application, at the second step. */
        ContinueWithEnrolment: {
            /** @description The code that the application shows. */
            code: string;
            /** @description `data.continuation` of the answer with code 20011. */
            continuation: string;
            /** @description `enrolment` of the answer that began it. */
            enrolment: string;
        };
        /** @description An assertion or a new passkey, at the second step. */
        ContinueWithPasskey: {
            /** @description `data.continuation` of the answer with code 20011. */
            continuation: string;
            /** @description The result of `navigator.credentials` as JSON (WebAuthn, section 5.1, `toJSON`). */
            credential: unknown;
            /** @description The name of a new passkey. */
            name?: string | null;
        };
        /** @description The person's decision. */
        Decided: {
            /** @description `allow` or `deny`. */
            decision: components["schemas"]["ConsentChoice"];
            /** @description The sealed interaction in the page's address. */
            interaction: string;
        };
        /** @description The person's decision. */
        Decision: {
            /** @description Yes or no. */
            approve: boolean;
            /** @description The code on the device. */
            userCode: string;
        };
        /** @description What could not be delivered in the last 30 days, each counted up to 1000; null where the caller may not see them. */
        DeliveriesFailed: {
            /**
             * Format: int64
             * @description Sign-out notices to clients.
             */
            logoutNotices?: number | null;
            /**
             * Format: int64
             * @description Messages to people.
             */
            messages?: number | null;
        };
        /** @description The delivery of one logout notice: the end of one session, to one client. */
        Delivery: {
            /**
             * Format: int64
             * @description Attempts so far.
             */
            attempts: number;
            /** @description The client. */
            clientId: string;
            /** @description The client's name. */
            clientName: string;
            /** @description When the session ended. */
            createdAt: components["schemas"]["Time"];
            /** @description When automatic attempts end. */
            givesUpAt: components["schemas"]["Time"];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Why the latest attempt failed. */
            lastError: components["schemas"]["LastError"];
            /**
             * Format: int64
             * @description Status of the client's latest answer.
             */
            lastStatus?: number | null;
            nextAttemptAt?: components["schemas"]["Time"] | null;
            /** @description The session; `sid` in the logout token. */
            sessionId: components["schemas"]["Id"];
            /** @description State of the delivery. */
            state: components["schemas"]["NoticeState"];
            /** @description When this last changed. */
            updatedAt: components["schemas"]["Time"];
            /** @description The person of the session. */
            userId: components["schemas"]["Id"];
            /** @description The person's login name. */
            userName: string;
        };
        /** @description The delivery state of a message. */
        DeliveryState: {
            /** @description `live`: to a gateway; `file`: to a file on the server, which somebody has to deliver. */
            channel: string;
            /** @description The message. */
            id: components["schemas"]["Id"];
            /** @description `waiting`, `sent` (handed over) or `failed` (no more tries). */
            state: string;
            /**
             * @description The reason why the latest try failed: `unconfigured`, `denied`, `unreachable`, `tls`, `refused`, `later`, `file`
             *     or `content`; null where no try has failed.
             */
            trouble?: string | null;
        };
        /** @description A department of a tenant. */
        Department: {
            /** @description Name; unique among its siblings. */
            departmentName: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description The parent department; `0` at the top. */
            parentId: components["schemas"]["Id"];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form sends. Tenant and parent are those of a new department; it stays where it is. */
        DepartmentInput: {
            /** @description Name; unique among its siblings. */
            departmentName?: string | null;
            parentId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description The recorded decision. */
        DeviceDecided: {
            /** @description Yes or no. */
            approved: boolean;
        };
        /** @description The request of a device. */
        DeviceRequest: {
            /** @description Single claims; devices ask for none. */
            claims: string[];
            client: components["schemas"]["ClientShown"];
            /** @description Full name of that person. */
            fullName: string;
            /** @description Resources. */
            resources: string[];
            /** @description Scopes. */
            scopes: string[];
            /** @description Login name of the signed-in person, whose account the device would use. */
            userName: string;
        };
        /** @description Whether the first steps are put away. */
        Dismissal: {
            /** @description Put away, or brought back. */
            dismissed: boolean;
        };
        /** @description A domain binding. */
        DomainChoice: {
            id: components["schemas"]["Id"];
            softwareId: components["schemas"]["Id"];
            urlName: string;
            websiteUrl: string;
        };
        /**
         * @description What is wrong with somebody.
         * @enum {string}
         */
        DriftKind: "missing" | "different" | "extra";
        /** @description A page of differences. */
        DriftPage: {
            /** @description How many people of this page were compared. */
            compared: number;
            /** @description The `after` of the next page, if there is one. */
            next?: string | null;
            /** @description The differences among the people of this page; there may be none although there are more pages. */
            rows: components["schemas"]["DriftRow"][];
        };
        /** @description A difference between the grants and the system. */
        DriftRow: {
            /** @description The columns of the panel in which they differ. */
            columns: string[];
            /** @description The roles in the system. */
            foundRoles: string;
            /** @description The sites in the system. */
            foundSites: string;
            /** @description The roles that were granted. */
            grantedRoles: string;
            /** @description The sites that were granted. */
            grantedSites: string;
            /** @description Whether the platform knows the person. */
            isKnown: boolean;
            /** @description What is wrong. */
            kind: components["schemas"]["DriftKind"];
            /** @description Full name with user name; for somebody whom the platform does not know, as the system calls them. */
            label: string;
            /** @description The person, by the id that the system knows. */
            subject: string;
        };
        /** @description The result of a dry run. */
        DryRun: {
            /** @description Whether everybody was looked at, and everybody found is named. */
            complete: boolean;
            /** @description Those found, at most 200. */
            conflicts: components["schemas"]["BlindingConflict"][];
            /** @description How many grants were looked at. */
            lookedAt: number;
        };
        /** @description What a dry run is about. */
        DryRunRequest: {
            rule?: components["schemas"]["PlannedRule"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description An e-mail in the log. */
        EmailMessage: components["schemas"]["Pushed"] & {
            /** @description Its subject; empty until the first attempt. */
            subject: string;
            /** @description The mailbox; empty until a requested message has found its recipient. */
            to: string;
        };
        /**
         * @description Whether a membership is enabled.
         * @enum {string}
         */
        Enabled: "0" | "1";
        /** @description The number of ended sessions. */
        Ended: {
            /** @description The number. */
            ended: number;
        };
        /** @description A publisher to trust. */
        EnrolRequest: {
            /** @description Name, for people. */
            name: string;
            /** @description The Ed25519 public key: 32 octets in base64. */
            publicKey: string;
            /** @description The systems that its plugins may serve: web codes of 2 to 8 digits. */
            webCodes: string[];
        };
        /** @description The answer to a sign-in that enrolled a factor. */
        EnrolledAnswer: components["schemas"]["LoginAnswer"] & {
            /** @description Ten codes in case the factor is lost; each works once, and they are shown only once. */
            recoveryCodes: string[];
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Accepted: {
            /** @description `200`. */
            code: string;
            /** @description A request that was accepted for execution. */
            data: {
                /** @description The batch, to be polled until it is done. */
                batchId: components["schemas"]["Id"];
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Asking: {
            /** @description `200`. */
            code: string;
            /** @description The answer to a request for a message; the same for every recipient. */
            data: {
                /**
                 * Format: int64
                 * @description Seconds until the next request is allowed.
                 */
                resendSeconds: number;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Brand: {
            /** @description `200`. */
            code: string;
            /** @description The deployment's brand, in the caller's language. */
            data: {
                /** @description Accent colour, `#rrggbb`; null for the built-in one. */
                accent?: string | null;
                /** @description Settings of values that pages store in the browser. */
                browser: components["schemas"]["BrowserValues"];
                /** @description Copyright text. */
                copyright: string;
                /** @description Filing text, if any. */
                filing?: string | null;
                /** @description Address of a logo; null for the built-in one. */
                logo?: string | null;
                /** @description Short name, in the top bar. */
                systemAbbr: string;
                /** @description Full name of the system. */
                systemName: string;
                /** @description Page title. */
                title: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_BrowserKey: {
            /** @description `200`. */
            code: string;
            /** @description A browser's key. */
            data: {
                /** @description 32 octets in base64url, for AES-256-GCM. */
                key: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_CeremonyOptions: {
            /** @description `200`. */
            code: string;
            /** @description The options that begin a passkey ceremony. */
            data: {
                /** @description The `publicKey` argument of `navigator.credentials`, as JSON with base64url octets. */
                options: unknown;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Contacts: {
            /** @description `200`. */
            code: string;
            /** @description The caller's e-mail and phone. */
            data: {
                /** @description E-mail address. */
                email: string;
                /** @description Whether this deployment sends e-mail. */
                emailReachable: boolean;
                /** @description Whether the caller has verified it: only then can it recover the account. */
                emailVerified: boolean;
                /** @description Phone number. */
                phone: string;
                /** @description Whether a code can go to the phone: it is a number, and this deployment sends SMS. */
                phoneReachable: boolean;
                /** @description Whether the caller has verified it: only then can it sign in and recover the account. */
                phoneVerified: boolean;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_DeviceDecided: {
            /** @description `200`. */
            code: string;
            /** @description The recorded decision. */
            data: {
                /** @description Yes or no. */
                approved: boolean;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_DeviceRequest: {
            /** @description `200`. */
            code: string;
            /** @description The request of a device. */
            data: {
                /** @description Single claims; devices ask for none. */
                claims: string[];
                client: components["schemas"]["ClientShown"];
                /** @description Full name of that person. */
                fullName: string;
                /** @description Resources. */
                resources: string[];
                /** @description Scopes. */
                scopes: string[];
                /** @description Login name of the signed-in person, whose account the device would use. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Ended: {
            /** @description `200`. */
            code: string;
            /** @description The number of ended sessions. */
            data: {
                /** @description The number. */
                ended: number;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_EnrolledAnswer: {
            /** @description `200`. */
            code: string;
            /** @description The answer to a sign-in that enrolled a factor. */
            data: components["schemas"]["LoginAnswer"] & {
                /** @description Ten codes in case the factor is lost; each works once, and they are shown only once. */
                recoveryCodes: string[];
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_FactorsShown: {
            /** @description `200`. */
            code: string;
            /** @description A person's factors. */
            data: {
                /** @description Their passkeys, the oldest first. */
                passkeys: components["schemas"]["PasskeyShown"][];
                /** @description Whether this server takes passkeys: its public address must have a host name. */
                passkeysAvailable: boolean;
                /**
                 * Format: int64
                 * @description Unused recovery codes.
                 */
                recoveryCodes: number;
                /** @description Whether a factor is required of the person. */
                required: boolean;
                totp?: components["schemas"]["TotpShown"] | null;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Found: {
            /** @description `200`. */
            code: string;
            /** @description The account's phone, masked. */
            data: {
                /** @description Its last digits, after asterisks. */
                phone: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Identity: {
            /** @description `200`. */
            code: string;
            /** @description An external account that a person linked. */
            data: {
                /** @description When it was linked. */
                createdAt: components["schemas"]["Time"];
                /** @description Id of the link. */
                id: components["schemas"]["Id"];
                /** @description The person's name at the provider. */
                label: string;
                lastUsedAt?: components["schemas"]["Time"] | null;
                /** @description The provider's id. */
                provider: string;
                /** @description The provider's name, in the caller's language. */
                providerName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_InvitationUser: {
            /** @description `200`. */
            code: string;
            /** @description The invitation, as the invited person sees it (specification, portal, section 3). */
            data: {
                /** @description The invited address. */
                email: string;
                /**
                 * @description Whether the person already has an account: then name, login name and phone do not change, and no password is
                 *     needed.
                 */
                isUser: boolean;
                /** @description Full name. */
                name: string;
                /** @description The masked phone of an existing account; else empty. */
                phone: string;
                positionId?: components["schemas"]["Id"] | null;
                /** @description The positions to choose from. */
                positionList: components["schemas"]["Position"][];
                /** @description Always empty: only the person writes it, and a holder of the key need not read it. */
                remark: string;
                signedIn?: components["schemas"]["SignedIn"] | null;
                /** @description The trial systems that they are authorised in by accepting. */
                systems: components["schemas"]["WaitingSystem"][];
                /** @description The tenant's name. */
                tenantName: string;
                /** @description Login name; empty where there is no account yet. */
                username: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_IssuedCode: {
            /** @description `200`. */
            code: string;
            /** @description A sign-in code. */
            data: {
                /** @description The code; it works once. */
                code: string;
                /**
                 * Format: int64
                 * @description Seconds until it expires.
                 */
                expiresIn: number;
                /** @description The address to send the browser to. */
                url: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_LinkState: {
            /** @description `200`. */
            code: string;
            /** @description Whether a link is valid. */
            data: {
                /**
                 * @description The login name whose password it replaces; the mail with the link names it too. Null where the link is not
                 *     valid.
                 */
                userName?: string | null;
                /** @description Whether the link can set a password. */
                valid: boolean;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_LoginAnswer: {
            /** @description `200`. */
            code: string;
            /** @description The answer to a successful sign-in. */
            data: {
                /**
                 * @description Present where `pwdReset` is false. `usernamePassword` takes it instead of name and present password. Works once,
                 *     for 15 minutes, in this browser.
                 */
                continuation?: string | null;
                /** @description Whether the password expires soon enough to remind the person. */
                isOverdue: boolean;
                /**
                 * Format: int64
                 * @description Days until the password expires, rounded up; null where it does not expire.
                 */
                nearExpiredDay?: number | null;
                /**
                 * @description False: somebody else set the password, or it has expired, and it must be changed first. There is no session;
                 *     `continuation` allows the change.
                 */
                pwdReset: boolean;
                /** @description The address to continue at, where `returnTo` is one of this server's. */
                redirect?: string | null;
                /**
                 * @description The session's token, for programs. Null where no session began, and for a page in a browser: there the token is
                 *     in a cookie that no script can read.
                 */
                token?: string | null;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Nothing: {
            /** @description `200`. */
            code: string;
            /**
             * @description An answer without content: `null`.
             * @default null
             */
            data: unknown;
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Onward: {
            /** @description `200`. */
            code: string;
            /** @description The address that the browser goes on to. */
            data: {
                redirect: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_OpenedSystems: {
            /** @description `200`. */
            code: string;
            /** @description The systems of a session. */
            data: {
                /**
                 * @description Where to send the browser after the sign-out, so that it tells the systems that only it can tell; it goes on to
                 *     the sign-in page. Null where there is no such system.
                 */
                byBrowser?: string | null;
                /** @description The systems, by name. */
                systems: components["schemas"]["OpenedSystem"][];
                /** @description What to ask with, after the sign-out, what became of them; for 15 minutes. */
                ticket: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_OwnPreauthorisation: {
            /** @description `200`. */
            code: string;
            /** @description An authorisation that waits for the caller. */
            data: {
                /** @description Until when it can be accepted. */
                expiresAt: components["schemas"]["Time"];
                /** @description Id. */
                id: components["schemas"]["Id"];
                /** @description Who sent it. */
                inviterName: string;
                /** @description Why it failed, or could not be set up when it was accepted last; empty: neither. */
                message: string;
                /** @description The roles, each with its environment. */
                roleNames: string;
                /** @description The sites. */
                siteNames: string;
                /** @description The system's name. */
                softwareName: string;
                /**
                 * @description `waiting`; `accepted` while it is being set up; `failed` for a while after the system refused it; `declined` in
                 *     the answer to that.
                 */
                state: components["schemas"]["PreauthorisationState"];
                /** @description The studies. */
                studyNames: string;
                /** @description The tenant's name. */
                tenantName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_OwnPreauthorisations: {
            /** @description `200`. */
            code: string;
            /** @description What waits for the caller. */
            data: {
                keyed?: components["schemas"]["Id"] | null;
                /** @description The authorisations, the newest first. */
                list: components["schemas"]["OwnPreauthorisation"][];
                /** @description Why the key opens nothing for the caller. */
                problem?: string | null;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_PasswordRules: {
            /** @description `200`. */
            code: string;
            /** @description The rules as a form shows and checks them. */
            data: {
                /** @description Whether a password needs upper case, lower case and a digit, and may have only letters and digits. */
                composed: boolean;
                /**
                 * Format: int64
                 * @description How many recent passwords, with the present one, may not be used again.
                 */
                history: number;
                /** @description The greatest number of characters. */
                maxLength: number;
                /** @description The rules as a sentence, in the caller's language. */
                message: string;
                /** @description The least number of characters. */
                minLength: number;
                /** @description `mlps3` or `nist`. */
                profile: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_PublicKey: {
            /** @description `200`. */
            code: string;
            /** @description The public key for encrypting passwords, and the server's time. */
            data: {
                /** @description `RSA-OAEP-256`. */
                alg: string;
                /** @description `A256GCM`. */
                enc: string;
                /** @description The key. */
                jwk: components["schemas"]["Jwk"];
                /** @description Key id. */
                kid: string;
                /**
                 * Format: int64
                 * @description The server's time, in milliseconds since 1970. A browser whose clock is off corrects by it.
                 */
                now: number;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Question: {
            /** @description `200`. */
            code: string;
            /** @description A client's request for a person's consent. */
            data: {
                /** @description Claims beyond these scopes. */
                claims: string[];
                client: components["schemas"]["ClientShown"];
                /** @description Full name of the signed-in person. */
                fullName: string;
                /** @description Resources. */
                resources: string[];
                /** @description Scopes. */
                scopes: string[];
                /** @description The address for signing in as another person, who is then asked. */
                switchAccount: string;
                /** @description Login name of the signed-in person. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_RecoveryCodes: {
            /** @description `200`. */
            code: string;
            /** @description New recovery codes, shown only once. */
            data: {
                /** @description Ten codes; each works once. Null where there already were codes, which remain valid. */
                recoveryCodes?: string[] | null;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Registered: {
            /** @description `200`. */
            code: string;
            /** @description The answer to a successful registration. */
            data: {
                /** @description The login name to sign in with. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Renewed: {
            /** @description `200`. */
            code: string;
            /** @description A session renewed under a new token. */
            data: {
                /** @description The token, for programs; null for a page in a browser, where the cookie has it. */
                token?: string | null;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_SetUpState: {
            /** @description `200`. */
            code: string;
            /** @description Whether the set-up can begin. */
            data: {
                /** @description Whether the key is valid. */
                valid: boolean;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Shown: {
            /** @description `200`. */
            code: string;
            /** @description A picture for a browser, and the key to send back with the answer. */
            data: {
                /** @description A PNG as a data URL. */
                image: string;
                /** @description Send it back as `checkKey`. */
                key: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_SignIns: {
            /** @description `200`. */
            code: string;
            /** @description A page of sign-ins. */
            data: {
                /** @description The `before` of the next page, if there is one. */
                next?: string | null;
                /** @description The newest first. */
                rows: components["schemas"]["SignInShown"][];
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Signature: {
            /** @description `200`. */
            code: string;
            /** @description A receipt, and its contents. */
            data: {
                /** @description The signer's name to print. */
                fullName: string;
                /** @description Id of the receipt. */
                id: components["schemas"]["Id"];
                /** @description The meaning of the signature. */
                meaning: string;
                /** @description Compact JWS. Keep it with the record, together with the key set of `/oauth2/jwks`. */
                receipt: string;
                /** @description The hash of the record. */
                recordHash: string;
                /** @description When it was signed. */
                signedAt: components["schemas"]["Time"];
                /** @description The signer's login name. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_TotpOffer: {
            /** @description `200`. */
            code: string;
            /** @description An offered authenticator application: the server stores nothing until a code of it comes back. */
            data: {
                /** @description Send it back with the code. */
                enrolment: string;
                /** @description The seed in base32, for typing where scanning is impossible. */
                secret: string;
                /** @description The `otpauth://` address, for a QR code. */
                uri: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_UserInfo: {
            /** @description `200`. */
            code: string;
            /** @description The signed-in person. */
            data: {
                email: string;
                fullName: string;
                id: components["schemas"]["Id"];
                language: string;
                /** @description Links to other systems, for the top bar. */
                links: components["schemas"]["Link"][];
                /** @description The side menu. Empty: the page shows the tenant chooser. */
                menuList: components["schemas"]["MenuItem"][];
                phone: string;
                /**
                 * @description The addresses of the menus in which the person may change things for the whole platform, not only for their own
                 *     tenants.
                 */
                platformMenus: string[];
                remark: string;
                tenantId?: components["schemas"]["Id"] | null;
                tenantName?: string | null;
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Value: {
            /** @description `200`. */
            code: string;
            data: unknown;
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_Choice: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Its id. */
                code: components["schemas"]["Id"];
                /** @description Its name. */
                desc: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_Given: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Claims beyond these scopes. */
                claims: string[];
                client: components["schemas"]["ClientShown"];
                grantedAt: components["schemas"]["Time"];
                id: components["schemas"]["Id"];
                lastUsedAt?: components["schemas"]["Time"] | null;
                /** @description Resources. */
                resources: string[];
                /** @description Scopes. */
                scopes: string[];
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_Identity: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description When it was linked. */
                createdAt: components["schemas"]["Time"];
                /** @description Id of the link. */
                id: components["schemas"]["Id"];
                /** @description The person's name at the provider. */
                label: string;
                lastUsedAt?: components["schemas"]["Time"] | null;
                /** @description The provider's id. */
                provider: string;
                /** @description The provider's name, in the caller's language. */
                providerName: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_LanguageItem: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Its name in itself. */
                desc: string;
                /** @description Name of its icon. */
                icon: string;
                /** @description `zh` or `en`. */
                language: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_OwnPin: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Whether a PIN is set. */
                isSet: boolean;
                /** @description Whether it is locked after too many wrong tries: setting another with a new code unlocks it. */
                locked: boolean;
                /**
                 * Format: int64
                 * @description Minutes that a code is valid; 0: the tenant sends no codes.
                 */
                pinDuration: number;
                /**
                 * Format: int64
                 * @description The number of characters of a PIN.
                 */
                pinLength: number;
                /** @description The channel of the code: 1 e-mail, 2 SMS. */
                pinNoticeType: components["schemas"]["NoticeType"];
                /** @description The composition of a PIN: 1 letters, 2 digits, 3 letters and digits. */
                pinRule: components["schemas"]["PinRule"];
                setAt?: components["schemas"]["Time"] | null;
                /** @description The tenant. */
                tenantId: components["schemas"]["Id"];
                /** @description Its name. */
                tenantName: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_ProviderShown: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Id of the provider, the `loginType` of its tickets. */
                id: string;
                /** @description Name of the provider, in the caller's language. */
                name: string;
                /** @description The address that begins the sign-in; takes `returnTo`. */
                url: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_SessionShown: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description The address of the sign-in, if known. */
                address?: string | null;
                /** @description The authentication methods (RFC 8176). */
                amr: string[];
                /** @description When it began. */
                beganAt: components["schemas"]["Time"];
                /** @description The browser with its major version, if it is a known one. */
                browser?: string | null;
                /** @description Whether it is the session of this request. */
                current: boolean;
                /** @description Id. */
                id: components["schemas"]["Id"];
                /** @description When it was last used, to within a minute. */
                seenAt: components["schemas"]["Time"];
                /** @description The operating system, if it is a known one. */
                system?: string | null;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_SignedOutSystem: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Its client. */
                clientId: string;
                /** @description The client's name, in the caller's language. */
                name: string;
                /** @description What became of it. */
                state: components["schemas"]["SignedOutState"];
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_UserSoftware: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description The software's id. */
                id: components["schemas"]["Id"];
                /** @description The address for the browser, where the sign-in starts. Null if the tenant has no url configured. */
                launchUrl?: string | null;
                /** @description Its name. */
                softwareName: string;
                /** @description The tenant in which the caller is authorised. */
                tenantId: components["schemas"]["Id"];
                /** @description Its name. */
                tenantName: string;
                tenantUrlId?: components["schemas"]["Id"] | null;
                /** @description That domain's name. */
                urlName?: string | null;
                /** @description Its web code. */
                webCode: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Vec_UserStudy: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description The study's id. */
                id: components["schemas"]["Id"];
                /** @description The address for the browser, where the sign-in starts. Null if the study has no url configured. */
                launchUrl?: string | null;
                /** @description The software's id. */
                softwareId: components["schemas"]["Id"];
                /** @description Its name. */
                softwareName: string;
                /** @description Its code. */
                studyCode: string;
                /** @description Its name. */
                studyName: string;
                /** @description The study's tenant. */
                tenantId: components["schemas"]["Id"];
                /** @description Its name. */
                tenantName: string;
                /** @description Its web code. */
                webCode: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Verified: {
            /** @description `200`. */
            code: string;
            /** @description A verified address and its account. */
            data: {
                /** @description The address. */
                email: string;
                /** @description Login name of its account. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Withdrawn: {
            /** @description `200`. */
            code: string;
            /** @description The result of a withdrawal. */
            data: {
                /**
                 * Format: int64
                 * @description Number of sign-ins at the client whose tokens were revoked.
                 */
                revoked: number;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description The envelope of a documented call that succeeded. */
        Envelope_Work: {
            /** @description `200`. */
            code: string;
            /** @description Proof of work for a browser, and the key to send back with the answer. */
            data: {
                /**
                 * Format: int32
                 * @description How many leading bits of the hash must be zero. The number is the answer.
                 */
                bits: number;
                /** @description The text to hash by SHA-256, with a number in decimal digits appended. */
                challenge: string;
                /** @description Send it back as `checkKey`. */
                key: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description One export of a plugin on the answering node, since it started. */
        ExportHealth: {
            /**
             * Format: int64
             * @description Calls that ended.
             */
            calls: number;
            /**
             * Format: int64
             * @description Processor time of all calls, in milliseconds.
             */
            cpuMs: number;
            /** @description The export's name in the interface. */
            export: string;
            /** @description Calls that failed, by the error's code. */
            failures: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Requests to the trial system.
             */
            httpRequests: number;
            /**
             * Format: int64
             * @description The longest call, in milliseconds.
             */
            maxMs: number;
            /**
             * Format: int64
             * @description The mean time of a call, in milliseconds.
             */
            meanMs: number;
            /**
             * Format: int64
             * @description The most memory that one call held, in bytes.
             */
            memoryPeak: number;
            /** @description Whether calls are refused for a while. */
            suspended: boolean;
        };
        /** @description The users to export. */
        ExportRequest: {
            /** @description All users; then `userIds` is ignored. */
            all?: boolean | null;
            /** @description Only these, at most 1000. */
            userIds?: components["schemas"]["Id"][] | null;
        };
        /** @description The reason for resetting a user's second factors. */
        FactorReset: {
            /** @description For the audit, such as how the person proved their identity. */
            reason: string;
        };
        /** @description A person's factors. */
        FactorsShown: {
            /** @description Their passkeys, the oldest first. */
            passkeys: components["schemas"]["PasskeyShown"][];
            /** @description Whether this server takes passkeys: its public address must have a host name. */
            passkeysAvailable: boolean;
            /**
             * Format: int64
             * @description Unused recovery codes.
             */
            recoveryCodes: number;
            /** @description Whether a factor is required of the person. */
            required: boolean;
            totp?: components["schemas"]["TotpShown"] | null;
        };
        /** @description A person who was not authorised. */
        Failed: {
            /** @description For the result dialog. */
            label: string;
            /** @description The reason, as a sentence in the caller's language. */
            message: string;
            /** @description The reason, as a stable word for programs. */
            reason: string;
            userId?: components["schemas"]["Id"] | null;
        };
        /**
         * @description Why a message could not be sent.
         * @enum {string}
         */
        Failure: "unconfigured" | "denied" | "unreachable" | "tls" | "refused" | "later" | "file" | "content";
        /** @description A file in the list. */
        FileRecord: {
            /** @description When it was made. */
            createTime: components["schemas"]["Time"];
            createdBy?: components["schemas"]["Id"] | null;
            expiresAt?: components["schemas"]["Time"] | null;
            /** @description Its name. */
            fileName: string;
            /**
             * Format: int64
             * @description Its size in octets.
             */
            fileSize: number;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Its media type. */
            mediaType: string;
            /** @description What it is. */
            purpose: components["schemas"]["Purpose"];
            /** @description Its SHA-256, in hexadecimal digits. */
            sha256: string;
            softId?: components["schemas"]["Id"] | null;
            /** @description That system's name at the time. */
            softName: string;
            tenantId?: components["schemas"]["Id"] | null;
        };
        /** @description The account whose password is forgotten. */
        FindRequest: {
            /** @description Login name. */
            userName: string;
        };
        /** @description One thing that the access depends on. */
        Finding: {
            at?: components["schemas"]["Time"] | null;
            /** @description Who did it, by login name. */
            by?: string | null;
            /** @description Whether it speaks for the access. */
            holds: boolean;
            /** @description What it is about. */
            kind: components["schemas"]["FindingKind"];
            /** @description The reason that was given for it. */
            reason?: string | null;
            /** @description Whether the access depends on it. A finding that it does not depend on is a hint. */
            required: boolean;
            /** @description The finding as a sentence, in the caller's language. */
            text: string;
        };
        /**
         * @description What a finding is about.
         * @enum {string}
         */
        FindingKind: "account" | "password" | "signInLock" | "membership" | "role" | "superAdministrator" | "menu" | "platformRole" | "tenant" | "study" | "system" | "binding" | "domain" | "licence" | "grant" | "suspension";
        /** @description The steps that the caller may see, in their order. */
        FirstSteps: {
            /** @description Whether the caller has put them away. */
            dismissed: boolean;
            /** @description The steps. */
            steps: components["schemas"]["Step"][];
            tenantId?: components["schemas"]["Id"] | null;
        };
        /** @description The account's phone, masked. */
        Found: {
            /** @description Its last digits, after asterisks. */
            phone: string;
        };
        /** @description An agreement with a client. */
        Given: {
            /** @description Claims beyond these scopes. */
            claims: string[];
            client: components["schemas"]["ClientShown"];
            grantedAt: components["schemas"]["Time"];
            id: components["schemas"]["Id"];
            lastUsedAt?: components["schemas"]["Time"] | null;
            /** @description Resources. */
            resources: string[];
            /** @description Scopes. */
            scopes: string[];
        };
        /** @description A menu of a role's permission set. */
        GivenMenu: {
            /** @description To view, or to edit. */
            act: components["schemas"]["MenuAct"];
            /** @description The menu. */
            id: components["schemas"]["Id"];
        };
        /** @description An operation on somebody's authorisation (specification, section 3: history record). */
        GrantChange: {
            /** @description `confirmed`, the reason why it could not be told, or empty while it is still to be told. */
            answer: string;
            /** @description `administrator`, `left`, `removed`, `locked`, `disabled`, `unlocked`, `enabled` or `overtaken`. */
            cause: string;
            /** @description Full name of whoever did it, at that time; empty where it followed from something else. */
            createByFullName: string;
            /** @description Their login name. */
            createByUserName: string;
            /** @description When. */
            createTime: components["schemas"]["Time"];
            /** @description Their e-mail address. */
            email: string;
            /** @description Their full name. */
            fullName: string;
            /** @description The grant. */
            grantId: components["schemas"]["Id"];
            /** @description Id. */
            id: string;
            /** @description `granted`, `changed`, `revoked`, `suspended` or `resumed`. */
            kind: string;
            /** @description The plugin through which. */
            pluginDigest: string;
            /** @description The reason given. */
            reason: string;
            /** @description The roles, each with its environment. */
            roleNames: string;
            /** @description The sites, as the panel named them. */
            siteNames: string;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description Its code. */
            studyCode: string;
            /** @description The study. */
            studyId: components["schemas"]["Id"];
            /** @description Its name. */
            studyName: string;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            toldAt?: components["schemas"]["Time"] | null;
            /**
             * Format: int64
             * @description 1 added, 2 cancelled.
             */
            type: number;
            /** @description The person. */
            userId: components["schemas"]["Id"];
            /** @description Their login name at that time. */
            userName: string;
            /**
             * Format: int64
             * @description Its version.
             */
            version: number;
        };
        /** @description The filter of the history. */
        GrantChangeFilter: {
            createBy?: components["schemas"]["Id"] | null;
            /** @description Part of the person's e-mail address, likewise. */
            emailLike?: string | null;
            since?: components["schemas"]["Time"] | null;
            /** @description Part of a site's name, likewise. */
            siteNameLike?: string | null;
            softwareId?: components["schemas"]["Id"] | null;
            /** @description Part of the study's code or name, among the newest 10,000 operations that meet the rest. */
            studyNameLike?: string | null;
            tenantId?: components["schemas"]["Id"] | null;
            /** @description 0 all, 1 added, 2 cancelled. */
            type?: string | null;
            until?: components["schemas"]["Time"] | null;
            /** @description Part of the person's name or login name, likewise. */
            userLike?: string | null;
        };
        /** @description A grant as the console lists it. */
        GrantEntry: {
            /** @description E-mail address. */
            email: string;
            /** @description Full name. */
            fullName: string;
            /** @description Rows of the panel. */
            grants: unknown[];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Full name with user name. */
            label: string;
            /** @description The picks of this study with their names. */
            shown: components["schemas"]["NamedPick"][];
            /** @description The study's code. */
            studyCode: string;
            /** @description Its name. */
            studyName: string;
            /** @description The study binding. */
            studyUrlId: components["schemas"]["Id"];
            suspendedAt?: components["schemas"]["Time"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /** @description The person. */
            userId: components["schemas"]["Id"];
            /** @description Login name. */
            userName: string;
            /** @description The role given with it. */
            userRole: string;
            /** @description The user type. */
            userTypeId: string;
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
        };
        /** @description What somebody had on a study. */
        HeldThen: {
            /** @description Their full name. */
            createByFullName: string;
            /** @description Login name of whoever granted it. */
            createByUserName: string;
            /** @description Their e-mail address. */
            email: string;
            /** @description The trial system's reference of the person. */
            externalRef?: string | null;
            /** @description Their full name. */
            fullName: string;
            /** @description The grant. */
            id: components["schemas"]["Id"];
            /** @description The plugin through which. */
            pluginDigest: string;
            /** @description When this was recorded. */
            recordedAt: components["schemas"]["Time"];
            /** @description The roles, each with its environment. */
            roleNames: string;
            /** @description Everything that was picked, with its name. */
            shown: components["schemas"]["NamedPick"][];
            /** @description The sites, as the panel named them. */
            siteNames: string;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            toldAt?: components["schemas"]["Time"] | null;
            /** @description The person. */
            userId: components["schemas"]["Id"];
            /** @description Their login name, when it was granted. */
            userName: string;
            /** @description From when it held. */
            validFrom: components["schemas"]["Time"];
            validTo?: components["schemas"]["Time"] | null;
        };
        /** @description The question. */
        HeldThenFilter: {
            /** @description The moment. */
            at: components["schemas"]["Time"];
            knownAt?: components["schemas"]["Time"] | null;
            softwareId?: components["schemas"]["Id"] | null;
            /** @description The study. */
            studyId: components["schemas"]["Id"];
        };
        /** @description A calendar. */
        Holidays: {
            /** @description Extra workdays, `yyyy-MM-dd`, separated by commas. */
            extraWorkdays: string;
            /** @description The tenant, `sys` for the global one. */
            id: components["schemas"]["Id"];
            /** @description Statutory holidays, `yyyy-MM-dd`, separated by commas. */
            lawHolidays: string;
            /**
             * @description Years with days computed from the law, because the State Council has not published them yet; until somebody
             *     changes that year.
             */
            provisionalYears: string[];
            /** @description The tenant, `sys` for the global one. */
            tenantId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version, for changing it; 0 for a calendar that is not stored.
             */
            version: number;
        };
        /** @description What the form sends. */
        HolidaysInput: {
            /** @description Extra workdays, `yyyy-MM-dd`, separated by commas. */
            extraWorkdays?: string | null;
            /** @description Statutory holidays, `yyyy-MM-dd`, separated by commas. */
            lawHolidays?: string | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /** @description The home of the console. A part is null where the caller may not open the screen behind it. */
        Home: {
            /** @description The newest changes. */
            changes?: components["schemas"]["AuditEvent"][] | null;
            deliveries?: components["schemas"]["DeliveriesFailed"] | null;
            /** @description The first steps; without steps where the caller has put them away. */
            firstSteps: components["schemas"]["FirstSteps"];
            invitations?: components["schemas"]["InvitationsWaiting"] | null;
            /** @description Licences near their end, or full. */
            licences?: components["schemas"]["LicenceConcern"][] | null;
            people?: components["schemas"]["PeopleLately"] | null;
            plugins?: components["schemas"]["PluginsLately"] | null;
        };
        /**
         * @description An id. Text in JSON and in the database; ids that this server made sort by time of creation. An id from a caller
         *     must have 1 to 64 letters, digits, `-`, `_` and `.`.
         */
        Id: string;
        /** @description An external account that a person linked. */
        Identity: {
            /** @description When it was linked. */
            createdAt: components["schemas"]["Time"];
            /** @description Id of the link. */
            id: components["schemas"]["Id"];
            /** @description The person's name at the provider. */
            label: string;
            lastUsedAt?: components["schemas"]["Time"] | null;
            /** @description The provider's id. */
            provider: string;
            /** @description The provider's name, in the caller's language. */
            providerName: string;
        };
        /** @description A file to import. */
        ImportRequest: {
            /** @description The file in base64: CSV in UTF-8, or XLSX. */
            content?: string | null;
            /** @description Only check the file; nothing is written. */
            dryRun?: boolean | null;
            /** @description The file's name, under which a copy is kept. */
            fileName?: string | null;
        };
        /** @description The result of an import. */
        ImportResult: {
            /** @description Whether the file was written. False when it was only checked, and where a row is wrong. */
            applied: boolean;
            /** @description Records that were made, or would be made. */
            created: number;
            /** @description How many errors there are. */
            errorCount: number;
            /** @description The first 200 of them. */
            errors: components["schemas"]["RowError"][];
            /** @description Rows below the header. */
            total: number;
            /** @description Records that already exist with the same values. */
            unchanged: number;
        };
        /** @description The important information (updateUserByAdmin): login name and contacts. */
        ImportantInput: {
            /** @description E-mail. */
            email?: string | null;
            /** @description Phone: at least 5 characters. */
            phone?: string | null;
            /** @description Login name: at least 4 characters, no `@`. */
            userName?: string | null;
            /**
             * Format: int64
             * @description The version that the change is based on.
             */
            version?: number | null;
        };
        /** @description An initial access token, without its value. */
        InitialAccessToken: {
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            createdBy?: components["schemas"]["Id"] | null;
            /** @description When it expires. */
            expiresAt: components["schemas"]["Time"];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description The holder or the purpose of the token. */
            note: string;
            /** @description Whether the clients registered with it need PKCE. */
            pkce: components["schemas"]["Pkce"];
            revokedAt?: components["schemas"]["Time"] | null;
            /**
             * Format: int64
             * @description Number of registrations made with it.
             */
            used: number;
            /**
             * Format: int64
             * @description Number of registrations that it allows.
             */
            uses: number;
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
        };
        /** @description A bundle. */
        InstallRequest: {
            /** @description Whether it may replace another publisher's plugin. */
            changePublisher?: boolean;
            /** @description The file, in base64. */
            content: string;
        };
        /** @description An invitation, without its key. */
        Invitation: {
            acceptedBy?: components["schemas"]["Id"] | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description The address of the invited person. */
            email: string;
            /** @description When it expires. */
            expiresAt: components["schemas"]["Time"];
            /** @description The proposed full name; may be empty. */
            fullName: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            invitedBy?: components["schemas"]["Id"] | null;
            /** @description Their name. */
            inviterName?: string | null;
            /** @description Language of the mail. */
            language: string;
            positionId?: components["schemas"]["Id"] | null;
            /** @description Tenant role. */
            role: components["schemas"]["Id"];
            /** @description Its name. */
            roleName: string;
            /** @description When the latest mail was queued. */
            sentAt: components["schemas"]["Time"];
            /** @description Its state. */
            state: components["schemas"]["State"];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /** @description Type: an item of dictionary category 3. */
            typeId: components["schemas"]["Id"];
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
        };
        /** @description The invitation, as the invited person sees it (specification, portal, section 3). */
        InvitationUser: {
            /** @description The invited address. */
            email: string;
            /**
             * @description Whether the person already has an account: then name, login name and phone do not change, and no password is
             *     needed.
             */
            isUser: boolean;
            /** @description Full name. */
            name: string;
            /** @description The masked phone of an existing account; else empty. */
            phone: string;
            positionId?: components["schemas"]["Id"] | null;
            /** @description The positions to choose from. */
            positionList: components["schemas"]["Position"][];
            /** @description Always empty: only the person writes it, and a holder of the key need not read it. */
            remark: string;
            signedIn?: components["schemas"]["SignedIn"] | null;
            /** @description The trial systems that they are authorised in by accepting. */
            systems: components["schemas"]["WaitingSystem"][];
            /** @description The tenant's name. */
            tenantName: string;
            /** @description Login name; empty where there is no account yet. */
            username: string;
        };
        /** @description Invitations that were sent and not answered. */
        InvitationsWaiting: {
            tenantId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description How many, counted up to 1000.
             */
            waiting: number;
        };
        /** @description A sign-in code. */
        IssuedCode: {
            /** @description The code; it works once. */
            code: string;
            /**
             * Format: int64
             * @description Seconds until it expires.
             */
            expiresIn: number;
            /** @description The address to send the browser to. */
            url: string;
        };
        /** @description An item, with its name in one language. */
        Item: {
            /** @description Abbreviation. */
            abb: string;
            /** @description Category. */
            categoryId: components["schemas"]["Id"];
            /** @description The category of its children; empty where it cannot have any. */
            childCode: string;
            /** @description Description. */
            description: string;
            /** @description Code; unique in its list, ignoring case. */
            dicCode: string;
            /** @description Name in the caller's language. */
            dicName: string;
            /** @description English name. */
            dicNameEn: string;
            /** @description Chinese name. */
            dicNameZh: string;
            /** @description Encoding number. */
            dicNum: string;
            /** @description Additional data for other systems. */
            extend: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Parent item; `0` for none. */
            parentId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Position in the list.
             */
            sort: number;
            /** @description Tenant; `0` for all. */
            tenantId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form sends. Category, tenant and parent are those of a new item; an item keeps its own. */
        ItemInput: {
            /** @description Abbreviation. */
            abb?: string | null;
            categoryId?: components["schemas"]["Id"] | null;
            /** @description Description. */
            description?: string | null;
            /** @description Code. */
            dicCode?: string | null;
            /** @description Name in the caller's language. */
            dicName?: string | null;
            /** @description English name; nothing leaves it as it is. */
            dicNameEn?: string | null;
            /** @description Chinese name; nothing leaves it as it is. */
            dicNameZh?: string | null;
            /** @description Encoding number. */
            dicNum?: string | null;
            /** @description Additional data for other systems. */
            extend?: string | null;
            parentId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description Place in the list: a positive whole number.
             */
            sort?: number | null;
            tenantId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description The public key as a JWK (RFC 7517) with its use. */
        Jwk: {
            /** @description `RSA-OAEP-256`. */
            alg: string;
            /** @description Exponent, base64url. */
            e: string;
            /** @description RFC 7638 thumbprint. */
            kid: string;
            /** @description `RSA`. */
            kty: string;
            /** @description Modulus, base64url. */
            n: string;
            /** @description `enc`. */
            use: string;
        };
        /**
         * @description The state of a key.
         * @enum {string}
         */
        KeyState: "next" | "current" | "retired" | "removed";
        /** @description A language for messages to a person. */
        Language: {
            /** @description Its name in itself. */
            desc: string;
            /** @description `zh` or `en`. */
            language: string;
        };
        /** @description A language of the user interface. */
        LanguageItem: {
            /** @description Its name in itself. */
            desc: string;
            /** @description Name of its icon. */
            icon: string;
            /** @description `zh` or `en`. */
            language: string;
        };
        LastError: components["schemas"]["Trouble"] | null;
        /**
         * @description The licence of a tenant for a system.
         *
         *     A limit may be lowered below what is used: nobody loses anything, and the licence takes nobody more until enough was
         *     given back.
         */
        Licence: {
            /** @description Last day, `yyyy-MM-dd`. */
            endTime?: string | null;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Whether the licence is switched on. */
            isEnable: boolean;
            /**
             * Format: int64
             * @description The greatest number of studies.
             */
            maxStudy?: number | null;
            /**
             * Format: int64
             * @description The greatest number of users.
             */
            maxUser?: number | null;
            /**
             * Format: int64
             * @description The number of studies that are bound to the system.
             */
            nowStudyNum: number;
            /**
             * Format: int64
             * @description The number of users with a valid authorisation in the system, counted up to 10000.
             */
            nowUserNum: number;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description Whether the tenant may use the system today. */
            standing: components["schemas"]["LicenceStatus"];
            /** @description First day, `yyyy-MM-dd`. */
            startTime?: string | null;
            /** @description Whether the number of studies is limited. */
            studyEnable: boolean;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /** @description Whether the period is limited. */
            timeEnable: boolean;
            /** @description Whether the number of users is limited. */
            userEnable: boolean;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description A licence that somebody should look at. */
        LicenceConcern: {
            /** @description What is the matter. */
            concern: components["schemas"]["Concern"];
            /** @description The last day, `yyyy-MM-dd`. */
            endTime?: string | null;
            /** @description The licence. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description The limit that is reached.
             */
            most?: number | null;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
        };
        /** @description What the form of a licence sends. Tenant and system are those of a new one; both stay. */
        LicenceInput: {
            /** @description Last day, `yyyy-MM-dd`. */
            endTime?: string | null;
            /** @description Whether the licence is switched on. */
            isEnable?: boolean | null;
            /**
             * Format: int64
             * @description The greatest number of studies.
             */
            maxStudy?: number | null;
            /**
             * Format: int64
             * @description The greatest number of users.
             */
            maxUser?: number | null;
            softwareId?: components["schemas"]["Id"] | null;
            /** @description First day, `yyyy-MM-dd`. */
            startTime?: string | null;
            /** @description Whether the number of studies is limited. */
            studyEnable?: boolean | null;
            tenantId?: components["schemas"]["Id"] | null;
            /** @description Whether the period is limited. */
            timeEnable?: boolean | null;
            /** @description Whether the number of users is limited. */
            userEnable?: boolean | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /**
         * @description Whether a tenant may use a system today.
         * @enum {string}
         */
        LicenceStatus: "valid" | "notStarted" | "ended" | "disabled" | "none";
        /** @description A link to another system. */
        Link: {
            /** @description Its text. */
            name: string;
            /** @description Its address. */
            url: string;
        };
        /** @description Whether a link is valid. */
        LinkState: {
            /**
             * @description The login name whose password it replaces; the mail with the link names it too. Null where the link is not
             *     valid.
             */
            userName?: string | null;
            /** @description Whether the link can set a password. */
            valid: boolean;
        };
        /** @description The account to link. */
        Linking: {
            /** @description The `continuation` of `loginByTicket`. */
            continuation: string;
        };
        /** @description A file as the list shows it: with the specification's names beside its own. */
        ListedFile: components["schemas"]["FileRecord"] & {
            /** @description Its size in words, such as `1.5 MB`. */
            fileSizeStr: string;
            /** @description Its id: what a download names. */
            nodeId: components["schemas"]["Id"];
        };
        /** @description A line that a plugin logged. The text is the vendor's. */
        LoggedLine: {
            /** @description When the call started. */
            at: components["schemas"]["Time"];
            /** @description The export that was called. */
            export: string;
            /** @description `debug`, `info`, `warn` or `error`. */
            level: string;
            /** @description The text, with control characters escaped. */
            message: string;
        };
        /** @description The answer to a successful sign-in. */
        LoginAnswer: {
            /**
             * @description Present where `pwdReset` is false. `usernamePassword` takes it instead of name and present password. Works once,
             *     for 15 minutes, in this browser.
             */
            continuation?: string | null;
            /** @description Whether the password expires soon enough to remind the person. */
            isOverdue: boolean;
            /**
             * Format: int64
             * @description Days until the password expires, rounded up; null where it does not expire.
             */
            nearExpiredDay?: number | null;
            /**
             * @description False: somebody else set the password, or it has expired, and it must be changed first. There is no session;
             *     `continuation` allows the change.
             */
            pwdReset: boolean;
            /** @description The address to continue at, where `returnTo` is one of this server's. */
            redirect?: string | null;
            /**
             * @description The session's token, for programs. Null where no session began, and for a page in a browser: there the token is
             *     in a cookie that no script can read.
             */
            token?: string | null;
        };
        /** @description A sign-in: by name and password, or by phone and code. */
        LoginRequest: {
            /** @description The answer to the captcha: the characters of the picture, or the number of the work. */
            captcha?: string | null;
            /** @description The key of the captcha. */
            checkKey?: string | null;
            /** @description The provider that issued the ticket. */
            loginType?: string | null;
            password?: components["schemas"]["Secret"] | null;
            /** @description Phone number. */
            phone?: string | null;
            /** @description The code that was sent to the phone. */
            phoneCaptcha?: string | null;
            /**
             * @description The address to continue at after signing in. The server takes only its own: the authorisation endpoint, the
             *     console and a few other pages.
             */
            returnTo?: string | null;
            /** @description The `continuation` of `loginByTicket`: links the external account to the account that signs in. */
            ticket?: string | null;
            /** @description Login name. With a phone: the account that the phone must belong to. */
            userName?: string | null;
        };
        /** @description A new initial access token, with its value. */
        Made: components["schemas"]["InitialAccessToken"] & {
            /** @description The token, shown only in this answer. */
            initialAccessToken: string;
        };
        /** @description The user to whom a mail was queued. */
        Mailed: components["schemas"]["User"] & {
            /** @description The id of the message, for asking for its delivery state (deliveryState). */
            messageId: components["schemas"]["Id"];
        };
        /** @description A member of a tenant. */
        Member: {
            /** @description Address. */
            address: string;
            /** @description The names of their departments. */
            departmentName: string;
            /** @description E-mail; empty where the caller may not see it. */
            email: string;
            /** @description 0 enabled, 1 disabled. */
            enabled: components["schemas"]["Enabled"];
            /** @description Full name. */
            fullName: string;
            /** @description Id of the membership. */
            id: components["schemas"]["Id"];
            /** @description When they joined. */
            joinDate: components["schemas"]["Time"];
            /**
             * @description Whether the person's platform role has permissions: then administrators of a tenant neither see their contacts
             *     nor change their membership.
             */
            ofPlatform: boolean;
            /** @description Phone; empty where the caller may not see it. */
            phone: string;
            positionId?: components["schemas"]["Id"] | null;
            role?: components["schemas"]["Id"] | null;
            /** @description Its name. */
            roleName?: string | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            typeId?: components["schemas"]["Id"] | null;
            /** @description The person. */
            userId: components["schemas"]["Id"];
            /** @description Login name. */
            userName: string;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description The basic information of a membership (saveTenantUserBase). What is the account's is not a tenant's to change. */
        MemberBase: {
            /** @description Address; left out, it stays as it is. */
            address?: string | null;
            positionId?: components["schemas"]["Id"] | null;
            typeId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /** @description A file with members, and its tenant. */
        MemberImport: {
            /** @description The file in base64, CSV in UTF-8 or XLSX: user name, role, type and position, by their names. */
            content?: string;
            /** @description Only check the file; nothing is written. */
            dryRun?: boolean;
            /** @description The file's name, under which a copy is kept. */
            fileName?: string | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description The important information of a membership (saveTenantUserImportant): its role and status. */
        MemberImportant: {
            enabled?: components["schemas"]["Enabled"] | null;
            role?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that the change is based on.
             */
            version?: number | null;
        };
        /** @description A menu: a group, or an item below one. */
        Menu: {
            /** @description Description. */
            description: string;
            /** @description Icon name, one of those that the console draws. */
            icon: string;
            /** @description Id: of a menu that the server brings, the words of the router table, separated by `-`. */
            id: components["schemas"]["Id"];
            /** @description Chinese name. */
            name: string;
            /** @description English name, or empty. */
            nameEn: string;
            /** @description The group; `0` for a group itself. */
            parentId: components["schemas"]["Id"];
            /** @description The kind of role that it is for: 1 system, 2 tenant. */
            resourceType: components["schemas"]["ResourceType"];
            /**
             * Format: int64
             * @description Its place among those beside it.
             */
            seq: number;
            /** @description 0 open, 1 closed. */
            status: components["schemas"]["MenuStatus"];
            /** @description The request address, a route name; empty for a group. */
            url: string;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /**
         * @description The access that a menu gives.
         * @enum {string}
         */
        MenuAct: "view" | "edit";
        /** @description What the form sends. The request address is that of a new menu; it stays, as roles that have the menu have its permission. */
        MenuInput: {
            /** @description Description. */
            description?: string | null;
            /** @description Icon name, one of those that the console draws. */
            icon?: string | null;
            /** @description Chinese name. */
            name?: string | null;
            /** @description English name, or empty. */
            nameEn?: string | null;
            parentId?: components["schemas"]["Id"] | null;
            resourceType?: components["schemas"]["ResourceType"] | null;
            /**
             * Format: int64
             * @description Its place among those beside it.
             */
            seq?: number | null;
            status?: components["schemas"]["MenuStatus"] | null;
            /** @description The request address, a route name; empty for a group. */
            url?: string | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description An entry of the side menu (specification, portal, section 3: menuList). */
        MenuItem: {
            act?: components["schemas"]["MenuAct"] | null;
            /** @description Icon name. */
            icon: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description A group's items. */
            list?: components["schemas"]["MenuItem"][];
            /** @description Name in the caller's language. */
            name: string;
            /** @description The group, or `0`. */
            parentId: components["schemas"]["Id"];
            /** @description Route name; empty for a group. */
            url: string;
        };
        /**
         * @description The status of a menu.
         * @enum {string}
         */
        MenuStatus: "0" | "1";
        /** @description What a message said, and what came of it. */
        MessageLog: {
            /** @description The latest attempts, the latest first. */
            attempts: components["schemas"]["SendAttempt"][];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description The subject of an e-mail. */
            subject: string;
            /** @description Its text; codes and links are masked. Empty until the first attempt. */
            text: string;
        };
        /** @description A message as it would look, with made-up values. */
        MessagePreview: {
            /** @description The text of an e-mail as an HTML document. */
            html?: string | null;
            /** @description The subject of an e-mail. */
            subject?: string | null;
            /** @description Its text. */
            text: string;
        };
        /** @description What messages of one purpose say. */
        MessageTemplate: {
            /** @description Whether it differs from the text that came with the server. */
            changed: boolean;
            /** @description Id: kind and purpose, such as `email-invitation`. */
            id: components["schemas"]["Id"];
            /** @description `sms` or `email`. */
            kind: string;
            /** @description What it is called, in the caller's language. */
            name: string;
            /** @description Those that its text must have. */
            needed: string[];
            /** @description What it is for, such as `invitation`. */
            purpose: string;
            /** @description The subject in English. */
            subjectEn: string;
            /** @description The subject in Chinese. */
            subjectZh: string;
            /** @description The text in English. */
            textEn: string;
            /** @description The text in Chinese. */
            textZh: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /** @description The values that its texts may have, as `{name}`. */
            values: string[];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form of a template sends. An SMS has no subject. */
        MessageTemplateInput: {
            /** @description The subject in English. */
            subjectEn?: string | null;
            /** @description The subject in Chinese. */
            subjectZh?: string | null;
            /** @description The text in English. */
            textEn?: string | null;
            /** @description The text in Chinese. */
            textZh?: string | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /**
         * @description A change of a password that has expired or that somebody else set, without a session: by name and present password,
         *     or by the `continuation` of the sign-in that demanded the change.
         */
        NamedPasswordChange: {
            /** @description The answer to the captcha: the characters of the picture, or the number of the work. */
            captcha?: string | null;
            /** @description The key of the captcha. */
            checkKey?: string | null;
            /** @description `data.continuation` of the answer to the sign-in. */
            continuation?: string | null;
            /** @description The new password, or a compact JWE of it. */
            newPassword: components["schemas"]["Secret"];
            password?: components["schemas"]["Secret"] | null;
            /** @description Login name. */
            userName?: string | null;
        };
        /** @description A pick of a panel, with its name. */
        NamedPick: {
            /** @description The column's key. */
            column: string;
            /** @description The environment of a role. */
            environment?: string | null;
            /** @description The environment's name. */
            environmentName?: string | null;
            /** @description The id in the trial system, or the platform's id of a site; `true` or `false` of a flag. */
            id: string;
            /** @description What the column offers; none where that is no longer known. */
            kind?: string | null;
            /** @description The name that was shown; the id where none is known. */
            name: string;
            /** @description The row of the selection, from 0. */
            row: number;
            /** @description The study's binding, of a site of the platform. */
            studyUrlId?: string | null;
            /** @description The name of the row's tab. */
            tab?: string | null;
        };
        /** @description A new password and the code that allows it. */
        NewByCode: {
            /** @description The code. */
            authCode: string;
            /** @description The new password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
            /** @description The phone, as `find` showed it or in full. */
            phone: string;
            /** @description The new password again. */
            rePassword: components["schemas"]["Secret"];
            /** @description Login name, as given to `find`. */
            userName: string;
        };
        /** @description A new password and the link that allows it. */
        NewByLink: {
            /** @description The link's key. */
            key: string;
            /** @description The new password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
            /** @description The new password again. */
            rePassword: components["schemas"]["Secret"];
        };
        /** @description An initial access token to make. */
        NewInitialAccessToken: {
            /**
             * Format: int64
             * @description Seconds until it expires: 60 to 31622400 (366 days), 86400 by default.
             */
            expiresInSeconds?: number | null;
            /** @description The holder or the purpose of the token. */
            note?: string | null;
            pkce?: components["schemas"]["Pkce"] | null;
            /**
             * Format: int64
             * @description Number of registrations that it allows: 1 to 1000, 1 by default.
             */
            uses?: number | null;
        };
        /** @description A new invitation: its address, tenant and role. */
        NewInvitation: {
            /** @description The address. */
            email?: string;
            /** @description A proposed full name. */
            fullName?: string | null;
            /** @description Language of the mail, `zh` or `en`; the caller's by default. */
            language?: string | null;
            positionId?: components["schemas"]["Id"] | null;
            role?: components["schemas"]["Id"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            typeId?: components["schemas"]["Id"] | null;
        };
        /** @description People to add to a tenant, all with the same role (saveTenantUserBatch). */
        NewMembers: {
            positionId?: components["schemas"]["Id"] | null;
            role?: components["schemas"]["Id"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            typeId?: components["schemas"]["Id"] | null;
            /** @description The people, at most 1000. */
            userIds?: components["schemas"]["Id"][];
        };
        /** @description A new passkey. */
        NewPasskey: {
            /** @description The result of `navigator.credentials.create` as JSON. */
            credential: unknown;
            /** @description Its name, given by the owner. */
            name?: string | null;
        };
        /** @description A new PIN and the code that allows it. */
        NewPin: {
            /** @description The code. */
            code: string;
            /** @description The PIN, or a compact JWE of it. */
            pin: components["schemas"]["Secret"];
            /** @description The PIN again. */
            rePin: components["schemas"]["Secret"];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description A selection to pre-authorise people with. */
        NewPreauthorisations: {
            /** @description E-mail addresses, of members or of anybody else. */
            emails?: string[];
            /** @description Rows of the panel. */
            grants: unknown[];
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Members of the tenant, by user id. */
            userIds?: components["schemas"]["Id"][];
            /** @description The role given with it; whoever is no member joins the tenant with it. */
            userRole: string;
            /** @description The user type (dictionary category 3). */
            userTypeId: string;
        };
        /** @description The options for a new secret. */
        NewSecret: {
            /**
             * Format: int64
             * @description Seconds for which the replaced secrets stay valid: 0 to 2592000, 604800 by default.
             */
            overlapSeconds?: number | null;
        };
        /** @description A message that is not sent again. */
        NotResent: {
            /** @description The message. */
            id: components["schemas"]["Id"];
            /** @description Why not, in the caller's language. */
            reason: string;
        };
        /** @description Somebody to whom none was sent. */
        NotSent: {
            /** @description Full name with login name, or the e-mail address. */
            label: string;
            /** @description The reason, as a sentence in the caller's language. */
            message: string;
        };
        /**
         * @description An answer without content: `null`.
         * @default null
         */
        Nothing: unknown;
        /**
         * @description The state of a delivery.
         * @enum {string}
         */
        NoticeState: "waiting" | "delivered" | "failed";
        /**
         * @description The channel of the code for setting a PIN.
         * @enum {string}
         */
        NoticeType: "1" | "2";
        /** @description The tenant of the PIN. */
        OfTenant: {
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description The address that the browser goes on to. */
        Onward: {
            redirect: string;
        };
        /** @description A system that was opened in the session: it received tokens there. */
        OpenedSystem: {
            /** @description Its client. */
            clientId: string;
            /** @description Whether it is told of the sign-out. Otherwise it stays open until it is closed. */
            isTold: boolean;
            /** @description The client's name, in the caller's language. */
            name: string;
        };
        /** @description The systems of a session. */
        OpenedSystems: {
            /**
             * @description Where to send the browser after the sign-out, so that it tells the systems that only it can tell; it goes on to
             *     the sign-in page. Null where there is no such system.
             */
            byBrowser?: string | null;
            /** @description The systems, by name. */
            systems: components["schemas"]["OpenedSystem"][];
            /** @description What to ask with, after the sign-out, what became of them; for 15 minutes. */
            ticket: string;
        };
        /** @description Somebody who gave or took an authorisation. */
        Operator: {
            /** @description Full name. */
            fullName: string;
            /** @description User id. */
            id: components["schemas"]["Id"];
            /** @description Login name. */
            userName: string;
        };
        /** @description A request for the choices of a column. */
        OptionsRequest: {
            /** @description Column key. */
            column: string;
            /** @description `next` of the previous page. */
            cursor?: string | null;
            /** @description For a role-environment column: which of its two parts. */
            part?: string | null;
            /** @description The picks in other columns. */
            picked?: unknown[];
            /** @description The search text. */
            search?: string;
            /** @description Tab. */
            tab?: string | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /**
         * @description The system that maintains the account.
         * @enum {string}
         */
        Org: "local" | "cloud" | "ldap";
        /**
         * @description The outcome of a sign-in attempt.
         * @enum {string}
         */
        Outcome: "signed_in" | "proved_again" | "factor_asked" | "password_asked" | "wrong_code" | "wrong_credentials" | "wrong_factor" | "wrong_captcha" | "locked" | "password_expired";
        /** @description What is accepted or declined. */
        OwnChoice: {
            /** @description The pre-authorisation. */
            id: components["schemas"]["Id"];
            key?: components["schemas"]["Secret"] | null;
        };
        /** @description The state of the caller's PIN in a tenant; never the PIN itself. */
        OwnPin: {
            /** @description Whether a PIN is set. */
            isSet: boolean;
            /** @description Whether it is locked after too many wrong tries: setting another with a new code unlocks it. */
            locked: boolean;
            /**
             * Format: int64
             * @description Minutes that a code is valid; 0: the tenant sends no codes.
             */
            pinDuration: number;
            /**
             * Format: int64
             * @description The number of characters of a PIN.
             */
            pinLength: number;
            /** @description The channel of the code: 1 e-mail, 2 SMS. */
            pinNoticeType: components["schemas"]["NoticeType"];
            /** @description The composition of a PIN: 1 letters, 2 digits, 3 letters and digits. */
            pinRule: components["schemas"]["PinRule"];
            setAt?: components["schemas"]["Time"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
        };
        /** @description An authorisation that waits for the caller. */
        OwnPreauthorisation: {
            /** @description Until when it can be accepted. */
            expiresAt: components["schemas"]["Time"];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Who sent it. */
            inviterName: string;
            /** @description Why it failed, or could not be set up when it was accepted last; empty: neither. */
            message: string;
            /** @description The roles, each with its environment. */
            roleNames: string;
            /** @description The sites. */
            siteNames: string;
            /** @description The system's name. */
            softwareName: string;
            /**
             * @description `waiting`; `accepted` while it is being set up; `failed` for a while after the system refused it; `declined` in
             *     the answer to that.
             */
            state: components["schemas"]["PreauthorisationState"];
            /** @description The studies. */
            studyNames: string;
            /** @description The tenant's name. */
            tenantName: string;
        };
        /** @description What waits for the caller. */
        OwnPreauthorisations: {
            keyed?: components["schemas"]["Id"] | null;
            /** @description The authorisations, the newest first. */
            list: components["schemas"]["OwnPreauthorisation"][];
            /** @description Why the key opens nothing for the caller. */
            problem?: string | null;
        };
        /** @description A system with a panel. */
        PanelEntry: {
            /**
             * Format: int64
             * @description 1 RTSM, 2 EDC, 3 CTMS, 4 eTMF.
             */
            authorizationStyle: number;
            /** @description Whether its panel is available now. */
            available: boolean;
            /** @description The software's id. */
            id: components["schemas"]["Id"];
            /** @description Why it is not available. */
            reason?: string | null;
            /** @description Its name. */
            softwareName: string;
            /** @description Its web code, such as `030`. */
            webCode: string;
        };
        /** @description A passkey by its id. */
        PasskeyId: {
            /** @description Id. */
            id: components["schemas"]["Id"];
        };
        /** @description A new name for a passkey. */
        PasskeyName: {
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description The new name. */
            name: string;
        };
        /** @description A passkey, as its owner sees it. */
        PasskeyShown: {
            /** @description When it was added. */
            createdAt: components["schemas"]["Time"];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Its name, given by the owner. */
            name: string;
            /** @description Whether it may be synced to several devices of its owner. */
            synced: boolean;
            usedAt?: components["schemas"]["Time"] | null;
        };
        /** @description A sign-in by passkey alone. */
        PasskeySignIn: {
            /** @description The result of `navigator.credentials.get` as JSON. */
            credential: unknown;
            /**
             * @description The address to continue at after signing in. The server takes only its own: the authorisation endpoint, the
             *     console and a few other pages.
             */
            returnTo?: string | null;
        };
        /** @description A change of the caller's own password, with a session. */
        PasswordChange: {
            /** @description The new password, or a compact JWE of it. */
            newPassword: components["schemas"]["Secret"];
            /** @description The present password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
        };
        /** @description The user whose password was replaced. */
        PasswordOf: {
            /** @description Their e-mail address; empty where they were not notified. */
            email: string;
            /** @description The user. */
            id: components["schemas"]["Id"];
            messageId?: components["schemas"]["Id"] | null;
            /** @description How many sessions ended. */
            sessions: number;
        };
        /** @description The rules as a form shows and checks them. */
        PasswordRules: {
            /** @description Whether a password needs upper case, lower case and a digit, and may have only letters and digits. */
            composed: boolean;
            /**
             * Format: int64
             * @description How many recent passwords, with the present one, may not be used again.
             */
            history: number;
            /** @description The greatest number of characters. */
            maxLength: number;
            /** @description The rules as a sentence, in the caller's language. */
            message: string;
            /** @description The least number of characters. */
            minLength: number;
            /** @description `mlps3` or `nist`. */
            profile: string;
        };
        /** @description People and their sign-ins in the last 30 days. */
        PeopleLately: {
            /**
             * Format: int64
             * @description People who were added, or who joined the tenants; counted up to 1000.
             */
            added: number;
            /** @description The sign-ins of each day, the oldest first. */
            days: components["schemas"]["SignInDay"][];
            /** @description The menu of the list of these people. */
            menu: string;
        };
        /** @description The membership of a person in a tenant. */
        PersonMembership: {
            /** @description Whether the membership is disabled. */
            disabled: boolean;
            /** @description Id of the membership. */
            id: components["schemas"]["Id"];
            /** @description When they joined. */
            joinDate: components["schemas"]["Time"];
            roleId?: components["schemas"]["Id"] | null;
            /** @description Its name in the caller's language. */
            roleName?: string | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
        };
        /** @description The code that verifies a phone. */
        PhoneProof: {
            /** @description The code. */
            code: string;
        };
        /** @description What the form sends. */
        PinInput: {
            /**
             * Format: int64
             * @description Minutes that a code is good for.
             */
            pinDuration?: number | null;
            /**
             * Format: int64
             * @description Characters: 6 to 8.
             */
            pinLength?: number | null;
            pinNoticeType?: components["schemas"]["NoticeType"] | null;
            pinRule?: components["schemas"]["PinRule"] | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /**
         * @description The composition of a PIN.
         * @enum {string}
         */
        PinRule: "1" | "2" | "3";
        /** @description The PIN setting of a tenant. */
        PinSetting: {
            /** @description The tenant. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Minutes that a code is valid; 0: no codes are sent.
             */
            pinDuration: number;
            /**
             * Format: int64
             * @description The number of characters of a PIN.
             */
            pinLength: number;
            /** @description The channel of the code: 1 e-mail, 2 SMS. */
            pinNoticeType: components["schemas"]["NoticeType"];
            /** @description The composition of a PIN: 1 letters, 2 digits, 3 letters and digits. */
            pinRule: components["schemas"]["PinRule"];
            /**
             * Format: int64
             * @description Version, for changing it; 0 for the default setting.
             */
            version: number;
        };
        /**
         * @description Whether the code flow needs PKCE (RFC 7636). Public clients always do.
         * @enum {string}
         */
        Pkce: "required" | "optional";
        /**
         * @description A place: country, province and city, each within the one before, and none without the one before. Records with a
         *     place have these fields among their own.
         */
        Place: {
            cityId?: components["schemas"]["Id"] | null;
            countryId?: components["schemas"]["Id"] | null;
            provinceId?: components["schemas"]["Id"] | null;
        };
        /** @description The names of the regions of a [`Place`] in the caller's language; empty for those that are not given. */
        PlaceNames: {
            /** @description The city. */
            cityName: string;
            /** @description The country. */
            countryName: string;
            /** @description The province. */
            provinceName: string;
        };
        /** @description A rule that is not made yet. */
        PlannedRule: {
            /** @description Key of the panel's column. */
            columnKey: string;
            /** @description The system's id of the role. */
            roleId: string;
            /** @description Its name, for people. */
            roleName: string;
            /** @description Its side. */
            side: components["schemas"]["Side"];
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
        };
        /** @description A plugin in trouble. */
        PluginConcern: {
            /** @description The name of its system; the code where the catalogue has no such system. */
            softwareName: string;
            /** @description What is the matter. */
            trouble: components["schemas"]["PluginTrouble"];
            /** @description The web code of its system. */
            webCode: string;
        };
        /** @description A version with the health of its plugin on the answering node, and what it logged there last. */
        PluginDetails: components["schemas"]["PluginVersion"] & {
            /** @description By export. */
            exports: components["schemas"]["ExportHealth"][];
            /** @description The latest first. */
            log: components["schemas"]["LoggedLine"][];
        };
        /** @description The identity of a plugin in a bundle. */
        PluginFacts: {
            /**
             * Format: int32
             * @description The system's authorisation style, 1 to 4.
             */
            authorizationStyle: number;
            /** @description Whether it projects claims. */
            hasClaims: boolean;
            /** @description The digest. */
            id: string;
            /** @description Its name, in the caller's language. */
            name: string;
            /** @description The plugin's id. */
            pluginId: string;
            /** @description Id of the publisher. */
            publisherId: string;
            /**
             * Format: int64
             * @description Number of the release.
             */
            sequence: number;
            /** @description Name of that system; absent where no system has the web code. */
            softwareName?: string | null;
            /** @description Version, for people. */
            version: string;
            /** @description Web code of the system that it serves. */
            webCode: string;
        };
        /** @description Something that was found in a bundle. */
        PluginFinding: {
            /** @description A stable code. */
            code: string;
            /** @description The technical detail: the file, the field, the import, for the vendor. */
            detail?: string | null;
            /** @description A sentence, in the caller's language. */
            message: string;
            /** @description Its severity. */
            severity: components["schemas"]["Severity"];
        };
        /** @description Whom the plugin of a system serves. */
        PluginReach: {
            /** @description Whether it serves the tenants that were not switched by themselves. */
            everywhere: boolean;
            /** @description Web code of the system. */
            id: string;
            /**
             * Format: int64
             * @description Version, for changing it; 0 while it was never changed.
             */
            version: number;
        };
        /** @description A change of [`PluginReach`]. */
        PluginReachRequest: {
            /** @description Whether it serves the tenants that were not switched by themselves. */
            everywhere: boolean;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version: number;
        };
        /** @description A setting that a plugin declares. The texts are the vendor's, in the caller's language. */
        PluginSetting: {
            /** @description The choices. */
            choices: components["schemas"]["PluginSettingChoice"][];
            /** @description The value that counts without one here: that of every tenant, or the default. */
            fallback?: unknown;
            /** @description The header in which a secret is sent. */
            header?: string | null;
            /** @description A sentence that explains it. */
            help?: string | null;
            /** @description Whether a secret is filled in here. The secret itself is never shown. */
            isSet: boolean;
            /** @description Whether a secret is filled in for every tenant, which counts without one here. */
            isSetForAll: boolean;
            /** @description Its key. */
            key: string;
            /** @description `text`, `number`, `choice`, `switch` or `secret`. */
            kind: string;
            /** @description Its name. */
            label: string;
            /**
             * Format: int64
             * @description The greatest number.
             */
            max?: number | null;
            /**
             * Format: int32
             * @description The longest text or secret, in characters.
             */
            maxLength: number;
            /**
             * Format: int64
             * @description The least number.
             */
            min?: number | null;
            /** @description Whether the plugin does not work without it. */
            required: boolean;
            /** @description The value that is filled in here. */
            value?: unknown;
        };
        /** @description A choice of a setting. */
        PluginSettingChoice: {
            /** @description Its name, in the caller's language. */
            label: string;
            /** @description Its value. */
            value: string;
        };
        /** @description The settings of the active plugin of a system, as they are filled in for every tenant or for one. */
        PluginSettings: {
            /** @description Web code of the system. */
            id: string;
            /** @description The plugin's id. */
            pluginId: string;
            /** @description Its version, for people. */
            pluginVersion: string;
            /** @description In the order of the form. */
            settings: components["schemas"]["PluginSetting"][];
            /** @description The tenant; `0`: every tenant. */
            tenantId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version of what is filled in here, for changing it; 0 while nothing was.
             */
            version: number;
        };
        /** @description A change of what is filled in. What is not named stays. */
        PluginSettingsRequest: {
            /** @description Secrets by key; null takes one away. */
            secrets?: {
                [key: string]: string | null;
            };
            tenantId?: components["schemas"]["Id"] | null;
            /** @description Values by key; null takes one away. */
            values?: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version: number;
        };
        /** @description A tenant, and whether the plugin of a system serves it. */
        PluginTenant: {
            /** @description Whether the plugin serves it. */
            active: boolean;
            /** @description The tenant. */
            id: components["schemas"]["Id"];
            /** @description Whether it was switched by itself; otherwise it follows the others. */
            own: boolean;
            /** @description Its name. */
            tenantName: string;
            /**
             * Format: int64
             * @description Version, for switching it; 0 while it was never switched.
             */
            version: number;
        };
        /** @description A change of [`PluginTenant`]. */
        PluginTenantRequest: {
            /** @description Whether the plugin serves the tenant; null: as the others. */
            active?: boolean | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version: number;
        };
        /**
         * @description What is the matter with a plugin.
         * @enum {string}
         */
        PluginTrouble: "suspended" | "notLoaded";
        /** @description An installed version of a plugin. */
        PluginVersion: {
            /** @description When it was installed first. */
            createdAt: components["schemas"]["Time"];
            /** @description The digest: SHA-256 of the bundle's signed text, in hexadecimal. */
            id: components["schemas"]["Id"];
            /** @description The plugin's id, the same in every version. */
            pluginId: string;
            /** @description Id of the publisher. */
            publisherId: string;
            /** @description Name of the publisher. */
            publisherName: string;
            /** @description Whether this node runs it. */
            running: boolean;
            /**
             * Format: int64
             * @description Rises with every release of a publisher.
             */
            sequence: number;
            /** @description Name of the system; absent where no system has the web code. */
            softwareName?: string | null;
            /** @description Its state. */
            state: components["schemas"]["VersionState"];
            /** @description Whether calls to it are refused for a while on this node, because they failed repeatedly. */
            suspended: boolean;
            /** @description When its state changed last. */
            updatedAt: components["schemas"]["Time"];
            /** @description Version, for people. */
            version: string;
            /** @description Web code of the system that it serves. */
            webCode: string;
        };
        /** @description The plugins. */
        PluginsLately: {
            /**
             * Format: int64
             * @description How many files were refused in the last 30 days, counted up to 1000.
             */
            refused: number;
            /** @description Those in trouble now. */
            troubled: components["schemas"]["PluginConcern"][];
        };
        /** @description A position to choose. */
        Position: {
            /** @description Id of the dictionary item. */
            id: components["schemas"]["Id"];
            /** @description Its name in the caller's language. */
            name: string;
        };
        /** @description A pre-authorisation. Names are those of the moment at which it was sent. */
        Preauthorisation: {
            acceptedAt?: components["schemas"]["Time"] | null;
            acceptedBy?: components["schemas"]["Id"] | null;
            batchId?: components["schemas"]["Id"] | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description The address that it was sent to. */
            email: string;
            /** @description Until when it can be accepted. */
            expiresAt: components["schemas"]["Time"];
            /** @description Full name of that account. */
            fullName: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            invitationId?: components["schemas"]["Id"] | null;
            /** @description The administrator who answers for it. */
            invitedBy: components["schemas"]["Id"];
            /** @description Their name. */
            inviterName: string;
            /** @description Language of its mails. */
            locale: string;
            /** @description The same as a sentence in the caller's language. */
            message: string;
            /** @description The plugin version that checked it. */
            pluginDigest: string;
            /** @description Why it failed, or was not carried out when it was accepted last, as a word; empty: neither. */
            reason: string;
            remindedAt?: components["schemas"]["Time"] | null;
            /** @description The roles, each with its environment. */
            roleNames: string;
            /**
             * Format: int64
             * @description How often it was sent; each time has a key of its own.
             */
            round: number;
            /** @description When the latest link was queued. */
            sentAt: components["schemas"]["Time"];
            settledAt?: components["schemas"]["Time"] | null;
            /** @description The sites. */
            siteNames: string;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description Its state. */
            state: components["schemas"]["PreauthorisationState"];
            /** @description The studies. */
            studyNames: string;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            userId?: components["schemas"]["Id"] | null;
            /** @description Login name of that account, or of the one that accepted it. */
            userName: string;
            /** @description The role given with it. */
            userRole: string;
            /** @description The user type. */
            userTypeId: string;
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
        };
        /** @description An operation on a pre-authorisation (specification, section 3: pre-authorisation history record). */
        PreauthorisationChange: {
            /** @description Full name of whoever did it, at that time. */
            createByFullName: string;
            /** @description Their login name. */
            createByUserName: string;
            /** @description When. */
            createTime: components["schemas"]["Time"];
            /** @description The address that it was sent to. */
            email: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description `sent`, `resent` or `accepted`. */
            kind: string;
            /** @description The pre-authorisation. */
            preauthorisationId: components["schemas"]["Id"];
            /** @description The roles, each with its environment. */
            roleNames: string;
            /** @description The sites, as the panel named them. */
            siteNames: string;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description Its code. */
            studyCode: string;
            /** @description The study. */
            studyId: components["schemas"]["Id"];
            /** @description Its name. */
            studyName: string;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /**
             * Format: int64
             * @description 3 sent, 4 accepted.
             */
            type: number;
            /** @description Its full name. */
            userFullname: string;
            userId?: components["schemas"]["Id"] | null;
            /** @description Its login name. */
            userName: string;
        };
        /** @description The filter of the history. */
        PreauthorisationChangeFilter: {
            createBy?: components["schemas"]["Id"] | null;
            /** @description Part of the e-mail address, likewise. */
            emailLike?: string | null;
            since?: components["schemas"]["Time"] | null;
            /** @description Part of a site's name, likewise. */
            siteNameLike?: string | null;
            softwareId?: components["schemas"]["Id"] | null;
            /** @description Part of the study's code or name, among the newest 10,000 operations that meet the rest. */
            studyNameLike?: string | null;
            tenantId?: components["schemas"]["Id"] | null;
            /** @description 0 all, 3 sent, 4 accepted. */
            type?: string | null;
            until?: components["schemas"]["Time"] | null;
            /** @description Part of the person's name or login name, likewise. */
            userLike?: string | null;
        };
        /** @description Somebody who sent or accepted. */
        PreauthorisationOperator: {
            /** @description Full name. */
            fullName: string;
            /** @description User id. */
            id: components["schemas"]["Id"];
            /** @description Login name. */
            userName: string;
        };
        /** @description The result for each person (specification, section 3: success and failure). */
        PreauthorisationResult: {
            /** @description To whom it was not, and why. */
            failure: components["schemas"]["NotSent"][];
            /** @description To whom it was sent. */
            success: components["schemas"]["SentTo"][];
        };
        /** @description A pre-authorisation whose mail was queued. */
        PreauthorisationSent: components["schemas"]["Preauthorisation"] & {
            /** @description The id of the message, for asking for its delivery state (deliveryState). */
            messageId: components["schemas"]["Id"];
        };
        /**
         * @description The state of a pre-authorisation.
         * @enum {string}
         */
        PreauthorisationState: "waiting" | "accepted" | "failed" | "withdrawn" | "declined" | "expired";
        /** @description The next times of an expression. */
        Preview: {
            /** @description The next 5 times. */
            times: components["schemas"]["Time"][];
            /** @description The expression in words, in the caller's language. */
            words: string;
        };
        /**
         * @description The security profile of a client.
         * @enum {string}
         */
        Profile: "standard" | "fapi2";
        /** @description The progress of a batch. */
        Progress: {
            /** @description Id of the batch. */
            batchId: components["schemas"]["Id"];
            /** @description The people who failed, and why. */
            failed: components["schemas"]["Failed"][];
            /**
             * Format: int64
             * @description How many of them succeeded or failed so far.
             */
            finished: number;
            /** @description `grant`, `reconcile`, or the change that the trial system is told of: `revoke`, `suspend` or `resume`. */
            kind: string;
            /** @description The items that will be retried, with the reason why the trial system does not know yet. */
            pending: components["schemas"]["Failed"][];
            /** @description `queued`, `running` or `done`. */
            state: string;
            /** @description The people who succeeded; named, as those who failed, once there is nothing more to wait for. */
            succeeded: components["schemas"]["Succeeded"][];
            /**
             * Format: int64
             * @description Number of items.
             */
            total: number;
        };
        /** @description A proof by code. */
        ProofByCode: {
            /** @description The code. */
            code: string;
        };
        /** @description A proof by passkey. */
        ProofByPasskey: {
            /** @description The result of `navigator.credentials.get` as JSON. */
            credential: unknown;
        };
        /** @description A proof by password. */
        ProofByPassword: {
            /** @description The password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
        };
        /** @description An external provider. */
        ProviderShown: {
            /** @description Id of the provider, the `loginType` of its tickets. */
            id: string;
            /** @description Name of the provider, in the caller's language. */
            name: string;
            /** @description The address that begins the sign-in; takes `returnTo`. */
            url: string;
        };
        /** @description The public key for encrypting passwords, and the server's time. */
        PublicKey: {
            /** @description `RSA-OAEP-256`. */
            alg: string;
            /** @description `A256GCM`. */
            enc: string;
            /** @description The key. */
            jwk: components["schemas"]["Jwk"];
            /** @description Key id. */
            kid: string;
            /**
             * Format: int64
             * @description The server's time, in milliseconds since 1970. A browser whose clock is off corrects by it.
             */
            now: number;
        };
        /** @description A publisher whose plugins are trusted, or were. */
        Publisher: {
            /** @description When it was enrolled first. */
            createdAt: components["schemas"]["Time"];
            /** @description The first 16 hexadecimal digits of SHA-256 of the public key. */
            id: string;
            /** @description Name, for people. */
            name: string;
            /** @description The Ed25519 public key: 32 octets in base64. */
            publicKey: string;
            revokedAt?: components["schemas"]["Time"] | null;
            /** @description Whether it is the publisher of a build of this server. */
            shipped: boolean;
            /** @description The systems that its plugins may serve, by web code. */
            webCodes: string[];
        };
        /** @description An existing account, here or in the user centre. */
        Pulled: {
            /** @description E-mail. */
            email: string;
            /** @description Full name. */
            fullName: string;
            id?: components["schemas"]["Id"] | null;
            /** @description Phone. */
            phone: string;
            roleId?: components["schemas"]["Id"] | null;
            /** @description That role's name. */
            roleName?: string | null;
            /** @description Its id in the user centre. */
            ucId: components["schemas"]["Id"];
            /** @description Login name. */
            userName: string;
        };
        /**
         * @description What a file is.
         * @enum {string}
         */
        Purpose: "import" | "export" | "plugin";
        /** @description What an SMS and an e-mail have in common in the log. */
        Pushed: {
            /** @description What became of it, in the caller's language. */
            arriveDesc: string;
            /** @description When it was queued. */
            createTime: components["schemas"]["Time"];
            /** @description When it is of no use any more. */
            givesUpAt: components["schemas"]["Time"];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description 0 if a gateway accepted it, 1 if not.
             */
            isArrive: number;
            lastError?: components["schemas"]["Failure"] | null;
            /**
             * Format: int64
             * @description How often it is handed to one before it is given up.
             */
            maxSendCount: number;
            nextAttemptAt?: components["schemas"]["Time"] | null;
            /** @description What it is for, such as `sign-in-code`. */
            purpose: string;
            /** @description What it is for, in the caller's language. */
            purposeDesc: string;
            /** @description Whether it can be sent again. */
            resend: components["schemas"]["Resend"];
            /**
             * Format: int64
             * @description How often an administrator sent it again.
             */
            resends: number;
            /**
             * Format: int64
             * @description How often it was handed to a gateway.
             */
            sendCount: number;
            sentAt?: components["schemas"]["Time"] | null;
            /** @description That system's name at the time; empty if it is the platform's own. */
            softName: string;
            softwareId?: components["schemas"]["Id"] | null;
            /** @description `waiting`, `sent` or `failed`. */
            state: string;
            tenantId?: components["schemas"]["Id"] | null;
            userId?: components["schemas"]["Id"] | null;
        };
        /** @description A client's request for a person's consent. */
        Question: {
            /** @description Claims beyond these scopes. */
            claims: string[];
            client: components["schemas"]["ClientShown"];
            /** @description Full name of the signed-in person. */
            fullName: string;
            /** @description Resources. */
            resources: string[];
            /** @description Scopes. */
            scopes: string[];
            /** @description The address for signing in as another person, who is then asked. */
            switchAccount: string;
            /** @description Login name of the signed-in person. */
            userName: string;
        };
        /** @description The reason for an action. */
        Reason: {
            /** @description For the audit, at most 200 characters. */
            reason?: string | null;
        };
        /** @description People to put right in a trial system. */
        ReconcileRequest: {
            /** @description The reason, in at most 200 characters. */
            reason: string;
            /** @description The study's binding. */
            studyUrlId: components["schemas"]["Id"];
            /** @description The people, by the ids that the system knows; at most 500. */
            subjects: string[];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description New recovery codes, shown only once. */
        RecoveryCodes: {
            /** @description Ten codes; each works once. Null where there already were codes, which remain valid. */
            recoveryCodes?: string[] | null;
        };
        /** @description An administrator's call that did not do what was asked. */
        RefusedAdmin: {
            code: string;
            /** @description What helps to go on. */
            data?: unknown;
            /** @description By field. */
            errors?: {
                [key: string]: string;
            };
            /** @description A sentence in the caller's language. */
            message: string;
            requestId: string;
        };
        /** @description A documented call that did not do what was asked. */
        RefusedEnvelope: {
            /** @description Never 200. */
            code: string;
            /** @description Wrong fields under `errors`, or what helps to go on; null mostly. */
            data: unknown;
            /** @enum {boolean} */
            isOk: false;
            /** @description A sentence in the caller's language. */
            message: string;
            requestId: string;
            /** @enum {boolean} */
            success: false;
        };
        /** @description RFC 6749, section 5.2. */
        RefusedOAuth: {
            error: string;
            error_description?: string;
        };
        /** @description The answer to a successful registration. */
        Registered: {
            /** @description The login name to sign in with. */
            userName: string;
        };
        /** @description The answer to an invitation. Tenant and e-mail are always those of the invitation. */
        Registration: {
            /** @description The key of the invitation. */
            key: components["schemas"]["Secret"];
            /** @description Full name. This, login name, password and phone are ignored where the person has an account. */
            name?: string | null;
            password?: components["schemas"]["Secret"] | null;
            /** @description Phone, digits only. */
            phone?: string | null;
            positionId?: components["schemas"]["Id"] | null;
            /** @description Remark. For an existing account it replaces the previous one, unless it is blank. */
            remark?: string | null;
            /** @description Login name. */
            username?: string | null;
        };
        /** @description A session renewed under a new token. */
        Renewed: {
            /** @description The token, for programs; null for a page in a browser, where the cookie has it. */
            token?: string | null;
        };
        /**
         * @description Whether a message can be sent again, and why not.
         * @enum {string}
         */
        Resend: "possible" | "waiting" | "secret" | "outdated" | "often";
        /** @description What became of sending again. */
        Resent: {
            /** @description How many are sent again. */
            queued: number;
            /** @description Those that are not, and why. */
            refused: components["schemas"]["NotResent"][];
        };
        /**
         * @description Whether a menu is for system roles or for tenant roles.
         * @enum {string}
         */
        ResourceType: "1" | "2";
        /** @description Grants to revoke. */
        RevokeRequest: {
            /** @description The grants, of this system, at most 500. */
            ids: components["schemas"]["Id"][];
            /** @description The reason, in at most 200 characters. */
            reason: string;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description A role. Its code and name are as a choice of roles uses them (tenant administration, section 3). */
        Role: {
            /** @description Code; the same as the id. */
            code: string;
            /** @description The name in the caller's language. */
            desc: string;
            /** @description Description. */
            description: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Whether its people need a second factor. */
            mfaRequired: boolean;
            /** @description The Chinese name, which tokens and files have too. */
            name: string;
            /** @description English name, or empty. */
            nameEn: string;
            /** @description The permission set, in the order of the menus; an administrator's role has no use for it. */
            resourceIdList: components["schemas"]["GivenMenu"][];
            /** @description The groups of which the role has some menus and not all: half-checked nodes. */
            resourceNodeList: components["schemas"]["Id"][];
            /** @description 1 system, 2 tenant. */
            roleType: components["schemas"]["RoleType"];
            /** @description 0 open, 1 closed. */
            status: components["schemas"]["RoleStatus"];
            /** @description An administrator's role: everything in its scope. 0 yes, 1 no. */
            superAdmin: components["schemas"]["Yes"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form sends. The type is that of a new role; it stays. */
        RoleInput: {
            /** @description Description. */
            description?: string | null;
            /** @description Whether its people need a second factor. */
            mfaRequired?: boolean | null;
            /** @description The Chinese name, which tokens and files have too. */
            name?: string | null;
            /** @description English name, or empty. */
            nameEn?: string | null;
            /** @description The permission set; unchanged if left out. Groups follow from their menus. */
            resourceIdList?: components["schemas"]["GivenMenu"][] | null;
            roleType?: components["schemas"]["RoleType"] | null;
            status?: components["schemas"]["RoleStatus"] | null;
            superAdmin?: components["schemas"]["Yes"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /**
         * @description The status of a role.
         * @enum {string}
         */
        RoleStatus: "0" | "1";
        /**
         * @description The kind of a role.
         * @enum {string}
         */
        RoleType: "1" | "2";
        /** @description The key to rotate. */
        Rotate: {
            /** @description The algorithm. */
            alg: components["schemas"]["Alg"];
        };
        /** @description An error of a row. */
        RowError: {
            /** @description The field. */
            field: string;
            /** @description The error message, in the caller's language. */
            message: string;
            /** @description The row number, as a spreadsheet program counts. */
            row: number;
        };
        Secret: string;
        /** @description A client secret, without its value. */
        SecretRecord: {
            /** @description The secret itself, only in the answer that made it. */
            clientSecret?: string | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            expiresAt?: components["schemas"]["Time"] | null;
            /** @description Id of the secret, for removing it. */
            id: components["schemas"]["Id"];
        };
        /** @description The security strategy; there is one, of id 1. */
        SecurityStrategy: {
            /**
             * Format: int64
             * @description Days that a password is valid; 0: for ever.
             */
            expiredDay: number;
            /** @description Id: 1. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Days before that end on which people are reminded.
             */
            remindDay: number;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Minutes without activity after which a session ends; 0: never.
             */
            validityTime: number;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form sends. Days that are absent stay as they are. */
        SecurityStrategyInput: {
            /**
             * Format: int64
             * @description Days that a password is valid; 0: for ever.
             */
            expiredDay?: number | null;
            /**
             * Format: int64
             * @description Days before that end on which people are reminded.
             */
            remindDay?: number | null;
            /**
             * Format: int64
             * @description Minutes without activity after which a session ends; 0: never.
             */
            validityTime?: number | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /** @description An attempt to send a message. */
        SendAttempt: {
            /** @description When its result was known. */
            at: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Its number, counted from 1.
             */
            number: number;
            /** @description What the gateway answered: text or HTML that is not to be trusted. Codes and links are masked. */
            sendResult: string;
            /** @description Why it failed, if it did. */
            trouble: components["schemas"]["Tried"];
        };
        /** @description A request for a code by SMS. */
        SendCode: {
            /** @description The answer to the captcha, once one is required. */
            captcha?: string | null;
            /** @description The key of the captcha. */
            checkKey?: string | null;
            /** @description Login name, as given to `find`. */
            userName: string;
        };
        /** @description A request for a code to sign in with. */
        SendRequest: {
            /** @description The answer to the captcha, once one is required. */
            captcha?: string | null;
            /** @description The key of the captcha. */
            checkKey?: string | null;
            /** @description Phone number. */
            phone: string;
        };
        /** @description An invitation whose mail was queued. */
        Sent: components["schemas"]["Invitation"] & {
            /** @description The id of the message, for asking for its delivery state (deliveryState). */
            messageId: components["schemas"]["Id"];
        };
        /** @description Somebody to whom a pre-authorisation was sent. */
        SentTo: {
            /** @description The pre-authorisation. */
            id: components["schemas"]["Id"];
            /** @description Full name with login name, or the e-mail address. */
            label: string;
            /** @description The id of the message, for asking for its delivery state (deliveryState). */
            messageId: components["schemas"]["Id"];
        };
        /** @description A session by its id. */
        SessionId: {
            /** @description Id. */
            id: components["schemas"]["Id"];
        };
        /** @description A session of the caller. */
        SessionShown: {
            /** @description The address of the sign-in, if known. */
            address?: string | null;
            /** @description The authentication methods (RFC 8176). */
            amr: string[];
            /** @description When it began. */
            beganAt: components["schemas"]["Time"];
            /** @description The browser with its major version, if it is a known one. */
            browser?: string | null;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description When it was last used, to within a minute. */
            seenAt: components["schemas"]["Time"];
            /** @description The operating system, if it is a known one. */
            system?: string | null;
        };
        /** @description The first administrator of an installation. */
        SetUp: {
            /** @description E-mail address. */
            email: string;
            /** @description Full name. */
            fullName: string;
            /** @description The key of the set-up link. */
            key: string;
            /** @description The password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
            /** @description Phone number. */
            phone: string;
            /** @description Login name. */
            userName: string;
        };
        /** @description Whether the set-up can begin. */
        SetUpState: {
            /** @description Whether the key is valid. */
            valid: boolean;
        };
        /** @description The settings. Times in seconds; absent members have the server's default. */
        Settings: {
            /** @default null */
            authorization_signed_response_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Requires `sid` in the back-channel logout.
             * @default false
             */
            backchannel_logout_session_required: boolean;
            /**
             * @description Back-channel logout address (OpenID Connect Back-Channel Logout 1.0).
             * @default null
             */
            backchannel_logout_uri: string | null;
            /**
             * @description Format of access tokens.
             * @default jwt
             */
            cardea_access_token_format: components["schemas"]["TokenFormat"];
            /**
             * Format: int64
             * @description Lifetime of an access token.
             * @default null
             */
            cardea_access_token_seconds: number | null;
            /**
             * @description Signature algorithm of access tokens that are JWTs.
             * @default ES256
             */
            cardea_access_token_signed_alg: components["schemas"]["Alg"];
            /**
             * @description The `typ` of access tokens that are JWTs.
             * @default at+jwt
             */
            cardea_access_token_type: components["schemas"]["AccessTokenType"];
            /**
             * @description Resources that the client itself serves: it may introspect and exchange the tokens for them.
             * @default []
             */
            cardea_audience: string[];
            /**
             * @description When people are asked for consent.
             * @default never
             */
            cardea_consent: components["schemas"]["Consent"];
            /**
             * Format: int64
             * @description Lifetime of an ID token.
             * @default null
             */
            cardea_id_token_seconds: number | null;
            /**
             * @description Whether the code flow needs PKCE.
             * @default required
             */
            cardea_pkce: components["schemas"]["Pkce"];
            /**
             * @description The security profile.
             * @default standard
             */
            cardea_profile: components["schemas"]["Profile"];
            /**
             * @description Paths, each beginning with a slash, which are redirect addresses at the origins of the client's domain.
             *     Without any, the domain's addresses themselves are. Without a domain, no effect.
             * @default []
             */
            cardea_redirect_paths: string[];
            /**
             * Format: int64
             * @description Time after which an unused refresh token expires.
             * @default null
             */
            cardea_refresh_token_seconds: number | null;
            /**
             * @description Resources that the client may request tokens for (RFC 8707).
             * @default []
             */
            cardea_resources: string[];
            /**
             * @description May ask for codes that sign people in at the portal: only for programs that are trusted as much as the sign-in
             *     itself.
             * @default false
             */
            cardea_sso_code: boolean;
            /**
             * @description Name in English; `client_name` serves every other language.
             * @default null
             */
            "client_name#en": string | null;
            /**
             * @description Home page.
             * @default null
             */
            client_uri: string | null;
            /**
             * @description Contacts, such as e-mail addresses.
             * @default []
             */
            contacts: string[];
            /**
             * @description Default `acr_values`: the strength of authentication to ask for.
             * @default []
             */
            default_acr_values: string[];
            /**
             * Format: int64
             * @description Default `max_age`: the longest time since the person authenticated.
             * @default null
             */
            default_max_age: number | null;
            /**
             * @description Requires access tokens bound by DPoP (RFC 9449, section 5.2).
             * @default false
             */
            dpop_bound_access_tokens: boolean;
            /**
             * @description Requires `iss` and `sid` in the front-channel logout.
             * @default false
             */
            frontchannel_logout_session_required: boolean;
            /**
             * @description Front-channel logout address (OpenID Connect Front-Channel Logout 1.0).
             * @default null
             */
            frontchannel_logout_uri: string | null;
            /**
             * @description Signature algorithm of ID tokens. A new client without one gets RS256 (OpenID Connect Dynamic Client
             *     Registration 1.0, section 2), or ES256 under the profile `fapi2`; a changed client keeps its own.
             * @default ES256
             */
            id_token_signed_response_alg: components["schemas"]["Alg"];
            /**
             * @description Address at which a sign-in that begins here starts (OpenID Connect Core 1.0, section 4).
             * @default null
             */
            initiate_login_uri: string | null;
            /** @description Public keys (RFC 7517), inline. */
            jwks?: unknown | null;
            /**
             * @description Address of the public keys.
             * @default null
             */
            jwks_uri: string | null;
            /**
             * @description Logo for the consent page. The server never fetches it.
             * @default null
             */
            logo_uri: string | null;
            /**
             * @description Privacy policy.
             * @default null
             */
            policy_uri: string | null;
            /** @default null */
            request_object_signing_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Addresses from which request objects may be fetched.
             * @default []
             */
            request_uris: string[];
            /**
             * @description Requires `auth_time` in ID tokens; they always have it.
             * @default false
             */
            require_auth_time: boolean;
            /**
             * @description Requires pushed authorization requests (RFC 9126, section 6).
             * @default false
             */
            require_pushed_authorization_requests: boolean;
            /**
             * @description Requires signed request objects (RFC 9101, section 10.5).
             * @default false
             */
            require_signed_request_object: boolean;
            /**
             * @description Address of the list of the sector's redirect addresses.
             * @default null
             */
            sector_identifier_uri: string | null;
            /**
             * @description Kind of subject identifier.
             * @default public
             */
            subject_type: components["schemas"]["SubjectType"];
            /** @default null */
            token_endpoint_auth_signing_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Terms of service.
             * @default null
             */
            tos_uri: string | null;
            /** @default null */
            userinfo_signed_response_alg: components["schemas"]["Alg"] | null;
        };
        /**
         * @description The severity of a finding.
         * @enum {string}
         */
        Severity: "error" | "warning";
        /**
         * @description Sex, where it is known.
         * @enum {string}
         */
        Sex: "0" | "1";
        /** @description A picture for a browser, and the key to send back with the answer. */
        Shown: {
            /** @description A PNG as a data URL. */
            image: string;
            /** @description Send it back as `checkKey`. */
            key: string;
        };
        /**
         * @description The side of a role.
         * @enum {string}
         */
        Side: "blinded" | "unblinded";
        /** @description The sign-ins of a day. */
        SignInDay: {
            /** @description The day in UTC, `yyyy-MM-dd`. */
            day: string;
            /**
             * Format: int64
             * @description The number of different people.
             */
            people: number;
            /**
             * Format: int64
             * @description The number of sign-ins.
             */
            signIns: number;
        };
        /** @description A sign-in of the caller, or an attempt at their account. */
        SignInShown: {
            /** @description The address it came from, if known. */
            address?: string | null;
            /** @description The authentication methods that succeeded (RFC 8176). */
            amr: string[];
            /** @description When it was. */
            at: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description How many attempts of one kind and place within a minute this entry stands for.
             */
            count: number;
            /** @description Its id, for keys. */
            id: string;
            /** @description Its outcome. */
            outcome: components["schemas"]["Outcome"];
        };
        /** @description A page of sign-ins. */
        SignIns: {
            /** @description The `before` of the next page, if there is one. */
            next?: string | null;
            /** @description The newest first. */
            rows: components["schemas"]["SignInShown"][];
        };
        /**
         * @description A signature to make. The client's credentials may be members too, as at the token endpoint: `client_id`,
         *     `client_secret`, `client_assertion`, `client_assertion_type`.
         */
        SignRequest: {
            /** @description The meaning of the signature, such as review, approval, responsibility. */
            meaning: string;
            /** @description The signer's PIN. */
            pin: components["schemas"]["Secret"];
            /** @description The hash of the signed record, with its algorithm, such as `sha256:…`. */
            recordHash: string;
            /** @description The tenant in which the person signs. */
            tenantId: components["schemas"]["Id"];
            /** @description The signer's login name. */
            userName: string;
        };
        /** @description A receipt, and its contents. */
        Signature: {
            /** @description The signer's name to print. */
            fullName: string;
            /** @description Id of the receipt. */
            id: components["schemas"]["Id"];
            /** @description The meaning of the signature. */
            meaning: string;
            /** @description Compact JWS. Keep it with the record, together with the key set of `/oauth2/jwks`. */
            receipt: string;
            /** @description The hash of the record. */
            recordHash: string;
            /** @description When it was signed. */
            signedAt: components["schemas"]["Time"];
            /** @description The signer's login name. */
            userName: string;
        };
        /** @description The person who is signed in in the browser that opened an invitation. */
        SignedIn: {
            /** @description Full name. */
            fullName: string;
            /** @description Whether the invitation is theirs. If not, it does nothing until they sign out. */
            invited: boolean;
            /** @description Login name. */
            userName: string;
        };
        /**
         * @description What became of a system after the sign-out.
         * @enum {string}
         */
        SignedOutState: "ended" | "ending" | "told" | "open";
        /** @description A system after the sign-out. */
        SignedOutSystem: {
            /** @description Its client. */
            clientId: string;
            /** @description The client's name, in the caller's language. */
            name: string;
            /** @description What became of it. */
            state: components["schemas"]["SignedOutState"];
        };
        /** @description A ticket of [`opened_systems`]. */
        SignedOutTicket: {
            ticket: string;
        };
        /** @description A signing key, without its private part. */
        SigningKey: {
            /** @description Algorithm. */
            alg: components["schemas"]["Alg"];
            currentAt?: components["schemas"]["Time"] | null;
            /** @description `kid`: the RFC 7638 thumbprint. */
            id: string;
            promoteAt?: components["schemas"]["Time"] | null;
            /** @description When it was added to the JWK set. */
            publishedAt: components["schemas"]["Time"];
            removeAt?: components["schemas"]["Time"] | null;
            removedAt?: components["schemas"]["Time"] | null;
            retiredAt?: components["schemas"]["Time"] | null;
            /** @description State of the key. */
            state: components["schemas"]["KeyState"];
        };
        /** @description A research centre, shared by the whole platform. */
        Site: components["schemas"]["Place"] & components["schemas"]["PlaceNames"] & {
            /** @description Address. */
            address: string;
            /** @description Country, province and city, separated by `-`. */
            areaName: string;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description 0: seeded with the platform and permanent; 1: added by a user.
             */
            isUserAdd: number;
            /** @description Its name in the caller's language. */
            levelDesc: string;
            levelId?: components["schemas"]["Id"] | null;
            /** @description Remark. */
            remark: string;
            /** @description Name. */
            siteName: string;
            /** @description Its name in the caller's language. */
            typeDesc: string;
            typeId?: components["schemas"]["Id"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form sends. What it sends back of a record without being able to change it is passed over. */
        SiteInput: {
            /** @description Address. */
            address?: string | null;
            cityId?: components["schemas"]["Id"] | null;
            countryId?: components["schemas"]["Id"] | null;
            levelId?: components["schemas"]["Id"] | null;
            provinceId?: components["schemas"]["Id"] | null;
            /** @description Remark. */
            remark?: string | null;
            /** @description Name. */
            siteName?: string | null;
            typeId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description An SMS in the log. */
        SmsMessage: components["schemas"]["Pushed"] & {
            /** @description The phone; empty until a requested message has found its recipient. */
            phone: string;
        };
        /** @description A trial system. */
        Software: {
            /** @description Mobile code. */
            appCode: string;
            /**
             * Format: int64
             * @description The kind of its panel: 1 randomisation and supply, 2 data capture, 3 trial management, 4 trial master file.
             */
            authorizationStyle: number;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description A description of it. */
            describe: string;
            /**
             * Format: int64
             * @description Days that a password is valid; 0: for ever.
             */
            expiredDay: number;
            /** @description Whether it has a key. The key itself is never shown. */
            hasAppKey: boolean;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Whether studies are authorised for it: 0 yes, 1 no.
             */
            isStudyAuthorization: number;
            /**
             * Format: int64
             * @description Whether the project database shows it: 0 yes, 1 no.
             */
            projdbShow: number;
            /**
             * Format: int64
             * @description Days before the end of a password on which people are reminded.
             */
            remindDay: number;
            /** @description Name. */
            softwareName: string;
            /**
             * Format: int64
             * @description Position in lists.
             */
            sort: number;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Minutes after which it signs people out; 0: never.
             */
            validityTime: number;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
            /** @description Web code, such as `020`; its plugin has the same code. */
            webCode: string;
        };
        /** @description A system of the catalogue. */
        SoftwareChoice: {
            id: components["schemas"]["Id"];
            softwareName: string;
        };
        /** @description What the form of a system sends. Without `appKey` a system keeps the one that it has. */
        SoftwareInput: {
            /** @description Mobile code. */
            appCode?: string | null;
            /** @description The key; required for a new system. */
            appKey?: string | null;
            /**
             * Format: int64
             * @description The kind of its panel: 1 randomisation and supply, 2 data capture, 3 trial management, 4 trial master file.
             */
            authorizationStyle?: number | null;
            /** @description A description of it. */
            describe?: string | null;
            /**
             * Format: int64
             * @description Days that a password is valid; 0: for ever.
             */
            expiredDay?: number | null;
            /**
             * Format: int64
             * @description Whether studies are authorised for it: 0 yes, 1 no.
             */
            isStudyAuthorization?: number | null;
            /**
             * Format: int64
             * @description Whether the project database shows it: 0 yes, 1 no.
             */
            projdbShow?: number | null;
            /**
             * Format: int64
             * @description Days before the end of a password on which people are reminded.
             */
            remindDay?: number | null;
            /** @description Name. */
            softwareName?: string | null;
            /**
             * Format: int64
             * @description Position in lists.
             */
            sort?: number | null;
            /**
             * Format: int64
             * @description Minutes after which it signs people out; 0: never.
             */
            validityTime?: number | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
            /** @description Web code, such as `020`; its plugin has the same code. */
            webCode?: string | null;
        };
        /** @description A code from the address. */
        SsoLogin: {
            /** @description The code. */
            code: string;
            /** @description Whether the person confirmed the question of the previous call. */
            confirm?: boolean;
        };
        /**
         * @description The state of an invitation.
         * @enum {string}
         */
        State: "open" | "accepted" | "withdrawn" | "replaced" | "expired";
        /**
         * @description Whether a user may sign in.
         * @enum {string}
         */
        Status: "0" | "1";
        /** @description A step. */
        Step: {
            /** @description Whether what it makes is there. */
            done: boolean;
            /** @description Whether the caller may do it; otherwise the platform's administrators do. */
            mayEdit: boolean;
            /** @description The menu of the screen on which it is done. */
            menu: string;
            /** @description Which one. */
            name: components["schemas"]["StepName"];
        };
        /**
         * @description A step, in the order in which they are taken.
         * @enum {string}
         */
        StepName: "tenant" | "study" | "site" | "tenantSite" | "studySite" | "software" | "plugin" | "domain" | "client" | "licence" | "binding" | "people" | "authorisation";
        /** @description A study (study and platform administration, section 3). */
        Study: {
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description Its name in the caller's language. */
            departmentTypeDesc: string;
            departmentTypeId?: components["schemas"]["Id"] | null;
            /** @description Comparator drug. */
            drugInfo: string;
            /** @description Duration, in words. */
            durationTime: string;
            /** @description Last day, `yyyy-MM-dd`; later than the first. */
            endTime?: string | null;
            /** @description Full name. */
            fameFull: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Indication. */
            indication: string;
            /** @description Abbreviated name. */
            nameAbbr: string;
            /**
             * Format: int64
             * @description Planned number of subjects; nothing in a study that has not said it yet.
             */
            patientCount?: number | null;
            /** @description Plan (protocol) code. */
            planCode: string;
            /** @description Person in charge. */
            principal: string;
            /** @description Research product. */
            productInfo: string;
            /** @description Its name in the caller's language. */
            productTypeDesc: string;
            productTypeId?: components["schemas"]["Id"] | null;
            /** @description Its name in the caller's language. */
            researchStageDesc: string;
            researchStageId?: components["schemas"]["Id"] | null;
            /** @description Its name in the caller's language. */
            researchTargetDesc: string;
            researchTargetId?: components["schemas"]["Id"] | null;
            /** @description Its name in the caller's language. */
            researchTypeDesc: string;
            researchTypeId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description Planned number of sites; nothing in a study that has not said it yet.
             */
            siteCount?: number | null;
            /** @description Sponsor. */
            sponsor: string;
            /** @description First day, `yyyy-MM-dd`. */
            startTime?: string | null;
            /** @description Code; unique in its tenant, ignoring case. */
            studyCode: string;
            /** @description Name. */
            studyName: string;
            /** @description Its name in the caller's language. */
            studyScopeDesc: string;
            studyScopeId?: components["schemas"]["Id"] | null;
            /** @description Its name in the caller's language. */
            studyStatusDesc: string;
            studyStatusId?: components["schemas"]["Id"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description The tenant's name. */
            tenantName: string;
            /** @description Its name in the caller's language. */
            therapeuticAreaDesc: string;
            therapeuticAreaId?: components["schemas"]["Id"] | null;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description A study bound to a system. */
        StudyBinding: {
            /** @description Id (studyUrlId): selected in the panels, and referred to by grants. */
            id: components["schemas"]["Id"];
            /** @description Base address of the role API. */
            roleApiRequest: string;
            /** @description Base address of the callback (provisioning) API. */
            roleApiResponse: string;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its code. */
            studyCode: string;
            /** @description The study. */
            studyId: components["schemas"]["Id"];
            /** @description Its name. */
            studyName: string;
            /** @description The tenant of the study and of the domain. */
            tenantId: components["schemas"]["Id"];
            /** @description The domain of the tenant's installation. */
            tenantUrlId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the dialog of a study's system sends. Tenant and study are those of a new binding; the domain tells the system, which stays. */
        StudyBindingInput: {
            /** @description Base address of the role API. */
            roleApiRequest?: string | null;
            /** @description Base address of the callback (provisioning) API. */
            roleApiResponse?: string | null;
            studyId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            tenantUrlId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description A grant, with everything that it is about by name. */
        StudyGrant: {
            /** @description The names of the environments of the system; likewise. */
            environments: string[];
            /** @description Their full name. */
            fullName: string;
            grantedAt?: components["schemas"]["Time"] | null;
            /** @description Who granted it, by login name. */
            grantedBy: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description The names of the roles in the system; likewise. */
            roles: string[];
            /** @description The names of the sites, as the panel showed them; their codes in the token where it showed none. */
            sites: string[];
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description Its code. */
            studyCode: string;
            /** @description The study. */
            studyId: components["schemas"]["Id"];
            /** @description Its name. */
            studyName: string;
            suspendedAt?: components["schemas"]["Time"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /** @description The person. */
            userId: components["schemas"]["Id"];
            /** @description Their login name. */
            userName: string;
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
        };
        /** @description A page of grants. */
        StudyGrants: {
            next?: components["schemas"]["Id"] | null;
            /** @description In the order in which they were first made. */
            rows: components["schemas"]["StudyGrant"][];
        };
        /** @description What the form of a study sends. The tenant is that of a new one, and stays. */
        StudyInput: {
            departmentTypeId?: components["schemas"]["Id"] | null;
            /** @description Comparator drug. */
            drugInfo?: string | null;
            /** @description Duration, in words. */
            durationTime?: string | null;
            /** @description Last day, `yyyy-MM-dd`; later than the first. */
            endTime?: string | null;
            /** @description Full name. */
            fameFull?: string | null;
            /** @description Indication. */
            indication?: string | null;
            /** @description Abbreviated name. */
            nameAbbr?: string | null;
            /**
             * Format: int64
             * @description Planned number of subjects: a whole number that is not negative.
             */
            patientCount?: number | null;
            /** @description Plan (protocol) code. */
            planCode?: string | null;
            /** @description Person in charge. */
            principal?: string | null;
            /** @description Research product. */
            productInfo?: string | null;
            productTypeId?: components["schemas"]["Id"] | null;
            researchStageId?: components["schemas"]["Id"] | null;
            researchTargetId?: components["schemas"]["Id"] | null;
            researchTypeId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description Planned number of sites: a whole number that is not negative.
             */
            siteCount?: number | null;
            /** @description Sponsor. */
            sponsor?: string | null;
            /** @description First day, `yyyy-MM-dd`. */
            startTime?: string | null;
            /** @description Code; unique in its tenant, ignoring case. */
            studyCode?: string | null;
            /** @description Name. */
            studyName?: string | null;
            studyScopeId?: components["schemas"]["Id"] | null;
            studyStatusId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            therapeuticAreaId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description A site of a study, with data of the tenant's site and of the global site. */
        StudySite: components["schemas"]["Place"] & components["schemas"]["PlaceNames"] & {
            /** @description Address. */
            address: string;
            /** @description Country, province and city in the caller's language, separated by `-`. */
            areaName: string;
            /** @description Business code; unique in its study, ignoring case. */
            code: string;
            /** @description Id: selected in the panels, and referred to by grants. */
            id: components["schemas"]["Id"];
            /** @description Its name in the caller's language. */
            levelDesc: string;
            levelId?: components["schemas"]["Id"] | null;
            /** @description The tenant's name for it. */
            nickName: string;
            /** @description Remark. */
            remark: string;
            /** @description Its name on the platform. */
            siteName: string;
            /** @description The study. */
            studyId: components["schemas"]["Id"];
            /** @description The tenant that the study and the site belong to. */
            tenantId: components["schemas"]["Id"];
            /** @description The tenant's site. */
            tenantSiteId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form of a study's site sends. Tenant, study and site are those of a new one, and stay. */
        StudySiteInput: {
            /** @description Business code; unique in its study, ignoring case. */
            code?: string | null;
            studyId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            tenantSiteId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description A study with its systems. */
        StudySystems: {
            /** @description The study. */
            id: components["schemas"]["Id"];
            /** @description Its code. */
            studyCode: string;
            /** @description Its name. */
            studyName: string;
            /** @description Its systems. */
            suVos: components["schemas"]["StudyBinding"][];
            /** @description Its tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description A kind of panel, to choose. */
        Style: {
            /**
             * Format: int64
             * @description Its number.
             */
            code: number;
            /** @description Its name in the caller's language. */
            desc: string;
        };
        /**
         * @description The kind of subject identifier (OpenID Connect Core 1.0, section 8).
         * @enum {string}
         */
        SubjectType: "public" | "pairwise";
        /** @description A person who was authorised. */
        Succeeded: {
            /** @description For the result dialog: full name with login name, or the e-mail address. */
            label: string;
            study?: components["schemas"]["AuthorisedInStudy"] | null;
            userId?: components["schemas"]["Id"] | null;
        };
        /** @description A system of the catalogue. */
        SystemChoice: {
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Name. */
            softwareName: string;
        };
        /** @description A task. */
        Task: {
            /** @description The bean of a task of type 1. */
            beanName: string;
            /** @description Whether it came with the server: it can be changed and paused, not removed. */
            builtIn: boolean;
            /** @description When it was made. */
            createTime: components["schemas"]["Time"];
            /** @description When it runs: a Quartz cron expression. */
            cronExpression: string;
            /** @description The expression in words, in the caller's language. */
            cronWords: string;
            /** @description Whether it has headers. They are never shown: there may be a key among them. */
            hasHeader: boolean;
            /** @description The method of an HTTP call. */
            httpMethod: string;
            /** @description The address of an HTTP call. */
            httpUrl: string;
            /** @description Id: the specification's jobId. */
            id: components["schemas"]["Id"];
            /** @description The system that it is of; `cardea` for the platform's own. */
            jobGroup: string;
            /** @description That system's name, in the caller's language. */
            jobGroupName: string;
            /** @description Name. */
            jobName: string;
            /**
             * Format: int64
             * @description 1 a method of a bean, 2 an HTTP call.
             */
            jobType: number;
            /** @description The bean's method. */
            methodName: string;
            nextRunAt?: components["schemas"]["Time"] | null;
            /** @description What the bean gets, or the body of the call. */
            params: string;
            /** @description A remark. */
            remark: string;
            /**
             * Format: int64
             * @description 0 running, 1 paused.
             */
            status: number;
            /** @description The time zone of the expression, such as `Asia/Shanghai`. */
            timeZone: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
            workdaysOf?: components["schemas"]["Id"] | null;
        };
        /** @description What the form of a job sends. System and name are those of a new job. Without `header` a job keeps the one that it has. */
        TaskInput: {
            /** @description The bean of a task of type 1. */
            beanName?: string | null;
            /** @description When it runs: a Quartz cron expression. */
            cronExpression?: string | null;
            /** @description Headers of an HTTP call, one on a line; empty removes them. */
            header?: string | null;
            /** @description The method of an HTTP call. */
            httpMethod?: string | null;
            /** @description The address of an HTTP call. */
            httpUrl?: string | null;
            /** @description The system that it is of; `cardea` for the platform's own. */
            jobGroup?: string | null;
            /** @description Name. */
            jobName?: string | null;
            /**
             * Format: int64
             * @description 1 a method of a bean, 2 an HTTP call.
             */
            jobType?: number | null;
            /** @description The bean's method. */
            methodName?: string | null;
            /** @description What the bean gets, or the body of the call. */
            params?: string | null;
            /** @description A remark. */
            remark?: string | null;
            /**
             * Format: int64
             * @description 0 running, 1 paused.
             */
            status?: number | null;
            /** @description The time zone of the expression, such as `Asia/Shanghai`. */
            timeZone?: string | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
            workdaysOf?: components["schemas"]["Id"] | null;
        };
        /** @description A run of a task, as its log shows it. */
        TaskRun: {
            /** @description Who had it run. */
            actor?: string | null;
            /**
             * Format: int64
             * @description How often it was begun: more than once where a node died.
             */
            attempts: number;
            /** @description `due`, `missed` or `manual`. */
            cause: string;
            /** @description When it was planned. */
            createTime: components["schemas"]["Time"];
            /** @description When it was due. */
            dueAt: components["schemas"]["Time"];
            finishedAt?: components["schemas"]["Time"] | null;
            /** @description Its id; an HTTP call carries it in `cardea-run-id`. */
            id: components["schemas"]["Id"];
            /** @description What it was given. */
            params: string;
            /**
             * Format: int64
             * @description How many due times passed while it ran.
             */
            passed: number;
            /** @description What came of it. */
            result: string;
            startedAt?: components["schemas"]["Time"] | null;
            /** @description `waiting`, `running`, `ok` or `failed`. */
            state: string;
            /**
             * Format: int64
             * @description 0 if it succeeded, 1 if it failed; nothing while it is not over.
             */
            status?: number | null;
            /** @description The task: the specification's jobId. */
            taskId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            times?: number | null;
        };
        /** @description A tenant. */
        Tenant: components["schemas"]["Place"] & components["schemas"]["PlaceNames"] & {
            /** @description Abbreviation. */
            abbr: string;
            /** @description Address. */
            address: string;
            archivedAt?: components["schemas"]["Time"] | null;
            /** @description The category's name in the caller's language. */
            categoryDesc: string;
            /** @description Category: an item of dictionary category 1. */
            categoryId: components["schemas"]["Id"];
            /** @description Contact person. */
            contact: string;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description E-mail, or empty. */
            email: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Whether its people need a second factor. */
            mfaRequired: boolean;
            /** @description Postcode. */
            postcode: string;
            /** @description Phone: digits, or empty. */
            tel: string;
            /** @description Code; never reused for another tenant. */
            tenantCode: string;
            /** @description Name. */
            tenantName: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description A tenant, and whether it has a calendar of its own. */
        TenantCalendar: {
            /** @description Extra workdays of its own; null where it has no calendar. */
            extraWorkdays?: string | null;
            /** @description The tenant. */
            id: components["schemas"]["Id"];
            /** @description Statutory holidays of its own; null where it has no calendar. */
            lawHolidays?: string | null;
            /** @description Its name. */
            tenantName: string;
        };
        /** @description The addresses of a tenant's installation of a system, without its credential. */
        TenantDomain: {
            /** @description Service address; may be empty. */
            apiUrl: string;
            /**
             * @description Whether the system can be initialised from here: its plugin can, the domain has a service address, and it was
             *     not done.
             */
            canInit: boolean;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description Whether a credential for its APIs is stored. The credential itself is never shown. */
            hasCredential: boolean;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Whether the system was initialised for the tenant. */
            initSoftware: boolean;
            /** @description Address for telephones. */
            mobileUrl: string;
            /** @description Remark. */
            remark: string;
            /** @description Its name. */
            softName: string;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /** @description Bound domain; may be empty. */
            url: string;
            /** @description Name. */
            urlName: string;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
            /** @description Address for browsers. */
            websiteUrl: string;
        };
        /** @description What the form of a domain sends. Tenant and system are those of a new one; both stay. Without `apiKey` a domain keeps the one that it has. */
        TenantDomainInput: {
            /** @description The credential of the role and callback APIs. */
            apiKey?: string | null;
            /** @description Service address; may be empty. */
            apiUrl?: string | null;
            /** @description Whether the system was initialised for the tenant. */
            initSoftware?: boolean | null;
            /** @description Address for telephones. */
            mobileUrl?: string | null;
            /** @description Remark. */
            remark?: string | null;
            softwareId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            /** @description Bound domain; may be empty. */
            url?: string | null;
            /** @description Name. */
            urlName?: string | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
            /** @description Address for browsers. */
            websiteUrl?: string | null;
        };
        /** @description What the form sends. What it sends back of a record without being able to change it is passed over. */
        TenantInput: {
            /** @description Abbreviation. */
            abbr?: string | null;
            /** @description Address. */
            address?: string | null;
            /** @description Category: an item of dictionary category 1. */
            categoryId?: string | null;
            cityId?: components["schemas"]["Id"] | null;
            /** @description Contact person. */
            contact?: string | null;
            countryId?: components["schemas"]["Id"] | null;
            /** @description E-mail. */
            email?: string | null;
            /** @description Whether its people have to prove a second factor; nothing leaves it as it is. */
            mfaRequired?: boolean | null;
            /** @description Postcode. */
            postcode?: string | null;
            provinceId?: components["schemas"]["Id"] | null;
            /** @description Phone: digits only. */
            tel?: string | null;
            /** @description Code; made where there is none, and kept afterwards. */
            tenantCode?: string | null;
            /** @description Name. */
            tenantName?: string | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description Why a tenant is archived or restored. */
        TenantReason: {
            /** @description For the audit, in at most 200 characters. */
            reason?: string | null;
        };
        /** @description A site of a tenant, with data of the global site. */
        TenantSite: components["schemas"]["Place"] & {
            /** @description Address. */
            address: string;
            /** @description Country, province and city in the caller's language, separated by `-`. */
            areaName: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Its name in the caller's language. */
            levelDesc: string;
            levelId?: components["schemas"]["Id"] | null;
            /** @description The tenant's name for it. */
            nickName: string;
            /** @description Remark. */
            remark: string;
            /** @description The global site. */
            siteId: components["schemas"]["Id"];
            /** @description Its name on the platform. */
            siteName: string;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description What the form of a tenant's site sends. Tenant and site are those of a new one; both stay. */
        TenantSiteInput: {
            /** @description The tenant's name for it. */
            nickName?: string | null;
            siteId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description The parameters with which a browser returns from a provider. */
        TicketLogin: {
            /** @description Whether the person confirmed the question of the previous call. */
            confirm?: boolean;
            /** @description `iss` (RFC 9207), if the provider returned it. */
            iss?: string | null;
            /** @description The provider. With `state`, the provider of the browser's flow counts. */
            loginType?: string | null;
            /** @description `state`, if the provider returned it. */
            state?: string | null;
            /** @description The ticket or code; or the `continuation` of an earlier answer. */
            ticket: string;
        };
        /** Format: date-time */
        Time: string;
        /** @description Tasks that something is done with. */
        ToDo: {
            /** @description Their ids, at most 100. */
            ids: components["schemas"]["Id"][];
        };
        /** @description A text to be shown before it is kept. */
        ToPreview: {
            /** @description The template. */
            id: string;
            /** @description `zh` or `en`. */
            locale: string;
            /** @description The subject; empty for an SMS. */
            subject?: string;
            /** @description The text. */
            text: string;
        };
        /** @description The messages to be sent again. */
        ToResend: {
            /** @description Their ids, at most 100. */
            ids: components["schemas"]["Id"][];
        };
        /**
         * @description The format of access tokens.
         * @enum {string}
         */
        TokenFormat: "jwt" | "opaque";
        /** @description The confirmation of an authenticator application. */
        TotpConfirmation: {
            /** @description The code that the application shows. */
            code: string;
            /** @description `enrolment` of the answer that began it. */
            enrolment: string;
        };
        /** @description An offered authenticator application: the server stores nothing until a code of it comes back. */
        TotpOffer: {
            /** @description Send it back with the code. */
            enrolment: string;
            /** @description The seed in base32, for typing where scanning is impossible. */
            secret: string;
            /** @description The `otpauth://` address, for a QR code. */
            uri: string;
        };
        /** @description An authenticator application, as its owner sees it. */
        TotpShown: {
            /** @description When it was added. */
            createdAt: components["schemas"]["Time"];
            usedAt?: components["schemas"]["Time"] | null;
        };
        Tried: components["schemas"]["Failure"] | null;
        /**
         * @description The reason why an attempt failed.
         * @enum {string}
         */
        Trouble: "status" | "denied" | "timeout" | "connect" | "tls" | "answer" | "gone";
        /** @description A user code as typed by the person. */
        Typed: {
            /** @description The code on the device; case and separators are ignored. */
            userCode: string;
        };
        /** @description A user, without their password. */
        User: components["schemas"]["Place"] & components["schemas"]["PlaceNames"] & {
            /** @description Birthday, `yyyy-MM-dd`. */
            birthday?: string | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            deletedAt?: components["schemas"]["Time"] | null;
            /** @description E-mail. */
            email: string;
            /** @description 0 verified, 1 not yet. */
            emailValid: components["schemas"]["Yes"];
            /** @description Full name. */
            fullName: string;
            /** @description Id, also the OpenID Connect subject. */
            id: components["schemas"]["Id"];
            /** @description `zh` or `en`. */
            language: string;
            lockedUntil?: components["schemas"]["Time"] | null;
            /** @description The system that maintains the account. */
            org: components["schemas"]["Org"];
            /** @description Phone. */
            phone: string;
            /** @description Whether another account has the same phone. */
            phoneShared: boolean;
            /** @description 0 verified, 1 not yet: only a verified phone signs in by SMS. */
            phoneValid: components["schemas"]["Yes"];
            /** @description Remark. */
            remark: string;
            roleId?: components["schemas"]["Id"] | null;
            /** @description Its name. */
            roleName?: string | null;
            sex?: components["schemas"]["Sex"] | null;
            /** @description 0 normal, 1 locked. */
            status: components["schemas"]["Status"];
            /** @description Its id in the user centre: its own id here, unless it came from the user centre. */
            ucId: string;
            /** @description When it was last changed. */
            updatedAt: components["schemas"]["Time"];
            /** @description Login name. */
            userName: string;
            /** @description 0 normal display, 1 special display. */
            userType: components["schemas"]["UserType"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description The departments of a member. */
        UserDepartments: {
            /** @description Id of the membership. */
            id: components["schemas"]["Id"];
            /** @description The ids of the departments, separated by commas. */
            value: string;
            /**
             * Format: int64
             * @description Its version, for changing it.
             */
            version: number;
        };
        /** @description The departments that a member is to have. */
        UserDepartmentsInput: {
            /** @description The ids of the departments, separated by commas; one at least. */
            departmentId?: string;
            /**
             * Format: int64
             * @description The version of the membership that is changed.
             */
            version?: number | null;
        };
        /** @description A user's second factors, as an administrator sees them. */
        UserFactors: {
            /** @description The user. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description The number of passkeys.
             */
            passkeys: number;
            /**
             * Format: int64
             * @description The number of unused recovery codes.
             */
            recoveryCodes: number;
            /** @description Whether a role or a tenant requires a second factor of them. */
            required: boolean;
            /** @description Whether they have an authenticator application. */
            totp: boolean;
        };
        /** @description The signed-in person. */
        UserInfo: {
            email: string;
            fullName: string;
            id: components["schemas"]["Id"];
            language: string;
            /** @description Links to other systems, for the top bar. */
            links: components["schemas"]["Link"][];
            /** @description The side menu. Empty: the page shows the tenant chooser. */
            menuList: components["schemas"]["MenuItem"][];
            phone: string;
            /**
             * @description The addresses of the menus in which the person may change things for the whole platform, not only for their own
             *     tenants.
             */
            platformMenus: string[];
            remark: string;
            tenantId?: components["schemas"]["Id"] | null;
            tenantName?: string | null;
            userName: string;
        };
        /** @description The form of a user. Fields of the record that it cannot change are ignored. */
        UserInput: {
            /** @description Birthday, `yyyy-MM-dd`. */
            birthday?: string | null;
            cityId?: components["schemas"]["Id"] | null;
            countryId?: components["schemas"]["Id"] | null;
            /** @description E-mail. */
            email?: string | null;
            /** @description Full name. */
            fullName?: string | null;
            /** @description `zh` or `en`. */
            language?: string | null;
            password?: components["schemas"]["Secret"] | null;
            /** @description Phone: at least 5 characters. */
            phone?: string | null;
            provinceId?: components["schemas"]["Id"] | null;
            /** @description Remark. */
            remark?: string | null;
            /** @description System role: null for none; unchanged if left out. */
            roleId?: string | null;
            sex?: components["schemas"]["Sex"] | null;
            status?: components["schemas"]["Status"] | null;
            ucId?: components["schemas"]["Id"] | null;
            /** @description Login name: at least 4 characters, no `@`. */
            userName?: string | null;
            userType?: components["schemas"]["UserType"] | null;
            /**
             * Format: int64
             * @description The version that the change is based on; left out when making one.
             */
            version?: number | null;
        };
        /** @description A system that the caller can open. */
        UserSoftware: {
            /** @description The software's id. */
            id: components["schemas"]["Id"];
            /** @description The address for the browser, where the sign-in starts. Null if the tenant has no url configured. */
            launchUrl?: string | null;
            /** @description Its name. */
            softwareName: string;
            /** @description The tenant in which the caller is authorised. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            tenantUrlId?: components["schemas"]["Id"] | null;
            /** @description That domain's name. */
            urlName?: string | null;
            /** @description Its web code. */
            webCode: string;
        };
        /** @description A study that the caller can open in a system. */
        UserStudy: {
            /** @description The study's id. */
            id: components["schemas"]["Id"];
            /** @description The address for the browser, where the sign-in starts. Null if the study has no url configured. */
            launchUrl?: string | null;
            /** @description The software's id. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description Its code. */
            studyCode: string;
            /** @description Its name. */
            studyName: string;
            /** @description The study's tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /** @description Its web code. */
            webCode: string;
        };
        /**
         * @description How a user is displayed.
         * @enum {string}
         */
        UserType: "0" | "1";
        /** @description A selection to validate. */
        ValidateRequest: {
            /** @description Rows of the panel. */
            grants: unknown[];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description A verified address and its account. */
        Verified: {
            /** @description The address. */
            email: string;
            /** @description Login name of its account. */
            userName: string;
        };
        /**
         * @description The state of an installed version.
         * @enum {string}
         */
        VersionState: "active" | "previous" | "withdrawn" | "retired";
        /** @description A trial system that somebody gets by joining. */
        WaitingSystem: {
            /** @description The roles, each with its environment. */
            roleNames: string;
            /** @description Its name. */
            softwareName: string;
            /** @description The studies. */
            studyNames: string;
        };
        /** @description The e-mail or the phone of the account to look for. */
        Whose: {
            /** @description E-mail. */
            email?: string | null;
            /** @description Phone. */
            phone?: string | null;
        };
        /** @description The agreement to withdraw. */
        Withdrawal: {
            /** @description Id of the agreement. */
            id: components["schemas"]["Id"];
        };
        /** @description The result of a withdrawal. */
        Withdrawn: {
            /**
             * Format: int64
             * @description Number of sign-ins at the client whose tokens were revoked.
             */
            revoked: number;
        };
        /** @description Proof of work for a browser, and the key to send back with the answer. */
        Work: {
            /**
             * Format: int32
             * @description How many leading bits of the hash must be zero. The number is the answer.
             */
            bits: number;
            /** @description The text to hash by SHA-256, with a number in decimal digits appended. */
            challenge: string;
            /** @description Send it back as `checkKey`. */
            key: string;
        };
        /**
         * @description 0 yes, 1 no
         * @enum {string}
         */
        Yes: "0" | "1";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    oauthAuthorizationServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Authorization server metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    openidConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Provider metadata */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    consentRequest: {
        parameters: {
            query: {
                /** @description The sealed interaction. */
                interaction: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Question"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    decideConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Decided"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Onward"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    consentList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_Given"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    withdrawConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Withdrawal"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Withdrawn"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Contacts"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    deviceRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Typed"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_DeviceRequest"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    deviceDecision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Decision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_DeviceDecided"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    emailAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Registered"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    getTenantUser: {
        parameters: {
            query?: {
                /** @description The key of the link. */
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_InvitationUser"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    checkEmailValid: {
        parameters: {
            query?: {
                /** @description The key of the link. */
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Verified"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_FactorsShown"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_RecoveryCodes"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountTotpConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpConfirmation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_RecoveryCodes"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountTotpBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TotpOffer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountTotpRemove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    forgetCheckAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewByCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    forgetEmailFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ByEmail"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Asking"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    forgetFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Found"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    forgetLinkState: {
        parameters: {
            query?: {
                /** @description The link's key. */
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LinkState"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    forgetLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewByLink"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    forgetPhoneFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ByPhone"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Asking"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    forgetSendCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Asking"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    identityList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_Identity"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    linkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Linking"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Identity"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    unlinkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identity */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Identity"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    getOpenedSystems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_OpenedSystems"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPasskeyAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_RecoveryCodes"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPasskeyBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CeremonyOptions"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPasskeyRemove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyId"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPasskeyRename: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyName"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPhoneCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Asking"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPhoneVerify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneProof"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_OwnPin"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPinSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountPinCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfTenant"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Asking"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    ownPreauthorised: {
        parameters: {
            query?: {
                /** @description The key of a link, if one was opened. */
                key?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_OwnPreauthorisations"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    acceptPreauthorised: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnChoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Accepted"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    declinePreauthorised: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnChoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_OwnPreauthorisation"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_SessionShown"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountSessionRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionId"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountSessionRevokeOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Ended"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    accountSignIns: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                before?: string;
                /** @description Rows of a page: 1 to 100, 20 by default. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SignIns"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    getSignedOutSystems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedOutTicket"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_SignedOutSystem"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    explainOwnAccess: {
        parameters: {
            query?: {
                /** @description The address of a menu, such as `systemManger/user`. */
                operation?: string;
                /** @description To `view`, which is what is asked without it, or to `edit`. */
                act?: string;
                /** @description Only in this tenant. */
                tenantId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessExplanation"];
                };
            };
        };
    };
    getProjectByUserAndSoft: {
        parameters: {
            query: {
                /** @description The tenant. */
                tenantId: components["schemas"]["Id"];
                /** @description The system. */
                softId: components["schemas"]["Id"];
                /** @description Part of a study's name or code. */
                studyName?: string | null;
                /** @description `next` of the part before. */
                after?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branches_AllowedStudy"];
                };
            };
        };
    };
    getPorjectSites: {
        parameters: {
            query?: {
                /** @description `next` of the part before. */
                after?: string | null;
            };
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branches_AllowedSite"];
                };
            };
        };
    };
    getProjectUserByAllowed: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowedUser"][];
                };
            };
        };
    };
    countryList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"][];
                };
            };
        };
    };
    addEare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    getEare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    updateEare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    deleteEare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    lastAuditCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCheck"] | null;
                };
            };
        };
    };
    requestAuditCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCheck"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEvent"][];
                };
            };
        };
    };
    exportAuditEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditFilter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": number[];
                };
            };
        };
    };
    readAuditEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEvent"];
                };
            };
        };
    };
    listBlindingRules: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlindingRule"][];
                };
            };
        };
    };
    createBlindingRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlindingRuleInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlindingRule"];
                };
            };
        };
    };
    tryBlindingRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRunRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
        };
    };
    getBlindingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlindingRule"];
                };
            };
        };
    };
    updateBlindingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlindingRuleInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlindingRule"];
                };
            };
        };
    };
    deleteBlindingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlindingRule"];
                };
            };
        };
    };
    getClientChoices: {
        parameters: {
            query?: {
                tenantId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Choices"];
                };
            };
        };
    };
    getClients: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecord"][];
                };
            };
        };
    };
    saveClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecord"];
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecord"];
                };
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecord"];
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRecord"];
                };
            };
        };
    };
    getClientSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretRecord"][];
                };
            };
        };
    };
    saveClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSecret"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretRecord"];
                };
            };
        };
    };
    deleteClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretRecord"];
                };
            };
        };
    };
    deliveryState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryState"];
                };
            };
        };
    };
    getDepartmentList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"][];
                };
            };
        };
    };
    saveDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepartmentInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"];
                };
            };
        };
    };
    getDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"];
                };
            };
        };
    };
    updateDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepartmentInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"];
                };
            };
        };
    };
    deleteDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"];
                };
            };
        };
    };
    getTenantDic: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryRecord"][];
                };
            };
        };
    };
    Category: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"][];
                };
            };
        };
    };
    addTenantDic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
        };
    };
    getDictionaryItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
        };
    };
    updateDictionaryItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
        };
    };
    deleteTenantDic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
        };
    };
    getListByParentId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"][];
                };
            };
        };
    };
    getUrlsetList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDomain"][];
                };
            };
        };
    };
    saveUrlset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantDomainInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDomain"];
                };
            };
        };
    };
    getUrlset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDomain"];
                };
            };
        };
    };
    updateUrlset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantDomainInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDomain"];
                };
            };
        };
    };
    deleteUrlsetList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDomain"];
                };
            };
        };
    };
    initSoftware: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDomain"];
                };
            };
        };
    };
    getEmailList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailMessage"][];
                };
            };
        };
    };
    reSendEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToResend"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resent"];
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailMessage"];
                };
            };
        };
    };
    getEmailLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageLog"];
                };
            };
        };
    };
    getFileList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedFile"][];
                };
            };
        };
    };
    downloadFile: {
        parameters: {
            query: {
                /** @description Its id. */
                nodeId: string;
                /** @description Its name, as the list has it. */
                fileName: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description A part of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedFile"];
                };
            };
        };
    };
    getUserAllowedHistory: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantChange"][];
                };
            };
        };
    };
    exportUserAllowedHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantChangeFilter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": number[];
                };
            };
        };
    };
    listGrantOperators: {
        parameters: {
            query?: {
                /** @description The beginning of a name or a login name. */
                q?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"][];
                };
            };
        };
    };
    listHeldGrants: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldThen"][];
                };
            };
        };
    };
    exportHeldGrants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldThenFilter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": number[];
                };
            };
        };
    };
    holidayList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantCalendar"][];
                };
            };
        };
    };
    getHoliday: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holidays"];
                };
            };
        };
    };
    saveHoliday: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidaysInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holidays"];
                };
            };
        };
    };
    home: {
        parameters: {
            query?: {
                /** @description Only what concerns this tenant; without it, all that the caller may see. */
                tenantId?: components["schemas"]["Id"] | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Home"];
                };
            };
        };
    };
    readFirstSteps: {
        parameters: {
            query?: {
                /** @description Only what concerns this tenant; without it, all that the caller may see. */
                tenantId?: components["schemas"]["Id"] | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstSteps"];
                };
            };
        };
    };
    dismissFirstSteps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Dismissal"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstSteps"];
                };
            };
        };
    };
    getInitialAccessTokens: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialAccessToken"][];
                };
            };
        };
    };
    saveInitialAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInitialAccessToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Made"];
                };
            };
        };
    };
    revokeInitialAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialAccessToken"];
                };
            };
        };
    };
    invitationList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"][];
                };
            };
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sent"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sent"];
                };
            };
        };
    };
    getLanguageList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Language"][];
                };
            };
        };
    };
    getLicenceList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Licence"][];
                };
            };
        };
    };
    saveTenantSoft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenceInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Licence"];
                };
            };
        };
    };
    getTenantSoft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Licence"];
                };
            };
        };
    };
    updateTenantSoft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenceInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Licence"];
                };
            };
        };
    };
    deleteTenantSoftList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Licence"];
                };
            };
        };
    };
    listLogoutDeliveries: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
        };
    };
    getLogoutDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    retryLogoutDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    menuList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Menu"][];
                };
            };
        };
    };
    addMenu: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MenuInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Menu"];
                };
            };
        };
    };
    getMenuInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Menu"];
                };
            };
        };
    };
    updteMenu: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MenuInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Menu"];
                };
            };
        };
    };
    deleteMenu: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Menu"];
                };
            };
        };
    };
    getMessageTemplateList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplate"][];
                };
            };
        };
    };
    previewMessageTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToPreview"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePreview"];
                };
            };
        };
    };
    getMessageTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplate"];
                };
            };
        };
    };
    updateMessageTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageTemplateInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplate"];
                };
            };
        };
    };
    resetMessageTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplate"];
                };
            };
        };
    };
    getAuthSoftware: {
        parameters: {
            query: {
                /** @description The tenant. */
                tenantId: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PanelEntry"][];
                };
            };
        };
    };
    getAuthResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batchId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Progress"];
                };
            };
        };
    };
    getAuthPanel: {
        parameters: {
            query: {
                /** @description The tenant. */
                tenantId: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    saveEdcProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthoriseRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
        };
    };
    cancelProjectAllowUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
        };
    };
    getAuthDrift: {
        parameters: {
            query: {
                /** @description The tenant. */
                tenantId: components["schemas"]["Id"];
                /** @description The study's binding. */
                studyUrlId: components["schemas"]["Id"];
                /** @description `next` of the previous page. */
                after?: string;
            };
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftPage"];
                };
            };
        };
    };
    getAuthGrants: {
        parameters: {
            query: {
                tenantId: components["schemas"]["Id"];
                /** @description Only this one. */
                id?: components["schemas"]["Id"] | null;
                studyUrlId?: components["schemas"]["Id"] | null;
                userId?: components["schemas"]["Id"] | null;
                /** @description The last grant of the previous page. */
                after?: components["schemas"]["Id"] | null;
            };
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantEntry"][];
                };
            };
        };
    };
    getAuthRemoteList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptionsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    reconcileAuthGrants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReconcileRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
        };
    };
    revokeAuthGrants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
        };
    };
    saveProjectAllowUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllowRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Begun"];
                };
            };
        };
    };
    validateAuthPanel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                softwareId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidateRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown[];
                };
            };
        };
    };
    getPluginReach: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginReach"];
                };
            };
        };
    };
    setPluginReach: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PluginReachRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginReach"];
                };
            };
        };
    };
    getPluginSettings: {
        parameters: {
            query?: {
                /** @description The tenant; without one, or `0`: every tenant. */
                tenantId?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginSettings"];
                };
            };
        };
    };
    setPluginSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PluginSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginSettings"];
                };
            };
        };
    };
    listPluginTenants: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginTenant"][];
                };
            };
        };
    };
    setPluginTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
                tenantId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PluginTenantRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginTenant"];
                };
            };
        };
    };
    listPlugins: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginVersion"][];
                };
            };
        };
    };
    installPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginFacts"];
                };
            };
        };
    };
    checkPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckResult"];
                };
            };
        };
    };
    getPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginDetails"];
                };
            };
        };
    };
    rollBackPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginVersion"];
                };
            };
        };
    };
    getUserPreAllowedHistory: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreauthorisationChange"][];
                };
            };
        };
    };
    exportUserPreAllowedHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreauthorisationChangeFilter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": number[];
                };
            };
        };
    };
    listPreauthorisationOperators: {
        parameters: {
            query?: {
                /** @description The beginning of a name or a login name. */
                q?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreauthorisationOperator"][];
                };
            };
        };
    };
    preauthorisationList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preauthorisation"][];
                };
            };
        };
    };
    preauthorise: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPreauthorisations"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreauthorisationResult"];
                };
            };
        };
    };
    withdrawPreauthorisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preauthorisation"];
                };
            };
        };
    };
    resendPreauthorisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreauthorisationSent"];
                };
            };
        };
    };
    listPublishers: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publisher"][];
                };
            };
        };
    };
    enrolPublisher: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrolRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publisher"];
                };
            };
        };
    };
    revokePublisher: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publisher"];
                };
            };
        };
    };
    roleList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"][];
                };
            };
        };
    };
    addRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    getRoleInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    getSafeStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityStrategy"];
                };
            };
        };
    };
    saveSafeStrategy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecurityStrategyInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityStrategy"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKey"][];
                };
            };
        };
    };
    rotateSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rotate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKey"];
                };
            };
        };
    };
    siteList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"][];
                };
            };
        };
    };
    saveSiteInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    importSites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
        };
    };
    getSiteInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    updateSiteInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    getSmsList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmsMessage"][];
                };
            };
        };
    };
    reSendSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToResend"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resent"];
                };
            };
        };
    };
    getSms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmsMessage"];
                };
            };
        };
    };
    getSmsLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageLog"];
                };
            };
        };
    };
    getSoftWareList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Software"][];
                };
            };
        };
    };
    saveSoftware: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SoftwareInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Software"];
                };
            };
        };
    };
    getSoftwareType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Style"][];
                };
            };
        };
    };
    getSoftware: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Software"];
                };
            };
        };
    };
    updateSoftware: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SoftwareInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Software"];
                };
            };
        };
    };
    deleteSoftware: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Software"];
                };
            };
        };
    };
    getTenantProjectList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Study"][];
                };
            };
        };
    };
    addTenantProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Study"];
                };
            };
        };
    };
    getTenantProjectById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Study"];
                };
            };
        };
    };
    updateTenantProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Study"];
                };
            };
        };
    };
    delteTenantProjectById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Study"];
                };
            };
        };
    };
    getStudyGrants: {
        parameters: {
            query?: {
                /** @description Only in this system. */
                softwareId?: components["schemas"]["Id"];
                /** @description Only of this site of the study. */
                siteId?: components["schemas"]["Id"];
                /** @description `next` of the previous page. */
                after?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyGrants"];
                };
            };
        };
    };
    getSiteListUnSelect: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSite"][];
                };
            };
        };
    };
    projectSiteList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudySite"][];
                };
            };
        };
    };
    saveProjectSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudySiteInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudySite"];
                };
            };
        };
    };
    getProjectSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudySite"];
                };
            };
        };
    };
    updateProjectSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudySiteInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudySite"];
                };
            };
        };
    };
    deleteProjectSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudySite"];
                };
            };
        };
    };
    saveSoftUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyBindingInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyBinding"];
                };
            };
        };
    };
    getSoftPorjectList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudySystems"][];
                };
            };
        };
    };
    getSoftUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyBinding"];
                };
            };
        };
    };
    updateSoftUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyBindingInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyBinding"];
                };
            };
        };
    };
    deleteSoftUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyBinding"];
                };
            };
        };
    };
    getTaskList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"][];
                };
            };
        };
    };
    saveTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    getTaskBeanList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeanMethod"][];
                };
            };
        };
    };
    taskPause: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToDo"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"][];
                };
            };
        };
    };
    previewTask: {
        parameters: {
            query: {
                /** @description The expression. */
                cron: string;
                /** @description The time zone; `Asia/Shanghai` where it is left out. */
                timeZone?: string;
                /** @description The calendar whose working days alone count: a tenant, or `sys`. */
                workdaysOf?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
        };
    };
    taskResume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToDo"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"][];
                };
            };
        };
    };
    taskRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToDo"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Id"][];
                };
            };
        };
    };
    getTaskStatusList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coded"][];
                };
            };
        };
    };
    getTaskTypeList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coded"][];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    getTaskLogList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRun"][];
                };
            };
        };
    };
    getPinById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinSetting"];
                };
            };
        };
    };
    savePin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinSetting"];
                };
            };
        };
    };
    tenantSiteList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSite"][];
                };
            };
        };
    };
    saveTenantSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantSiteInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSite"];
                };
            };
        };
    };
    getTenantSiteById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSite"];
                };
            };
        };
    };
    updateTenantSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantSiteInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSite"];
                };
            };
        };
    };
    deleteTenantSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSite"];
                };
            };
        };
    };
    getTenantSoftList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Licence"][];
                };
            };
        };
    };
    getSoftList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemChoice"][];
                };
            };
        };
    };
    getTenantUserList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"][];
                };
            };
        };
    };
    saveTenantUserBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMembers"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Added"];
                };
            };
        };
    };
    importTenantUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberImport"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
        };
    };
    getTenantUserInfoById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    saveTenantUserBase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberBase"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    deleteTenantUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    getDepartmentByUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDepartments"];
                };
            };
        };
    };
    saveUserDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDepartmentsInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDepartments"];
                };
            };
        };
    };
    saveTenantUserImportant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberImportant"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    sendPinCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    getTenanUserList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"][];
                };
            };
        };
    };
    saveTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    Deletetenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    archiveTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantReason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    restoreTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantReason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    getTeenantSiteUnselect: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"][];
                };
            };
        };
    };
    getUnselectUser: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Candidate"][];
                };
            };
        };
    };
    getPullUserInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Whose"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pulled"];
                };
            };
        };
    };
    userList: {
        parameters: {
            query?: {
                /** @description `["field","ASC"]` or `["field","DESC"]`. */
                sort?: string;
                /** @description `[first,last]`, both counted from 0; at most 1000 rows. */
                range?: string;
                /** @description A JSON object. */
                filter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
        };
    };
    addUserInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    exportUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": number[];
                };
            };
        };
    };
    importUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
        };
    };
    getUserInfoById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    updateUserInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    explainAccess: {
        parameters: {
            query?: {
                /** @description The address of a menu, such as `systemManger/user`: all operations that belong to it. */
                operation?: string;
                /** @description To `view`, which is what is asked without it, or to `edit`. */
                act?: string;
                /** @description A study. */
                studyId?: components["schemas"]["Id"];
                /** @description A system. */
                softwareId?: components["schemas"]["Id"];
                /** @description Only in this tenant. */
                tenantId?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessExplanation"];
                };
            };
        };
    };
    emailValid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mailed"];
                };
            };
        };
    };
    getUserFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserFactors"];
                };
            };
        };
    };
    resetUserFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorReset"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserFactors"];
                };
            };
        };
    };
    getUserGrants: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                after?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyGrants"];
                };
            };
        };
    };
    updateUserByAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportantInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    lockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getUserMemberships: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonMembership"][];
                };
            };
        };
    };
    changeUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Chosen"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordOf"];
                };
            };
        };
    };
    resetPwd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordOf"];
                };
            };
        };
    };
    restoreUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionShown"][];
                };
            };
        };
    };
    endUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionShown"][];
                };
            };
        };
    };
    getUserSignIns: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                before?: string;
                /** @description Rows of a page: 1 to 100, 20 by default. */
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIns"];
                };
            };
        };
    };
    unlockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    languageType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_LanguageItem"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    ctmsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Path below the configured address */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Value"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    ctmsPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Path below the configured address */
                path: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Value"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    branding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Brand"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    browserKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_BrowserKey"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    captcha: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Shown"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    captchaWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Work"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    federationProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_ProviderShown"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    federationStart: {
        parameters: {
            query?: {
                /** @description The address to return to afterwards: a local address of the authorization endpoint. */
                returnTo?: string | null;
                /** @description Longest time since the authentication at the provider, in seconds; OpenID providers only. */
                maxAge?: number | null;
                /**
                 * @description Required strength of that authentication, in the provider's values, separated by spaces, of which one is
                 *     enough; OpenID providers only.
                 */
                acrValues?: string | null;
            };
            header?: never;
            path: {
                /** @description The provider */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description bad_credentials, password_expired, no_session, session_expired, session_revoked, captcha, locked, second_factor, recent_proof, bad_factor, step_over, not_available, invalid, forbidden, not_found, conflict, in_use, plugin_timeout, plugin_failed, plugin_suspended, bad_binding, downstream_rejected, plugin_missing, plugin_inactive, downstream_unavailable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LoginAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    checkAuthCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginEnrolPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueWithPasskey"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_EnrolledAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginEnrolPasskeyBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Continue"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CeremonyOptions"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginEnrolTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueWithEnrolment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_EnrolledAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginEnrolTotpBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Continue"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TotpOffer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginFactorPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueWithPasskey"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LoginAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginFactorPasskeyBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Continue"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CeremonyOptions"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginFactorRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueWithCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LoginAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginFactorTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueWithCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LoginAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LoginAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginPasskeyBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CeremonyOptions"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    sendAuthCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Asking"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    loginByTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketLogin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LoginAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    passwordRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_PasswordRules"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    verifyPin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Signature"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    publicKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_PublicKey"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    recentProofPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofByPasskey"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Renewed"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    recentProofPasskeyBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_CeremonyOptions"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    recentProofPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofByPassword"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Renewed"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    recentProofRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofByCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Renewed"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    recentProofTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofByCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Renewed"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    setupState: {
        parameters: {
            query?: {
                /** @description The key of the set-up link. */
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SetUpState"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    setup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUp"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    ssoCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_IssuedCode"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    ssoLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SsoLogin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_LoginAnswer"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    userInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_UserInfo"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    userPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    dtrialGetUserSoftwareList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_UserSoftware"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    userStudies: {
        parameters: {
            query: {
                /** @description Web code of the system, such as `030`. */
                webCode: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_UserStudy"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    usernamePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedPasswordChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Nothing"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    tenantCombobox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Vec_Choice"] | components["schemas"]["RefusedEnvelope"];
                };
            };
        };
    };
    authorize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A form that goes to the client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    authorizeByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A form that goes to the client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deviceAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 8628, section 3.2 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    introspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 7662, section 2.2 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JWK set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSessionByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    pushedAuthorizationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reference */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    registerClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientInput"];
            };
        };
        responses: {
            /** @description Client information */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Client information */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientInput"];
            };
        };
        responses: {
            /** @description Client information */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token does not stand any more */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signedOutByBrowser: {
        parameters: {
            query?: {
                /** @description The sealed ticket. */
                ticket?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    userinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    userinfoByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** The calls of the admin interface. */
export interface calls {
  'GET /access-explanation': operations['explainOwnAccess']
  'GET /allowed-studies': operations['getProjectByUserAndSoft']
  'GET /allowed-studies/{id}/sites': operations['getPorjectSites']
  'GET /allowed-users': operations['getProjectUserByAllowed']
  'GET /areas': operations['countryList']
  'POST /areas': operations['addEare']
  'GET /areas/{id}': operations['getEare']
  'PUT /areas/{id}': operations['updateEare']
  'DELETE /areas/{id}': operations['deleteEare']
  'GET /audit-checks/last': operations['lastAuditCheck']
  'POST /audit-checks/last': operations['requestAuditCheck']
  'GET /audit-events': operations['listAuditEvents']
  'POST /audit-events/export': operations['exportAuditEvents']
  'GET /audit-events/{id}': operations['readAuditEvent']
  'GET /blinding-rules': operations['listBlindingRules']
  'POST /blinding-rules': operations['createBlindingRule']
  'POST /blinding-rules/dry-run': operations['tryBlindingRules']
  'GET /blinding-rules/{id}': operations['getBlindingRule']
  'PUT /blinding-rules/{id}': operations['updateBlindingRule']
  'DELETE /blinding-rules/{id}': operations['deleteBlindingRule']
  'GET /client-choices': operations['getClientChoices']
  'GET /clients': operations['getClients']
  'POST /clients': operations['saveClient']
  'GET /clients/{id}': operations['getClient']
  'PUT /clients/{id}': operations['updateClient']
  'DELETE /clients/{id}': operations['deleteClient']
  'GET /clients/{id}/secrets': operations['getClientSecrets']
  'POST /clients/{id}/secrets': operations['saveClientSecret']
  'DELETE /clients/{id}/secrets/{secretId}': operations['deleteClientSecret']
  'GET /deliveries/{id}': operations['deliveryState']
  'GET /departments': operations['getDepartmentList']
  'POST /departments': operations['saveDepartment']
  'GET /departments/{id}': operations['getDepartment']
  'PUT /departments/{id}': operations['updateDepartment']
  'DELETE /departments/{id}': operations['deleteDepartment']
  'GET /dictionary-categories': operations['getTenantDic']
  'GET /dictionary-items': operations['Category']
  'POST /dictionary-items': operations['addTenantDic']
  'GET /dictionary-items/{id}': operations['getDictionaryItem']
  'PUT /dictionary-items/{id}': operations['updateDictionaryItem']
  'DELETE /dictionary-items/{id}': operations['deleteTenantDic']
  'GET /dictionary-items/{id}/children': operations['getListByParentId']
  'GET /domains': operations['getUrlsetList']
  'POST /domains': operations['saveUrlset']
  'GET /domains/{id}': operations['getUrlset']
  'PUT /domains/{id}': operations['updateUrlset']
  'DELETE /domains/{id}': operations['deleteUrlsetList']
  'POST /domains/{id}/initialise': operations['initSoftware']
  'GET /email-messages': operations['getEmailList']
  'POST /email-messages/resend': operations['reSendEmail']
  'GET /email-messages/{id}': operations['getEmail']
  'GET /email-messages/{id}/log': operations['getEmailLog']
  'GET /files': operations['getFileList']
  'GET /files/download': operations['downloadFile']
  'GET /files/{id}': operations['getFile']
  'GET /grant-changes': operations['getUserAllowedHistory']
  'POST /grant-changes/export': operations['exportUserAllowedHistory']
  'GET /grant-changes/operators': operations['listGrantOperators']
  'GET /held-grants': operations['listHeldGrants']
  'POST /held-grants/export': operations['exportHeldGrants']
  'GET /holidays': operations['holidayList']
  'GET /holidays/{id}': operations['getHoliday']
  'PUT /holidays/{id}': operations['saveHoliday']
  'GET /home': operations['home']
  'GET /home/first-steps': operations['readFirstSteps']
  'PUT /home/first-steps': operations['dismissFirstSteps']
  'GET /initial-access-tokens': operations['getInitialAccessTokens']
  'POST /initial-access-tokens': operations['saveInitialAccessToken']
  'DELETE /initial-access-tokens/{id}': operations['revokeInitialAccessToken']
  'GET /invitations': operations['invitationList']
  'POST /invitations': operations['invite']
  'DELETE /invitations/{id}': operations['withdrawInvitation']
  'POST /invitations/{id}/resend': operations['resendInvitation']
  'GET /languages': operations['getLanguageList']
  'GET /licences': operations['getLicenceList']
  'POST /licences': operations['saveTenantSoft']
  'GET /licences/{id}': operations['getTenantSoft']
  'PUT /licences/{id}': operations['updateTenantSoft']
  'DELETE /licences/{id}': operations['deleteTenantSoftList']
  'GET /logout-deliveries': operations['listLogoutDeliveries']
  'GET /logout-deliveries/{id}': operations['getLogoutDelivery']
  'POST /logout-deliveries/{id}/retry': operations['retryLogoutDelivery']
  'GET /menus': operations['menuList']
  'POST /menus': operations['addMenu']
  'GET /menus/{id}': operations['getMenuInfo']
  'PUT /menus/{id}': operations['updteMenu']
  'DELETE /menus/{id}': operations['deleteMenu']
  'GET /message-templates': operations['getMessageTemplateList']
  'POST /message-templates/preview': operations['previewMessageTemplate']
  'GET /message-templates/{id}': operations['getMessageTemplate']
  'PUT /message-templates/{id}': operations['updateMessageTemplate']
  'POST /message-templates/{id}/reset': operations['resetMessageTemplate']
  'GET /panels': operations['getAuthSoftware']
  'GET /panels/batches/{batchId}': operations['getAuthResult']
  'GET /panels/{softwareId}': operations['getAuthPanel']
  'POST /panels/{softwareId}/authorise': operations['saveEdcProject']
  'POST /panels/{softwareId}/cancel': operations['cancelProjectAllowUser']
  'GET /panels/{softwareId}/drift': operations['getAuthDrift']
  'GET /panels/{softwareId}/grants': operations['getAuthGrants']
  'POST /panels/{softwareId}/options': operations['getAuthRemoteList']
  'POST /panels/{softwareId}/reconcile': operations['reconcileAuthGrants']
  'POST /panels/{softwareId}/revoke': operations['revokeAuthGrants']
  'POST /panels/{softwareId}/sites': operations['saveProjectAllowUser']
  'POST /panels/{softwareId}/validate': operations['validateAuthPanel']
  'GET /plugin-systems/{id}': operations['getPluginReach']
  'PUT /plugin-systems/{id}': operations['setPluginReach']
  'GET /plugin-systems/{id}/settings': operations['getPluginSettings']
  'PUT /plugin-systems/{id}/settings': operations['setPluginSettings']
  'GET /plugin-systems/{id}/tenants': operations['listPluginTenants']
  'PUT /plugin-systems/{id}/tenants/{tenantId}': operations['setPluginTenant']
  'GET /plugins': operations['listPlugins']
  'POST /plugins': operations['installPlugin']
  'POST /plugins/check': operations['checkPlugin']
  'GET /plugins/{id}': operations['getPlugin']
  'POST /plugins/{id}/rollback': operations['rollBackPlugin']
  'GET /preauthorisation-changes': operations['getUserPreAllowedHistory']
  'POST /preauthorisation-changes/export': operations['exportUserPreAllowedHistory']
  'GET /preauthorisation-changes/operators': operations['listPreauthorisationOperators']
  'GET /preauthorisations': operations['preauthorisationList']
  'POST /preauthorisations': operations['preauthorise']
  'DELETE /preauthorisations/{id}': operations['withdrawPreauthorisation']
  'POST /preauthorisations/{id}/resend': operations['resendPreauthorisation']
  'GET /publishers': operations['listPublishers']
  'POST /publishers': operations['enrolPublisher']
  'POST /publishers/{id}/revoke': operations['revokePublisher']
  'GET /roles': operations['roleList']
  'POST /roles': operations['addRole']
  'GET /roles/{id}': operations['getRoleInfo']
  'PUT /roles/{id}': operations['updateRole']
  'DELETE /roles/{id}': operations['deleteRole']
  'GET /security-strategy/{id}': operations['getSafeStrategy']
  'PUT /security-strategy/{id}': operations['saveSafeStrategy']
  'GET /signing-keys': operations['listSigningKeys']
  'POST /signing-keys/rotate': operations['rotateSigningKey']
  'GET /sites': operations['siteList']
  'POST /sites': operations['saveSiteInfo']
  'POST /sites/import': operations['importSites']
  'GET /sites/{id}': operations['getSiteInfo']
  'PUT /sites/{id}': operations['updateSiteInfo']
  'DELETE /sites/{id}': operations['deleteSite']
  'GET /sms-messages': operations['getSmsList']
  'POST /sms-messages/resend': operations['reSendSms']
  'GET /sms-messages/{id}': operations['getSms']
  'GET /sms-messages/{id}/log': operations['getSmsLog']
  'GET /software': operations['getSoftWareList']
  'POST /software': operations['saveSoftware']
  'GET /software/styles': operations['getSoftwareType']
  'GET /software/{id}': operations['getSoftware']
  'PUT /software/{id}': operations['updateSoftware']
  'DELETE /software/{id}': operations['deleteSoftware']
  'GET /studies': operations['getTenantProjectList']
  'POST /studies': operations['addTenantProject']
  'GET /studies/{id}': operations['getTenantProjectById']
  'PUT /studies/{id}': operations['updateTenantProject']
  'DELETE /studies/{id}': operations['delteTenantProjectById']
  'GET /studies/{id}/grants': operations['getStudyGrants']
  'GET /studies/{id}/unselected-sites': operations['getSiteListUnSelect']
  'GET /study-sites': operations['projectSiteList']
  'POST /study-sites': operations['saveProjectSite']
  'GET /study-sites/{id}': operations['getProjectSite']
  'PUT /study-sites/{id}': operations['updateProjectSite']
  'DELETE /study-sites/{id}': operations['deleteProjectSite']
  'POST /study-software': operations['saveSoftUrl']
  'GET /study-software/studies': operations['getSoftPorjectList']
  'GET /study-software/{id}': operations['getSoftUrl']
  'PUT /study-software/{id}': operations['updateSoftUrl']
  'DELETE /study-software/{id}': operations['deleteSoftUrl']
  'GET /tasks': operations['getTaskList']
  'POST /tasks': operations['saveTask']
  'GET /tasks/beans': operations['getTaskBeanList']
  'POST /tasks/pause': operations['taskPause']
  'GET /tasks/preview': operations['previewTask']
  'POST /tasks/resume': operations['taskResume']
  'POST /tasks/run': operations['taskRun']
  'GET /tasks/statuses': operations['getTaskStatusList']
  'GET /tasks/types': operations['getTaskTypeList']
  'GET /tasks/{id}': operations['getTask']
  'PUT /tasks/{id}': operations['updateTask']
  'DELETE /tasks/{id}': operations['deleteTask']
  'GET /tasks/{id}/runs': operations['getTaskLogList']
  'GET /tenant-pins/{id}': operations['getPinById']
  'PUT /tenant-pins/{id}': operations['savePin']
  'GET /tenant-sites': operations['tenantSiteList']
  'POST /tenant-sites': operations['saveTenantSite']
  'GET /tenant-sites/{id}': operations['getTenantSiteById']
  'PUT /tenant-sites/{id}': operations['updateTenantSite']
  'DELETE /tenant-sites/{id}': operations['deleteTenantSite']
  'GET /tenant-software': operations['getTenantSoftList']
  'GET /tenant-software/choices': operations['getSoftList']
  'GET /tenant-users': operations['getTenantUserList']
  'POST /tenant-users': operations['saveTenantUserBatch']
  'POST /tenant-users/import': operations['importTenantUsers']
  'GET /tenant-users/{id}': operations['getTenantUserInfoById']
  'PUT /tenant-users/{id}': operations['saveTenantUserBase']
  'DELETE /tenant-users/{id}': operations['deleteTenantUser']
  'GET /tenant-users/{id}/departments': operations['getDepartmentByUser']
  'PUT /tenant-users/{id}/departments': operations['saveUserDepartment']
  'PUT /tenant-users/{id}/important': operations['saveTenantUserImportant']
  'POST /tenant-users/{id}/pin-code': operations['sendPinCode']
  'GET /tenants': operations['getTenanUserList']
  'POST /tenants': operations['saveTenant']
  'GET /tenants/{id}': operations['getTenant']
  'PUT /tenants/{id}': operations['updateTenant']
  'DELETE /tenants/{id}': operations['Deletetenant']
  'POST /tenants/{id}/archive': operations['archiveTenant']
  'POST /tenants/{id}/restore': operations['restoreTenant']
  'GET /tenants/{id}/unselected-sites': operations['getTeenantSiteUnselect']
  'GET /unselected-users': operations['getUnselectUser']
  'POST /user-accounts/pull': operations['getPullUserInfo']
  'GET /users': operations['userList']
  'POST /users': operations['addUserInfo']
  'POST /users/export': operations['exportUsers']
  'POST /users/import': operations['importUsers']
  'GET /users/{id}': operations['getUserInfoById']
  'PUT /users/{id}': operations['updateUserInfo']
  'DELETE /users/{id}': operations['deleteUser']
  'GET /users/{id}/access-explanation': operations['explainAccess']
  'POST /users/{id}/email-verification': operations['emailValid']
  'GET /users/{id}/factors': operations['getUserFactors']
  'POST /users/{id}/factors/reset': operations['resetUserFactors']
  'GET /users/{id}/grants': operations['getUserGrants']
  'PUT /users/{id}/important': operations['updateUserByAdmin']
  'POST /users/{id}/lock': operations['lockUser']
  'GET /users/{id}/memberships': operations['getUserMemberships']
  'POST /users/{id}/password': operations['changeUserPassword']
  'POST /users/{id}/password-reset': operations['resetPwd']
  'POST /users/{id}/restore': operations['restoreUser']
  'GET /users/{id}/sessions': operations['getUserSessions']
  'DELETE /users/{id}/sessions/{sessionId}': operations['endUserSession']
  'GET /users/{id}/sign-ins': operations['getUserSignIns']
  'POST /users/{id}/unlock': operations['unlockUser']
}
