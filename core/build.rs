//! Rebuilds the server when what it embeds has changed, and packs what a release says of its calls.
#![expect(clippy::disallowed_methods, reason = "cargo tells a build script by its environment")]

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    for folder in ["../admin-ui/dist", "../plugins/dist"] {
        println!("cargo:rerun-if-changed={folder}");
    }
    println!("cargo:rerun-if-changed=../migrations");
    if std::env::var("PROFILE")? == "release" {
        pack("../admin-ui/openapi.json")?;
    }
    Ok(())
}

/// Compresses a file into the folder from which the server includes it, with `.gz` added to its name.
fn pack(file: &str) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={file}");
    let name = Path::new(file).file_name().and_then(|name| name.to_str()).ok_or("a file has a name")?;
    let packed = Path::new(&std::env::var("OUT_DIR")?).join(format!("{name}.gz"));
    let mut packed = GzEncoder::new(File::create(packed)?, Compression::best());
    io::copy(&mut BufReader::new(File::open(file)?), &mut packed)?;
    packed.finish()?;
    Ok(())
}
