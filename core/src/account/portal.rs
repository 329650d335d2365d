//! The data of the portal: the signed-in person with their menus, the tenants to choose from, languages, brand.

use axum::extract::State;
use serde::Serialize;

use crate::authentication::Sessions;
use crate::config::{Bilingual, Picture, SystemLink};
use crate::kernel::ctx::{Act, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Locale};
use crate::kernel::http::Envelope;
use crate::kernel::id::Id;
use crate::resources::menus::{self, MenuItem};
use crate::resources::tenants;
use crate::resources::users::contacts;

/// The most tenants to choose from.
const MAX_TENANTS: i64 = 10_000;
/// The signed-in person.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserInfo {
    id: Id,
    user_name: String,
    full_name: String,
    email: String,
    phone: String,
    remark: String,
    language: String,
    /// The tenant chosen, if any.
    tenant_id: Option<Id>,
    tenant_name: Option<String>,
    /// The side menu. Empty: the page shows the tenant chooser.
    menu_list: Vec<MenuItem>,
    /// The addresses of the menus in which the person may change things for the whole platform, not only for their own
    /// tenants.
    platform_menus: Vec<&'static str>,
    /// Links to other systems, for the top bar.
    links: Vec<Link>,
}

/// A link to another system.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Link {
    /// Its text.
    name: String,
    /// Its address.
    url: String,
}

/// The signed-in person, with their side menu.
#[utoipa::path(get, path = "/api/sys/user/info", operation_id = "userInfo", tag = "portal",
    responses((status = 200, body = Envelope<UserInfo>)))]
pub(crate) async fn user_info(State(sessions): State<Sessions>, mut cx: ReadCtx) -> Result<Envelope<UserInfo>, Error> {
    let person = cx.person()?.clone();
    let menu_list = menus::tree(&mut cx, &person).await?;
    let changes = |permission: &&Permission| person.system.covers(**permission, Act::Edit);
    let platform_menus = Permission::ALL.iter().filter(changes).map(|permission| permission.url()).collect();
    let tx = cx.db().await?;
    let profile = contacts::profile(tx, &person.id).await?.ok_or_else(|| Error::new(Code::SessionRevoked))?;
    let tenant = match person.tenant_id.clone() {
        Some(id) => tenants::choices(tx, Some(vec![id]), 1).await?.pop(),
        None => None,
    };
    let (tenant_id, tenant_name) = tenant.unzip();
    let link = |link: &SystemLink| Link { name: link.name.in_locale(cx.locale()).to_owned(), url: link.url.clone() };
    let links = sessions.links().iter().map(link).collect();
    Ok(Envelope::ok(UserInfo {
        menu_list,
        platform_menus,
        id: person.id,
        user_name: profile.user_name,
        full_name: profile.full_name,
        email: profile.email,
        phone: profile.phone,
        remark: profile.remark,
        language: profile.language,
        tenant_id,
        tenant_name,
        links,
    }))
}

/// A tenant to choose.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Choice {
    /// Its id.
    code: Id,
    /// Its name.
    desc: String,
}

/// The tenants that the caller may choose: all of them for a person with a platform permission that works in a tenant,
/// else the tenants that the caller belongs to.
#[utoipa::path(get, path = "/api/tenant/combobox", operation_id = "tenantCombobox", tag = "portal",
    responses((status = 200, body = Envelope<Vec<Choice>>)))]
pub(crate) async fn tenant_choices(mut cx: ReadCtx) -> Result<Envelope<Vec<Choice>>, Error> {
    let person = cx.person()?;
    let only = (!person.system.reaches_tenants()).then(|| person.tenants.keys().cloned().collect::<Vec<_>>());
    let rows = tenants::choices(cx.db().await?, only, MAX_TENANTS).await?;
    Ok(Envelope::ok(rows.into_iter().map(|(code, desc)| Choice { code, desc }).collect()))
}

/// A language of the user interface.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct LanguageItem {
    /// `zh` or `en`.
    language: &'static str,
    /// Its name in itself.
    desc: &'static str,
    /// Name of its icon.
    icon: &'static str,
}

/// The languages to choose from.
#[utoipa::path(get, path = "/api/base/language/type", operation_id = "languageType", tag = "portal",
    responses((status = 200, body = Envelope<Vec<LanguageItem>>)))]
pub(crate) async fn languages() -> Envelope<Vec<LanguageItem>> {
    let language = |locale: Locale, desc| LanguageItem { language: locale.tag(), desc, icon: locale.tag() };
    Envelope::ok(vec![language(Locale::Zh, "中文"), language(Locale::En, "English")])
}

/// The deployment's brand, in the caller's language.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Brand {
    /// Page title.
    title: String,
    /// Full name of the system.
    system_name: String,
    /// Short name, in the top bar.
    system_abbr: String,
    /// Address of a logo; null for the built-in one.
    logo: Option<String>,
    /// Accent colour, `#rrggbb`; null for the built-in one.
    accent: Option<String>,
    /// Copyright text.
    copyright: String,
    /// Filing text, if any.
    filing: Option<String>,
    /// Settings of values that pages store in the browser.
    browser: BrowserValues,
}

/// Settings of values that pages store in the browser.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowserValues {
    /// Whether they are encrypted, with the key of `browserKey`.
    encrypted: bool,
    /// The domain of readable helper cookies; null for the host itself.
    cookie_domain: Option<String>,
}

/// The deployment's brand.
#[utoipa::path(get, path = "/api/sys/branding", operation_id = "branding", tag = "portal",
    responses((status = 200, body = Envelope<Brand>)))]
pub(crate) async fn branding(State(sessions): State<Sessions>, cx: ReadCtx) -> Envelope<Brand> {
    let given = sessions.branding();
    let text = |both: &Bilingual| both.in_locale(cx.locale()).to_owned();
    let some = |text: &String| (!text.is_empty()).then(|| text.clone());
    Envelope::ok(Brand {
        title: text(&given.title),
        system_name: text(&given.system_name),
        system_abbr: text(&given.system_abbr),
        logo: Picture::address(&given.logo).map(str::to_owned),
        accent: some(&given.accent),
        copyright: text(&given.copyright),
        filing: some(&given.filing),
        browser: BrowserValues {
            encrypted: sessions.browser().encrypt_values,
            cookie_domain: some(&sessions.browser().cookie_domain),
        },
    })
}
