//! Rebuilds the server when what it embeds has changed.

fn main() {
    for folder in ["../admin-ui/dist", "../plugins/dist"] {
        println!("cargo:rerun-if-changed={folder}");
    }
    println!("cargo:rerun-if-changed=../migrations");
}
