//! Running the command, and reading what it says.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// The command, in a folder. It compiles guests as cargo does, whatever compiles these tests.
pub fn command(program: &Path, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env_remove("RUSTC_WORKSPACE_WRAPPER").env_remove("CLIPPY_ARGS");
    command.output().unwrap()
}

pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(Path::new(env!("CARGO_BIN_EXE_cardea-plugin")), folder, arguments)
}

/// The answer, of a command that succeeds.
pub fn answer(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The error on the last line of what a command says.
pub fn error_of(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let text = str::from_utf8(&output.stderr).unwrap();
    let error: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    error["error"].clone()
}

/// The error, of a command that fails.
pub fn failure(folder: &Path, arguments: &[&str]) -> Value {
    error_of(&run(folder, arguments))
}

/// The code of the error, of a command that fails.
pub fn error(folder: &Path, arguments: &[&str]) -> String {
    failure(folder, arguments)["code"].as_str().unwrap().to_owned()
}
