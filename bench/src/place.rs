//! Where a measurement keeps its data, and where its figures go.

use std::path::PathBuf;

use clap::Args;
use tempfile::TempDir;

use crate::Result;
use crate::chart::Chart;
use crate::report::put_between;
use crate::systems::beside;

/// The places of a measurement, as arguments of its program.
#[derive(Args, Clone, Debug)]
pub struct Place {
    /// The server; beside this program where it is not given.
    #[arg(long)]
    cardea: Option<PathBuf>,
    /// Folder for the data, on the disk that is to be measured.
    #[arg(long, default_value = "target")]
    disk: PathBuf,
    /// Page to put the figures into.
    #[arg(long)]
    page: Option<PathBuf>,
}

impl Place {
    /// The server's binary.
    pub fn program(&self) -> Result<PathBuf> {
        self.cardea.clone().map_or_else(|| beside("cardea"), Ok)
    }

    /// A new folder on the disk, removed when it is dropped.
    pub fn folder(&self, prefix: &str) -> Result<TempDir> {
        std::fs::create_dir_all(&self.disk)?;
        Ok(tempfile::Builder::new().prefix(prefix).tempdir_in(std::fs::canonicalize(&self.disk)?)?)
    }

    /// Puts a picture beside the page, if there is one.
    pub fn draw(&self, chart: &Chart, name: &str) -> Result<()> {
        self.page.as_ref().map_or(Ok(()), |page| chart.put_beside(page, name))
    }

    /// Prints figures, and puts them between the marks of that name on the page, if there is one.
    pub fn show(&self, marks: &str, figures: &str) -> Result<()> {
        println!("{figures}");
        if let Some(path) = &self.page {
            std::fs::write(path, put_between(&std::fs::read_to_string(path)?, marks, figures.trim_end())?)?;
        }
        Ok(())
    }
}
