//! The form of a record: the input that creates or changes one.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Result, token};

use crate::field::{Field, Form, Rule};

/// The description of a form without one of its own.
const USUAL: &str =
    "What the form sends. What it sends back of a record without being able to change it is passed over.";

/// What is said of a form.
pub struct Named {
    pub name: Ident,
    pub about: Option<LitStr>,
    /// Whether it makes none.
    pub changes: bool,
}

impl Parse for Named {
    /// `SiteInput`, `SiteInput, "what is said of it"`, and `, changes` behind.
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut named = Self { name: input.parse()?, about: None, changes: false };
        while input.parse::<Option<token::Comma>>()?.is_some() {
            if input.peek(LitStr) {
                named.about = Some(input.parse()?);
            } else {
                let word: Ident = input.parse()?;
                named.changes = word == "changes";
            }
        }
        Ok(named)
    }
}

/// The struct of that name, and how it is laid over a record.
pub fn form(Named { name, about, changes }: &Named, record: &Ident, fields: &[Field]) -> TokenStream {
    let given = fields.iter().filter_map(|field| field.form.as_ref().map(|form| (field, form)));
    let (declared, laid): (Vec<_>, Vec<_>) = given.map(|(field, form)| one(field, form)).unzip();
    let about = format!(" {}", about.as_ref().map_or_else(|| USUAL.to_owned(), LitStr::value));
    let version = if *changes { "." } else { "; nothing when making one." };
    let version = format!(" The version that is changed{version}");
    quote! {
        #[doc = #about]
        #[derive(Clone, Debug, Default, ::serde::Deserialize, ::utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct #name {
            #[doc = #version]
            pub version: Option<i64>,
            #(#declared)*
        }

        #[automatically_derived]
        impl crate::kernel::resource::Form<#record> for #name {
            fn version(&self) -> Option<i64> {
                self.version
            }

            fn over(&self, p: &mut crate::kernel::error::Problems, record: &mut #record, new: bool) {
                let _ = (&p, new);
                #(#laid)*
            }
        }
    }
}

/// Generates the field of the form, and the statement that applies it to the record.
fn one(field: &Field, form: &Form) -> (TokenStream, TokenStream) {
    let ident = &field.ident;
    let wire = camel(&ident.to_string());
    let docs = &field.docs;
    let docs = form.doc.as_ref().map_or_else(|| quote!(#(#docs)*), |doc| quote!(#[doc = #doc]));
    let schema = form.schema.as_ref().map(|ty| quote!(#[schema(value_type = Option<#ty>)]));
    let text = quote!(self.#ident.as_deref().unwrap_or_default());
    let input = quote!(crate::kernel::resource::input);
    let ty = &field.ty;
    let option = |ty: &TokenStream| quote!(#docs #schema pub #ident: Option<#ty>,);
    let string = || option(&quote!(String));
    match &form.rule {
        Rule::Required(zh, en) => (
            string(),
            quote!(record.#ident = #input::required(p, #wire, #text, crate::kernel::error::Text::new(#zh, #en));),
        ),
        Rule::Line(most) => {
            let most = most.as_ref().map_or_else(|| quote!(#input::LINE), |most| quote!(#most));
            (string(), quote!(record.#ident = #input::line(p, #wire, #text, #most);))
        }
        Rule::Note => (string(), quote!(record.#ident = #input::note(p, #wire, #text);)),
        Rule::Positive => (
            quote!(#docs #[schema(value_type = Option<i64>)] pub #ident: Option<#input::Number>,),
            quote!(record.#ident = #input::positive(p, #wire, self.#ident.as_ref());),
        ),
        Rule::Plain => plain(field),
        Rule::Kept => (
            option(&quote!(#ty)),
            quote!(if let Some(given) = &self.#ident { record.#ident = ::core::clone::Clone::clone(given); }),
        ),
        Rule::Once => (
            option(&quote!(#ty)),
            quote!(if let Some(given) = self.#ident.as_ref().filter(|_| new) {
                record.#ident = ::core::clone::Clone::clone(given);
            }),
        ),
        Rule::Given(ty) => (option(&quote!(#ty)), quote!()),
    }
}

/// Generates a field that is taken as given, where absent means empty. A field of several columns becomes several
/// ids, each a field of the form.
fn plain(field: &Field) -> (TokenStream, TokenStream) {
    let (ident, ty, docs) = (&field.ident, &field.ty, &field.docs);
    if field.column.names.iter().all(|(_, part)| part.is_none()) {
        let laid = quote!(record.#ident = ::core::clone::Clone::clone(&self.#ident););
        return (quote!(#(#docs)* pub #ident: #ty,), laid);
    }
    let parts = field.column.names.iter().filter_map(|(column, part)| part.as_ref().map(|part| (column, part)));
    let (mut declared, mut laid) = (quote!(), quote!());
    for (column, part) in parts {
        let column = format_ident!("{column}");
        let doc = capital(&part.to_string());
        declared.extend(quote!(#[doc = #doc] pub #column: Option<crate::kernel::id::Id>,));
        laid.extend(quote!(record.#ident.#part = self.#column.clone();));
    }
    (declared, laid)
}

/// The JSON name of `site_name`: `siteName`.
fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let mut letters = part.chars();
        text + &letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default() + letters.as_str()
    })
}

/// The doc comment of `country`: `Country.`
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    format!(" {first}{}.", letters.as_str())
}
