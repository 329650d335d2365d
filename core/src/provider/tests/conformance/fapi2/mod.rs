//! FAPI 2.0 Security Profile, final: `private_key_jwt`, DPoP, pushed requests, plain answers.

mod proofs;
mod pushed;
mod tokens;

use std::cell::Cell;

use super::super::*;
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};

/// A client with the profile `fapi2`, as in the conformance suite, with its keys.
pub struct FapiClient {
    pub id: &'static str,
    /// Signs assertions.
    pub key: TestKey,
    /// Signs DPoP proofs.
    pub dpop: TestKey,
}

/// A provider with two such clients, and a person who is signed in.
pub struct Fapi {
    pub w: World,
    pub first: FapiClient,
    pub second: FapiClient,
    pub who: Who,
    jti: Cell<u32>,
}

/// A form: names and values.
pub type Form = BTreeMap<&'static str, String>;

pub const SCOPE: &str = "openid profile email";

impl Fapi {
    pub async fn new(engine: Engine) -> Self {
        let w = World::new(engine).await;
        let client = |id| FapiClient { id, key: TestKey::new(Alg::Es256), dpop: TestKey::new(Alg::Es256) };
        let (first, second) = (client("fapi"), client("fapi-2"));
        for client in [&first, &second] {
            w.register(json!({ "client_id": client.id, "redirect_uris": [CALLBACK], "jwks": jwks(&[&client.key]),
                "token_endpoint_auth_method": "private_key_jwt", "cardea_profile": "fapi2",
                "grant_types": ["authorization_code", "refresh_token"] }))
                .await;
        }
        let who = w.sign_in("u1", "s1").await;
        Self { w, first, second, who, jti: Cell::new(0) }
    }

    /// A value that was not used before.
    pub fn fresh(&self) -> String {
        self.jti.set(self.jti.get() + 1);
        format!("jti-{}", self.jti.get())
    }

    fn now(&self) -> i64 {
        self.w.t.kernel.now().unix_seconds()
    }

    /// A client assertion, with changes to its claims; null removes a claim.
    pub fn assertion(&self, client: &FapiClient, changes: &Value) -> String {
        let now = self.now();
        let mut claims = json!({ "iss": client.id, "sub": client.id, "aud": ISSUER, "jti": self.fresh(),
            "iat": now, "nbf": now, "exp": now + 60 });
        merge(&mut claims, changes);
        client.key.sign(&json!({}), &claims)
    }

    /// The client's credentials, as form members.
    pub fn proven(&self, client: &FapiClient, changes: &Value) -> Form {
        Form::from([
            ("client_id", client.id.to_owned()),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer".to_owned()),
            ("client_assertion", self.assertion(client, changes)),
        ])
    }

    /// The members of an authorization request.
    pub fn request() -> Form {
        [
            ("response_type", "code"),
            ("redirect_uri", CALLBACK),
            ("scope", SCOPE),
            ("state", "st&te="),
            ("nonce", "n-1"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ]
        .into_iter()
        .map(|(name, value)| (name, value.to_owned()))
        .collect()
    }

    /// A DPoP proof, with changes to its claims; null removes a claim.
    pub fn proof(&self, key: &TestKey, method: &str, path: &str, changes: &Value) -> String {
        let mut claims = json!({ "jti": self.fresh(), "htm": method, "htu": format!("{ISSUER}{path}"),
            "iat": self.now() });
        merge(&mut claims, changes);
        key.sign(&json!({ "typ": "dpop+jwt", "jwk": key.bare_jwk(), "kid": null }), &claims)
    }

    /// Sends a form, with a DPoP proof if a key is given; repeats it with the server's nonce if asked to.
    pub async fn post(&self, path: &str, form: &Form, dpop: Option<(&TestKey, &Value)>) -> Answer {
        let mut form = form.clone();
        let mut nonce = Value::Null;
        loop {
            let mut request = HttpRequest::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            if let Some((key, changes)) = dpop {
                let mut changes = changes.clone();
                if !nonce.is_null() {
                    changes["nonce"] = nonce.clone();
                }
                request = request.header("dpop", self.proof(key, "POST", path, &changes));
            }
            let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&form).finish();
            let answer = self.w.send(request.body(Body::from(body)).unwrap()).await;
            if answer.body.contains("use_dpop_nonce") && nonce.is_null() {
                nonce = answer.header("dpop-nonce").into();
                // An assertion also works only once.
                if form.contains_key("client_assertion") {
                    let client = if form["client_id"] == self.first.id { &self.first } else { &self.second };
                    form.insert("client_assertion", self.assertion(client, &json!({})));
                }
                continue;
            }
            return answer;
        }
    }

    /// Pushes a request of the first client, with changes to its members; an empty value removes one.
    pub async fn push(&self, changes: &[(&'static str, &str)]) -> Answer {
        let mut form = Self::request();
        form.extend(self.proven(&self.first, &json!({})));
        for (name, value) in changes {
            form.insert(name, (*value).to_owned());
        }
        form.retain(|_, value| !value.is_empty());
        self.post("/oauth2/par", &form, None).await
    }

    /// The `request_uri` of a pushed request.
    pub async fn pushed(&self, changes: &[(&'static str, &str)]) -> String {
        let answer = self.push(changes).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
        answer.json()["request_uri"].as_str().unwrap().to_owned()
    }

    /// Opens the authorization endpoint with a pushed request.
    pub async fn authorize(&self, client: &FapiClient, request_uri: &str) -> Answer {
        self.w.authorize(&query(&[("client_id", client.id), ("request_uri", request_uri)]), &self.who).await
    }

    /// A code for the first client.
    pub async fn code(&self, changes: &[(&'static str, &str)]) -> String {
        let request_uri = self.pushed(changes).await;
        let (address, answer) = self.authorize(&self.first, &request_uri).await.location();
        assert_eq!((address.as_str(), answer["iss"].as_str()), (CALLBACK, ISSUER), "{answer:?}");
        answer["code"].clone()
    }

    /// The members of a token request.
    pub fn redeeming(&self, client: &FapiClient, code: &str) -> Form {
        let mut form = self.proven(client, &json!({}));
        for (name, value) in [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ] {
            form.insert(name, value.to_owned());
        }
        form
    }

    /// Redeems a code of the first client.
    pub async fn redeem(&self, code: &str) -> Answer {
        let form = self.redeeming(&self.first, code);
        self.post("/oauth2/token", &form, Some((&self.first.dpop, &json!({})))).await
    }

    /// Tokens of the first client.
    pub async fn tokens(&self, changes: &[(&'static str, &str)]) -> Value {
        let answer = self.redeem(&self.code(changes).await).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert_eq!(answer.json()["token_type"], "DPoP");
        answer.json()
    }

    /// Calls userinfo with these proofs.
    pub async fn userinfo(&self, scheme: &str, token: &str, proofs: &[String]) -> Answer {
        let mut request =
            HttpRequest::get("/oauth2/userinfo").header(header::AUTHORIZATION, format!("{scheme} {token}"));
        for proof in proofs {
            request = request.header("dpop", proof);
        }
        self.w.send(request.body(Body::empty()).unwrap()).await
    }

    /// Calls userinfo with one proof of the first client's key, with changes; follows the server's nonce.
    pub async fn userinfo_with(&self, scheme: &str, token: &str, changes: &Value) -> Answer {
        let mut all = json!({ "ath": ath(token) });
        // Including its nulls, which are for the proof.
        all.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let ask = async |changes: &Value| {
            let proof = self.proof(&self.first.dpop, "GET", "/oauth2/userinfo", changes);
            self.userinfo(scheme, token, &[proof]).await
        };
        let answer = ask(&all).await;
        if !answer.header("www-authenticate").contains("use_dpop_nonce") {
            return answer;
        }
        all["nonce"] = answer.header("dpop-nonce").into();
        if changes.get("jti").is_none() {
            all.as_object_mut().unwrap().remove("jti");
        }
        ask(&all).await
    }
}

/// Hash of an access token (RFC 9449, section 4.2).
pub fn ath(token: &str) -> String {
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    URL_SAFE_NO_PAD.encode(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, token.as_bytes()))
}

/// Merges changes into an object; null removes a member.
pub fn merge(object: &mut Value, changes: &Value) {
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            object.as_object_mut().unwrap().remove(name);
        } else {
            object[name] = value.clone();
        }
    }
}
