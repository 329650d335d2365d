//! Signing in at a trial system: the independent `openidconnect` crate against a running server.

use axum::http::Uri;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreErrorResponseType, CoreJwsSigningAlgorithm, CoreProviderMetadata,
    CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse as _,
};
use serde_json::{Value, json};

use crate::app::{Installation, Server};
use crate::both;
use crate::browser::{Browser, PASSWORD, client};

type Discovered =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

const CLIENT: &str = "trial-system";
const SECRET: &str = "Nq5tXvY2bLw8sJ7hRk3mZc6dFp9gTaEu";
const CALLBACK: &str = "http://127.0.0.1:9/callback";

/// A sign-in begun by a client.
struct Begun {
    address: String,
    state: CsrfToken,
    nonce: Nonce,
    verifier: PkceCodeVerifier,
}

/// The trial system.
struct Party {
    http: reqwest::Client,
    metadata: CoreProviderMetadata,
    client: Discovered,
}

async fn call(http: &reqwest::Client, request: HttpRequest) -> Result<HttpResponse, reqwest::Error> {
    let answer = http.execute(request.try_into()?).await?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    let mut response = HttpResponse::new(answer.bytes().await?.to_vec());
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

fn client_of(metadata: &CoreProviderMetadata, secret: &str) -> Discovered {
    CoreClient::from_provider_metadata(
        metadata.clone(),
        ClientId::new(CLIENT.into()),
        Some(ClientSecret::new(secret.into())),
    )
    .set_redirect_uri(RedirectUrl::new(CALLBACK.into()).unwrap())
}

impl Party {
    async fn discover(issuer: &str) -> Self {
        let http = client();
        let issuer = IssuerUrl::new(issuer.to_owned()).unwrap();
        let metadata = CoreProviderMetadata::discover_async(issuer, &|request| call(&http, request)).await.unwrap();
        let client = client_of(&metadata, SECRET);
        Self { http, metadata, client }
    }

    fn begin(&self) -> Begun {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (address, state, nonce) = self
            .client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
            .add_scope(Scope::new("profile".into()))
            .add_scope(Scope::new("email".into()))
            .set_pkce_challenge(challenge)
            .url();
        Begun { address: address.into(), state, nonce, verifier }
    }

    /// The tokens for a code, or the error of the token endpoint.
    async fn exchange(
        &self,
        client: &Discovered,
        code: &str,
        verifier: PkceCodeVerifier,
    ) -> Result<CoreTokenResponse, CoreErrorResponseType> {
        let request = client.exchange_code(AuthorizationCode::new(code.to_owned())).unwrap();
        let answer = request.set_pkce_verifier(verifier).request_async(&|request| call(&self.http, request)).await;
        answer.map_err(|error| match error {
            RequestTokenError::ServerResponse(response) => response.error().clone(),
            other => panic!("{other:?}"),
        })
    }

    async fn user_info(&self, tokens: &CoreTokenResponse) -> Option<CoreUserInfoClaims> {
        let request = self.client.user_info(tokens.access_token().clone(), None).unwrap();
        request.request_async(&|request| call(&self.http, request)).await.ok()
    }
}

/// The code that the browser brings back to the client.
fn code(location: &str, begun: &Begun, issuer: &str) -> String {
    let url = url::Url::parse(location).unwrap();
    assert!(location.starts_with(CALLBACK), "{location}");
    let value = |name| url.query_pairs().find(|(n, _)| n == name).map(|(_, v)| v.into_owned()).expect(location);
    assert_eq!(&value("state"), begun.state.secret());
    assert_eq!(value("iss"), issuer, "RFC 9207");
    value("code")
}

/// A person and a client, made on the command line, and their running server. Also the person's id.
async fn opened(installation: &Installation) -> (Server, String) {
    let person = [
        "user",
        "create",
        "--username",
        "monitor",
        "--full-name",
        "Mona Tor",
        "--email",
        "mona@example.org",
        "--phone",
        "5550100",
        "--password-stdin",
    ];
    let person: Value = serde_json::from_str(&installation.ok(&person, PASSWORD).await).unwrap();
    let file = installation.dir.path().join("client.json");
    let registration = json!({
        "client_id": CLIENT, "client_secret": SECRET, "client_name": "Trial system", "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code"], "token_endpoint_auth_method": "client_secret_basic",
        "scope": "openid profile email",
    });
    std::fs::write(&file, registration.to_string()).unwrap();
    let printed = installation.ok(&["client", "import", file.to_str().unwrap()], "").await;
    let printed: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((&printed[0]["client_id"], printed.as_array().unwrap().len()), (&json!(CLIENT), 1));
    (installation.serve().await, person["id"].as_str().unwrap().to_owned())
}

/// Checks the ID token with the crate, and its claims.
fn check_id_token(party: &Party, tokens: &CoreTokenResponse, nonce: &Nonce, subject: &str) {
    // The default of OpenID Connect if a client names no algorithm.
    let verifier = party.client.id_token_verifier().set_allowed_algs([CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256]);
    let id_token = tokens.id_token().unwrap();
    let claims = id_token.claims(&verifier, nonce).unwrap();
    assert_eq!(claims.subject().as_str(), subject);
    let (alg, key) = (id_token.signing_alg().unwrap(), id_token.signing_key(&verifier).unwrap());
    let computed = AccessTokenHash::from_token(tokens.access_token(), alg, key).unwrap();
    assert_eq!(claims.access_token_hash(), Some(&computed));
    assert!(id_token.claims(&verifier, &Nonce::new("another".into())).is_err());
}

both! {
    async fn a_stranger_to_this_server_signs_somebody_in(engine) {
        let installation = Installation::new(engine).await;
        let (server, subject) = opened(&installation).await;
        let party = Party::discover(&server.base).await;
        let mut browser = Browser::new(&server.base);

        // Without a session: through the sign-in page, whose call returns the next address.
        let begun = party.begin();
        let there = browser.get(&begun.address).await;
        let sign_in: Uri = there.location().parse().unwrap();
        assert_eq!(sign_in.path(), "/signIn/index");
        assert_eq!(browser.get(there.location()).await.status, 200);
        let query = url::form_urlencoded::parse(sign_in.query().unwrap().as_bytes());
        let return_to = query.into_owned().find(|(name, _)| name == "returnTo").unwrap().1;
        let body = json!({ "userName": "monitor", "password": PASSWORD, "returnTo": return_to });
        let redirect = browser.post("/api/sys/login", &body).await.data()["redirect"].as_str().unwrap().to_owned();
        let back = browser.get(&redirect).await;
        let first = code(back.location(), &begun, &server.base);
        let tokens = party.exchange(&party.client, &first, begun.verifier).await.unwrap();
        check_id_token(&party, &tokens, &begun.nonce, &subject);
        let claims = party.user_info(&tokens).await.expect("the access token is good");
        assert_eq!(claims.subject().as_str(), subject);
        assert_eq!(claims.preferred_username().unwrap().as_str(), "monitor");
        assert_eq!(claims.email().unwrap().as_str(), "mona@example.org");

        // A code that comes twice is refused, and its tokens are revoked.
        let (_, any) = PkceCodeChallenge::new_random_sha256();
        let again = party.exchange(&party.client, &first, any).await;
        assert_eq!(again.unwrap_err(), CoreErrorResponseType::InvalidGrant);
        assert!(party.user_info(&tokens).await.is_none(), "the stolen code's tokens are revoked");

        // With the session there is no page. Another verifier and a wrong secret get nothing; the right ones still
        // do, because neither failure used the code up.
        let begun = party.begin();
        let back = browser.get(&begun.address).await;
        let second = code(back.location(), &begun, &server.base);
        let (_, wrong) = PkceCodeChallenge::new_random_sha256();
        let refused = party.exchange(&party.client, &second, wrong).await;
        assert_eq!(refused.unwrap_err(), CoreErrorResponseType::InvalidGrant);
        let impostor = client_of(&party.metadata, "not-the-secret-that-was-registered");
        let verifier = PkceCodeVerifier::new(begun.verifier.secret().clone());
        let refused = party.exchange(&impostor, &second, verifier).await;
        assert_eq!(refused.unwrap_err(), CoreErrorResponseType::InvalidClient);
        let tokens = party.exchange(&party.client, &second, begun.verifier).await.unwrap();
        check_id_token(&party, &tokens, &begun.nonce, &subject);

        // After the sign-out the access token is not valid any more.
        browser.post("/api/sys/logout", &json!({})).await.data();
        assert!(party.user_info(&tokens).await.is_none());
    }
}
