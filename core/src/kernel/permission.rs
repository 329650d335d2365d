//! Permissions: the menus of the console, each to view or to edit.

use std::collections::BTreeMap;

/// View, or view and edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// View.
    View,
    /// Edit; includes viewing.
    Edit,
}

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident = $url:literal;)*) => {
        /// The menu that an admin operation belongs to, by its route name: a caller who has the menu may call the
        /// operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Permission { $($(#[$doc])* $name),* }
        impl Permission {
            /// Every permission.
            pub const ALL: &[Self] = &[$(Self::$name),*];
            /// The menu's URL, as the router table spells it.
            #[must_use]
            pub const fn url(self) -> &'static str { match self { $(Self::$name => $url),* } }
            /// The permission of a menu's URL.
            #[must_use]
            pub fn from_url(url: &str) -> Option<Self> { match url { $($url => Some(Self::$name),)* _ => None } }
        }
    };
}

permissions! {
    /// Dictionaries.
    Dictionaries = "systemManger/dictionary";
    /// Tenants.
    Tenants = "systemManger/tenant";
    /// Regions.
    Areas = "systemManger/eare";
    /// Global sites.
    Sites = "systemManger/site";
    /// Platform users.
    Users = "systemManger/user";
    /// Holidays.
    Holidays = "systemManger/holiday";
    /// Sites of a tenant.
    TenantSites = "tenantManager/tenantSite";
    /// PIN rules.
    TenantPins = "tenantManager/tenantPin";
    /// Users of a tenant.
    TenantUsers = "tenantManager/tenantUser";
    /// Studies.
    Studies = "tenantManager/tenantPorject";
    /// Departments of users.
    UserDepartments = "tenantManager/userDepartment";
    /// Departments.
    Departments = "tenantManager/department";
    /// Software of a tenant, read only.
    SystemList = "tenantManager/syslist";
    /// Sites of a study.
    StudySites = "projectManager/projectSite";
    /// Software of a study.
    StudySoftware = "projectManager/softAllowed";
    /// Authorisation of users.
    UserAllowed = "projectManager/userAllowed";
    /// The history of authorisations.
    UserAllowedHistory = "projectManager/userAllowedHistory";
    /// Pre-authorisation.
    Authorization = "projectManager/authorization";
    /// The history of pre-authorisations.
    AuthorizationHistory = "projectManager/authorizationHistory";
    /// Rules of blinded and unblinded roles.
    BlindingRules = "projectManager/blindingRule";
    /// The software catalogue.
    Software = "software/softwareManger";
    /// Domains of tenants.
    Domains = "software/urlSet";
    /// Licences.
    Licences = "software/tenantsoft";
    /// The security strategy.
    SecurityStrategy = "software/safeStrategyManage";
    /// OpenID clients and initial access tokens.
    Clients = "software/client";
    /// Signing keys.
    SigningKeys = "software/signingKey";
    /// Sign-out notices to clients.
    LogoutNotices = "software/logoutNotice";
    /// Installed plugins.
    Plugins = "software/plugin";
    /// Trusted publishers of plugins.
    Publishers = "software/publisher";
    /// SMS log.
    SmsLog = "base/sms";
    /// E-mail log.
    EmailLog = "base/email";
    /// What messages say.
    MessageTemplates = "base/messageTemplate";
    /// Files.
    Files = "base/file";
    /// Jobs.
    Tasks = "base/task";
    /// Roles.
    Roles = "setting/role";
    /// Menus.
    Menus = "setting/menu";
    /// The audit.
    Audit = "setting/audit";
}

impl Permission {
    /// Whether the permission concerns records of a tenant, or a choice of tenants.
    #[must_use]
    pub const fn is_for_tenants(self) -> bool {
        match self {
            Self::Areas
            | Self::Sites
            | Self::Users
            | Self::Software
            | Self::SecurityStrategy
            | Self::SigningKeys
            | Self::LogoutNotices
            | Self::Plugins
            | Self::Publishers
            | Self::SmsLog
            | Self::EmailLog
            | Self::MessageTemplates
            | Self::Files
            | Self::Tasks
            | Self::Roles
            | Self::Menus => false,
            Self::Dictionaries
            | Self::Tenants
            | Self::Holidays
            | Self::TenantSites
            | Self::TenantPins
            | Self::TenantUsers
            | Self::Studies
            | Self::UserDepartments
            | Self::Departments
            | Self::SystemList
            | Self::StudySites
            | Self::StudySoftware
            | Self::UserAllowed
            | Self::UserAllowedHistory
            | Self::Authorization
            | Self::AuthorizationHistory
            | Self::BlindingRules
            | Self::Domains
            | Self::Licences
            | Self::Clients
            | Self::Audit => true,
        }
    }
}

/// The permissions that one role gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Allowed {
    /// Nothing.
    #[default]
    Nothing,
    /// Everything: an administrator's role.
    Everything,
    /// The menus of the role's permission set.
    Menus(BTreeMap<Permission, Act>),
}

impl Allowed {
    /// Whether the role has this permission.
    #[must_use]
    pub fn covers(&self, permission: Permission, act: Act) -> bool {
        match self {
            Self::Nothing => false,
            Self::Everything => true,
            Self::Menus(menus) => menus.get(&permission).is_some_and(|has| *has >= act),
        }
    }

    /// Whether the role has any permission for a tenant's records or for a choice of tenants: only such a role needs
    /// the list of tenants.
    #[must_use]
    pub fn reaches_tenants(&self) -> bool {
        Permission::ALL.iter().any(|permission| permission.is_for_tenants() && self.covers(*permission, Act::View))
    }
}
