//! HTTP to the provider: `openidconnect`'s HTTP client on reqwest.

use std::pin::Pin;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};

const TIMEOUT: Duration = Duration::from_secs(10);
/// Largest answer accepted, in bytes; a provider's answers are far smaller.
const MAX_BODY: usize = 1024 * 1024;

/// The reason why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    #[error(transparent)]
    Transport(#[from] reqwest::Error),
    #[error("the answer is larger than {MAX_BODY} bytes")]
    TooLarge,
}

/// Follows no redirects: a provider's endpoints are those of its metadata, and a redirect could send the client's
/// credentials elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Client(reqwest::Client);

impl Client {
    pub fn new() -> Result<Self, reqwest::Error> {
        reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(TIMEOUT)
            .build()
            .map(Self)
    }
}

impl<'c> AsyncHttpClient<'c> for Client {
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, CallError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let mut answer = self.0.execute(request.try_into()?).await?;
            let mut response = HttpResponse::new(Vec::new());
            *response.status_mut() = answer.status();
            std::mem::swap(response.headers_mut(), answer.headers_mut());
            while let Some(chunk) = answer.chunk().await? {
                if response.body().len() + chunk.len() > MAX_BODY {
                    return Err(CallError::TooLarge);
                }
                response.body_mut().extend_from_slice(&chunk);
            }
            Ok(response)
        })
    }
}
