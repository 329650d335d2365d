//! Builds a client from its metadata.

use super::bound::Bound;
use super::checks::{self, CODE_GRANT};
use super::metadata::Metadata;
use super::model::{AuthMethod, Client, GRANT_TYPES, SCOPES};
use super::sector;
use crate::kernel::clock::Time;
use crate::kernel::error::{Error, Problems};

impl Metadata {
    /// Checks everything and reports all problems. `client_id` is the id to use, `bound` holds the addresses of the
    /// client's domain.
    pub fn into_client(self, client_id: String, now: Time, bound: &Bound) -> Result<Client, Error> {
        let mut problems = Problems::default();
        let method = self.token_endpoint_auth_method.as_deref().unwrap_or("client_secret_basic");
        let method = AuthMethod::parse(method);
        self.check(method, &client_id, &mut problems);
        let grant_types = match &self.grant_types {
            None => vec![CODE_GRANT.to_owned()],
            Some(list) => list.iter().filter(|g| GRANT_TYPES.contains(&g.as_str())).cloned().collect(),
        };
        checks::grants(&self, method, &grant_types, &mut problems);
        let redirect_uris: Vec<&str> =
            self.redirect_uris.iter().chain(&bound.redirect_uris).map(String::as_str).collect();
        let addressed = !grant_types.iter().any(|g| g == CODE_GRANT) || !redirect_uris.is_empty();
        problems.check(addressed, "redirect_uris", "至少需要一个", "must hold at least one");
        let scope = scopes(self.scope.as_deref(), &mut problems);
        checks::addresses(&self, &redirect_uris, &mut problems);
        let own = self.redirect_uris.len();
        sector::check(&self.settings, &redirect_uris, own, self.sector.as_deref(), &mut problems);
        checks::keys(&self.settings, method, &mut problems);
        checks::settings(&self.settings, method, &mut problems);
        problems.into_result()?;
        Ok(Client {
            client_name: self.client_name.unwrap_or_else(|| client_id.clone()),
            client_id,
            version: 1,
            application_type: self.application_type,
            secrets: Vec::new(),
            registration_token_hash: None,
            token_endpoint_auth_method: method.unwrap_or(AuthMethod::ClientSecretBasic),
            redirect_uris: self.redirect_uris,
            post_logout_redirect_uris: self.post_logout_redirect_uris,
            grant_types,
            scope,
            software_id: self.cardea_software_id,
            tenant_id: self.cardea_tenant_id,
            tenant_domain_id: self.cardea_tenant_domain_id,
            settings: self.settings,
            created_at: now,
            updated_at: now,
        })
    }

    fn check(&self, method: Option<AuthMethod>, client_id: &str, problems: &mut Problems) {
        let printable = |s: &str, most| (1..=most).contains(&s.len()) && s.bytes().all(|b| (0x20..0x7f).contains(&b));
        let name = self.client_name.as_deref().unwrap_or(client_id);
        problems.check(
            printable(client_id, 200),
            "client_id",
            "须为 1 至 200 个可见字符",
            "must be 1 to 200 characters",
        );
        let named = |name: &str| (1..=200).contains(&name.chars().count()) && !name.trim().is_empty();
        problems.check(named(name), "client_name", "须为 1 至 200 个字符", "must be 1 to 200 characters");
        let english = self.settings.client_name_en.as_deref().is_none_or(named);
        problems.check(english, "client_name#en", "须为 1 至 200 个字符", "must be 1 to 200 characters");
        let known = "must be none, client_secret_basic, client_secret_post or private_key_jwt";
        problems.check(method.is_some(), "token_endpoint_auth_method", "不支持该认证方式", known);
        if let Some(secret) = self.client_secret.as_ref() {
            let kept = method.is_none_or(AuthMethod::has_secret);
            problems.check(kept, "client_secret", "该认证方式不使用密钥", "this client has no secret");
            let long = secret.expose().len() >= 8 && printable(secret.expose(), 200);
            problems.check(long, "client_secret", "须为 8 至 200 个可见字符", "must be 8 to 200 visible characters");
        }
    }
}

/// All of this server's scopes by default. Other scopes may be named too: they belong to resources.
fn scopes(given: Option<&str>, problems: &mut Problems) -> String {
    let Some(given) = given else { return SCOPES.join(" ") };
    let mut scopes: Vec<&str> = Vec::new();
    for scope in given.split(' ').filter(|s| !s.is_empty()) {
        // RFC 6749, section 3.3.
        let sound = scope.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\') && scope.len() <= 100;
        problems.check(sound, "scope", "含有无效的字符", "holds a character that a scope must not have");
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    problems.check(!scopes.is_empty() && scopes.len() <= 100, "scope", "须为 1 至 100 项", "must hold 1 to 100 scopes");
    scopes.join(" ")
}
