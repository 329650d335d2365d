//! `Narrow`: the filter of a list.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, Ident, LitStr, Result};

/// What an attribute says of a field.
#[derive(Default)]
struct Attributes {
    /// The column in which the text is looked for.
    within: Option<LitStr>,
    /// The condition, with `{}` for the value.
    sql: Option<LitStr>,
}

fn attributes(field: &Field) -> Result<Attributes> {
    let mut found = Attributes::default();
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("narrow")) {
        attribute.parse_nested_meta(|meta| {
            let value = meta.value()?.parse()?;
            match meta.path.get_ident().map(ToString::to_string).as_deref() {
                Some("within") => found.within = Some(value),
                Some("sql") => found.sql = Some(value),
                _ => return Err(meta.error("`within` or `sql`")),
            }
            Ok(())
        })?;
    }
    Ok(found)
}

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else { return Err(Error::new_spanned(input, "a filter is a struct")) };
    let Fields::Named(fields) = &data.fields else { return Err(Error::new_spanned(input, "its fields have names")) };
    let idents: Vec<&Ident> = fields.named.iter().filter_map(|field| field.ident.as_ref()).collect();
    let has = |name: &str| idents.iter().any(|ident| *ident == name);
    let name = &input.ident;
    let term = has("q").then(|| {
        quote! {
            fn term(&self) -> Option<&crate::kernel::page::Term> {
                self.q.as_ref().filter(|term| !term.is_empty())
            }
        }
    });
    let ids = has("id").then(|| {
        quote! {
            fn ids(&self) -> Option<&crate::kernel::page::Ids> {
                self.id.as_ref()
            }
        }
    });
    let tenant = has("tenant_id").then(|| {
        quote! {
            fn tenant(&self) -> Option<&crate::kernel::id::Id> {
                self.tenant_id.as_ref()
            }
        }
    });
    let (mut other, mut conditions) = (None, Vec::new());
    for field in &fields.named {
        let Some(ident) = field.ident.as_ref().filter(|ident| *ident != "q" && *ident != "id") else { continue };
        let value = quote!(::core::clone::Clone::clone(&self.#ident));
        match attributes(field)? {
            Attributes { within: Some(column), .. } => {
                other = Some(quote! {
                    fn other_term(&self) -> Option<(&crate::kernel::page::Term, &'static [&'static str])> {
                        self.#ident.as_ref().filter(|term| !term.is_empty()).map(|term| (term, &[#column][..]))
                    }
                });
            }
            Attributes { sql: Some(sql), .. } => {
                let text = sql.value();
                let (before, after) =
                    text.split_once("{}").ok_or_else(|| Error::new_spanned(&sql, "`{}` is missing"))?;
                let before = format!(" AND {before}");
                conditions.push(quote! {
                    let query = query.push_if(#before, #value).sql_if(self.#ident.is_some(), #after);
                });
            }
            Attributes { .. } => {
                let sql = format!(" AND {ident} = ");
                conditions.push(quote!(let query = query.push_if(#sql, #value);));
            }
        }
    }
    Ok(quote! {
        #[automatically_derived]
        impl crate::kernel::resource::Narrow for #name {
            #term
            #other
            #ids
            #tenant

            fn more<'q>(&self, query: crate::kernel::db::Query<'q>) -> crate::kernel::db::Query<'q> {
                #(#conditions)*
                query
            }
        }
    })
}
