//! A field with its attributes.

use syn::meta::ParseNestedMeta;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Fields, Ident, LitInt, LitStr, Result, Type, parenthesized, token,
};

/// A field of a record.
pub struct Field {
    pub ident: Ident,
    pub ty: Type,
    /// Its doc comment.
    pub docs: Vec<Attribute>,
    pub column: Column,
    pub form: Option<Form>,
}

/// The columns of a field.
pub struct Column {
    /// The columns; where there are several, each with the part of the field that it holds.
    pub names: Vec<(String, Option<Ident>)>,
    pub once: bool,
    /// The SQL that is selected instead of a column; nothing is written.
    pub read: Option<String>,
    /// The joined table that has the columns; they are not written.
    pub from: Option<Ident>,
    /// The column of its folded text.
    pub key: Option<String>,
    /// The value of a new record before its form is applied.
    pub starts: Option<Expr>,
    /// The table that its ids refer to, and the names of the holders of such a record.
    pub to: Option<[LitStr; 3]>,
}

impl Column {
    /// Whether nothing is read for it.
    pub const fn is_derived(&self) -> bool {
        self.names.is_empty() && self.read.is_none()
    }
}

/// The field of the form.
pub struct Form {
    pub rule: Rule,
    /// The description of the form's field, in place of the record's.
    pub doc: Option<LitStr>,
    /// The type of the form's field in the description.
    pub schema: Option<Type>,
}

/// How the form's value becomes the record's.
pub enum Rule {
    Required(LitStr, LitStr),
    Line(Option<LitInt>),
    Note,
    Positive,
    Plain,
    Kept,
    Once,
    Given(Box<Type>),
}

/// Reads the fields of the struct.
pub fn fields(input: &DeriveInput) -> Result<Vec<Field>> {
    let Data::Struct(data) = &input.data else { return Err(Error::new_spanned(input, "a record is a struct")) };
    let Fields::Named(fields) = &data.fields else { return Err(Error::new_spanned(input, "its fields have names")) };
    fields.named.iter().map(read).collect()
}

fn read(field: &syn::Field) -> Result<Field> {
    let ident = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "its fields have names"))?;
    let names = vec![(ident.to_string(), None)];
    let mut column = Column { names, once: false, read: None, from: None, key: None, starts: None, to: None };
    let mut form = None;
    for attribute in &field.attrs {
        if attribute.path().is_ident("record") {
            attribute.parse_nested_meta(|meta| read_column(&meta, &mut column))?;
        } else if attribute.path().is_ident("form") {
            let (mut rule, mut doc, mut schema) = (None, None, None);
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("doc") {
                    doc = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("schema") {
                    schema = Some(meta.value()?.parse()?);
                } else {
                    rule = Some(read_rule(&meta)?);
                }
                Ok(())
            })?;
            let rule = rule.ok_or_else(|| Error::new_spanned(attribute, "how the form gives it is missing"))?;
            form = Some(Form { rule, doc, schema });
        }
    }
    let docs = field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc")).cloned().collect();
    Ok(Field { ident, ty: field.ty.clone(), docs, column, form })
}

fn read_column(meta: &ParseNestedMeta<'_>, column: &mut Column) -> Result<()> {
    if meta.path.is_ident("once") {
        column.once = true;
    } else if meta.path.is_ident("derived") {
        column.names.clear();
    } else if meta.path.is_ident("column") {
        column.names[0].0 = meta.value()?.parse::<LitStr>()?.value();
    } else if meta.path.is_ident("key") {
        column.key = Some(meta.value()?.parse::<LitStr>()?.value());
    } else if meta.path.is_ident("read") {
        column.names.clear();
        column.read = Some(meta.value()?.parse::<LitStr>()?.value());
    } else if meta.path.is_ident("from") {
        column.from = Some(meta.value()?.parse()?);
    } else if meta.path.is_ident("to") {
        column.to = Some(texts(meta)?);
    } else if meta.path.is_ident("starts") {
        column.starts = Some(meta.value()?.parse()?);
    } else if meta.path.is_ident("columns") {
        column.names.clear();
        meta.parse_nested_meta(|part| {
            let name = part.path.require_ident()?.to_string();
            column.names.push((name, Some(part.value()?.parse()?)));
            Ok(())
        })?;
    } else {
        return Err(meta.error("no such attribute of a column"));
    }
    Ok(())
}

fn read_rule(meta: &ParseNestedMeta<'_>) -> Result<Rule> {
    Ok(if meta.path.is_ident("required") {
        let texts;
        parenthesized!(texts in meta.input);
        let zh = texts.parse()?;
        texts.parse::<token::Comma>()?;
        Rule::Required(zh, texts.parse()?)
    } else if meta.path.is_ident("line") {
        Rule::Line(if meta.input.peek(token::Eq) { Some(meta.value()?.parse()?) } else { None })
    } else if meta.path.is_ident("note") {
        Rule::Note
    } else if meta.path.is_ident("positive") {
        Rule::Positive
    } else if meta.path.is_ident("plain") {
        Rule::Plain
    } else if meta.path.is_ident("kept") {
        Rule::Kept
    } else if meta.path.is_ident("once") {
        Rule::Once
    } else if meta.path.is_ident("given") {
        Rule::Given(Box::new(meta.value()?.parse()?))
    } else {
        return Err(meta.error("no such rule of a form"));
    })
}

/// `("field", "中文", "English")`.
pub fn texts(meta: &ParseNestedMeta<'_>) -> Result<[LitStr; 3]> {
    let texts;
    parenthesized!(texts in meta.input);
    let field = texts.parse()?;
    texts.parse::<token::Comma>()?;
    let zh = texts.parse()?;
    texts.parse::<token::Comma>()?;
    Ok([field, zh, texts.parse()?])
}
