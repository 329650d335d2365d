//! The deployment's pictures: its logo, and the icon of its pages. Files are read once, when the server starts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::config::{Branding, Picture};

/// The product's own icon, for a deployment without icon and logo.
const MARK: &[u8] = include_bytes!("../../../admin-ui/src/shared/shell/mark.svg");
/// The largest picture, in octets: it is loaded before sign-in.
const MOST: u64 = 262_144;

/// The answer to a request for a picture.
#[derive(Clone, Debug)]
enum Shown {
    /// These octets, of this media type.
    Octets(&'static str, Bytes),
    /// A redirect to another address of this server.
    At(HeaderValue),
}

/// The pictures, ready to be served. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pictures(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    logo: Option<Shown>,
    icon: Shown,
}

/// Why a picture cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// It is not a picture that browsers show, or too large.
    #[error("branding.{0}: {1}")]
    Unfit(&'static str, String),
}

impl Pictures {
    /// Reads the pictures of the settings; relative paths begin in `folder`.
    ///
    /// Errors: a file cannot be read, is larger than 256 KiB, or is neither SVG, PNG, JPEG, GIF, WebP nor ICO.
    pub fn read(branding: &Branding, folder: &Path) -> Result<Self, PictureError> {
        let logo = shown("logo", &branding.logo, folder)?;
        let icon = match shown("favicon", &branding.favicon, folder)? {
            Some(icon) => icon,
            None => logo.clone().unwrap_or(Shown::Octets("image/svg+xml", Bytes::from_static(MARK))),
        };
        Ok(Self(Arc::new(Parts { logo, icon })))
    }

    pub(super) fn logo(&self) -> Response {
        self.0.logo.as_ref().map_or_else(|| StatusCode::NOT_FOUND.into_response(), Shown::answer)
    }

    pub(super) fn icon(&self) -> Response {
        self.0.icon.answer()
    }
}

impl Shown {
    fn answer(&self) -> Response {
        let mut response = match self {
            Self::Octets(kind, octets) => ([(header::CONTENT_TYPE, *kind)], Body::from(octets.clone())).into_response(),
            Self::At(address) => {
                (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, address.clone())]).into_response()
            }
        };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
        response
    }
}

fn shown(name: &'static str, setting: &str, folder: &Path) -> Result<Option<Shown>, PictureError> {
    let unfit = |why: &str| PictureError::Unfit(name, why.to_owned());
    match Picture::of(setting) {
        Picture::None => Ok(None),
        Picture::Address(path) => {
            let address = HeaderValue::from_str(path).map_err(|_| unfit("is no address"))?;
            Ok(Some(Shown::At(address)))
        }
        Picture::Data(head, text) => {
            let kind = head.split(';').next().unwrap_or_default();
            let kind = kind_of(kind).ok_or_else(|| unfit("is no picture that browsers show"))?;
            let octets = if head.ends_with(";base64") {
                STANDARD.decode(text).map_err(|_| unfit("is not in base64"))?
            } else {
                percent_encoding::percent_decode_str(text).collect()
            };
            Ok(Some(Shown::Octets(kind, octets.into())))
        }
        Picture::File(path) => {
            let path = folder.join(path);
            let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
            let kind = kind_of(&format!("image/{ending}")).ok_or_else(|| unfit("is no picture that browsers show"))?;
            let failed = |error| PictureError::File(path.clone(), error);
            if std::fs::metadata(&path).map_err(failed)?.len() > MOST {
                return Err(unfit("is larger than 256 KiB"));
            }
            Ok(Some(Shown::Octets(kind, std::fs::read(&path).map_err(failed)?.into())))
        }
        Picture::Unknown => Err(unfit("must be an address on this server, a data URL, or file: and a path")),
    }
}

/// The media type to send for the type that a file or a data URL names.
fn kind_of(named: &str) -> Option<&'static str> {
    Some(match named {
        "image/svg" | "image/svg+xml" => "image/svg+xml",
        "image/png" => "image/png",
        "image/jpg" | "image/jpeg" => "image/jpeg",
        "image/gif" => "image/gif",
        "image/webp" => "image/webp",
        "image/ico" | "image/x-icon" | "image/vnd.microsoft.icon" => "image/x-icon",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(logo: &str, favicon: &str) -> Result<Pictures, PictureError> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("logo.svg"), "<svg/>").unwrap();
        std::fs::write(folder.path().join("icon.ICO"), "ico").unwrap();
        std::fs::write(folder.path().join("page.html"), "<script>").unwrap();
        std::fs::write(folder.path().join("large.png"), vec![0; usize::try_from(MOST).unwrap() + 1]).unwrap();
        let branding = Branding { logo: logo.into(), favicon: favicon.into(), ..Branding::default() };
        Pictures::read(&branding, folder.path())
    }

    async fn seen(response: Response) -> (StatusCode, String, Vec<u8>) {
        let kind = response.headers().get(header::CONTENT_TYPE).or(response.headers().get(header::LOCATION));
        let kind = kind.map_or(String::new(), |v| v.to_str().unwrap().to_owned());
        let status = response.status();
        (status, kind, axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn the_icon_is_the_deployments_its_logo_or_the_products() {
        let own = with("", "").unwrap();
        assert_eq!(seen(own.icon()).await, (StatusCode::OK, "image/svg+xml".into(), MARK.to_vec()));
        assert_eq!(own.logo().status(), StatusCode::NOT_FOUND);
        let logo = with("file:logo.svg", "").unwrap();
        let svg = (StatusCode::OK, "image/svg+xml".to_owned(), b"<svg/>".to_vec());
        assert_eq!((seen(logo.icon()).await, seen(logo.logo()).await), (svg.clone(), svg.clone()));
        let both = with("file:logo.svg", "data:image/png;base64,aWNvbg==").unwrap();
        assert_eq!(seen(both.icon()).await, (StatusCode::OK, "image/png".into(), b"icon".to_vec()));
        assert_eq!(seen(both.logo()).await, svg);
        let plain = with("", "data:image/svg+xml;charset=utf-8,%3Csvg/%3E").unwrap();
        assert_eq!(seen(plain.icon()).await, svg);
        let ico = with("", "file:icon.ICO").unwrap();
        assert_eq!(seen(ico.icon()).await, (StatusCode::OK, "image/x-icon".into(), b"ico".to_vec()));
        let elsewhere = with("/brand.png", "").unwrap();
        assert_eq!(seen(elsewhere.icon()).await, (StatusCode::TEMPORARY_REDIRECT, "/brand.png".into(), vec![]));
    }

    #[test]
    fn what_is_no_picture_of_this_server_is_refused_at_the_start() {
        for bad in [
            "file:gone.svg",
            "file:page.html",
            "file:large.png",
            "https://elsewhere.example/logo.png",
            "//elsewhere.example/logo.png",
            "/\\elsewhere.example",
            "javascript:alert(1)",
            "data:text/html;base64,PHNjcmlwdD4=",
            "data:image/png;base64,?",
            "logo.svg",
        ] {
            assert!(with(bad, "").is_err(), "{bad}");
            assert!(with("", bad).is_err(), "{bad}");
        }
    }
}
