//! An independent relying party: the `openidconnect` crate goes through the whole flow.

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, HttpRequest as RpRequest,
    HttpResponse as RpResponse, IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, RedirectUrl, Scope,
    TokenResponse as _,
};

use super::*;
use crate::both;

impl World {
    async fn relay(&self, request: RpRequest) -> Result<RpResponse, std::convert::Infallible> {
        let (mut parts, body) = request.into_parts();
        parts.uri = parts.uri.to_string().strip_prefix(ISSUER).unwrap().parse().unwrap();
        let answer = self.send(HttpRequest::from_parts(parts, Body::from(body))).await;
        let mut response = RpResponse::new(answer.body.into_bytes());
        *response.status_mut() = answer.status;
        *response.headers_mut() = answer.headers;
        Ok(response)
    }
}

both! {
    async fn the_openidconnect_crate_signs_somebody_in(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let http = |request| w.relay(request);
        let issuer = IssuerUrl::new(ISSUER.into()).unwrap();
        let metadata = CoreProviderMetadata::discover_async(issuer, &http).await.unwrap();
        let secret = ClientSecret::new(SECRET.into());
        let client = CoreClient::from_provider_metadata(metadata, ClientId::new("edc".into()), Some(secret))
            .set_redirect_uri(RedirectUrl::new(CALLBACK.into()).unwrap());
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (address, state, nonce) = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
            .add_scope(Scope::new("profile".into()))
            .set_pkce_challenge(challenge)
            .url();
        let there = w.get(address.as_str().strip_prefix(ISSUER).unwrap(), &who).await;
        let (_, back) = there.location();
        assert_eq!(&back["state"], state.secret());
        let tokens = client
            .exchange_code(AuthorizationCode::new(back["code"].clone()))
            .unwrap()
            .set_pkce_verifier(verifier)
            .request_async(&http)
            .await
            .unwrap();
        let now = chrono::DateTime::from_timestamp(NOW, 0).unwrap();
        let verifier = client
            .id_token_verifier()
            .set_allowed_algs([CoreJwsSigningAlgorithm::EcdsaP256Sha256])
            .set_time_fn(move || now);
        let id_token = tokens.id_token().unwrap();
        let claims = id_token.claims(&verifier, &nonce).unwrap();
        assert_eq!(claims.subject().as_str(), "u1");
        let computed = AccessTokenHash::from_token(
            tokens.access_token(),
            id_token.signing_alg().unwrap(),
            id_token.signing_key(&verifier).unwrap(),
        );
        assert_eq!(claims.access_token_hash(), Some(&computed.unwrap()));
        let subject = Some(claims.subject().clone());
        let userinfo: CoreUserInfoClaims =
            client.user_info(tokens.access_token().clone(), subject).unwrap().request_async(&http).await.unwrap();
        assert_eq!(userinfo.preferred_username().unwrap().as_str(), "li.wei");
        assert!(id_token.claims(&verifier, &Nonce::new("another".into())).is_err());
    }
}
