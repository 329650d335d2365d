//! The portal and the console, embedded in the binary, and the security headers of every answer.

mod brand;

use std::borrow::Cow;
use std::io::Read as _;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};

pub use brand::{PictureError, Pictures};

use crate::kernel::layer::Around;
use crate::kernel::pages;

/// Scripts and styles are embedded compressed alone; see [`Served`].
#[derive(RustEmbed)]
#[folder = "../admin-ui/dist"]
#[exclude = "assets/*.js"]
#[exclude = "assets/*.css"]
#[exclude = ".vite/*"]
#[allow_missing = true]
struct Dist;

/// A file as it is sent.
struct Served {
    encoding: Option<&'static str>,
    etag: String,
    data: Cow<'static, [u8]>,
}

impl Served {
    /// The file in the best encoding that `accepted` names.
    fn find(name: &str, accepted: &str) -> Option<Self> {
        let encoded = |(encoding, ending): (&'static str, &str)| {
            let found = Dist::get(&format!("{name}{ending}"))?;
            Some(Self { encoding: Some(encoding), etag: etag(&found, ""), data: found.data })
        };
        let mut best = [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(token, _)| accepts(accepted, token));
        best.find_map(encoded).or_else(|| Self::plain(name))
    }

    /// The file without an encoding: hardly anybody asks for it, so it is decompressed where that is all there is.
    fn plain(name: &str) -> Option<Self> {
        if let Some(found) = Dist::get(name) {
            return Some(Self { encoding: None, etag: etag(&found, ""), data: found.data });
        }
        let packed = Dist::get(&format!("{name}.gz"))?;
        let mut data = Vec::new();
        GzDecoder::new(&*packed.data).read_to_end(&mut data).ok()?;
        Some(Self { encoding: None, etag: etag(&packed, "-plain"), data: data.into() })
    }
}

fn etag(of: &EmbeddedFile, ending: &str) -> String {
    format!("\"{}{ending}\"", hex(&of.metadata.sha256_hash()[..16]))
}

/// No inline script, no inline style except the empty one that Emotion begins with, nothing from other origins.
const PAGE_POLICY: &str = "default-src 'none'; connect-src 'self'; img-src 'self' data:; font-src 'self'; \
     script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default inert";

/// The policy of answers that are not pages.
const BARE_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The features that no page of this server needs.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/// Serves pages, assets and the deployment's pictures. Browsers request `/favicon.ico` on their own if a page names
/// no icon.
pub fn router(pictures: Pictures) -> Router {
    let (logo, icon) = (pictures.clone(), pictures);
    let favicon = icon.clone();
    Router::new()
        .route("/brand/logo", get(async move || logo.logo()))
        .route("/brand/icon", get(async move || icon.icon()))
        .route("/favicon.ico", get(async move || favicon.icon()))
        .fallback(serve)
}

async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path();
    // A missing asset is 404: a page in its place would be cached as a script.
    if path.starts_with("/assets/") {
        return file(path, &headers, "public, max-age=31536000, immutable").unwrap_or_else(missing);
    }
    if let Some(found) = (ending(path) != Some("html")).then(|| file(path, &headers, "public, max-age=3600")).flatten()
    {
        return found;
    }
    let bare = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    if bare == "/index" || bare.starts_with("/index/") {
        return page("/admin.html", &headers, StatusCode::OK);
    }
    let status = if pages::at(bare).is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    page("/portal.html", &headers, status)
}

/// The part after the last dot.
fn ending(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(_, ending)| ending)
}

fn missing() -> Response {
    StatusCode::NOT_FOUND.into_response()
}

fn page(name: &str, headers: &HeaderMap, status: StatusCode) -> Response {
    let Some(mut response) = file(name, headers, "no-cache") else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The portal is not part of this build; run `make ui` first.\n")
            .into_response();
    };
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    response
}

/// A file in the best encoding that the caller accepts; 304 if the caller has it already.
fn file(path: &str, headers: &HeaderMap, cache: &'static str) -> Option<Response> {
    let name = path.strip_prefix('/')?;
    if matches!(ending(name), Some("br" | "gz")) {
        return None;
    }
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let Served { encoding, etag, data } = Served::find(name, accepted)?;
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let mut response = if known.is_some_and(|k| k.split(',').any(|tag| tag.trim() == etag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(data).into_response()
    };
    let out = response.headers_mut();
    let text = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    out.insert(header::CONTENT_TYPE, HeaderValue::from_str(&text).ok()?);
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    out.insert(header::ETAG, HeaderValue::from_str(&etag).ok()?);
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

/// Whether an `Accept-Encoding` value accepts a coding (RFC 9110, section 12.5.3).
fn accepts(header: &str, coding: &str) -> bool {
    header.split(',').any(|part| {
        let mut pieces = part.split(';').map(str::trim);
        let named = pieces.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = pieces.any(|p| p.strip_prefix("q=").is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q <= 0.0)));
        named && !refused
    })
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Adds the security headers to every answer. Headers that an answer sets itself stay.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// Whether browsers reach this server by https.
    pub secure: bool,
}

impl Guard {
    /// Adds the security headers to those of an answer.
    pub fn add(self, headers: &mut HeaderMap) {
        const FIXED: [(HeaderName, HeaderValue); 7] = [
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
            (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
            (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
            (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
            (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
            (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(BARE_POLICY)),
        ];
        const TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        // Reserves space at once for these and for the headers that are added on the way out.
        headers.reserve(FIXED.len() + 4);
        for (name, value) in FIXED {
            headers.entry(name).or_insert(value);
        }
        if self.secure {
            headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(TRANSPORT);
        }
    }
}

impl Around for Guard {
    type Kept = Self;

    fn before(&self, _: &mut Request) -> Self {
        *self
    }

    fn after(guard: Self, mut response: Response) -> Response {
        guard.add(response.headers_mut());
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tower::ServiceExt as _;

    async fn get(path: &str) -> Response {
        accepting(path, "br, gzip").await
    }

    async fn accepting(path: &str, encodings: &str) -> Response {
        let request = Request::builder().uri(path).header("accept-encoding", encodings).body(Body::empty()).unwrap();
        let pictures = Pictures::read(&crate::config::Branding::default(), std::path::Path::new("")).unwrap();
        router(pictures).oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn a_missing_asset_is_never_a_page() {
        let answer = get("/assets/gone-12345678.js").await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
        assert!(answer.headers().get(header::CONTENT_TYPE).is_none_or(|v| !v.as_bytes().starts_with(b"text/html")));
    }

    #[tokio::test]
    async fn every_address_of_the_router_table_answers_with_a_guarded_page() {
        for path in
            pages::PORTAL.iter().map(|page| page.path).chain(["/index", "/index/systemManger/tenant", "/signIn/index/"])
        {
            let answer = get(path).await;
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            assert_eq!(answer.headers()[header::CONTENT_SECURITY_POLICY], PAGE_POLICY, "{path}");
            assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-cache", "{path}");
        }
        assert_eq!(get("/nowhere").await.status(), StatusCode::NOT_FOUND);
        assert_eq!(get("/../Cargo.toml").await.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn a_script_is_the_same_in_every_encoding() {
        let (mut texts, mut tags) = (Vec::new(), std::collections::BTreeSet::new());
        let packed = Dist::iter().find(|name| name.ends_with(".js.gz")).unwrap();
        let path = format!("/{}", packed.trim_end_matches(".gz"));
        for (encodings, sent) in [("", None), ("gzip", Some("gzip")), ("gzip, br", Some("br"))] {
            let answer = accepting(&path, encodings).await;
            assert_eq!(answer.status(), StatusCode::OK, "{encodings}");
            let headers = answer.headers().clone();
            assert_eq!(headers.get(header::CONTENT_ENCODING).map(|v| v.to_str().unwrap()), sent);
            assert!(headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/javascript"));
            assert!(tags.insert(headers[header::ETAG].clone()), "one tag for two bodies");
            let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            let mut text = Vec::new();
            match sent {
                None => text.extend_from_slice(&body),
                Some("gzip") => drop(GzDecoder::new(&*body).read_to_end(&mut text).unwrap()),
                // Its contents are the build's; it is not decoded here.
                Some(_) => continue,
            }
            texts.push(text);
        }
        assert_eq!(texts[0], texts[1]);
        assert_eq!(get(&format!("{path}.gz")).await.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn the_icon_of_the_pages_is_served() {
        for path in ["/brand/icon", "/favicon.ico"] {
            let answer = get(path).await;
            assert_eq!(
                (answer.status(), &answer.headers()[header::CONTENT_TYPE]),
                (StatusCode::OK, &HeaderValue::from_static("image/svg+xml"))
            );
        }
        assert_eq!(get("/brand/logo").await.status(), StatusCode::NOT_FOUND);
        for page in ["/portal.html", "/admin.html"] {
            let page = Dist::get(&page[1..]).unwrap();
            assert!(String::from_utf8_lossy(&page.data).contains("href=\"/brand/icon\""));
        }
    }

    #[test]
    fn encodings_are_taken_at_their_word() {
        assert!(accepts("gzip, deflate, br;q=0.9", "br"));
        assert!(!accepts("gzip, br;q=0", "br"));
        assert!(!accepts("", "gzip"));
    }
}
