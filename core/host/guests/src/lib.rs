//! Small guests, written in the text format so that tests of the host need no guest toolchain. Their answers are laid
//! out in memory by the rules of the canonical ABI; offsets are named where they are used.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "for tests alone: what cannot be built must fail")]

use std::fmt::Write as _;

use cardea_bundle::{Contents, SigningKey, seal};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// The interface, version 1.
pub const WIT: &str = include_str!("../../wit/panel.wit");

/// The address at which a guest's static data starts.
const BASE: usize = 1024;

/// Static data of a guest.
pub struct Arena(Vec<u8>);

impl Arena {
    fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds bytes at an address that is a multiple of four, and returns the address.
    pub fn put(&mut self, bytes: &[u8]) -> u32 {
        while !self.0.len().is_multiple_of(4) {
            self.0.push(0);
        }
        let address = BASE + self.0.len();
        self.0.extend_from_slice(bytes);
        u32::try_from(address).unwrap()
    }

    /// A string or list: address and length.
    pub fn text(&mut self, text: &str) -> [u32; 2] {
        [self.put(text.as_bytes()), u32::try_from(text.len()).unwrap()]
    }

    /// Adds words in a row.
    pub fn words(&mut self, words: &[u32]) -> u32 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.put(&bytes)
    }

    /// `message`: key, no arguments, fallback.
    pub fn message(&mut self, key: &str, fallback: &str) -> [u32; 6] {
        let [key, key_len] = self.text(key);
        let [text, text_len] = self.text(fallback);
        [key, key_len, 0, 0, text, text_len]
    }

    /// `ok(definition)` with one column of projects.
    pub fn definition(&mut self, column: &str, label: [u32; 6]) -> u32 {
        let [key, key_len] = self.text(column);
        let mut words = vec![key, key_len, 0];
        words.extend(label);
        words.extend([1, 0, 0, 0, 0]); // required, not multiple; no dependencies, no hints
        let columns = self.words(&words);
        self.words(&[0, 0, 0, columns, 1, 10, 0, 0])
    }

    /// `ok` of a list.
    pub fn ok_list(&mut self, address: u32, count: u32) -> u32 {
        self.words(&[0, address, count, 0, 0, 0, 0, 0])
    }

    /// `err(fault)`: bad-config 0, downstream 1, rejected 2.
    pub fn fault(&mut self, case: u32, message: [u32; 6]) -> u32 {
        let mut words = vec![1, case];
        words.extend(message);
        self.words(&words)
    }
}

/// A guest: the bodies of its exports, each leaving the address of its result on the stack.
pub struct Guest {
    /// The plugin's id.
    pub id: &'static str,
    /// Its sequence, which its version ends with.
    pub sequence: u64,
    /// Whether it projects claims.
    pub claims: bool,
    /// The module's imports.
    pub imports: String,
    /// Functions beside the exported ones.
    pub functions: String,
    /// The body of `describe`.
    pub describe: String,
    /// The body of `options`, whose parameter is `$args`.
    pub options: String,
    /// The body of `validate`.
    pub validate: String,
    /// The body of `apply`, whose parameter is `$args`.
    pub apply: String,
    /// The body of `project`.
    pub project: String,
    /// Its texts in Chinese, as JSON.
    pub zh: String,
    /// Its texts in English, as JSON.
    pub en: String,
    /// Settings, as the manifest declares them: `[[settings]]`.
    pub settings: &'static str,
    /// The data that its answers point to.
    pub arena: Arena,
}

impl Guest {
    /// A guest that answers well, with nothing to report.
    pub fn good(id: &'static str) -> Self {
        let mut arena = Arena::new();
        let label = arena.message("column.project", "fallback");
        let definition = arena.definition("project", label);
        let empty = arena.ok_list(0, 0);
        let answer = |address: u32| format!("i32.const {address}");
        Self {
            id,
            sequence: 1,
            claims: false,
            imports: String::new(),
            functions: String::new(),
            describe: answer(definition),
            options: answer(empty),
            validate: answer(empty),
            apply: ECHO.to_owned(),
            project: answer(empty),
            zh: r#"{"column.project":"项目"}"#.into(),
            en: r#"{"column.project":"Project"}"#.into(),
            settings: "",
            arena,
        }
    }

    /// The core module.
    fn module(&self) -> String {
        let mut data = String::new();
        for byte in &self.arena.0 {
            write!(data, "\\{byte:02x}").unwrap();
        }
        let heap = (BASE + self.arena.0.len()).next_multiple_of(8);
        let pages = heap.div_ceil(65536) + 1;
        let ctx = "(param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)";
        let project = if self.claims {
            let body = &self.project;
            format!("(func (export \"cardea:panel/claims@1.0.0#project\") (param i32) (result i32) {body})")
        } else {
            String::new()
        };
        let Self { imports, functions, describe, options, validate, apply, .. } = self;
        format!(
            r#"(module {imports}
              (memory (export "memory") {pages})
              (global $heap (mut i32) (i32.const {heap}))
              (data (i32.const {BASE}) "{data}")
              {REALLOC} {functions}
              (func (export "cardea:panel/panel@1.0.0#describe") {ctx} (result i32) {describe})
              (func (export "cardea:panel/panel@1.0.0#options") (param $args i32) (result i32) {options})
              (func (export "cardea:panel/panel@1.0.0#validate") {ctx} (param i32 i32) (result i32) {validate})
              (func (export "cardea:panel/provision@1.0.0#apply") (param $args i32) (result i32)
                (local $n i32) (local $item i32) (local $out i32) (local $to i32) {apply})
              {project})"#
        )
    }

    /// The component.
    pub fn component(&self) -> Vec<u8> {
        self.component_of(WIT)
    }

    /// The component, built for another interface.
    pub fn component_of(&self, wit: &str) -> Vec<u8> {
        let mut resolve = Resolve::default();
        let package = resolve.push_str("panel.wit", wit).unwrap();
        let world = resolve.select_world(&[package], Some(self.world())).unwrap();
        let mut module = wat::parse_str(self.module()).unwrap();
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).unwrap();
        let mut encoder = ComponentEncoder::default();
        encoder.validate(true).module(&module).unwrap();
        encoder.encode().unwrap()
    }

    /// The bundle, signed by [`key`].
    pub fn bundle(&self) -> Vec<u8> {
        self.bundle_of(self.component())
    }

    /// The same bundle around another component.
    pub fn bundle_of(&self, component: Vec<u8>) -> Vec<u8> {
        let contents = Contents {
            component,
            manifest: format!(
                r#"id = "{}"
                version = "1.0.{}"
                sequence = {}
                world = "{}"
                wit = "cardea:panel@1.0.0"
                web_code = "020"
                authorization_style = 2
                name = {{ zh = "数据采集", en = "Data capture" }}
                {}"#,
                self.id,
                self.sequence,
                self.sequence,
                self.world(),
                self.settings,
            ),
            zh: self.zh.clone(),
            en: self.en.clone(),
        };
        seal(&contents, &key()).unwrap()
    }

    fn world(&self) -> &'static str {
        if self.claims { "panel-plugin-claims" } else { "panel-plugin" }
    }
}

/// The tests' publisher.
pub fn key() -> SigningKey {
    SigningKey::from_seed(&[7; 32]).unwrap()
}

/// Never returns.
pub const LOOP: &str = "(loop $again (br $again)) unreachable";

/// An allocator that never frees: a call's instance does not live long.
const REALLOC: &str = r#"
  (func $realloc (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (local $at i32)
    (local.set $at (i32.and (i32.add (global.get $heap) (i32.const 7)) (i32.const -8)))
    (global.set $heap (i32.add (local.get $at) (local.get $size)))
    (block $enough
      (loop $grow
        (br_if $enough (i32.le_u (global.get $heap) (i32.mul (memory.size) (i32.const 65536))))
        (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable))
        (br $grow)))
    (local.get $at))"#;

/// `apply` that reports success for every item: arguments hold the batch's items at 60 and 64, an item
/// takes 56 bytes and a success 20.
const ECHO: &str = "
  (local.set $n (i32.load offset=64 (local.get $args)))
  (local.set $item (i32.load offset=60 (local.get $args)))
  (local.set $out (call $realloc (i32.const 0) (i32.const 0) (i32.const 4) (i32.const 32)))
  (local.set $to (call $realloc (i32.const 0) (i32.const 0) (i32.const 4)
    (i32.mul (local.get $n) (i32.const 20))))
  (memory.fill (local.get $out) (i32.const 0) (i32.const 32))
  (i32.store offset=4 (local.get $out) (local.get $to))
  (i32.store offset=8 (local.get $out) (local.get $n))
  (block $done (loop $next
    (br_if $done (i32.eqz (local.get $n)))
    (i32.store (local.get $to) (i32.load (local.get $item)))
    (i32.store offset=4 (local.get $to) (i32.load offset=4 (local.get $item)))
    (i32.store offset=8 (local.get $to) (i32.const 0))
    (local.set $to (i32.add (local.get $to) (i32.const 20)))
    (local.set $item (i32.add (local.get $item) (i32.const 56)))
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br $next)))
  (local.get $out)";
