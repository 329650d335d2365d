//! What a template may say.

use super::key::Key;
use crate::kernel::error::{Problems, Text};
use crate::notify::words::Kind;

/// A template's subject and text in one language, with the names of the fields that problems are told of.
pub struct Said<'a> {
    pub subject: (&'static str, &'a str),
    pub text: (&'static str, &'a str),
}

/// Checks what a template says in one language.
pub fn check(p: &mut Problems, key: Key, said: &Said<'_>) {
    let (field, subject) = said.subject;
    match key.kind {
        Kind::Email => {
            p.check(!subject.is_empty(), field, "请输入主题", "enter the subject");
            // The subject is shown where a message is not opened yet, and kept in the log.
            let open: Vec<_> =
                key.purpose.values().iter().copied().filter(|name| !key.needed().contains(name)).collect();
            check_names(p, field, subject, &open);
        }
        Kind::Sms => p.check(subject.is_empty(), field, "短信没有主题", "an SMS has no subject"),
    }
    let (field, text) = said.text;
    p.check(!text.is_empty(), field, "请输入内容", "enter the text");
    check_names(p, field, text, key.purpose.values());
    for name in key.needed() {
        if !text.is_empty() && !text.contains(&format!("{{{name}}}")) {
            p.add(field, Text::made(format!("内容须包含{{{name}}}"), format!("the text needs {{{name}}}")));
        }
    }
}

/// Checks that braces stand around names of values alone.
fn check_names(p: &mut Problems, field: &'static str, text: &str, names: &[&str]) {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let found = rest[at..].strip_prefix('{').and_then(|from| from.split_once('}'));
        match found {
            Some((name, after)) if names.contains(&name) => rest = after,
            _ => {
                let names: Vec<_> = names.iter().map(|name| format!("{{{name}}}")).collect();
                let names = names.join(" ");
                let zh = format!("花括号中只能是此处可用的变量：{names}");
                return p.add(field, Text::made(zh, format!("braces may hold these values alone: {names}")));
            }
        }
    }
}
