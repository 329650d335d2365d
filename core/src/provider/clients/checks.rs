//! Checks that the members of a client's metadata agree: RFC 7591, section 2; OpenID Connect Dynamic Client
//! Registration 1.0, section 2; the logout specifications; FAPI 2.0 Security Profile, section 5.

use super::metadata::Metadata;
use super::model::{ApplicationType, AuthMethod};
use super::redirect;
use super::settings::{Pkce, Profile, Settings};
use crate::kernel::error::{Problems, Text};
use crate::provider::jose::{Alg, JwkError, JwkSet};

/// The grant of the code flow.
pub const CODE_GRANT: &str = "authorization_code";

/// Grants by which a client acts in its own name, which need client authentication (RFC 6749, section 4.4; RFC 8693,
/// section 2.1).
pub const CONFIDENTIAL_GRANTS: &[&str] = &["client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange"];

/// Checks the grants, with the response types and the authentication that they need.
pub fn grants(given: &Metadata, method: Option<AuthMethod>, grant_types: &[String], problems: &mut Problems) {
    let has = |grant: &str| grant_types.iter().any(|g| g == grant);
    problems.check(!grant_types.is_empty(), "grant_types", "没有受支持的授权类型", "holds none that is supported");
    // RFC 7591, section 2.1.
    let answers = given.response_types.as_ref().is_none_or(|list| list.iter().any(|r| r == "code"));
    problems.check(!has(CODE_GRANT) || answers, "response_types", "须包含 code", "must hold code");
    let asks = given.response_types.as_ref().is_some_and(|list| !list.is_empty());
    let flows = "须包含 response_types 所需的 authorization_code";
    problems.check(has(CODE_GRANT) || !asks, "grant_types", flows, "must hold authorization_code for response_types");
    let public = method == Some(AuthMethod::None) && CONFIDENTIAL_GRANTS.iter().any(|grant| has(grant));
    let zh = "公共客户端不得使用 client_credentials 或 token-exchange";
    problems.check(
        !public,
        "grant_types",
        zh,
        "must not hold client_credentials or token-exchange for a public client",
    );
}

/// Checks every address. `redirect_uris` are those of the client and of its domain.
pub fn addresses(given: &Metadata, redirect_uris: &[&str], problems: &mut Problems) {
    let settings = &given.settings;
    let native = given.application_type == ApplicationType::Native;
    for uri in &given.redirect_uris {
        let why = redirect::registrable(uri).or_else(|| redirect::fits(uri, native));
        unfit(problems, "redirect_uris", uri, why);
    }
    for uri in &given.post_logout_redirect_uris {
        unfit(problems, "post_logout_redirect_uris", uri, redirect::registrable(uri));
    }
    for (field, uri) in [
        ("logo_uri", &settings.logo_uri),
        ("client_uri", &settings.client_uri),
        ("policy_uri", &settings.policy_uri),
        ("tos_uri", &settings.tos_uri),
    ] {
        if let Some(uri) = uri {
            unfit(problems, field, uri, redirect::page(uri));
        }
    }
    for (field, uri) in [
        ("jwks_uri", &settings.jwks_uri),
        ("sector_identifier_uri", &settings.sector_identifier_uri),
        ("initiate_login_uri", &settings.initiate_login_uri),
        ("frontchannel_logout_uri", &settings.frontchannel_logout_uri),
        ("backchannel_logout_uri", &settings.backchannel_logout_uri),
    ] {
        if let Some(uri) = uri {
            unfit(problems, field, uri, redirect::endpoint(uri, false));
        }
    }
    for uri in &settings.request_uris {
        unfit(problems, "request_uris", uri, redirect::endpoint(uri, true));
    }
    for uri in &settings.cardea_resources {
        unfit(problems, "cardea_resources", uri, redirect::resource(uri));
    }
    for uri in &settings.cardea_audience {
        unfit(problems, "cardea_audience", uri, redirect::resource(uri));
    }
    for path in &settings.cardea_redirect_paths {
        let fine = path.starts_with('/') && redirect::registrable(&format!("https://domain.example{path}")).is_none();
        let dots = path.split(['/', '?']).any(|part| part == "." || part == "..");
        let why = "must be a path that begins with a single slash";
        unfit(problems, "cardea_redirect_paths", path, (!fine || dots || path.starts_with("//")).then_some(why));
    }
    if let Some(uri) = &settings.frontchannel_logout_uri {
        // OpenID Connect Front-Channel Logout 1.0, section 2.
        let known = redirect_uris.iter().any(|registered| redirect::same_origin(registered, uri));
        let text = "协议、主机和端口须与某个回调地址相同";
        let english = "must have the scheme, host and port of one of the redirect_uris";
        problems.check(known, "frontchannel_logout_uri", text, english);
    }
}

/// Checks the client's keys: public, valid, and present where a signature of the client has to be verified.
pub fn keys(settings: &Settings, method: Option<AuthMethod>, problems: &mut Problems) {
    let both = settings.jwks.is_some() && settings.jwks_uri.is_some();
    problems.check(!both, "jwks", "不得与 jwks_uri 同时给出", "must not be given together with jwks_uri");
    let has_keys = settings.jwks.is_some() || settings.jwks_uri.is_some();
    let proves = method == Some(AuthMethod::PrivateKeyJwt);
    problems.check(has_keys || !proves, "jwks", "该认证方式需要公钥", "is needed to verify what the client signs");
    let signs = settings.require_signed_request_object || settings.request_object_signing_alg.is_some();
    let text = "签名的请求对象需要公钥";
    problems.check(has_keys || !signs, "jwks", text, "is needed to verify the client's request objects");
    let Some(jwks) = &settings.jwks else { return };
    let set = match jwks.as_object().ok_or(JwkError::Form).and_then(JwkSet::from_members) {
        Ok(set) => set,
        Err(error) => return problems.add("jwks", unusable(error)),
    };
    // A weak or broken key is a mistake; a key for another purpose than signing is ignored.
    for (_, error) in set.passed_over().iter().filter(|(_, e)| *e != JwkError::Unsupported) {
        problems.add("jwks", unusable(*error));
    }
    for (needed, alg) in
        [(proves, settings.token_endpoint_auth_signing_alg), (signs, settings.request_object_signing_alg)]
    {
        let fits = |alg: Option<Alg>| set.keys().iter().any(|key| alg.is_none_or(|alg| key.algs().contains(&alg)));
        let text = "没有可用于所选签名算法的公钥";
        problems.check(!needed || fits(alg), "jwks", text, "holds no key of the algorithm that the client signs with");
    }
}

fn unusable(error: JwkError) -> Text {
    match error {
        JwkError::Private => {
            Text::new("只能包含公钥，请视该私钥为已泄露", "must hold public keys only; that key is no secret any more")
        }
        JwkError::Weak => Text::new("含有强度不足的密钥", "holds a weak key"),
        JwkError::TooMany => Text::new("密钥过多", "holds too many keys"),
        JwkError::Duplicate => Text::new("含有 kid 相同的密钥", "holds two keys with the same kid"),
        JwkError::Form | JwkError::Invalid | JwkError::Unsupported => {
            Text::new("不是有效的 JWK 集", "is not a JWK set with valid keys")
        }
    }
}

/// Checks the settings, alone and in combination.
pub fn settings(settings: &Settings, method: Option<AuthMethod>, problems: &mut Problems) {
    let seconds = |value: Option<i64>, from: i64, to: i64| value.is_none_or(|s| (from..=to).contains(&s));
    for (field, ok) in [
        ("cardea_access_token_seconds", seconds(settings.cardea_access_token_seconds, 30, 86_400)),
        ("cardea_id_token_seconds", seconds(settings.cardea_id_token_seconds, 30, 86_400)),
        ("cardea_refresh_token_seconds", seconds(settings.cardea_refresh_token_seconds, 60, 366 * 86_400)),
        ("default_max_age", seconds(settings.default_max_age, 0, 366 * 86_400)),
    ] {
        problems.check(ok, field, "超出允许的范围", "is out of range");
    }
    let public = method == Some(AuthMethod::None);
    let pkce = !public || settings.cardea_pkce == Pkce::Required;
    problems.check(pkce, "cardea_pkce", "公共客户端必须使用 PKCE", "must be required for a public client");
    if settings.cardea_profile == Profile::Fapi2 {
        // FAPI 2.0 Security Profile, sections 5.3.2 and 5.4.
        let proven = method == Some(AuthMethod::PrivateKeyJwt);
        let text = "fapi2 须使用 private_key_jwt";
        problems.check(proven, "token_endpoint_auth_method", text, "must be private_key_jwt for fapi2");
        let pkce = settings.cardea_pkce == Pkce::Required;
        problems.check(pkce, "cardea_pkce", "fapi2 须使用 PKCE", "must be required for fapi2");
        for (field, alg) in [
            ("id_token_signed_response_alg", Some(settings.id_token_signed_response_alg)),
            ("request_object_signing_alg", settings.request_object_signing_alg),
            ("token_endpoint_auth_signing_alg", settings.token_endpoint_auth_signing_alg),
        ] {
            problems.check(alg != Some(Alg::Rs256), field, "fapi2 不得使用 RS256", "must not be RS256 for fapi2");
        }
    }
}

/// Adds an address that cannot be registered to the problems, with the reason.
pub fn unfit(problems: &mut Problems, field: &str, address: &str, why: Option<&'static str>) {
    if let Some(why) = why {
        problems.add(field, Text::made(format!("地址无效：{address}"), format!("{address} {why}")));
    }
}
