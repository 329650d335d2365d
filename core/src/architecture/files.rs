//! The uses of files by files; names are followed through re-exports.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, File, Item, UseTree, Visibility};

/// A path in Rust, such as `crate::kernel::ctx`.
type Names = Vec<String>;

/// The imports of a file.
struct Source {
    place: String,
    /// Its path in the tree of modules.
    module: Names,
    /// The imported paths, by their names in the file.
    imports: BTreeMap<String, Names>,
    /// The modules imported by glob.
    globs: Vec<Names>,
    /// The names declared in the file.
    declares: BTreeSet<String>,
    /// All paths that the file names, except those that it only re-exports.
    paths: Vec<Names>,
    words: BTreeSet<String>,
}

/// The names of a file's types in the OpenAPI description, without those of modules within it.
pub fn described(text: &str) -> Vec<String> {
    let of = |attributes: &[Attribute], name: &syn::Ident| {
        let texts: Vec<String> = attributes.iter().map(|attribute| attribute.to_token_stream().to_string()).collect();
        let is_described = texts.iter().any(|text| text.contains("derive") && text.contains("ToSchema"));
        let own = texts.iter().find_map(|text| text.split("schema (as = ").nth(1));
        let own = own.and_then(|rest| rest.split([')', ',']).next()).map(|own| own.trim().to_owned());
        is_described.then(|| own.unwrap_or_else(|| name.to_string()))
    };
    let items = syn::parse_file(text).unwrap().items.into_iter();
    let named = items.filter_map(|item| match item {
        Item::Struct(item) => of(&item.attrs, &item.ident),
        Item::Enum(item) => of(&item.attrs, &item.ident),
        _ => None,
    });
    named.collect()
}

/// The files of the crate.
pub struct Files {
    sources: Vec<Source>,
    modules: BTreeMap<Names, usize>,
}

impl Files {
    /// Reads the files from their paths below `src` and their texts.
    pub fn read(code: &[(String, String)]) -> Self {
        let sources: Vec<_> = code.iter().map(|(place, text)| Source::read(place, text)).collect();
        let modules = sources.iter().enumerate().map(|(at, source)| (source.module.clone(), at)).collect();
        Self { sources, modules }
    }

    /// The groups of files that use each other in a circle.
    pub fn circles(&self) -> BTreeSet<Vec<&str>> {
        let uses = |(at, source): (usize, &Source)| -> BTreeSet<usize> {
            source.paths.iter().filter_map(|path| self.target(&source.module, path, 0)).filter(|to| *to != at).collect()
        };
        let uses: Vec<BTreeSet<usize>> = self.sources.iter().enumerate().map(uses).collect();
        let reached: Vec<BTreeSet<usize>> = (0..uses.len()).map(|from| reached(&uses, from)).collect();
        let circle = |at: usize| -> Vec<&str> {
            let back = reached[at].iter().filter(|to| reached[**to].contains(&at));
            back.map(|file| self.sources[*file].place.as_str()).collect()
        };
        (0..uses.len()).map(circle).filter(|files| !files.is_empty()).collect()
    }

    /// The file that declares the target of a path, seen from a module.
    fn target(&self, here: &[String], path: &[String], depth: u8) -> Option<usize> {
        let (first, mut rest) = path.split_first()?;
        let mut module = here.to_vec();
        match first.as_str() {
            "crate" => module.clear(),
            "self" => {}
            "super" => {
                module.pop()?;
                while let Some(("super", after)) = rest.split_first().map(|(first, after)| (first.as_str(), after)) {
                    module.pop()?;
                    rest = after;
                }
            }
            _ if self.below(here, first).is_some()
                || self.modules.get(here).is_some_and(|at| self.sources[*at].imports.contains_key(first)) =>
            {
                rest = path;
            }
            _ => return None,
        }
        for (at, name) in rest.iter().enumerate() {
            if let Some(deeper) = self.below(&module, name) {
                module = deeper;
                continue;
            }
            let source = &self.sources[*self.modules.get(&module)?];
            if depth < 8 && !source.declares.contains(name) {
                let named = source.imports.get(name).map(|path| [path, &rest[at + 1..]].concat());
                let glob = || source.globs.iter().map(|glob| [glob, &rest[at..]].concat());
                let found = named.into_iter().chain(glob()).find_map(|path| self.target(&module, &path, depth + 1));
                if found.is_some() {
                    return found;
                }
            }
            return self.modules.get(&module).copied();
        }
        // A module's own name only gives the origin of something; the use is in the longer path.
        None
    }

    fn below(&self, module: &[String], name: &str) -> Option<Names> {
        let deeper = [module, &[name.to_owned()]].concat();
        self.modules.contains_key(&deeper).then_some(deeper)
    }
}

impl Source {
    fn read(place: &str, text: &str) -> Self {
        let mut module: Names = place.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
            module.pop();
        }
        let file: File = syn::parse_str(text).unwrap_or_else(|e| panic!("{place}: {e}"));
        let mut source = Self {
            place: place.to_owned(),
            module,
            imports: BTreeMap::new(),
            globs: Vec::new(),
            declares: BTreeSet::new(),
            paths: Vec::new(),
            words: BTreeSet::new(),
        };
        file.items.into_iter().for_each(|item| source.item(item));
        let named = source.imports.iter().filter(|(alias, _)| source.words.contains(*alias));
        source.paths.extend(named.map(|(_, path)| path.clone()));
        source
    }

    fn item(&mut self, item: Item) {
        let (attributes, name) = match &item {
            Item::Use(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, None),
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            _ => (&Vec::new(), None),
        };
        if attributes.iter().any(is_for_tests) {
            return;
        }
        self.declares.extend(name.map(ToString::to_string));
        match item {
            Item::Use(item) => self.import(&item.tree, Vec::new(), matches!(item.vis, Visibility::Inherited)),
            Item::Mod(item) => item.content.into_iter().flat_map(|(_, items)| items).for_each(|item| self.item(item)),
            item => self.scan(item.into_token_stream()),
        }
    }

    fn import(&mut self, tree: &UseTree, mut path: Names, own: bool) {
        let (name, alias) = match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                return self.import(&tree.tree, path, own);
            }
            UseTree::Group(tree) => return tree.items.iter().for_each(|tree| self.import(tree, path.clone(), own)),
            UseTree::Glob(_) => {
                self.paths.extend(own.then(|| path.clone()));
                return self.globs.push(path);
            }
            UseTree::Name(tree) => (&tree.ident, &tree.ident),
            UseTree::Rename(tree) => (&tree.ident, &tree.rename),
        };
        let alias = if name == "self" { path.last().cloned() } else { Some(alias.to_string()) };
        if name != "self" {
            path.push(name.to_string());
        }
        self.paths.extend(own.then(|| path.clone()));
        self.imports.extend(alias.map(|alias| (alias, path)));
    }

    /// Finds `a::b` in tokens, including those of macros.
    fn scan(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        let mut after_pub = false;
        for token in tokens {
            // `pub(in crate::kernel)` limits visibility, and is no use.
            let who_may = std::mem::replace(&mut after_pub, matches!(&token, TokenTree::Ident(name) if name == "pub"));
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.found(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) if !who_may => self.scan(group.stream()),
                _ => {}
            }
            self.found(&mut path);
            colons = 0;
        }
        self.found(&mut path);
    }

    fn found(&mut self, path: &mut Names) {
        let mut path = std::mem::take(path);
        if path.len() > 1 {
            self.paths.push(path);
        } else {
            self.words.extend(path.pop());
        }
    }
}

/// The files that a file uses, directly or through others.
fn reached(uses: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let (mut found, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(at) = next.pop() {
        next.extend(uses[at].iter().copied().filter(|to| found.insert(*to)));
    }
    found
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("test")
}
