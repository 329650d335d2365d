//! `Record`: a row's statements, and what they bind.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{DeriveInput, Error, Ident, LitStr, Result, token};

use crate::field::{Field, fields, texts};
use crate::form;

/// What is said of the whole struct.
struct Whole {
    table: LitStr,
    stamped: bool,
    /// The form's name, and what is said of it beside the usual.
    form: Option<(Ident, Option<LitStr>)>,
    unique: Option<[LitStr; 3]>,
    /// The field that has the tenant.
    tenant: Option<Ident>,
}

fn whole(input: &DeriveInput) -> Result<Whole> {
    let (mut table, mut stamped, mut form, mut unique, mut tenant) = (None, false, None, None, None);
    for attribute in &input.attrs {
        if attribute.path().is_ident("record") {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("table") {
                    table = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("stamped") {
                    stamped = true;
                } else if meta.path.is_ident("unique") {
                    unique = Some(texts(&meta)?);
                } else if meta.path.is_ident("tenant") {
                    tenant = Some(meta.value()?.parse()?);
                } else {
                    return Err(meta.error("no such attribute of a record"));
                }
                Ok(())
            })?;
        } else if attribute.path().is_ident("form") {
            form = Some(attribute.parse_args_with(named)?);
        }
    }
    let table = table.ok_or_else(|| Error::new_spanned(&input.ident, "#[record(table = \"…\")] is missing"))?;
    Ok(Whole { table, stamped, form, unique, tenant })
}

/// `SiteInput`, or `SiteInput, "what is said of it"`.
fn named(input: ParseStream<'_>) -> Result<(Ident, Option<LitStr>)> {
    let name = input.parse()?;
    let comma: Option<token::Comma> = input.parse()?;
    Ok((name, comma.map(|_| input.parse()).transpose()?))
}

/// A column that is written, with the value that is bound.
struct Written {
    column: String,
    value: TokenStream,
    once: bool,
}

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let whole = whole(input)?;
    let fields = fields(input)?;
    let name = &input.ident;
    let has = |wanted: &str| fields.iter().any(|field| field.ident == wanted && !field.column.names.is_empty());
    if !has("id") || !has("version") {
        return Err(Error::new_spanned(name, "a record has the columns `id` and `version`"));
    }
    let written: Vec<Written> = fields.iter().flat_map(columns).chain(stamps(&whole)).collect();
    let table = whole.table.value();
    let select = fields.iter().flat_map(read).collect::<Vec<_>>().join(", ");
    let select = format!("SELECT {select}");
    let names = written.iter().map(|w| w.column.as_str()).collect::<Vec<_>>().join(", ");
    let places = (1..=written.len()).map(|at| format!("${at}")).collect::<Vec<_>>().join(", ");
    let insert = format!("INSERT INTO {table} ({names}) VALUES ({places})");
    let update = format!("UPDATE {table} SET version = version + 1");
    let inserted = written.iter().map(|w| &w.value);
    let changed = written.iter().filter(|w| !w.once).map(|Written { column, value, .. }| {
        let set = format!(", {column} = ");
        quote!(let query = query.push(#set, #value);)
    });
    let (from, remove) = (format!(" FROM {table} WHERE "), format!("UPDATE {table} SET"));
    let own = ["created_at", "updated_at"].map(|stamp| has(stamp).then(|| format_ident!("{stamp}")));
    let blank = fields.iter().map(starts);
    let stamp = own.iter().flatten().map(|ident| quote!(record.#ident = now;));
    let touch = own[1].iter().map(|ident| quote!(self.#ident = now;));
    let taken = |[field, zh, en]: &[LitStr; 3]| quote!(Some((#field, crate::kernel::error::Text::new(#zh, #en))));
    let unique = whole.unique.as_ref().map_or_else(|| quote!(None), taken);
    let one = table.strip_suffix('s').unwrap_or(&table);
    let [created, updated, deleted] = ["created", "updated", "deleted"].map(|done| format!("{one}.{done}"));
    let references = fields.iter().filter_map(|field| reference(&table, field));
    let audited = audited(name, &table, whole.tenant.as_ref());
    let form = whole.form.map(|(form, about)| form::form(&form, about.as_ref(), name, &fields));
    Ok(quote! {
        #[automatically_derived]
        impl crate::kernel::resource::Record for #name {
            const TABLE: &'static str = #table;
            const SELECT: &'static str = #select;
            const FROM: &'static str = #from;
            const INSERT: &'static str = #insert;
            const UPDATE: &'static str = #update;
            const REMOVE: &'static str = #remove;
            const UNIQUE: Option<(&'static str, crate::kernel::error::Text)> = #unique;
            const ACTIONS: crate::kernel::resource::Actions =
                crate::kernel::resource::Actions { created: #created, updated: #updated, deleted: #deleted };
            const REFERENCES: &'static [crate::kernel::resource::Reference] = &[#(#references),*];

            fn id(&self) -> &crate::kernel::id::Id {
                &self.id
            }

            fn version(&self) -> i64 {
                self.version
            }

            fn set_version(&mut self, version: i64) {
                self.version = version;
            }

            fn touch(&mut self, now: crate::kernel::clock::Time) {
                let _ = now;
                #(#touch)*
            }

            fn blank(id: crate::kernel::id::Id, now: crate::kernel::clock::Time) -> Self {
                let _ = now;
                #[allow(unused_mut)]
                let mut record = Self { id, version: 1, #(#blank)* };
                #(#stamp)*
                record
            }

            fn insert<'q>(
                &self,
                query: crate::kernel::db::Query<'q>,
                now: crate::kernel::clock::Time,
            ) -> crate::kernel::db::Query<'q> {
                let _ = now;
                query #(.bind(#inserted))*
            }

            fn set<'q>(
                &self,
                query: crate::kernel::db::Query<'q>,
                now: crate::kernel::clock::Time,
            ) -> crate::kernel::db::Query<'q> {
                let _ = now;
                #(#changed)*
                query
            }
        }

        #audited
        #form
    })
}

/// How the audit knows one.
fn audited(name: &Ident, table: &str, tenant: Option<&Ident>) -> TokenStream {
    let noun = table.replace('_', "-");
    let tenant = tenant.map(|tenant| {
        quote! {
            fn audit_tenant(&self) -> Option<&crate::kernel::id::Id> {
                Some(&self.#tenant)
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl crate::kernel::ctx::Audited for #name {
            const RESOURCE: &'static str = #noun;

            fn audit_id(&self) -> &str {
                self.id.as_str()
            }

            #tenant
        }
    }
}

/// What a field is before a form is filled in.
fn starts(field: &Field) -> TokenStream {
    let ident = &field.ident;
    if ident == "id" || ident == "version" {
        return quote!();
    }
    let default = || quote!(::core::default::Default::default());
    let starts = field.column.starts.as_ref().map_or_else(default, |starts| quote!(#starts));
    quote!(#ident: #starts,)
}

/// What is read of a field: its columns, as its name where they are called otherwise.
fn read(field: &Field) -> Vec<String> {
    let own = field.ident.to_string();
    let one = |(column, part): &(String, Option<Ident>)| {
        if part.is_some() || *column == own { column.clone() } else { format!("{column} AS {own}") }
    };
    let read = field.column.read.iter().map(|read| format!("{read} AS {own}"));
    field.column.names.iter().map(one).chain(read).collect()
}

/// What is written of a field.
fn columns(field: &Field) -> Vec<Written> {
    let ident = &field.ident;
    let once = field.column.once || ident == "id" || ident == "version" || ident == "created_at";
    let mut written: Vec<Written> = Vec::new();
    for (column, part) in &field.column.names {
        let part = part.iter();
        written.push(Written {
            column: column.clone(),
            value: quote!(::core::clone::Clone::clone(&self.#ident #(.#part)*)),
            once,
        });
    }
    if let Some(key) = &field.column.key {
        let value = quote!(crate::kernel::fold::fold(&self.#ident));
        written.push(Written { column: key.clone(), value, once });
    }
    written
}

/// How a holder of the record is found that the field has the id of.
fn reference(table: &str, field: &Field) -> Option<TokenStream> {
    let [to, zh, en] = field.column.to.as_ref()?;
    let columns: Vec<String> = field.column.names.iter().map(|(column, _)| format!("{column} = $1")).collect();
    let held = if let [one] = &columns[..] { one.clone() } else { format!("({})", columns.join(" OR ")) };
    let sql = format!("SELECT 1 FROM {table} WHERE deleted_at IS NULL AND {held} LIMIT 1");
    Some(quote!(crate::kernel::resource::Reference::new(#to, (#zh, #en), #sql)))
}

fn stamps(whole: &Whole) -> Vec<Written> {
    let stamp = |column: &str, once| Written { column: column.to_owned(), value: quote!(now), once };
    if whole.stamped { vec![stamp("created_at", true), stamp("updated_at", false)] } else { Vec::new() }
}
