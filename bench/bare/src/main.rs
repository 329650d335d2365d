//! The bare axum program as a process of its own. Prints `ready ISSUER` once it listens, and ends when it is told to
//! (`SIGTERM`).

use std::net::SocketAddr;
use std::path::PathBuf;

use cardea_bare::{Result, router};
use clap::Parser;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// A bare axum program of the same shape as Cardea.
#[derive(Parser)]
struct Cli {
    /// What Cardea answered.
    #[arg(long)]
    recording: PathBuf,
    /// The registrations.
    #[arg(long)]
    clients: PathBuf,
    /// Folder for the database.
    #[arg(long)]
    folder: PathBuf,
    /// Address and port.
    #[arg(long)]
    listen: SocketAddr,
}

#[tokio::main]
async fn main() -> Result<()> {
    let cli = Cli::parse();
    let recording = serde_json::from_slice(&std::fs::read(&cli.recording)?)?;
    let clients: Vec<_> = serde_json::from_slice(&std::fs::read(&cli.clients)?)?;
    let issuer = format!("http://{}", cli.listen);
    let router = router(&issuer, &recording, &clients, &cli.folder).await?;
    let listener = TcpListener::bind(cli.listen).await?;
    let mut told = signal(SignalKind::terminate())?;
    println!("ready {issuer}");
    axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            told.recv().await;
        })
        .await?;
    Ok(())
}
