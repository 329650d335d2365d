//! The menus of the router table (study administration, section 2; portal, section 2).

use super::model::{ROOT, ResourceType};
use super::store::id_of;
use crate::kernel::ctx::{Ctx, Permission};
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// Chinese name, English name, icon.
type Face = (&'static str, &'static str, &'static str);

/// Id, names and icon, kind of role, items.
type Group = (&'static str, Face, ResourceType, &'static [(Permission, Face)]);

/// Groups with their items, both in display order.
const GROUPS: &[Group] = {
    use Permission as P;
    use ResourceType::{System, Tenant};
    &[
        (
            "systemManger",
            ("系统信息", "System information", "settings"),
            System,
            &[
                (P::Dictionaries, ("字典管理", "Dictionaries", "book")),
                (P::Tenants, ("租户管理", "Tenants", "business")),
                (P::Areas, ("区域管理", "Regions", "map")),
                (P::Sites, ("研究中心管理", "Research centres", "hospital")),
                (P::Users, ("用户管理", "Users", "people")),
                (P::Holidays, ("节假日管理", "Holidays", "calendar")),
            ],
        ),
        (
            "tenantManager",
            ("租户信息", "Tenant information", "apartment"),
            Tenant,
            &[
                (P::SystemList, ("系统列表", "Systems", "list")),
                (P::Studies, ("项目列表", "Studies", "science")),
                (P::TenantSites, ("租户中心", "Tenant sites", "domain")),
                (P::TenantUsers, ("租户用户", "Tenant users", "group")),
                (P::Departments, ("部门管理", "Departments", "tree")),
                (P::UserDepartments, ("用户部门", "Users' departments", "badge")),
                (P::TenantPins, ("PIN码设置", "PIN settings", "pin")),
            ],
        ),
        (
            "projectManager",
            ("项目管理", "Study management", "assignment"),
            Tenant,
            &[
                (P::StudySites, ("中心选择", "Site selection", "place")),
                (P::StudySoftware, ("软件授权", "Software authorisation", "link")),
                (P::UserAllowed, ("用户授权", "User authorisation", "key")),
                (P::UserAllowedHistory, ("用户授权历史", "Authorisation history", "history")),
                (P::Authorization, ("用户预授权", "Pre-authorisation", "send")),
                (P::AuthorizationHistory, ("预授权历史", "Pre-authorisation history", "outgoing")),
                (P::BlindingRules, ("盲态规则", "Blinding rules", "unseen")),
            ],
        ),
        (
            "software",
            ("软件管理", "Software management", "apps"),
            System,
            &[
                (P::Software, ("软件列表", "Software", "widgets")),
                (P::Domains, ("租户域名", "Tenant domains", "language")),
                (P::Licences, ("软件许可", "Licences", "verified")),
                (P::SecurityStrategy, ("安全策略", "Security strategy", "shield")),
                (P::Clients, ("接入客户端", "Clients", "hub")),
                (P::SigningKeys, ("签名密钥", "Signing keys", "fingerprint")),
                (P::LogoutNotices, ("退出通知", "Sign-out notices", "outbox")),
                (P::Plugins, ("授权插件", "Plugins", "extension")),
                (P::Publishers, ("插件发布者", "Plugin publishers", "stamp")),
            ],
        ),
        (
            "base",
            ("基础信息", "Records", "storage"),
            System,
            &[
                (P::SmsLog, ("短信记录", "SMS log", "sms")),
                (P::EmailLog, ("邮件记录", "E-mail log", "mail")),
                (P::MessageTemplates, ("消息模板", "Message templates", "draft")),
                (P::Files, ("文件管理", "Files", "folder")),
                (P::Tasks, ("任务调度", "Jobs", "schedule")),
            ],
        ),
        (
            "setting",
            ("系统设置", "Settings", "tune"),
            System,
            &[
                (P::Roles, ("角色管理", "Roles", "security")),
                (P::Menus, ("菜单管理", "Menus", "menu")),
                (P::Audit, ("审计日志", "Audit", "receipt")),
            ],
        ),
    ]
};

/// Inserts the menus that are missing; one that an administrator removed has left a tombstone, and does not come back.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    let mut seq = 0;
    for (group, face, kind, items) in GROUPS {
        seq += 1;
        put(cx, &Id::from(*group), ROOT, seq, "", *face, *kind).await?;
        for (permission, face) in *items {
            seq += 1;
            put(cx, &id_of(*permission), group, seq, permission.url(), *face, *kind).await?;
        }
    }
    Ok(())
}

async fn put(
    cx: &mut Ctx,
    id: &Id,
    parent: &str,
    seq: i64,
    url: &'static str,
    (zh, en, icon): Face,
    kind: ResourceType,
) -> Result<(), Error> {
    let now = cx.now();
    cx.db()
        .await?
        .write(
            "INSERT INTO menus (id, version, name, name_en, description, parent_id, seq, url, icon, status, \
             resource_type, created_at, updated_at) VALUES ($1, 1, $2, $3, '', $4, $5, $6, $7, 0, $8, $9, $10) \
             ON CONFLICT DO NOTHING",
        )
        .bind(id.clone())
        .bind(zh)
        .bind(en)
        .bind(parent.to_owned())
        .bind(seq)
        .bind(url)
        .bind(icon)
        .bind(kind)
        .bind(now)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}
