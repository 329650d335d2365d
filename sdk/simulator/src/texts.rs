//! The texts of the pages.

use crate::locale::Text;

macro_rules! texts {
    ($($name:ident: $zh:literal, $en:literal;)*) => {
        $(pub(crate) const $name: Text = Text { zh: $zh, en: $en };)*
    };
}

texts! {
    SIMULATOR: "试验系统模拟器", "Trial system simulator";
    NOBODY: "您尚未登录。", "You are not signed in.";
    SIGN_IN: "登录", "Sign in";
    SIGN_OUT: "退出登录", "Sign out";
    SIGNED_IN_AS: "当前用户", "Signed in as";
    LOGIN_NAME: "用户名", "User name";
    EMAIL: "邮箱", "E-mail";
    SUBJECT: "用户标识", "Subject";
    TENANT: "租户", "Tenant";
    STUDY: "项目", "Study";
    ENVIRONMENT: "环境", "Environment";
    SITES: "中心", "Sites";
    ROLES: "项目角色", "Study roles";
    MODULE_ROLES: "模块角色", "Module roles";
    SUB_PROJECT: "子项目", "Sub-project";
    HIDDEN: "揭盲后不可见", "not visible after unblinding";
    VISIBLE: "揭盲后可见", "visible after unblinding";
    STOCK_HOUSES: "库房", "Stock houses";
    TENANT_ROLES: "租户角色", "Tenant roles";
    ARRIVED: "已收到的接口调用", "Calls that arrived";
    NO_ACCESS: "该账号在本系统中没有项目授权。", "This account has no study access in this system.";
    CHOOSE_TENANT: "选择其他租户", "Choose another tenant";
    CHOOSE_STUDY: "选择其他项目", "Choose another study";
    NONE: "无", "None";
    FAILED: "登录未完成", "Sign-in was not completed";
    AGAIN: "重新登录", "Sign in again";
    REFUSED: "身份服务器拒绝了登录请求。", "The identity server refused the request.";
    STATE: "登录请求已失效或不是由此浏览器发起的，请重新登录。",
        "The request has expired or was not started in this browser. Please sign in again.";
    FOREIGN_ISSUER: "该请求来自另一个身份服务器。", "The request names another identity server.";
    UNREACHABLE: "无法连接身份服务器，请稍后再试。",
        "The identity server cannot be reached. Please try again later.";
    UNTRUSTED: "身份服务器的应答无法通过校验。",
        "The identity server's answer could not be verified.";
    ERROR_CODE: "错误代码", "Error code";
}
