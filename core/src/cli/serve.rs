//! `cardea serve`.

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::command::{Done, open};
use super::output::say;
use super::shipped;
use crate::app::App;
use crate::config::Config;
use crate::kernel::server;

/// Serves until it is told to stop. A start needs more memory than what comes after it: `give_back` gives back what is
/// free.
pub async fn run(config: &Config, give_back: fn()) -> Done {
    let app = open(config).await?;
    let listener = TcpListener::bind(config.http.listen).await?;
    if let Some(link) = app.sessions.setup_link().await? {
        say(format_args!("No administrator yet. Create the first one, once, at:\n  {link}"));
    }
    let shipped = tokio::spawn({
        let app = app.clone();
        // A task of its own: on a first start compiling takes seconds, and only the panels wait for it.
        async move {
            match shipped::activate(&app).await {
                Ok(true) => {}
                Ok(false) => tracing::warn!("this build ships no plugins; panels are installed by `cardea plugin`"),
                Err(error) => tracing::error!(%error, "the plugins of this build could not be activated"),
            }
            give_back();
        }
    });
    let served = serve(app, listener, config, give_back).await;
    shipped.abort();
    served
}

/// Serves on an open socket, and prints that it is ready.
pub async fn serve(app: App, listener: TcpListener, config: &Config, give_back: fn()) -> Done {
    let metrics = match config.metrics.address()? {
        Some(address) => {
            let failed = |error| format!("metrics.listen: {address}: {error}");
            Some(serve_metrics(&app, TcpListener::bind(address).await.map_err(failed)?, config)?)
        }
        None => None,
    };
    app.provider.keys().prepare().await?;
    let service = app.service(config.log.access || config.tracing.endpoint()?.is_some());
    let background = tokio::spawn(app.clone().background());
    say(format_args!("ready {}", config.issuer()?));
    give_back();
    server::serve(listener, service, config.http.bounds(), told_to_stop()).await;
    background.abort();
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    app.host.idle().await;
    app.settle().await;
    app.kernel.db().close().await;
    Ok(())
}

/// Serves the metrics on a listener of their own, and prints its address.
fn serve_metrics(app: &App, listener: TcpListener, config: &Config) -> std::io::Result<JoinHandle<()>> {
    say(format_args!("metrics http://{}/metrics", listener.local_addr()?));
    let (router, bounds) = (app.metrics_router(), config.http.bounds());
    Ok(tokio::spawn(async move {
        server::serve(listener, router, bounds, std::future::pending()).await;
    }))
}

/// Waits for Ctrl-C, or the service manager's SIGTERM.
async fn told_to_stop() {
    let interrupt = async {
        // If the handler cannot be set, only the other signal stops the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
