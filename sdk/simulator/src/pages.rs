//! The pages: plain HTML, no script, every value escaped.

use std::fmt::Write as _;

use crate::Software;
use crate::catalogue::Catalogue;
use crate::claims::{Arrival, RoleIn, StudyAccess};
use crate::ledger::Arrived;
use crate::locale::{Locale, Text};
use crate::texts;

pub(crate) const STYLE: &str = include_str!("style.css");
pub(crate) const ICON: &str = include_str!("icon.svg");

/// The system and language of a page.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    pub software: Software,
    pub locale: Locale,
    /// The address of the portal: the issuer, without a slash at its end.
    pub portal: &'a str,
}

impl Page<'_> {
    /// The page without a signed-in person.
    pub fn nobody(self) -> String {
        let body = format!(
            "<h1>{}</h1><p>{}</p><p><a class=\"button\" href=\"/login\">{}</a></p>{}",
            self.software.name().get(self.locale),
            self.text(texts::NOBODY),
            self.text(texts::SIGN_IN),
            self.choose(),
        );
        self.layout(self.text(texts::SIGN_IN), &body)
    }

    /// The page of the signed-in person.
    pub fn somebody(self, arrival: &Arrival) -> String {
        let name = arrival.name.as_ref().or(arrival.login.as_ref()).unwrap_or(&arrival.subject);
        let mut body = format!(
            "<h1>{}{}</h1><section aria-labelledby=\"person\"><h2 id=\"person\">{}</h2><dl>",
            match self.locale {
                Locale::Zh => "欢迎，",
                Locale::En => "Welcome, ",
            },
            escape(name),
            self.text(texts::SIGNED_IN_AS),
        );
        let rows = [
            (texts::LOGIN_NAME, arrival.login.as_deref()),
            (texts::EMAIL, arrival.email.as_deref()),
            (texts::TENANT, arrival.tenant.as_deref()),
            (texts::SUBJECT, Some(arrival.subject.as_str())),
        ];
        for (label, value) in rows {
            if let Some(value) = value {
                self.row(&mut body, label, &escape(value));
            }
        }
        body.push_str("</dl></section>");
        if arrival.studies.is_empty() {
            let _ = write!(body, "<section><p>{}</p></section>", self.text(texts::NO_ACCESS));
        }
        for access in &arrival.studies {
            self.access(&mut body, access);
        }
        body.push_str(&self.choose());
        let _ = write!(
            body,
            "<form method=\"post\" action=\"/sign-out\"><button class=\"button plain\">{}</button></form>",
            self.text(texts::SIGN_OUT),
        );
        self.layout(name, &body)
    }

    /// The link to the portal's list of what can be opened in this system, if it has one, and to what came by its API.
    fn choose(self) -> String {
        let arrived = format!("<p><a href=\"/arrived\">{}</a></p>", self.text(texts::ARRIVED));
        let Some((path, text)) = self.software.list() else { return arrived };
        format!("<p><a href=\"{}{path}\">{}</a></p>{arrived}", escape(self.portal), self.text(text))
    }

    /// The page of a failed sign-in. `code` is the provider's error code, if any.
    pub fn failed(self, reason: Text, code: Option<&str>) -> String {
        let mut body = format!("<h1>{}</h1><p role=\"alert\">{}</p>", self.text(texts::FAILED), self.text(reason));
        if let Some(code) = code {
            let label = self.text(texts::ERROR_CODE);
            let _ = write!(body, "<p class=\"quiet\">{label}: <code>{}</code></p>", escape(code));
        }
        let again = self.text(texts::AGAIN);
        let _ = write!(body, "<p><a class=\"button\" href=\"/login\">{again}</a></p>");
        self.layout(self.text(texts::FAILED), &body)
    }

    /// The page of what came by the callback API.
    pub fn arrived(self, calls: &[Arrived]) -> String {
        let mut body = format!("<h1>{}</h1>", self.text(texts::ARRIVED));
        if calls.is_empty() {
            let _ = write!(body, "<p>{}</p>", self.text(texts::NONE));
        }
        for one in calls {
            let _ = write!(
                body,
                "<section><h2>{} {}</h2><p class=\"quiet\">{}</p><pre>{}</pre></section>",
                escape(&one.call),
                escape(&one.study),
                escape(&one.answer),
                escape(&one.body),
            );
        }
        self.layout(self.text(texts::ARRIVED), &body)
    }

    fn access(self, body: &mut String, access: &StudyAccess) {
        let catalogue = Catalogue::of(self.software);
        let study = access.study.as_deref().unwrap_or(self.text(texts::NONE));
        let label = self.text(texts::STUDY);
        let _ = write!(body, "<section><h2>{label} {}</h2><dl>", escape(study));
        if let Some(id) = &access.environment {
            let name = Catalogue::environment_name(id, self.locale).unwrap_or(id);
            self.row(body, texts::ENVIRONMENT, &escape(name));
        }
        self.row(body, texts::SITES, &self.list(access.sites.iter().map(|site| escape(site))));
        let role = |role: &RoleIn| {
            let name = catalogue.role_name(&role.role, self.locale).unwrap_or(&role.role);
            let environment = role.environment.as_deref().map(|id| {
                let name = Catalogue::environment_name(id, self.locale).unwrap_or(id);
                format!(" · {}", escape(name))
            });
            escape(name) + &environment.unwrap_or_default()
        };
        self.row(body, texts::ROLES, &self.list(access.roles.iter().map(role)));
        for project in &access.projects {
            let blinded = if project.blinded { texts::HIDDEN } else { texts::VISIBLE };
            let role = catalogue.role_name(&project.role, self.locale).unwrap_or(&project.role);
            let text = format!("{} · {} · {}", escape(&project.project), escape(role), self.text(blinded));
            self.row(body, texts::SUB_PROJECT, &text);
        }
        let named = |ids: &[String], name: fn(Catalogue, &str, Locale) -> Option<&'static str>| {
            self.list(ids.iter().map(|id| escape(name(catalogue, id, self.locale).unwrap_or(id))))
        };
        if !access.stock_houses.is_empty() {
            let houses = named(&access.stock_houses, |_, id, locale| Catalogue::stock_house_name(id, locale));
            self.row(body, texts::STOCK_HOUSES, &houses);
        }
        if !access.tenant_roles.is_empty() {
            self.row(body, texts::TENANT_ROLES, &named(&access.tenant_roles, Catalogue::module_role_name));
        }
        if access.module_roles.is_empty() && self.software != Software::Edc {
            body.push_str("</dl></section>");
            return;
        }
        let module = |id: &String| escape(catalogue.module_role_name(id, self.locale).unwrap_or(id));
        self.row(body, texts::MODULE_ROLES, &self.list(access.module_roles.iter().map(module)));
        body.push_str("</dl></section>");
    }

    fn row(self, body: &mut String, label: Text, html: &str) {
        let _ = write!(body, "<dt>{}</dt><dd>{html}</dd>", self.text(label));
    }

    fn list(self, items: impl Iterator<Item = String>) -> String {
        let mut list = String::new();
        for item in items {
            let _ = write!(list, "<li>{item}</li>");
        }
        if list.is_empty() { self.text(texts::NONE).into() } else { format!("<ul>{list}</ul>") }
    }

    fn layout(self, title: &str, body: &str) -> String {
        format!(
            "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>{title} · {mark}</title>\
             <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\
             <link rel=\"stylesheet\" href=\"/style.css\"></head><body>\
             <header><div><span class=\"mark\">{mark}</span>\
             <p>{name} <span class=\"quiet\">{simulator}</span></p></div></header>\
             <main>{body}</main></body></html>\n",
            lang = self.locale.tag(),
            title = escape(title),
            mark = self.software.abbreviation(),
            name = self.software.name().get(self.locale),
            simulator = self.text(texts::SIMULATOR),
        )
    }

    fn text(self, text: Text) -> &'static str {
        text.get(self.locale)
    }
}

/// Escapes text for element content and quoted attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
