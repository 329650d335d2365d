// Made from openapi.json by scripts/api.mjs.
export interface components {
    schemas: {
        /** @description A request that was written down. */
        Accepted: {
            /** @description Ask for it until it is done. */
            batchId: components["schemas"]["Id"];
        };
        /**
         * @description The `typ` of access tokens that are JWTs.
         * @enum {string}
         */
        AccessTokenType: "at+jwt" | "JWT";
        /** @description Who was taken in. */
        Added: {
            /** @description The first of the new memberships: a record of this resource. */
            id: components["schemas"]["Id"];
            /** @description All of them, by login name. */
            members: components["schemas"]["Member"][];
        };
        /**
         * @description A signature algorithm that this server makes and takes (RFC 7518, section 3.1; RFC 8037, section 3.1).
         * @enum {string}
         */
        Alg: "ES256" | "RS256" | "PS256" | "EdDSA";
        /**
         * @description Where a client runs (OpenID Connect Dynamic Client Registration 1.0, section 2).
         * @enum {string}
         */
        ApplicationType: "web" | "native";
        /** @description A region, named in one language. */
        Area: {
            /** @description Code, or empty; used once among its neighbours, whatever its case. */
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
            /** @description The region it is in; `0` for a country. */
            parentId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Place in the list.
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
        /** @description What is answered to a wish for a message, whoever it is for. */
        Asking: {
            /**
             * Format: int64
             * @description Seconds until another can be asked for.
             */
            resendSeconds: number;
        };
        /**
         * @description How a client proves itself at the token endpoint (RFC 7591, section 2).
         * @enum {string}
         */
        AuthMethod: "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";
        /** @description A selection for people. */
        AuthoriseRequest: {
            /** @description Members of the tenant, by e-mail address. */
            emails?: string[];
            /** @description Rows of the panel. */
            grants: unknown[];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Members of the tenant, by user id. */
            userIds?: components["schemas"]["Id"][];
            /** @description The role given with the authorisation. */
            userRole: string;
            /** @description The user type (dictionary category 3). */
            userTypeId: string;
        };
        /**
         * @description What a domain contributes. What cannot be registered is left out: an http address that is not on loopback
         *     gives nothing.
         */
        Bound: {
            /** @description Where a sign-in begun here is sent. */
            initiate_login_uri?: string | null;
            /** @description Where the browser may go after a sign-out. */
            post_logout_redirect_uris: string[];
            /** @description Where answers may go. */
            redirect_uris: string[];
        };
        /** @description The deployment's brand, in the caller's language. */
        Brand: {
            /** @description Accent colour, `#rrggbb`; null: the built-in one. */
            accent?: string | null;
            /** @description What holds for values that pages keep in the browser. */
            browser: components["schemas"]["BrowserValues"];
            /** @description Copyright text. */
            copyright: string;
            /** @description Filing text, if any. */
            filing?: string | null;
            /** @description Address of a logo; null: the built-in one. */
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
        /** @description What holds for values that pages keep in the browser. */
        BrowserValues: {
            /** @description The domain of readable helper cookies; null: the host's own. */
            cookieDomain?: string | null;
            /** @description They are encrypted, under the key of `browserKey`. */
            encrypted: boolean;
        };
        /** @description A wish for a message to a mailbox. */
        ByEmail: {
            /** @description What the person read in the picture, once one is asked for. */
            captcha?: string | null;
            /** @description The picture's key. */
            checkKey?: string | null;
            /** @description E-mail address. */
            email: string;
        };
        /** @description A wish for a message to a phone. */
        ByPhone: {
            /** @description What the person read in the picture, once one is asked for. */
            captcha?: string | null;
            /** @description The picture's key. */
            checkKey?: string | null;
            /** @description Phone number. */
            phone: string;
        };
        /** @description Somebody who may be taken into a tenant. */
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
        /** @description A category, named in one language. */
        CategoryRecord: {
            /** @description The category of these children; empty for none. */
            childCode: string;
            /** @description Code. */
            code: components["schemas"]["Id"];
            /** @description Name in the caller's language. */
            desc: string;
            /** @description Id; the same as its code. */
            id: components["schemas"]["Id"];
            /** @description Whether its items have children. */
            isParent: boolean;
            /** @description Whether tenants have items of their own. */
            isTenant: boolean;
        };
        /** @description What a passkey ceremony begins with. */
        CeremonyOptions: {
            /** @description `publicKey` of `navigator.credentials`, as JSON with base64url octets. */
            options: unknown;
        };
        /** @description A code to be looked at. */
        CheckRequest: {
            /** @description The code. */
            code: string;
            /** @description Phone number. */
            phone: string;
        };
        /** @description A tenant to choose. */
        Choice: {
            /** @description Its id. */
            code: components["schemas"]["Id"];
            /** @description Its name. */
            desc: string;
        };
        /** @description What a client can be tied to. */
        Choices: {
            /** @description The tenant's domain bindings; none where no tenant is named. */
            domains: components["schemas"]["DomainChoice"][];
            /** @description The catalogue. */
            software: components["schemas"]["SoftwareChoice"][];
        };
        /** @description A password that an administrator chose. */
        Chosen: {
            /** @description The password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
        };
        /** @description The members of a form that are no settings. */
        ClientInput: {
            application_type?: components["schemas"]["ApplicationType"] | null;
            /** @default null */
            authorization_signed_response_alg: components["schemas"]["Alg"] | null;
            /**
             * @description It needs `sid` there.
             * @default false
             */
            backchannel_logout_session_required: boolean;
            /**
             * @description OpenID Connect Back-Channel Logout 1.0.
             * @default null
             */
            backchannel_logout_uri: string | null;
            /**
             * @description What its access tokens look like.
             * @default jwt
             */
            cardea_access_token_format: components["schemas"]["TokenFormat"];
            /**
             * Format: int64
             * @description Life of an access token.
             * @default null
             */
            cardea_access_token_seconds: number | null;
            /**
             * @description How its access tokens are signed, where they are JWTs.
             * @default ES256
             */
            cardea_access_token_signed_alg: components["schemas"]["Alg"];
            /**
             * @description The `typ` of its access tokens, where they are JWTs.
             * @default at+jwt
             */
            cardea_access_token_type: components["schemas"]["AccessTokenType"];
            /**
             * @description Resources that it is itself: it may introspect and exchange the tokens that are for them.
             * @default []
             */
            cardea_audience: string[];
            /**
             * @description Whether people are asked.
             * @default never
             */
            cardea_consent: components["schemas"]["Consent"];
            /**
             * Format: int64
             * @description Time within which an ID token is to be used.
             * @default null
             */
            cardea_id_token_seconds: number | null;
            /**
             * @description Whether it needs PKCE.
             * @default required
             */
            cardea_pkce: components["schemas"]["Pkce"];
            /**
             * @description What it is held to.
             * @default standard
             */
            cardea_profile: components["schemas"]["Profile"];
            /**
             * @description Paths, each beginning with a slash: at its domain's addresses, answers may go there. Without any, to
             *     those addresses themselves. Nothing where the client belongs to no domain.
             * @default []
             */
            cardea_redirect_paths: string[];
            /**
             * Format: int64
             * @description Time after which an unused refresh token is worth nothing.
             * @default null
             */
            cardea_refresh_token_seconds: number | null;
            /**
             * @description Resources that it may ask tokens for (RFC 8707).
             * @default []
             */
            cardea_resources: string[];
            cardea_software_id?: components["schemas"]["Id"] | null;
            /**
             * @description It may ask for codes that sign people in at the portal: only for programs that are trusted as the sign-in
             *     itself is.
             * @default false
             */
            cardea_sso_code: boolean;
            cardea_tenant_domain_id?: components["schemas"]["Id"] | null;
            cardea_tenant_id?: components["schemas"]["Id"] | null;
            /** @description Made where it is not given; stays when changing. */
            client_id?: string | null;
            /** @description Its name, for people; the id where none is given. */
            client_name?: string | null;
            /**
             * @description Its name in English; `client_name` is for every other language.
             * @default null
             */
            "client_name#en": string | null;
            /** @description When making one: made where it is not given and one is needed. */
            client_secret?: string | null;
            /**
             * @description Home page.
             * @default null
             */
            client_uri: string | null;
            /**
             * @description People to write to.
             * @default []
             */
            contacts: string[];
            /**
             * @description How well people have to prove who they are, where the request says nothing.
             * @default []
             */
            default_acr_values: string[];
            /**
             * Format: int64
             * @description Longest time since the person proved who they are, where the request says none.
             * @default null
             */
            default_max_age: number | null;
            /**
             * @description RFC 9449, section 5.2.
             * @default false
             */
            dpop_bound_access_tokens: boolean;
            /**
             * @description It needs `iss` and `sid` there.
             * @default false
             */
            frontchannel_logout_session_required: boolean;
            /**
             * @description OpenID Connect Front-Channel Logout 1.0.
             * @default null
             */
            frontchannel_logout_uri: string | null;
            /** @description `authorization_code` where it is not given. */
            grant_types?: string[] | null;
            /**
             * @description How ID tokens are signed. A new client that names none gets RS256 (OpenID Connect Dynamic Client
             *     Registration 1.0, section 2), ES256 under the profile `fapi2`; one that is changed keeps what it has.
             * @default ES256
             */
            id_token_signed_response_alg: components["schemas"]["Alg"];
            /**
             * @description Where a sign-in begun here is sent (OpenID Connect Core 1.0, section 4).
             * @default null
             */
            initiate_login_uri: string | null;
            /** @description Its public keys (RFC 7517), given here. */
            jwks?: unknown | null;
            /**
             * @description Its public keys, fetched.
             * @default null
             */
            jwks_uri: string | null;
            /**
             * @description Picture for the consent page. Never fetched by the server.
             * @default null
             */
            logo_uri: string | null;
            /**
             * @description How it treats personal data.
             * @default null
             */
            policy_uri: string | null;
            /** @description Where the browser may go after a sign-out. */
            post_logout_redirect_uris?: string[] | null;
            /** @description Where answers may go; at least one, here or by its domain, for the code flow. */
            redirect_uris?: string[] | null;
            /** @default null */
            request_object_signing_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Addresses that request objects may be fetched from.
             * @default []
             */
            request_uris: string[];
            /**
             * @description ID tokens have to tell `auth_time`; ours always do.
             * @default false
             */
            require_auth_time: boolean;
            /**
             * @description RFC 9126, section 6.
             * @default false
             */
            require_pushed_authorization_requests: boolean;
            /**
             * @description Only signed request objects are taken (RFC 9101, section 10.5).
             * @default false
             */
            require_signed_request_object: boolean;
            /** @description `code` where it is not given. */
            response_types?: string[] | null;
            /** @description Every scope where it is not given, separated by spaces. */
            scope?: string | null;
            /**
             * @description Where the redirect addresses of its sector are listed.
             * @default null
             */
            sector_identifier_uri: string | null;
            /**
             * @description What it calls people.
             * @default public
             */
            subject_type: components["schemas"]["SubjectType"];
            /** @description `client_secret_basic` where it is not given. */
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
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description A client. */
        ClientRecord: components["schemas"]["Settings"] & {
            /** @description Where it runs. */
            application_type: components["schemas"]["ApplicationType"];
            /** @description What its domain lets it use beside that. */
            bound: components["schemas"]["Bound"];
            cardea_software_id?: components["schemas"]["Id"] | null;
            cardea_tenant_domain_id?: components["schemas"]["Id"] | null;
            cardea_tenant_id?: components["schemas"]["Id"] | null;
            /** @description `client_id`. */
            client_id: string;
            /** @description Its name, for people. */
            client_name: string;
            /** @description Its secret, where this answer's call made one: shown this once. */
            client_secret?: string | null;
            /** @description When it was registered. */
            created_at: components["schemas"]["Time"];
            /** @description Whether it registered itself, and may change itself (RFC 7592). */
            dynamic: boolean;
            /** @description The grants it may use. */
            grant_types: string[];
            /** @description `client_id` again. */
            id: string;
            /** @description Where the browser may go after a sign-out. */
            post_logout_redirect_uris: string[];
            /** @description Where answers may go. */
            redirect_uris: string[];
            /** @description The scopes it may ask for, separated by spaces. */
            scope: string;
            /** @description How it proves itself. */
            token_endpoint_auth_method: components["schemas"]["AuthMethod"];
            /** @description When it was changed. */
            updated_at: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Version, for changing it.
             */
            version: number;
        };
        /** @description A client, as people are shown it. */
        ClientShown: {
            clientId: string;
            /** @description Its home page. */
            clientUri?: string | null;
            /** @description Whether it is a system of the catalogue, which learns the person's study roles in it. */
            isTrialSystem: boolean;
            /** @description In the caller's language where the client has a name in it. */
            name: string;
            /** @description How it treats personal data. */
            policyUri?: string | null;
            /** @description Terms of service. */
            tosUri?: string | null;
        };
        /**
         * @description Whom a code is asked for. Beside `userName`, the client's own proof may be here, as at the token endpoint:
         *     `client_id`, `client_secret`, `client_assertion`, `client_assertion_type`.
         */
        CodeRequest: {
            /** @description Login name. */
            userName: string;
        };
        /**
         * @description Whether the person is asked before a client gets what it asks for.
         * @enum {string}
         */
        Consent: "never" | "once" | "always";
        /**
         * @description Yes or no.
         * @enum {string}
         */
        ConsentChoice: "allow" | "deny";
        /** @description The caller's e-mail and phone. */
        Contacts: {
            /** @description E-mail address. */
            email: string;
            /** @description Whether this deployment sends e-mail. */
            emailReachable: boolean;
            /** @description Whether the caller has shown that it is theirs: only then it recovers the account. */
            emailVerified: boolean;
            /** @description Phone number. */
            phone: string;
            /** @description Whether a code can be sent to the phone: it is a number, and this deployment sends messages. */
            phoneReachable: boolean;
            /** @description Whether the caller has shown that it is theirs: only then it signs in and recovers the account. */
            phoneVerified: boolean;
        };
        /** @description Says what the second step needs: the continuation of an answer with code 20011. */
        Continue: {
            /** @description `data.continuation` of that answer. */
            continuation: string;
        };
        /** @description A code typed at the second step. */
        ContinueWithCode: {
            /** @description What was typed. */
            code: string;
            /** @description `data.continuation` of the answer with code 20011. */
            continuation: string;
        };
        /** @description A confirmation of an authenticator application at the second step. */
        ContinueWithEnrolment: {
            /** @description The code that the application shows. */
            code: string;
            /** @description `data.continuation` of the answer with code 20011. */
            continuation: string;
            /** @description `enrolment` as it was begun. */
            enrolment: string;
        };
        /** @description An assertion or a new passkey at the second step. */
        ContinueWithPasskey: {
            /** @description `data.continuation` of the answer with code 20011. */
            continuation: string;
            /** @description What `navigator.credentials` answered, as JSON (WebAuthn, section 5.1, `toJSON`). */
            credential: unknown;
            /** @description For a new one: what its owner calls it. */
            name?: string | null;
        };
        /** @description What a person decided. */
        Decided: {
            /** @description `allow` or `deny`. */
            decision: components["schemas"]["ConsentChoice"];
            /** @description As the page's address carries it. */
            interaction: string;
        };
        /** @description An answer. */
        Decision: {
            /** @description Yes or no. */
            approve: boolean;
            /** @description The code that the device shows. */
            userCode: string;
        };
        /** @description One client that is told of the end of one session. */
        Delivery: {
            /**
             * Format: int64
             * @description Attempts so far.
             */
            attempts: number;
            /** @description The client. */
            clientId: string;
            /** @description Its name. */
            clientName: string;
            /** @description When the session ended. */
            createdAt: components["schemas"]["Time"];
            /** @description When nobody tries any more by themselves. */
            givesUpAt: components["schemas"]["Time"];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description Why the latest attempt failed. */
            lastError: components["schemas"]["LastError"];
            /**
             * Format: int64
             * @description The status that it was answered with.
             */
            lastStatus?: number | null;
            nextAttemptAt?: components["schemas"]["Time"] | null;
            /** @description The session; `sid` in the token. */
            sessionId: components["schemas"]["Id"];
            /** @description How far it has come. */
            state: components["schemas"]["NoticeState"];
            /** @description When this last changed. */
            updatedAt: components["schemas"]["Time"];
            /** @description Whose session it was. */
            userId: components["schemas"]["Id"];
            /** @description Their login name. */
            userName: string;
        };
        /** @description How far a message has come. */
        DeliveryState: {
            /** @description `live`: to a gateway; `file`: to a file on the server, which somebody has to carry further. */
            channel: string;
            /** @description The message. */
            id: components["schemas"]["Id"];
            /** @description `waiting`, `sent` (handed over) or `failed` (nobody tries any more). */
            state: string;
            /**
             * @description Why the latest try failed: `unconfigured`, `denied`, `unreachable`, `tls`, `refused`, `later`, `file` or
             *     `content`; null where none has.
             */
            trouble?: string | null;
        };
        /** @description A department of a tenant. */
        Department: {
            /** @description Name; no two beside each other have the same. */
            departmentName: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description The department it is in; `0` where it is in none. */
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
            /** @description Name; no two beside each other have the same. */
            departmentName?: string | null;
            parentId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description What a device asks for. */
        DeviceRequest: {
            /** @description Single claims; devices ask for none. */
            claims: string[];
            client: components["schemas"]["ClientShown"];
            /** @description Their full name. */
            fullName: string;
            /** @description Resources. */
            resources: string[];
            /** @description Scopes. */
            scopes: string[];
            /** @description Login name of the signed-in person, whose account it would be. */
            userName: string;
        };
        /** @description A domain binding. */
        DomainChoice: {
            id: components["schemas"]["Id"];
            softwareId: components["schemas"]["Id"];
            urlName: string;
            websiteUrl: string;
        };
        /**
         * @description Whether a membership counts.
         * @enum {string}
         */
        Enabled: "0" | "1";
        /** @description How many sessions were ended. */
        Ended: {
            /** @description The number. */
            ended: number;
        };
        /** @description Success of a sign-in that set up a factor. */
        EnrolledAnswer: components["schemas"]["LoginAnswer"] & {
            /** @description Ten codes for whoever loses the factor; each works once, and they are shown this once. */
            recoveryCodes: string[];
        };
        /** @description Success of a documented call. */
        Envelope_Asking: {
            /** @description `200`. */
            code: string;
            /** @description What is answered to a wish for a message, whoever it is for. */
            data: {
                /**
                 * Format: int64
                 * @description Seconds until another can be asked for.
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
        /** @description Success of a documented call. */
        Envelope_Brand: {
            /** @description `200`. */
            code: string;
            /** @description The deployment's brand, in the caller's language. */
            data: {
                /** @description Accent colour, `#rrggbb`; null: the built-in one. */
                accent?: string | null;
                /** @description What holds for values that pages keep in the browser. */
                browser: components["schemas"]["BrowserValues"];
                /** @description Copyright text. */
                copyright: string;
                /** @description Filing text, if any. */
                filing?: string | null;
                /** @description Address of a logo; null: the built-in one. */
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
        /** @description Success of a documented call. */
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
        /** @description Success of a documented call. */
        Envelope_CeremonyOptions: {
            /** @description `200`. */
            code: string;
            /** @description What a passkey ceremony begins with. */
            data: {
                /** @description `publicKey` of `navigator.credentials`, as JSON with base64url octets. */
                options: unknown;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Contacts: {
            /** @description `200`. */
            code: string;
            /** @description The caller's e-mail and phone. */
            data: {
                /** @description E-mail address. */
                email: string;
                /** @description Whether this deployment sends e-mail. */
                emailReachable: boolean;
                /** @description Whether the caller has shown that it is theirs: only then it recovers the account. */
                emailVerified: boolean;
                /** @description Phone number. */
                phone: string;
                /** @description Whether a code can be sent to the phone: it is a number, and this deployment sends messages. */
                phoneReachable: boolean;
                /** @description Whether the caller has shown that it is theirs: only then it signs in and recovers the account. */
                phoneVerified: boolean;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Decided: {
            /** @description `200`. */
            code: string;
            /** @description What was decided. */
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
        /** @description Success of a documented call. */
        Envelope_DeviceRequest: {
            /** @description `200`. */
            code: string;
            /** @description What a device asks for. */
            data: {
                /** @description Single claims; devices ask for none. */
                claims: string[];
                client: components["schemas"]["ClientShown"];
                /** @description Their full name. */
                fullName: string;
                /** @description Resources. */
                resources: string[];
                /** @description Scopes. */
                scopes: string[];
                /** @description Login name of the signed-in person, whose account it would be. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Ended: {
            /** @description `200`. */
            code: string;
            /** @description How many sessions were ended. */
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
        /** @description Success of a documented call. */
        Envelope_EnrolledAnswer: {
            /** @description `200`. */
            code: string;
            /** @description Success of a sign-in that set up a factor. */
            data: components["schemas"]["LoginAnswer"] & {
                /** @description Ten codes for whoever loses the factor; each works once, and they are shown this once. */
                recoveryCodes: string[];
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_FactorsShown: {
            /** @description `200`. */
            code: string;
            /** @description A person's factors. */
            data: {
                /** @description Their passkeys, the oldest first. */
                passkeys: components["schemas"]["PasskeyShown"][];
                /** @description Whether this server takes passkeys: its public address must be a name. */
                passkeysAvailable: boolean;
                /**
                 * Format: int64
                 * @description Recovery codes that are left.
                 */
                recoveryCodes: number;
                /** @description Whether one is required of them. */
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
        /** @description Success of a documented call. */
        Envelope_Found: {
            /** @description `200`. */
            code: string;
            /** @description What is shown of the account's phone. */
            data: {
                /** @description Its last digits, behind stars. */
                phone: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Identity: {
            /** @description `200`. */
            code: string;
            /** @description An account elsewhere, as its owner sees it. */
            data: {
                /** @description When it was linked. */
                createdAt: components["schemas"]["Time"];
                /** @description Its id. */
                id: components["schemas"]["Id"];
                /** @description What they call the person there. */
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
        /** @description Success of a documented call. */
        Envelope_InvitationUser: {
            /** @description `200`. */
            code: string;
            /** @description What an invitation says of its person (specification, portal, section 3). */
            data: {
                /** @description The address that was invited. */
                email: string;
                /**
                 * @description Whether the person has an account already: name, login name and phone stay as they are, and no password is
                 *     asked for.
                 */
                isUser: boolean;
                /** @description Full name. */
                name: string;
                /** @description Phone, masked, of somebody who has an account; else empty. */
                phone: string;
                positionId?: components["schemas"]["Id"] | null;
                /** @description The positions to choose from. */
                positionList: components["schemas"]["Position"][];
                /** @description Always empty: nobody but the person writes it, and whoever holds a key need not read it. */
                remark: string;
                signedIn?: components["schemas"]["SignedIn"] | null;
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
        /** @description Success of a documented call. */
        Envelope_IssuedCode: {
            /** @description `200`. */
            code: string;
            /** @description A code. */
            data: {
                /** @description The code; it works once. */
                code: string;
                /**
                 * Format: int64
                 * @description Seconds until it is over.
                 */
                expiresIn: number;
                /** @description Where to send the browser. */
                url: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_LinkState: {
            /** @description `200`. */
            code: string;
            /** @description Whether a link works. */
            data: {
                /** @description Whose password it replaces; who has the link knows it from the mail. */
                userName?: string | null;
                /** @description Whether it does. */
                valid: boolean;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_LoginAnswer: {
            /** @description `200`. */
            code: string;
            /** @description Success of a sign-in. */
            data: {
                /**
                 * @description With `pwdReset` false: what `usernamePassword` takes in the place of name and present password. Works once, for
                 *     a quarter of an hour, in this browser.
                 */
                continuation?: string | null;
                /** @description Whether the password expires so soon that the person is reminded. */
                isOverdue: boolean;
                /**
                 * Format: int64
                 * @description Days until the password expires, begun ones counted; null where it does not.
                 */
                nearExpiredDay?: number | null;
                /**
                 * @description False: the password was set by somebody else, or has expired, and nothing opens before it is changed. There is
                 *     no session, and `continuation` changes it.
                 */
                pwdReset: boolean;
                /** @description The address to go on to, where `returnTo` named one of this server's. */
                redirect?: string | null;
                /**
                 * @description The session's token, for programs; null for a page in a browser, which has it in a cookie that no script can
                 *     read, and where no session began.
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
        /** @description Success of a documented call. */
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
        /** @description Success of a documented call. */
        Envelope_Onward: {
            /** @description `200`. */
            code: string;
            /** @description Where the browser goes on to. */
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
        /** @description Success of a documented call. */
        Envelope_PasswordRules: {
            /** @description `200`. */
            code: string;
            /** @description The rules as a form shows and checks them. */
            data: {
                /** @description Whether there must be upper case, lower case and a digit, and nothing but letters and digits. */
                composed: boolean;
                /**
                 * Format: int64
                 * @description How many passwords, with the present one, may not come again.
                 */
                history: number;
                /** @description Characters, at most. */
                maxLength: number;
                /** @description The rule as a sentence, in the caller's language. */
                message: string;
                /** @description Characters, at least. */
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
        /** @description Success of a documented call. */
        Envelope_PublicKey: {
            /** @description `200`. */
            code: string;
            /** @description The key to encrypt passwords to, and the server's time. */
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
                 * @description The server's time, in milliseconds since 1970: a browser whose clock is off corrects by it.
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
        /** @description Success of a documented call. */
        Envelope_Question: {
            /** @description `200`. */
            code: string;
            /** @description What a client asks a person for. */
            data: {
                /** @description Claims beyond these scopes. */
                claims: string[];
                client: components["schemas"]["ClientShown"];
                /** @description Their full name. */
                fullName: string;
                /** @description Resources. */
                resources: string[];
                /** @description Scopes. */
                scopes: string[];
                /** @description Address at which somebody else signs in and is asked. */
                switchAccount: string;
                /** @description Login name of the person who is asked. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_RecoveryCodes: {
            /** @description `200`. */
            code: string;
            /** @description Recovery codes, shown this once. */
            data: {
                /** @description Ten codes; each works once. Null where there were codes before, which stay. */
                recoveryCodes?: string[] | null;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Registered: {
            /** @description `200`. */
            code: string;
            /** @description Success of a registration. */
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
        /** @description Success of a documented call. */
        Envelope_Renewed: {
            /** @description `200`. */
            code: string;
            /** @description The session goes on under a new token. */
            data: {
                /** @description The token, for programs; null for a page in a browser, which has it in its cookie. */
                token?: string | null;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_SetUpState: {
            /** @description `200`. */
            code: string;
            /** @description Whether a set-up can begin. */
            data: {
                /** @description Whether the key would be taken. */
                valid: boolean;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Shown: {
            /** @description `200`. */
            code: string;
            /** @description A picture for a browser, and the key that comes back with the answer. */
            data: {
                /** @description A PNG as a data URL. */
                image: string;
                /** @description To be sent back as `checkKey`. */
                key: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_SignIns: {
            /** @description `200`. */
            code: string;
            /** @description A page of sign-ins. */
            data: {
                /** @description Where the next page begins, if there is one: its `before`. */
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
        /** @description Success of a documented call. */
        Envelope_Signature: {
            /** @description `200`. */
            code: string;
            /** @description A receipt, and what it says. */
            data: {
                /** @description The name to print. */
                fullName: string;
                /** @description Its id. */
                id: components["schemas"]["Id"];
                /** @description What the signature means. */
                meaning: string;
                /** @description Compact JWS: to be kept with the record, and the key set of `/oauth2/jwks` with it. */
                receipt: string;
                /** @description The hash of the record. */
                recordHash: string;
                /** @description When it was signed. */
                signedAt: components["schemas"]["Time"];
                /** @description Login name. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_TotpOffer: {
            /** @description `200`. */
            code: string;
            /** @description An authenticator application to be set up: nothing is kept until a code of it comes back. */
            data: {
                /** @description To be sent back with the code. */
                enrolment: string;
                /** @description The seed in base32, for who cannot scan. */
                secret: string;
                /** @description `otpauth://` address, to be shown as a QR code. */
                uri: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
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
                /** @description Empty: the person goes to the chooser. */
                menuList: components["schemas"]["MenuItem"][];
                phone: string;
                /**
                 * @description The addresses of the menus that the person may change things in for the whole platform, not for tenants of their
                 *     own alone.
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
        /** @description Success of a documented call. */
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
        /** @description Success of a documented call. */
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
        /** @description Success of a documented call. */
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
        /** @description Success of a documented call. */
        Envelope_Vec_Identity: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description When it was linked. */
                createdAt: components["schemas"]["Time"];
                /** @description Its id. */
                id: components["schemas"]["Id"];
                /** @description What they call the person there. */
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
        /** @description Success of a documented call. */
        Envelope_Vec_LanguageItem: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Its own name. */
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
        /** @description Success of a documented call. */
        Envelope_Vec_OwnPin: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Whether there is one. */
                isSet: boolean;
                /** @description Whether it was wrong too often: then another is set with a new code. */
                locked: boolean;
                /**
                 * Format: int64
                 * @description Minutes that a code is good for; 0: the tenant has none sent.
                 */
                pinDuration: number;
                /**
                 * Format: int64
                 * @description Characters.
                 */
                pinLength: number;
                /** @description How the code comes: 1 e-mail, 2 SMS. */
                pinNoticeType: components["schemas"]["NoticeType"];
                /** @description 1 letters, 2 digits, 3 letters and digits. */
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
        /** @description Success of a documented call. */
        Envelope_Vec_ProviderShown: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Its name in addresses, the `loginType` of its tickets. */
                id: string;
                /** @description Its name, in the caller's language. */
                name: string;
                /** @description Where the sign-in begins; takes `returnTo`. */
                url: string;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Vec_SessionShown: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description Where it was signed in from, if that is known. */
                address?: string | null;
                /** @description How it was proved who it is (RFC 8176). */
                amr: string[];
                /** @description When it began. */
                beganAt: components["schemas"]["Time"];
                /** @description The browser with its major version, if it is one that is known. */
                browser?: string | null;
                /** @description Whether it is the one that asks. */
                current: boolean;
                /** @description Id. */
                id: components["schemas"]["Id"];
                /** @description When it was last used, to a minute. */
                seenAt: components["schemas"]["Time"];
                /** @description The operating system, if it is one that is known. */
                system?: string | null;
            }[];
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Vec_UserSoftware: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description The software's id. */
                id: components["schemas"]["Id"];
                /** @description Where a browser goes; sign-in starts there. Null: the tenant has no url configured. */
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
        /** @description Success of a documented call. */
        Envelope_Vec_UserStudy: {
            /** @description `200`. */
            code: string;
            data: {
                /** @description The study's id. */
                id: components["schemas"]["Id"];
                /** @description Where a browser goes; sign-in starts there. Null: the study has no url configured. */
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
        /** @description Success of a documented call. */
        Envelope_Verified: {
            /** @description `200`. */
            code: string;
            /** @description Whose address was verified. */
            data: {
                /** @description The address. */
                email: string;
                /** @description Login name of the account that it belongs to. */
                userName: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Success of a documented call. */
        Envelope_Withdrawn: {
            /** @description `200`. */
            code: string;
            /** @description What a withdrawal ended. */
            data: {
                /**
                 * Format: int64
                 * @description Sign-ins at the client whose tokens were good until now.
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
        /** @description Success of a documented call. */
        Envelope_Work: {
            /** @description `200`. */
            code: string;
            /** @description Work for a browser, and the key that comes back with its answer. */
            data: {
                /**
                 * Format: int32
                 * @description Bits at the beginning of the hash that must be zero. The number is the answer.
                 */
                bits: number;
                /** @description To be hashed, with a number in decimal digits behind it, by SHA-256. */
                challenge: string;
                /** @description To be sent back as `checkKey`. */
                key: string;
            };
            /** @description Always true here. */
            isOk: boolean;
            /** @description `success`, or a sentence for the person. */
            message: string;
            /** @description Always true here. */
            success: boolean;
        };
        /** @description Whom to write down. */
        ExportRequest: {
            /** @description Everybody; then `userIds` says nothing. */
            all?: boolean | null;
            /** @description These, at most 1000. */
            userIds?: components["schemas"]["Id"][] | null;
        };
        /** @description Why somebody's second factors are reset. */
        FactorReset: {
            /** @description For the audit, such as how the person proved who they are. */
            reason: string;
        };
        /** @description A person's factors. */
        FactorsShown: {
            /** @description Their passkeys, the oldest first. */
            passkeys: components["schemas"]["PasskeyShown"][];
            /** @description Whether this server takes passkeys: its public address must be a name. */
            passkeysAvailable: boolean;
            /**
             * Format: int64
             * @description Recovery codes that are left.
             */
            recoveryCodes: number;
            /** @description Whether one is required of them. */
            required: boolean;
            totp?: components["schemas"]["TotpShown"] | null;
        };
        /** @description A person who was not. */
        Failed: {
            /** @description For the result dialog. */
            label: string;
            /** @description A sentence in the caller's language. */
            message: string;
            /** @description Stable word for programs. */
            reason: string;
            userId?: components["schemas"]["Id"] | null;
        };
        /** @description Whose password is forgotten. */
        FindRequest: {
            /** @description Login name. */
            userName: string;
        };
        /** @description What is shown of the account's phone. */
        Found: {
            /** @description Its last digits, behind stars. */
            phone: string;
        };
        /** @description What somebody agreed to. */
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
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
        };
        /** @description A calendar. */
        Holidays: {
            /** @description Extra workdays, `yyyy-MM-dd`, between commas. */
            extraWorkdays: string;
            /** @description The tenant, `sys` for the global one. */
            id: components["schemas"]["Id"];
            /** @description Statutory holidays, `yyyy-MM-dd`, between commas. */
            lawHolidays: string;
            /**
             * @description Years whose days are worked out from the law, because the State Council has not published them: until somebody
             *     changes that year.
             */
            provisionalYears: string[];
            /** @description The tenant, `sys` for the global one. */
            tenantId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Version, for changing it; 0 while there is none.
             */
            version: number;
        };
        /** @description What the form sends. */
        HolidaysInput: {
            /** @description Extra workdays, `yyyy-MM-dd`, between commas. */
            extraWorkdays?: string | null;
            /** @description Statutory holidays, `yyyy-MM-dd`, between commas. */
            lawHolidays?: string | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /**
         * @description An id. Text in JSON and in the database; sorted by time of creation when it was made here. What a caller
         *     sends must look like one: 1 to 64 of letters, digits, `-`, `_` and `.`.
         */
        Id: string;
        /** @description An account elsewhere, as its owner sees it. */
        Identity: {
            /** @description When it was linked. */
            createdAt: components["schemas"]["Time"];
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description What they call the person there. */
            label: string;
            lastUsedAt?: components["schemas"]["Time"] | null;
            /** @description The provider's id. */
            provider: string;
            /** @description The provider's name, in the caller's language. */
            providerName: string;
        };
        /** @description A file. */
        ImportRequest: {
            /** @description The file in base64: CSV in UTF-8, or XLSX. */
            content?: string | null;
            /** @description Only try it; nothing is written. */
            dryRun?: boolean | null;
        };
        /** @description What became of a file. */
        ImportResult: {
            /** @description Whether it was written. Not after a try, and not where a row is wrong. */
            applied: boolean;
            /** @description Records that were made, or would be. */
            created: number;
            /** @description How many errors there are. */
            errorCount: number;
            /** @description The first 200 of them. */
            errors: components["schemas"]["RowError"][];
            /** @description Rows below the header. */
            total: number;
            /** @description Records that are there already, just so. */
            unchanged: number;
        };
        /** @description The important information (updateUserByAdmin): by what somebody signs in and is reached. */
        ImportantInput: {
            /** @description E-mail. */
            email?: string | null;
            /** @description Phone: at least 5 characters. */
            phone?: string | null;
            /** @description Login name: at least 4 characters, no `@`. */
            userName?: string | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /** @description An initial access token, without itself. */
        InitialAccessToken: {
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            createdBy?: components["schemas"]["Id"] | null;
            /** @description Its end. */
            expiresAt: components["schemas"]["Time"];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Whom it was given to, or what for. */
            note: string;
            /** @description Whether the clients registered with it need PKCE. */
            pkce: components["schemas"]["Pkce"];
            revokedAt?: components["schemas"]["Time"] | null;
            /**
             * Format: int64
             * @description Registrations that were made with it.
             */
            used: number;
            /**
             * Format: int64
             * @description Registrations that it is good for.
             */
            uses: number;
            /**
             * Format: int64
             * @description Version.
             */
            version: number;
        };
        /** @description An invitation. Its key is not part of it. */
        Invitation: {
            acceptedBy?: components["schemas"]["Id"] | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description Who is invited. */
            email: string;
            /** @description Its end. */
            expiresAt: components["schemas"]["Time"];
            /** @description The name that is proposed; may be empty. */
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
            /** @description How far it has come. */
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
        /** @description What an invitation says of its person (specification, portal, section 3). */
        InvitationUser: {
            /** @description The address that was invited. */
            email: string;
            /**
             * @description Whether the person has an account already: name, login name and phone stay as they are, and no password is
             *     asked for.
             */
            isUser: boolean;
            /** @description Full name. */
            name: string;
            /** @description Phone, masked, of somebody who has an account; else empty. */
            phone: string;
            positionId?: components["schemas"]["Id"] | null;
            /** @description The positions to choose from. */
            positionList: components["schemas"]["Position"][];
            /** @description Always empty: nobody but the person writes it, and whoever holds a key need not read it. */
            remark: string;
            signedIn?: components["schemas"]["SignedIn"] | null;
            /** @description The tenant's name. */
            tenantName: string;
            /** @description Login name; empty where there is no account yet. */
            username: string;
        };
        /** @description A code. */
        IssuedCode: {
            /** @description The code; it works once. */
            code: string;
            /**
             * Format: int64
             * @description Seconds until it is over.
             */
            expiresIn: number;
            /** @description Where to send the browser. */
            url: string;
        };
        /** @description An item, named in one language. */
        Item: {
            /** @description Abbreviation. */
            abb: string;
            /** @description Category. */
            categoryId: components["schemas"]["Id"];
            /** @description The category of its children; empty where it can have none. */
            childCode: string;
            /** @description Description. */
            description: string;
            /** @description Code; used once in its list, whatever its case. */
            dicCode: string;
            /** @description Name in the caller's language. */
            dicName: string;
            /** @description English name. */
            dicNameEn: string;
            /** @description Chinese name. */
            dicNameZh: string;
            /** @description Encoding number. */
            dicNum: string;
            /** @description What else systems want to know of it. */
            extend: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Parent item; `0` for none. */
            parentId: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Place in the list.
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
            /** @description What else systems want to know of it. */
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
        /** @description The public key as a JWK (RFC 7517) that says what it is for. */
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
         * @description Where a key is in its life.
         * @enum {string}
         */
        KeyState: "next" | "current" | "retired" | "removed";
        /** @description A language that people can be written to in. */
        Language: {
            /** @description Its own name. */
            desc: string;
            /** @description `zh` or `en`. */
            language: string;
        };
        /** @description A language that the product speaks. */
        LanguageItem: {
            /** @description Its own name. */
            desc: string;
            /** @description Name of its icon. */
            icon: string;
            /** @description `zh` or `en`. */
            language: string;
        };
        LastError: components["schemas"]["Trouble"] | null;
        /** @description A link to another system. */
        Link: {
            /** @description What it says. */
            name: string;
            /** @description Where it leads. */
            url: string;
        };
        /** @description Whether a link works. */
        LinkState: {
            /** @description Whose password it replaces; who has the link knows it from the mail. */
            userName?: string | null;
            /** @description Whether it does. */
            valid: boolean;
        };
        /** @description What is to be linked. */
        Linking: {
            /** @description The `continuation` of `loginByTicket`. */
            continuation: string;
        };
        /** @description Success of a sign-in. */
        LoginAnswer: {
            /**
             * @description With `pwdReset` false: what `usernamePassword` takes in the place of name and present password. Works once, for
             *     a quarter of an hour, in this browser.
             */
            continuation?: string | null;
            /** @description Whether the password expires so soon that the person is reminded. */
            isOverdue: boolean;
            /**
             * Format: int64
             * @description Days until the password expires, begun ones counted; null where it does not.
             */
            nearExpiredDay?: number | null;
            /**
             * @description False: the password was set by somebody else, or has expired, and nothing opens before it is changed. There is
             *     no session, and `continuation` changes it.
             */
            pwdReset: boolean;
            /** @description The address to go on to, where `returnTo` named one of this server's. */
            redirect?: string | null;
            /**
             * @description The session's token, for programs; null for a page in a browser, which has it in a cookie that no script can
             *     read, and where no session began.
             */
            token?: string | null;
        };
        /** @description A sign-in: by name and password, or by phone and code. */
        LoginRequest: {
            /** @description What the person read in the picture. */
            captcha?: string | null;
            /** @description The picture's key. */
            checkKey?: string | null;
            /** @description The provider of the ticket. */
            loginType?: string | null;
            password?: components["schemas"]["Secret"] | null;
            /** @description Phone number. */
            phone?: string | null;
            /** @description The code that was sent to it. */
            phoneCaptcha?: string | null;
            /** @description Where to go on to: a local address of the authorisation endpoint. */
            returnTo?: string | null;
            /** @description The `continuation` of `loginByTicket`: the account elsewhere is linked to the one that signs in. */
            ticket?: string | null;
            /** @description Login name. Beside a phone: the account that it must belong to. */
            userName?: string | null;
        };
        /** @description A new one, with itself for the only time. */
        Made: components["schemas"]["InitialAccessToken"] & {
            /** @description The token: shown this once. */
            initialAccessToken: string;
        };
        /** @description Somebody to whom a mail was queued. */
        Mailed: components["schemas"]["User"] & {
            /** @description The message, by which its delivery is asked for (deliveryState). */
            messageId: components["schemas"]["Id"];
        };
        /** @description A member of a tenant. */
        Member: {
            /** @description Address. */
            address: string;
            /** @description E-mail; empty where it is not the caller's to see. */
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
             * @description Whether the person's role on the platform allows anything: then a tenant neither sees how they are reached nor
             *     changes their membership.
             */
            ofPlatform: boolean;
            /** @description Phone; empty where it is not the caller's to see. */
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
        /** @description A file, and whom it is for. */
        MemberImport: {
            /** @description The file in base64, CSV in UTF-8 or XLSX: user name, role, type and position, by their names. */
            content?: string;
            /** @description Only try it; nothing is written. */
            dryRun?: boolean;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description The important information of a membership (saveTenantUserImportant): what it allows. */
        MemberImportant: {
            enabled?: components["schemas"]["Enabled"] | null;
            role?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /**
         * @description What somebody may do with what a menu opens.
         * @enum {string}
         */
        MenuAct: "view" | "edit";
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
         * @description A change of a password that has expired or that somebody else set: by name and present password, or by the
         *     `continuation` of a sign-in that was asked for it.
         */
        NamedPasswordChange: {
            /** @description What the person read in the picture. */
            captcha?: string | null;
            /** @description The picture's key. */
            checkKey?: string | null;
            /** @description `data.continuation` of the sign-in's answer. */
            continuation?: string | null;
            /** @description The new password, or a compact JWE of it. */
            newPassword: components["schemas"]["Secret"];
            password?: components["schemas"]["Secret"] | null;
            /** @description Login name. */
            userName?: string | null;
        };
        /** @description A new password with the code that allows it. */
        NewByCode: {
            /** @description The code. */
            authCode: string;
            /** @description The new password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
            /** @description The phone as it was shown, or in full. */
            phone: string;
            /** @description The same again. */
            rePassword: components["schemas"]["Secret"];
            /** @description Login name, as it was found. */
            userName: string;
        };
        /** @description A new password with the link that allows it. */
        NewByLink: {
            /** @description The link's key. */
            key: string;
            /** @description The new password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
            /** @description The same again. */
            rePassword: components["schemas"]["Secret"];
        };
        /** @description One to make. */
        NewInitialAccessToken: {
            /**
             * Format: int64
             * @description Seconds until its end: 60 to 31622400 (366 days), 86400 where it is not given.
             */
            expiresInSeconds?: number | null;
            /** @description Whom it is given to, or what for. */
            note?: string | null;
            pkce?: components["schemas"]["Pkce"] | null;
            /**
             * Format: int64
             * @description Registrations that it is good for: 1 to 1000, 1 where it is not given.
             */
            uses?: number | null;
        };
        /** @description Whom to invite, into which tenant, as what. */
        NewInvitation: {
            /** @description The address. */
            email?: string;
            /** @description A name to propose. */
            fullName?: string | null;
            /** @description Language of the mail, `zh` or `en`; left out, the caller's. */
            language?: string | null;
            positionId?: components["schemas"]["Id"] | null;
            role?: components["schemas"]["Id"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            typeId?: components["schemas"]["Id"] | null;
        };
        /** @description People to take into a tenant, all with the same role (saveTenantUserBatch). */
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
            /** @description What `navigator.credentials.create` answered, as JSON. */
            credential: unknown;
            /** @description What its owner calls it. */
            name?: string | null;
        };
        /** @description A PIN with the code that allows it. */
        NewPin: {
            /** @description The code. */
            code: string;
            /** @description The PIN, or a compact JWE of it. */
            pin: components["schemas"]["Secret"];
            /** @description The same again. */
            rePin: components["schemas"]["Secret"];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description How a secret is replaced. */
        NewSecret: {
            /**
             * Format: int64
             * @description Seconds for which the secrets it replaces still count: 0 to 2592000, 604800 where it is not given.
             */
            overlapSeconds?: number | null;
        };
        /**
         * @description An answer without content: `null`.
         * @default null
         */
        Nothing: unknown;
        /**
         * @description How far a delivery has come.
         * @enum {string}
         */
        NoticeState: "waiting" | "delivered" | "failed";
        /**
         * @description How the code travels with which somebody sets their PIN.
         * @enum {string}
         */
        NoticeType: "1" | "2";
        /** @description Of which tenant. */
        OfTenant: {
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description Where the browser goes on to. */
        Onward: {
            redirect: string;
        };
        /** @description Asks for choices of a column. */
        OptionsRequest: {
            /** @description Column key. */
            column: string;
            /** @description `next` of the page before. */
            cursor?: string | null;
            /** @description For a role-environment column: which of the two. */
            part?: string | null;
            /** @description What is picked in other columns. */
            picked?: unknown[];
            /** @description What was typed. */
            search?: string;
            /** @description Tab. */
            tab?: string | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /**
         * @description Who keeps the account.
         * @enum {string}
         */
        Org: "local" | "cloud" | "ldap";
        /**
         * @description What became of a try to sign in.
         * @enum {string}
         */
        Outcome: "signed_in" | "proved_again" | "factor_asked" | "password_asked" | "wrong_code" | "wrong_credentials" | "wrong_factor" | "wrong_captcha" | "locked" | "password_expired";
        /** @description The caller's PIN in a tenant: never the PIN itself. */
        OwnPin: {
            /** @description Whether there is one. */
            isSet: boolean;
            /** @description Whether it was wrong too often: then another is set with a new code. */
            locked: boolean;
            /**
             * Format: int64
             * @description Minutes that a code is good for; 0: the tenant has none sent.
             */
            pinDuration: number;
            /**
             * Format: int64
             * @description Characters.
             */
            pinLength: number;
            /** @description How the code comes: 1 e-mail, 2 SMS. */
            pinNoticeType: components["schemas"]["NoticeType"];
            /** @description 1 letters, 2 digits, 3 letters and digits. */
            pinRule: components["schemas"]["PinRule"];
            setAt?: components["schemas"]["Time"] | null;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
        };
        /** @description A system with a panel. */
        PanelEntry: {
            /**
             * Format: int64
             * @description 1 RTSM, 2 EDC, 3 CTMS, 4 eTMF.
             */
            authorizationStyle: number;
            /** @description Whether its panel can be used now. */
            available: boolean;
            /** @description The software's id. */
            id: components["schemas"]["Id"];
            /** @description Why not. */
            reason?: string | null;
            /** @description Its name. */
            softwareName: string;
            /** @description Its web code. */
            webCode: string;
        };
        /** @description A passkey by its id. */
        PasskeyId: {
            /** @description Id. */
            id: components["schemas"]["Id"];
        };
        /** @description Another name for a passkey. */
        PasskeyName: {
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description What its owner calls it from now on. */
            name: string;
        };
        /** @description A passkey, as its owner sees it. */
        PasskeyShown: {
            /** @description Since when. */
            createdAt: components["schemas"]["Time"];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description What its owner calls it. */
            name: string;
            /** @description Whether it may be on several devices of its owner. */
            synced: boolean;
            usedAt?: components["schemas"]["Time"] | null;
        };
        /** @description A sign-in by passkey alone. */
        PasskeySignIn: {
            /** @description What `navigator.credentials.get` answered, as JSON. */
            credential: unknown;
            /** @description Where to go on to: a local address of the authorisation endpoint. */
            returnTo?: string | null;
        };
        /** @description A change of the own password, signed in. */
        PasswordChange: {
            /** @description The new password, or a compact JWE of it. */
            newPassword: components["schemas"]["Secret"];
            /** @description The present password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
        };
        /** @description Whose password it was. */
        PasswordOf: {
            /** @description Their e-mail, where they were told. */
            email: string;
            /** @description The user. */
            id: components["schemas"]["Id"];
            messageId?: components["schemas"]["Id"] | null;
            /** @description How many sessions ended. */
            sessions: number;
        };
        /** @description The rules as a form shows and checks them. */
        PasswordRules: {
            /** @description Whether there must be upper case, lower case and a digit, and nothing but letters and digits. */
            composed: boolean;
            /**
             * Format: int64
             * @description How many passwords, with the present one, may not come again.
             */
            history: number;
            /** @description Characters, at most. */
            maxLength: number;
            /** @description The rule as a sentence, in the caller's language. */
            message: string;
            /** @description Characters, at least. */
            minLength: number;
            /** @description `mlps3` or `nist`. */
            profile: string;
        };
        /** @description The code typed. */
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
         * @description What a PIN is made of.
         * @enum {string}
         */
        PinRule: "1" | "2" | "3";
        /** @description A tenant's setting. */
        PinSetting: {
            /** @description The tenant. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description Minutes that a code is good for; 0: none is sent.
             */
            pinDuration: number;
            /**
             * Format: int64
             * @description Characters.
             */
            pinLength: number;
            /** @description 1 e-mail, 2 SMS. */
            pinNoticeType: components["schemas"]["NoticeType"];
            /** @description 1 letters, 2 digits, 3 letters and digits. */
            pinRule: components["schemas"]["PinRule"];
            /**
             * Format: int64
             * @description Version, for changing it; 0 while it is the one that every tenant begins with.
             */
            version: number;
        };
        /**
         * @description Whether the code flow needs PKCE (RFC 7636). Public clients always do.
         * @enum {string}
         */
        Pkce: "required" | "optional";
        /**
         * @description Where something is: country, province and city, each in the one before, none without the one before.
         *     A part of the records that say so: its fields stand among theirs.
         */
        Place: {
            cityId?: components["schemas"]["Id"] | null;
            countryId?: components["schemas"]["Id"] | null;
            provinceId?: components["schemas"]["Id"] | null;
        };
        /** @description What the regions of a [`Place`] are called in the caller's language; empty where there is none. */
        PlaceNames: {
            /** @description The city. */
            cityName: string;
            /** @description The country. */
            countryName: string;
            /** @description The province. */
            provinceName: string;
        };
        /** @description A position to choose. */
        Position: {
            /** @description Id of the dictionary item. */
            id: components["schemas"]["Id"];
            /** @description Its name in the caller's language. */
            name: string;
        };
        /**
         * @description What a client is held to.
         * @enum {string}
         */
        Profile: "standard" | "fapi2";
        /** @description How far a batch is. */
        Progress: {
            /** @description Its id. */
            batchId: components["schemas"]["Id"];
            /** @description Not done, and why. */
            failed: components["schemas"]["Failed"][];
            /** @description `grant`, or what the trial system is told: `revoke`, `suspend` or `resume`. */
            kind: string;
            /** @description Tried, and to be tried again: what keeps the trial system from knowing. */
            pending: components["schemas"]["Failed"][];
            /** @description `queued`, `running` or `done`. */
            state: string;
            /** @description Done. */
            succeeded: components["schemas"]["Succeeded"][];
            /** @description Number of items. */
            total: number;
        };
        /** @description The code typed. */
        ProofByCode: {
            /** @description What was typed. */
            code: string;
        };
        /** @description An assertion. */
        ProofByPasskey: {
            /** @description What `navigator.credentials.get` answered, as JSON. */
            credential: unknown;
        };
        /** @description The password typed. */
        ProofByPassword: {
            /** @description The password, or a compact JWE of it. */
            password: components["schemas"]["Secret"];
        };
        /** @description Somebody else to sign in with. */
        ProviderShown: {
            /** @description Its name in addresses, the `loginType` of its tickets. */
            id: string;
            /** @description Its name, in the caller's language. */
            name: string;
            /** @description Where the sign-in begins; takes `returnTo`. */
            url: string;
        };
        /** @description The key to encrypt passwords to, and the server's time. */
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
             * @description The server's time, in milliseconds since 1970: a browser whose clock is off corrects by it.
             */
            now: number;
        };
        /** @description An account that is there already, here or in the user centre. */
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
        /** @description What a client asks a person for. */
        Question: {
            /** @description Claims beyond these scopes. */
            claims: string[];
            client: components["schemas"]["ClientShown"];
            /** @description Their full name. */
            fullName: string;
            /** @description Resources. */
            resources: string[];
            /** @description Scopes. */
            scopes: string[];
            /** @description Address at which somebody else signs in and is asked. */
            switchAccount: string;
            /** @description Login name of the person who is asked. */
            userName: string;
        };
        /** @description Why something is done. */
        Reason: {
            /** @description For the audit, at most 200 characters. */
            reason?: string | null;
        };
        /** @description Recovery codes, shown this once. */
        RecoveryCodes: {
            /** @description Ten codes; each works once. Null where there were codes before, which stay. */
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
        /** @description Success of a registration. */
        Registered: {
            /** @description The login name to sign in with. */
            userName: string;
        };
        /** @description The answer to an invitation. Tenant and e-mail are the invitation's own, whatever comes along with these. */
        Registration: {
            /** @description The key of the invitation. */
            key: components["schemas"]["Secret"];
            /** @description Full name. This, login name, password and phone count for nothing where the person has an account. */
            name?: string | null;
            password?: components["schemas"]["Secret"] | null;
            /** @description Phone, digits only. */
            phone?: string | null;
            positionId?: components["schemas"]["Id"] | null;
            /** @description Remark. Of somebody who has an account it takes the place of the one before, unless it is blank. */
            remark?: string | null;
            /** @description Login name. */
            username?: string | null;
        };
        /** @description The session goes on under a new token. */
        Renewed: {
            /** @description The token, for programs; null for a page in a browser, which has it in its cookie. */
            token?: string | null;
        };
        /** @description Grants to revoke. */
        RevokeRequest: {
            /** @description The grants, of this system, at most 500. */
            ids: components["schemas"]["Id"][];
            /** @description Why, in at most 200 characters. */
            reason: string;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description A role. */
        Role: {
            /** @description Description. */
            description: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Whether whoever has it has to prove a second factor. */
            mfaRequired: boolean;
            /** @description Name: the Chinese one, and what stands in tokens and files. */
            name: string;
            /** @description English name, or empty. */
            nameEn: string;
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
        /** @description What a role requires of its people, and what it is called in English. */
        RolePolicy: {
            /** @description Whether whoever has it has to prove a second factor; nothing leaves it as it is. */
            mfaRequired?: boolean | null;
            /** @description The English name; nothing leaves it as it is. */
            nameEn?: string | null;
            /**
             * Format: int64
             * @description The version that is changed.
             */
            version?: number | null;
        };
        /**
         * @description A role as it is answered: with the names that a choice of roles has for id and name (tenant administration,
         *     section 3).
         */
        RoleRecord: components["schemas"]["Role"] & {
            /** @description Code; the same as the id. */
            code: components["schemas"]["Id"];
            /** @description The name in the caller's language. */
            desc: string;
        };
        /**
         * @description Whether a role works.
         * @enum {string}
         */
        RoleStatus: "0" | "1";
        /**
         * @description What a role is given to.
         * @enum {string}
         */
        RoleType: "1" | "2";
        /** @description Whose key is to be rotated. */
        Rotate: {
            /** @description The algorithm. */
            alg: components["schemas"]["Alg"];
        };
        /** @description What is wrong with a row. */
        RowError: {
            /** @description The field. */
            field: string;
            /** @description What is wrong, in the caller's language. */
            message: string;
            /** @description The row, as an office program counts them. */
            row: number;
        };
        Secret: string;
        /** @description A secret, without itself. */
        SecretRecord: {
            /** @description The secret itself, in the answer that made it and never again. */
            clientSecret?: string | null;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            expiresAt?: components["schemas"]["Time"] | null;
            /** @description Its name, for taking it back. */
            id: components["schemas"]["Id"];
        };
        /** @description A wish for a code. */
        SendCode: {
            /** @description What the person read in the picture, once one is asked for. */
            captcha?: string | null;
            /** @description The picture's key. */
            checkKey?: string | null;
            /** @description Login name, as it was found. */
            userName: string;
        };
        /** @description A wish for a code to sign in with. */
        SendRequest: {
            /** @description What the person read in the picture, once one is asked for. */
            captcha?: string | null;
            /** @description The picture's key. */
            checkKey?: string | null;
            /** @description Phone number. */
            phone: string;
        };
        /** @description An invitation whose mail was queued. */
        Sent: components["schemas"]["Invitation"] & {
            /** @description The message, by which its delivery is asked for (deliveryState). */
            messageId: components["schemas"]["Id"];
        };
        /** @description A session by its id. */
        SessionId: {
            /** @description Id. */
            id: components["schemas"]["Id"];
        };
        /** @description A session of the caller's. */
        SessionShown: {
            /** @description Where it was signed in from, if that is known. */
            address?: string | null;
            /** @description How it was proved who it is (RFC 8176). */
            amr: string[];
            /** @description When it began. */
            beganAt: components["schemas"]["Time"];
            /** @description The browser with its major version, if it is one that is known. */
            browser?: string | null;
            /** @description Whether it is the one that asks. */
            current: boolean;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description When it was last used, to a minute. */
            seenAt: components["schemas"]["Time"];
            /** @description The operating system, if it is one that is known. */
            system?: string | null;
        };
        /** @description The first administrator. */
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
        /** @description Whether a set-up can begin. */
        SetUpState: {
            /** @description Whether the key would be taken. */
            valid: boolean;
        };
        /** @description The settings. Times in seconds; `None` stands for the server's default. */
        Settings: {
            /** @default null */
            authorization_signed_response_alg: components["schemas"]["Alg"] | null;
            /**
             * @description It needs `sid` there.
             * @default false
             */
            backchannel_logout_session_required: boolean;
            /**
             * @description OpenID Connect Back-Channel Logout 1.0.
             * @default null
             */
            backchannel_logout_uri: string | null;
            /**
             * @description What its access tokens look like.
             * @default jwt
             */
            cardea_access_token_format: components["schemas"]["TokenFormat"];
            /**
             * Format: int64
             * @description Life of an access token.
             * @default null
             */
            cardea_access_token_seconds: number | null;
            /**
             * @description How its access tokens are signed, where they are JWTs.
             * @default ES256
             */
            cardea_access_token_signed_alg: components["schemas"]["Alg"];
            /**
             * @description The `typ` of its access tokens, where they are JWTs.
             * @default at+jwt
             */
            cardea_access_token_type: components["schemas"]["AccessTokenType"];
            /**
             * @description Resources that it is itself: it may introspect and exchange the tokens that are for them.
             * @default []
             */
            cardea_audience: string[];
            /**
             * @description Whether people are asked.
             * @default never
             */
            cardea_consent: components["schemas"]["Consent"];
            /**
             * Format: int64
             * @description Time within which an ID token is to be used.
             * @default null
             */
            cardea_id_token_seconds: number | null;
            /**
             * @description Whether it needs PKCE.
             * @default required
             */
            cardea_pkce: components["schemas"]["Pkce"];
            /**
             * @description What it is held to.
             * @default standard
             */
            cardea_profile: components["schemas"]["Profile"];
            /**
             * @description Paths, each beginning with a slash: at its domain's addresses, answers may go there. Without any, to
             *     those addresses themselves. Nothing where the client belongs to no domain.
             * @default []
             */
            cardea_redirect_paths: string[];
            /**
             * Format: int64
             * @description Time after which an unused refresh token is worth nothing.
             * @default null
             */
            cardea_refresh_token_seconds: number | null;
            /**
             * @description Resources that it may ask tokens for (RFC 8707).
             * @default []
             */
            cardea_resources: string[];
            /**
             * @description It may ask for codes that sign people in at the portal: only for programs that are trusted as the sign-in
             *     itself is.
             * @default false
             */
            cardea_sso_code: boolean;
            /**
             * @description Its name in English; `client_name` is for every other language.
             * @default null
             */
            "client_name#en": string | null;
            /**
             * @description Home page.
             * @default null
             */
            client_uri: string | null;
            /**
             * @description People to write to.
             * @default []
             */
            contacts: string[];
            /**
             * @description How well people have to prove who they are, where the request says nothing.
             * @default []
             */
            default_acr_values: string[];
            /**
             * Format: int64
             * @description Longest time since the person proved who they are, where the request says none.
             * @default null
             */
            default_max_age: number | null;
            /**
             * @description RFC 9449, section 5.2.
             * @default false
             */
            dpop_bound_access_tokens: boolean;
            /**
             * @description It needs `iss` and `sid` there.
             * @default false
             */
            frontchannel_logout_session_required: boolean;
            /**
             * @description OpenID Connect Front-Channel Logout 1.0.
             * @default null
             */
            frontchannel_logout_uri: string | null;
            /**
             * @description How ID tokens are signed. A new client that names none gets RS256 (OpenID Connect Dynamic Client
             *     Registration 1.0, section 2), ES256 under the profile `fapi2`; one that is changed keeps what it has.
             * @default ES256
             */
            id_token_signed_response_alg: components["schemas"]["Alg"];
            /**
             * @description Where a sign-in begun here is sent (OpenID Connect Core 1.0, section 4).
             * @default null
             */
            initiate_login_uri: string | null;
            /** @description Its public keys (RFC 7517), given here. */
            jwks?: unknown | null;
            /**
             * @description Its public keys, fetched.
             * @default null
             */
            jwks_uri: string | null;
            /**
             * @description Picture for the consent page. Never fetched by the server.
             * @default null
             */
            logo_uri: string | null;
            /**
             * @description How it treats personal data.
             * @default null
             */
            policy_uri: string | null;
            /** @default null */
            request_object_signing_alg: components["schemas"]["Alg"] | null;
            /**
             * @description Addresses that request objects may be fetched from.
             * @default []
             */
            request_uris: string[];
            /**
             * @description ID tokens have to tell `auth_time`; ours always do.
             * @default false
             */
            require_auth_time: boolean;
            /**
             * @description RFC 9126, section 6.
             * @default false
             */
            require_pushed_authorization_requests: boolean;
            /**
             * @description Only signed request objects are taken (RFC 9101, section 10.5).
             * @default false
             */
            require_signed_request_object: boolean;
            /**
             * @description Where the redirect addresses of its sector are listed.
             * @default null
             */
            sector_identifier_uri: string | null;
            /**
             * @description What it calls people.
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
         * @description Sex, where it is known.
         * @enum {string}
         */
        Sex: "0" | "1";
        /** @description A picture for a browser, and the key that comes back with the answer. */
        Shown: {
            /** @description A PNG as a data URL. */
            image: string;
            /** @description To be sent back as `checkKey`. */
            key: string;
        };
        /** @description A sign-in of the caller's, or a try at their account. */
        SignInShown: {
            /** @description Where from, if that is known. */
            address?: string | null;
            /** @description How it was proved who it is (RFC 8176), as far as it came. */
            amr: string[];
            /** @description When. */
            at: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description How many tries of one kind and place within a minute this stands for.
             */
            count: number;
            /** @description Its id, for keys. */
            id: string;
            /** @description What became of it. */
            outcome: components["schemas"]["Outcome"];
        };
        /** @description A page of sign-ins. */
        SignIns: {
            /** @description Where the next page begins, if there is one: its `before`. */
            next?: string | null;
            /** @description The newest first. */
            rows: components["schemas"]["SignInShown"][];
        };
        /**
         * @description What somebody signs. Beside it, the client's own proof may be here, as at the token endpoint: `client_id`,
         *     `client_secret`, `client_assertion`, `client_assertion_type`.
         */
        SignRequest: {
            /** @description What the signature means, such as review, approval, responsibility. */
            meaning: string;
            /** @description Their PIN. */
            pin: components["schemas"]["Secret"];
            /** @description The hash of the record that is signed, with its algorithm, such as `sha256:…`. */
            recordHash: string;
            /** @description The tenant in which they sign. */
            tenantId: components["schemas"]["Id"];
            /** @description Their login name. */
            userName: string;
        };
        /** @description A receipt, and what it says. */
        Signature: {
            /** @description The name to print. */
            fullName: string;
            /** @description Its id. */
            id: components["schemas"]["Id"];
            /** @description What the signature means. */
            meaning: string;
            /** @description Compact JWS: to be kept with the record, and the key set of `/oauth2/jwks` with it. */
            receipt: string;
            /** @description The hash of the record. */
            recordHash: string;
            /** @description When it was signed. */
            signedAt: components["schemas"]["Time"];
            /** @description Login name. */
            userName: string;
        };
        /** @description Who is signed in in the browser that opened an invitation. */
        SignedIn: {
            /** @description Full name. */
            fullName: string;
            /** @description Whether the invitation is theirs. If not, it does nothing until they sign out. */
            invited: boolean;
            /** @description Login name. */
            userName: string;
        };
        /** @description A signing key, without anything secret. */
        SigningKey: {
            /** @description What it signs with. */
            alg: components["schemas"]["Alg"];
            currentAt?: components["schemas"]["Time"] | null;
            /** @description `kid`: its RFC 7638 thumbprint. */
            id: string;
            promoteAt?: components["schemas"]["Time"] | null;
            /** @description When it came into the JWK set. */
            publishedAt: components["schemas"]["Time"];
            removeAt?: components["schemas"]["Time"] | null;
            removedAt?: components["schemas"]["Time"] | null;
            retiredAt?: components["schemas"]["Time"] | null;
            /** @description Where it is in its life. */
            state: components["schemas"]["KeyState"];
        };
        /** @description A research centre, known to the whole platform. */
        Site: components["schemas"]["Place"] & components["schemas"]["PlaceNames"] & {
            /** @description Address. */
            address: string;
            /** @description Country, province and city, with `-` between them. */
            areaName: string;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description Id. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description 0: it came with the platform and stays; 1: somebody added it.
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
        /** @description A system of the catalogue. */
        SoftwareChoice: {
            id: components["schemas"]["Id"];
            softwareName: string;
        };
        /** @description A code out of the address. */
        SsoLogin: {
            /** @description The code. */
            code: string;
            /** @description The person said yes to the question of the call before. */
            confirm?: boolean;
        };
        /**
         * @description How far an invitation has come.
         * @enum {string}
         */
        State: "open" | "accepted" | "withdrawn" | "replaced" | "expired";
        /**
         * @description Whether somebody may sign in.
         * @enum {string}
         */
        Status: "0" | "1";
        /**
         * @description What a client calls a person (OpenID Connect Core 1.0, section 8).
         * @enum {string}
         */
        SubjectType: "public" | "pairwise";
        /** @description A person who was authorised. */
        Succeeded: {
            /** @description For the result dialog: full name with user name, or the address. */
            label: string;
            userId?: components["schemas"]["Id"] | null;
        };
        /** @description A system to choose. */
        SystemChoice: {
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Name. */
            softwareName: string;
        };
        /** @description A tenant. */
        Tenant: components["schemas"]["Place"] & components["schemas"]["PlaceNames"] & {
            /** @description Abbreviation. */
            abbr: string;
            /** @description Address. */
            address: string;
            /** @description The category's name in the caller's language. */
            categoryDesc: string;
            /** @description Category: an item of dictionary category 1. */
            categoryId: components["schemas"]["Id"];
            /** @description Who to ask for. */
            contact: string;
            /** @description When it was made. */
            createdAt: components["schemas"]["Time"];
            /** @description E-mail, or empty. */
            email: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Whether its people have to prove a second factor. */
            mfaRequired: boolean;
            /** @description Postcode. */
            postcode: string;
            /** @description Phone: digits, or empty. */
            tel: string;
            /** @description Code; never given to another tenant. */
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
            /** @description Extra workdays of its own. */
            extraWorkdays?: string | null;
            /** @description The tenant. */
            id: components["schemas"]["Id"];
            /** @description Statutory holidays of its own; nothing where it has none. */
            lawHolidays?: string | null;
            /** @description Its name. */
            tenantName: string;
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
            /** @description Who to ask for. */
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
        /** @description A site of a tenant, with what the platform knows of it. */
        TenantSite: components["schemas"]["Place"] & {
            /** @description Address. */
            address: string;
            /** @description Country, province and city in the caller's language, with `-` between them. */
            areaName: string;
            /** @description Id. */
            id: components["schemas"]["Id"];
            /** @description Its name in the caller's language. */
            levelDesc: string;
            levelId?: components["schemas"]["Id"] | null;
            /** @description What the tenant calls it. */
            nickName: string;
            /** @description Remark. */
            remark: string;
            /** @description The global site. */
            siteId: components["schemas"]["Id"];
            /** @description What it is called on the platform. */
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
            /** @description What the tenant calls it. */
            nickName?: string | null;
            siteId?: components["schemas"]["Id"] | null;
            tenantId?: components["schemas"]["Id"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description A system of a tenant. */
        TenantSoftware: {
            /** @description Last day, `yyyy-MM-dd`. */
            endTime?: string | null;
            /** @description The licence. */
            id: components["schemas"]["Id"];
            /** @description Whether the licence is switched on. */
            isEnable: boolean;
            /**
             * Format: int64
             * @description Most studies.
             */
            maxStudy?: number | null;
            /**
             * Format: int64
             * @description Most users.
             */
            maxUser?: number | null;
            /**
             * Format: int64
             * @description Studies that are bound to the system.
             */
            nowStudyNum: number;
            /**
             * Format: int64
             * @description Users whose authorisation in it stands, counted up to 10000.
             */
            nowUserNum: number;
            /** @description The system. */
            softwareId: components["schemas"]["Id"];
            /** @description Its name. */
            softwareName: string;
            /** @description First day, `yyyy-MM-dd`. */
            startTime?: string | null;
            /** @description Whether the number of studies is limited. */
            studyEnable: boolean;
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
            /** @description Its name. */
            tenantName: string;
            /** @description Whether the time is limited. */
            timeEnable: boolean;
            /** @description Whether the number of users is limited. */
            userEnable: boolean;
        };
        /** @description What came back. */
        TicketLogin: {
            /** @description The person said yes to the question of the call before. */
            confirm?: boolean;
            /** @description `iss` (RFC 9207), where it came along. */
            iss?: string | null;
            /** @description The provider. With `state`, the one that the browser was sent to holds. */
            loginType?: string | null;
            /** @description `state`, where it came along. */
            state?: string | null;
            /** @description The ticket or code; or the `continuation` of an earlier answer. */
            ticket: string;
        };
        /** Format: date-time */
        Time: string;
        /**
         * @description What access tokens look like.
         * @enum {string}
         */
        TokenFormat: "jwt" | "opaque";
        /** @description The confirmation of an authenticator application. */
        TotpConfirmation: {
            /** @description The code that the application shows. */
            code: string;
            /** @description `enrolment` as it was begun. */
            enrolment: string;
        };
        /** @description An authenticator application to be set up: nothing is kept until a code of it comes back. */
        TotpOffer: {
            /** @description To be sent back with the code. */
            enrolment: string;
            /** @description The seed in base32, for who cannot scan. */
            secret: string;
            /** @description `otpauth://` address, to be shown as a QR code. */
            uri: string;
        };
        /** @description An authenticator application, as its owner sees it. */
        TotpShown: {
            /** @description Since when. */
            createdAt: components["schemas"]["Time"];
            usedAt?: components["schemas"]["Time"] | null;
        };
        /**
         * @description Why an attempt did not succeed.
         * @enum {string}
         */
        Trouble: "status" | "denied" | "timeout" | "connect" | "tls" | "answer" | "gone";
        /** @description A user code, as typed. */
        Typed: {
            /** @description The code that the device shows; case and what stands between the letters do not matter. */
            userCode: string;
        };
        /** @description A user. Their password is not part of it. */
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
            /** @description Who keeps the account. */
            org: components["schemas"]["Org"];
            /** @description Phone. */
            phone: string;
            /** @description Whether another account has the same phone. */
            phoneShared: boolean;
            /** @description 0 verified, 1 not yet: a phone signs in by SMS once its owner showed that it is theirs. */
            phoneValid: components["schemas"]["Yes"];
            /** @description Remark. */
            remark: string;
            roleId?: components["schemas"]["Id"] | null;
            /** @description Its name. */
            roleName?: string | null;
            sex?: components["schemas"]["Sex"] | null;
            /** @description 0 normal, 1 locked. */
            status: components["schemas"]["Status"];
            /** @description The id that it has in the user centre: its own here, unless it came from another. */
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
        /** @description What somebody has, as an administrator sees it. */
        UserFactors: {
            /** @description The user. */
            id: components["schemas"]["Id"];
            /**
             * Format: int64
             * @description How many passkeys.
             */
            passkeys: number;
            /**
             * Format: int64
             * @description How many recovery codes are left.
             */
            recoveryCodes: number;
            /** @description Whether a role or a tenant requires a second factor of them. */
            required: boolean;
            /** @description Whether there is an authenticator application. */
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
            /** @description Empty: the person goes to the chooser. */
            menuList: components["schemas"]["MenuItem"][];
            phone: string;
            /**
             * @description The addresses of the menus that the person may change things in for the whole platform, not for tenants of their
             *     own alone.
             */
            platformMenus: string[];
            remark: string;
            tenantId?: components["schemas"]["Id"] | null;
            tenantName?: string | null;
            userName: string;
        };
        /** @description What the form sends. What it sends back of a record without being able to change it is passed over. */
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
            /** @description System role: null for none; left out, it stays as it is. */
            roleId?: string | null;
            sex?: components["schemas"]["Sex"] | null;
            status?: components["schemas"]["Status"] | null;
            ucId?: components["schemas"]["Id"] | null;
            /** @description Login name: at least 4 characters, no `@`. */
            userName?: string | null;
            userType?: components["schemas"]["UserType"] | null;
            /**
             * Format: int64
             * @description The version that is changed; nothing when making one.
             */
            version?: number | null;
        };
        /** @description A system that the caller can open. */
        UserSoftware: {
            /** @description The software's id. */
            id: components["schemas"]["Id"];
            /** @description Where a browser goes; sign-in starts there. Null: the tenant has no url configured. */
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
            /** @description Where a browser goes; sign-in starts there. Null: the study has no url configured. */
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
         * @description How somebody is shown.
         * @enum {string}
         */
        UserType: "0" | "1";
        /** @description A selection to check. */
        ValidateRequest: {
            /** @description Rows of the panel. */
            grants: unknown[];
            /** @description The tenant. */
            tenantId: components["schemas"]["Id"];
        };
        /** @description Whose address was verified. */
        Verified: {
            /** @description The address. */
            email: string;
            /** @description Login name of the account that it belongs to. */
            userName: string;
        };
        /** @description Of whom an account is looked for: one of both. */
        Whose: {
            /** @description E-mail. */
            email?: string | null;
            /** @description Phone. */
            phone?: string | null;
        };
        /** @description Which agreement is taken back. */
        Withdrawal: {
            /** @description Its id. */
            id: components["schemas"]["Id"];
        };
        /** @description What a withdrawal ended. */
        Withdrawn: {
            /**
             * Format: int64
             * @description Sign-ins at the client whose tokens were good until now.
             */
            revoked: number;
        };
        /** @description Work for a browser, and the key that comes back with its answer. */
        Work: {
            /**
             * Format: int32
             * @description Bits at the beginning of the hash that must be zero. The number is the answer.
             */
            bits: number;
            /** @description To be hashed, with a number in decimal digits behind it, by SHA-256. */
            challenge: string;
            /** @description To be sent back as `checkKey`. */
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
                /** @description Sealed. */
                interaction: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_Decided"] | components["schemas"]["RefusedEnvelope"];
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
    accountSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                /** @description `next` of the page before. */
                before?: string;
                /** @description Rows of a page, 1 to 100. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    getClientChoices: {
        parameters: {
            query?: {
                tenantId?: components["schemas"]["Id"] | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    getAuthGrants: {
        parameters: {
            query: {
                tenantId: components["schemas"]["Id"];
                studyUrlId?: components["schemas"]["Id"] | null;
                userId?: components["schemas"]["Id"] | null;
                /** @description The last grant of the page before. */
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleRecord"][];
                };
            };
        };
    };
    readRole: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleRecord"];
                };
            };
        };
    };
    updateRolePolicy: {
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
                "application/json": components["schemas"]["RolePolicy"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleRecord"];
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSoftware"][];
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
                /** @description Where to go on to afterwards: a local address of the authorisation endpoint. */
                returnTo?: string | null;
                /** @description The longest that the proof there may be ago, in seconds; OpenID providers only. */
                maxAge?: number | null;
                /**
                 * @description How strong it has to be, in the provider's own words, separated by spaces: one of them; OpenID providers
                 *     only.
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
            /** @description bad_credentials, password_expired, no_session, session_expired, session_revoked, captcha, locked, second_factor, recent_proof, bad_factor, step_over, not_available, invalid, forbidden, not_found, conflict, in_use, plugin_timeout, plugin_failed, plugin_suspended, bad_binding, downstream_rejected, plugin_missing, downstream_unavailable */
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
  'GET /areas': operations['countryList']
  'POST /areas': operations['addEare']
  'GET /areas/{id}': operations['getEare']
  'PUT /areas/{id}': operations['updateEare']
  'DELETE /areas/{id}': operations['deleteEare']
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
  'GET /holidays': operations['holidayList']
  'GET /holidays/{id}': operations['getHoliday']
  'PUT /holidays/{id}': operations['saveHoliday']
  'GET /initial-access-tokens': operations['getInitialAccessTokens']
  'POST /initial-access-tokens': operations['saveInitialAccessToken']
  'DELETE /initial-access-tokens/{id}': operations['revokeInitialAccessToken']
  'GET /invitations': operations['invitationList']
  'POST /invitations': operations['invite']
  'DELETE /invitations/{id}': operations['withdrawInvitation']
  'POST /invitations/{id}/resend': operations['resendInvitation']
  'GET /languages': operations['getLanguageList']
  'GET /logout-deliveries': operations['listLogoutDeliveries']
  'GET /logout-deliveries/{id}': operations['getLogoutDelivery']
  'POST /logout-deliveries/{id}/retry': operations['retryLogoutDelivery']
  'GET /panels': operations['getAuthSoftware']
  'GET /panels/batches/{batchId}': operations['getAuthResult']
  'GET /panels/{softwareId}': operations['getAuthPanel']
  'POST /panels/{softwareId}/authorise': operations['saveEdcProject']
  'GET /panels/{softwareId}/grants': operations['getAuthGrants']
  'POST /panels/{softwareId}/options': operations['getAuthRemoteList']
  'POST /panels/{softwareId}/revoke': operations['revokeAuthGrants']
  'POST /panels/{softwareId}/validate': operations['validateAuthPanel']
  'GET /roles': operations['roleList']
  'GET /roles/{id}': operations['readRole']
  'PUT /roles/{id}': operations['updateRolePolicy']
  'GET /signing-keys': operations['listSigningKeys']
  'POST /signing-keys/rotate': operations['rotateSigningKey']
  'GET /sites': operations['siteList']
  'POST /sites': operations['saveSiteInfo']
  'POST /sites/import': operations['importSites']
  'GET /sites/{id}': operations['getSiteInfo']
  'PUT /sites/{id}': operations['updateSiteInfo']
  'DELETE /sites/{id}': operations['deleteSite']
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
  'PUT /tenant-users/{id}/important': operations['saveTenantUserImportant']
  'POST /tenant-users/{id}/pin-code': operations['sendPinCode']
  'GET /tenants': operations['getTenanUserList']
  'POST /tenants': operations['saveTenant']
  'GET /tenants/{id}': operations['getTenant']
  'PUT /tenants/{id}': operations['updateTenant']
  'DELETE /tenants/{id}': operations['Deletetenant']
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
  'POST /users/{id}/email-verification': operations['emailValid']
  'GET /users/{id}/factors': operations['getUserFactors']
  'POST /users/{id}/factors/reset': operations['resetUserFactors']
  'PUT /users/{id}/important': operations['updateUserByAdmin']
  'POST /users/{id}/lock': operations['lockUser']
  'POST /users/{id}/password': operations['changeUserPassword']
  'POST /users/{id}/password-reset': operations['resetPwd']
  'POST /users/{id}/restore': operations['restoreUser']
  'POST /users/{id}/unlock': operations['unlockUser']
}
