//! `Record`: the statements of a row, and the values that they bind.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Error, Expr, Ident, LitStr, Result};

use crate::field::{Field, fields, texts};
use crate::form::{self, Named};

/// The attributes of the struct.
struct Whole {
    table: LitStr,
    /// What is joined to it.
    joins: Option<String>,
    /// The columns that say when, and are no fields.
    stamps: &'static [(&'static str, bool)],
    /// Whether rows leave no tombstone.
    erased: bool,
    /// What the audit calls the table.
    audited: String,
    form: Option<Named>,
    unique: Option<[LitStr; 3]>,
    /// The field that has the tenant, or the function that tells it.
    tenant: Option<Expr>,
}

fn whole(input: &DeriveInput) -> Result<Whole> {
    let (mut table, mut stamps, mut form, mut unique, mut tenant) = (None, &[][..], None, None, None);
    let (mut joins, mut erased, mut audited) = (None, false, None);
    for attribute in &input.attrs {
        if attribute.path().is_ident("record") {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("table") {
                    table = Some(meta.value()?.parse::<LitStr>()?);
                } else if meta.path.is_ident("joins") {
                    joins = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("stamped") {
                    stamps = &[("created_at", true), ("updated_at", false)];
                } else if meta.path.is_ident("updated") {
                    stamps = &[("updated_at", false)];
                } else if meta.path.is_ident("erased") {
                    erased = true;
                } else if meta.path.is_ident("audited") {
                    audited = Some(meta.value()?.parse::<LitStr>()?.value());
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
            form = Some(attribute.parse_args()?);
        }
    }
    let table = table.ok_or_else(|| Error::new_spanned(&input.ident, "#[record(table = \"…\")] is missing"))?;
    let audited = audited.unwrap_or_else(|| table.value());
    Ok(Whole { table, joins, stamps, erased, audited, form, unique, tenant })
}

/// A written column, with its bound value.
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
    // Where others are joined, each column says whose it is.
    let of = whole.joins.as_ref().map(|_| format!("{table}.")).unwrap_or_default();
    let select = fields.iter().flat_map(|field| read(field, &of)).collect::<Vec<_>>().join(", ");
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
    let from = match &whole.joins {
        Some(joins) => format!(" FROM {table} {joins} {} ", if joins.contains(" WHERE ") { "AND" } else { "WHERE" }),
        None => format!(" FROM {table} WHERE "),
    };
    let there = if whole.erased { String::new() } else { format!("{of}deleted_at IS NULL AND ") };
    let remove = if whole.erased { format!("DELETE FROM {table}") } else { format!("UPDATE {table} SET") };
    let id = fields.iter().find(|field| field.ident == "id").map(|field| field.column.names[0].0.clone());
    let id = format!("{of}{}", id.unwrap_or_default());
    let erased = whole.erased;
    let own = ["created_at", "updated_at"].map(|stamp| has(stamp).then(|| format_ident!("{stamp}")));
    let blank = fields.iter().map(starts);
    let stamp = own.iter().flatten().map(|ident| quote!(record.#ident = now;));
    let touch = own[1].iter().map(|ident| quote!(self.#ident = now;));
    let taken = |[field, zh, en]: &[LitStr; 3]| quote!(Some((#field, crate::kernel::error::Text::new(#zh, #en))));
    let unique = whole.unique.as_ref().map_or_else(|| quote!(None), taken);
    let one = singular(&whole.audited);
    let [created, updated, deleted] = ["created", "updated", "deleted"].map(|done| format!("{one}.{done}"));
    let references = fields.iter().filter_map(|field| reference(&table, &there, field));
    let audited = audited(name, &whole.audited, whole.tenant.as_ref());
    let form = whole.form.as_ref().map(|form| form::form(form, name, &fields));
    let from_row = from_row(name, &fields);
    Ok(quote! {
        #[automatically_derived]
        impl crate::kernel::resource::Record for #name {
            const TABLE: &'static str = #table;
            const ID: &'static str = #id;
            const SELECT: &'static str = #select;
            const FROM: &'static str = #from;
            const THERE: &'static str = #there;
            const ERASED: bool = #erased;
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
                query: crate::kernel::db::Query<'q, crate::kernel::db::Write>,
                now: crate::kernel::clock::Time,
            ) -> crate::kernel::db::Query<'q, crate::kernel::db::Write> {
                let _ = now;
                query #(.bind(#inserted))*
            }

            fn set<'q>(
                &self,
                query: crate::kernel::db::Query<'q, crate::kernel::db::Write>,
                now: crate::kernel::clock::Time,
            ) -> crate::kernel::db::Query<'q, crate::kernel::db::Write> {
                let _ = now;
                #(#changed)*
                query
            }
        }

        #from_row
        #audited
        #form
    })
}

/// Implements `FromRow`: a field is what its name selects, or its parts are; what is derived begins empty.
fn from_row(name: &Ident, fields: &[Field]) -> TokenStream {
    let parts = |field: &Field| field.column.names.iter().any(|(_, part)| part.is_some());
    let bounds = fields.iter().filter(|field| !field.column.is_derived()).map(|field| {
        let ty = &field.ty;
        if parts(field) {
            quote!(#ty: ::sqlx::FromRow<'r, R>)
        } else {
            quote!(#ty: ::sqlx::Decode<'r, R::Database> + ::sqlx::Type<R::Database>)
        }
    });
    let values = fields.iter().map(|field| {
        let (ident, column) = (&field.ident, field.ident.to_string());
        if field.column.is_derived() {
            quote!(#ident: ::core::default::Default::default())
        } else if parts(field) {
            quote!(#ident: ::sqlx::FromRow::from_row(row)?)
        } else {
            quote!(#ident: row.try_get(#column)?)
        }
    });
    quote! {
        #[automatically_derived]
        impl<'r, R: ::sqlx::Row> ::sqlx::FromRow<'r, R> for #name
        where
            &'r str: ::sqlx::ColumnIndex<R>,
            #(#bounds,)*
        {
            fn from_row(row: &'r R) -> ::sqlx::Result<Self> {
                Ok(Self { #(#values),* })
            }
        }
    }
}

/// `site` of `sites`, and `study` of `studies`.
fn singular(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(name).to_owned(),
    }
}

/// Implements `Audited`.
fn audited(name: &Ident, table: &str, tenant: Option<&Expr>) -> TokenStream {
    let noun = table.replace('_', "-");
    let tenant = tenant.map(|tenant| {
        let tenant = if let Expr::Path(_) = tenant { quote!(Some(&self.#tenant)) } else { quote!(self.#tenant) };
        quote! {
            fn audit_tenant(&self) -> Option<&crate::kernel::id::Id> {
                #tenant
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

/// The value of a field before a form is applied.
fn starts(field: &Field) -> TokenStream {
    let ident = &field.ident;
    if ident == "id" || ident == "version" {
        return quote!();
    }
    let default = || quote!(::core::default::Default::default());
    let starts = field.column.starts.as_ref().map_or_else(default, |starts| quote!(#starts));
    quote!(#ident: #starts,)
}

/// The selected columns of a field, renamed to the field's name if they differ. `of` is the table's name and a dot.
fn read(field: &Field, of: &str) -> Vec<String> {
    let own = field.ident.to_string();
    let of = field.column.from.as_ref().map_or_else(|| of.to_owned(), |joined| format!("{joined}."));
    let one = |(column, part): &(String, Option<Ident>)| {
        let named = if part.is_some() || *column == own { String::new() } else { format!(" AS {own}") };
        format!("{of}{column}{named}")
    };
    let read = field.column.read.iter().map(|read| format!("{read} AS {own}"));
    field.column.names.iter().map(one).chain(read).collect()
}

/// The written columns of a field.
fn columns(field: &Field) -> Vec<Written> {
    let ident = &field.ident;
    let once = field.column.once || ident == "id" || ident == "version" || ident == "created_at";
    let mut written: Vec<Written> = Vec::new();
    for (column, part) in field.column.names.iter().filter(|_| field.column.from.is_none()) {
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

/// The reference by the record id in a field, with the statement that finds a holder.
fn reference(table: &str, there: &str, field: &Field) -> Option<TokenStream> {
    let [to, zh, en] = field.column.to.as_ref()?;
    let there = there.replace(&format!("{table}."), "");
    let columns: Vec<String> = field.column.names.iter().map(|(column, _)| format!("{column} = $1")).collect();
    let held = if let [one] = &columns[..] { one.clone() } else { format!("({})", columns.join(" OR ")) };
    let sql = format!("SELECT 1 FROM {table} WHERE {there}{held} LIMIT 1");
    Some(quote!(crate::kernel::resource::Reference::new(#to, (#zh, #en), #sql)))
}

fn stamps(whole: &Whole) -> Vec<Written> {
    let stamp = |&(column, once): &(&str, bool)| Written { column: column.to_owned(), value: quote!(now), once };
    whole.stamps.iter().map(stamp).collect()
}
