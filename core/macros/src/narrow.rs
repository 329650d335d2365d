//! `Narrow`: the filter of a list.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, Result};

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
    let columns = idents.iter().filter(|ident| **ident != "q" && **ident != "id").map(|ident| {
        let sql = format!(" AND {ident} = ");
        quote!(let query = query.push_if(#sql, ::core::clone::Clone::clone(&self.#ident));)
    });
    Ok(quote! {
        #[automatically_derived]
        impl crate::kernel::resource::Narrow for #name {
            #term
            #ids
            #tenant

            fn more<'q>(&self, query: crate::kernel::db::Query<'q>) -> crate::kernel::db::Query<'q> {
                #(#columns)*
                query
            }
        }
    })
}
