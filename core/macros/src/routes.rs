//! The calls of handlers.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Path, Result, Token};

/// The call of the handlers, each described by the type that `#[utoipa::path]` makes beside it.
pub fn call(handlers: &Punctuated<Path, Token![,]>) -> Result<TokenStream> {
    let calls = handlers.iter().map(|handler| {
        let mut described = handler.clone();
        let name = described.segments.last_mut().ok_or_else(|| syn::Error::new_spanned(handler, "no handler"))?;
        name.ident = format_ident!("__path_{}", name.ident);
        Ok(quote!(crate::kernel::openapi::Call::of::<#described, _, _>(&#handler)))
    });
    let calls = calls.collect::<Result<Vec<_>>>()?;
    let (first, others) = calls.split_first().ok_or_else(|| syn::Error::new_spanned(handlers, "no handler"))?;
    Ok(quote!(#first #(.and(#others))*))
}
