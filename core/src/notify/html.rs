//! The HTML of an e-mail: made from the same template as its text, so that both say the same (RFC 2046, section 5.1.4).
//!
//! A template is plain text. Whatever it says and whatever its values are is escaped; the only markup is this module's.

use std::fmt::Write as _;

use super::notice::{Facts, Part};
use crate::kernel::error::{Locale, Text};
use crate::kernel::text::html_escaped;

/// The values that are addresses to open.
const LINKS: [&str; 2] = ["link", "portal"];
/// The value that a reader types.
const CODE: &str = "code";

static OPEN: Text = Text::new("打开链接", "Open the link");
static OR: Text =
    Text::new("如按钮无法打开，请将此地址复制到浏览器：", "If the button does not work, copy this address:");

const BODY: &str = "margin:0;padding:24px 12px;background:#f3f5f8;color:#1c2430;\
    font:16px/1.6 -apple-system,BlinkMacSystemFont,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif";
const CARD: &str = "max-width:560px;margin:0 auto;padding:28px 32px;background:#ffffff;border-radius:8px";
const BUTTON: &str = "display:inline-block;padding:10px 22px;background:#1f5fbf;color:#ffffff;border-radius:6px;\
    text-decoration:none;font-weight:600";
const SMALL: &str = "margin:0 0 16px;font-size:13px;color:#5a6472;word-break:break-all";

/// The document of a message: its subject, without the system's name, as the heading, and its text in paragraphs.
pub(super) fn document(locale: Locale, system: &str, subject: &str, text: &str, facts: &Facts) -> String {
    let body: String = text.split("\n\n").map(|paragraph| shown(locale, paragraph, facts)).collect();
    let (system, subject) = (html_escaped(system), html_escaped(subject));
    format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{subject}</title></head>\r\n<body style=\"{BODY}\">\
         <div style=\"{CARD}\">\r\n<p style=\"margin:0 0 4px;font-size:13px;color:#5a6472\">{system}</p>\r\n\
         <h1 style=\"margin:0 0 16px;font-size:20px;line-height:1.35\">{subject}</h1>\r\n{body}</div></body></html>\r\n",
        locale.tag()
    )
}

/// One paragraph; one that is nothing but an address becomes a button, with the address below.
fn shown(locale: Locale, paragraph: &str, facts: &Facts) -> String {
    let parts: Vec<Part<'_>> = facts.parts(paragraph.trim()).collect();
    if let [Part::Value(name, address)] = parts.as_slice()
        && LINKS.contains(name)
        && ["https://", "http://"].iter().any(|scheme| address.starts_with(scheme))
    {
        let (address, open, or) = (html_escaped(address), OPEN.in_locale(locale), OR.in_locale(locale));
        return format!(
            "<p style=\"margin:20px 0 12px\"><a href=\"{address}\" style=\"{BUTTON}\">{open}</a></p>\r\n\
             <p style=\"{SMALL}\">{or}<br>{address}</p>\r\n"
        );
    }
    let mut html = String::from("<p style=\"margin:0 0 16px\">");
    for part in parts {
        let _ = match part {
            Part::Value(CODE, code) => {
                write!(html, "<strong style=\"font-size:20px;letter-spacing:2px\">{}</strong>", html_escaped(code))
            }
            Part::Text(text) | Part::Value(_, text) => write!(html, "{}", html_escaped(text).replace('\n', "<br>")),
        };
    }
    html + "</p>\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_values_and_templates_say_is_never_markup() {
        let evil = "<img src=x onerror=alert(1)>\"'&\n<b>";
        let facts = Facts::default().with("userName", evil).with("code", evil).with("link", "javascript:alert(1)");
        let html =
            document(Locale::En, evil, evil, "Hello {userName}, {code}.<script>\n\n{link}\n\n{link} here", &facts);
        let tags: Vec<_> = html.split('<').skip(1).filter_map(|rest| rest.split(['>', ' ', '\r']).next()).collect();
        assert!(tags.iter().all(|tag| !["img", "script", "b", "a"].contains(tag)), "{html}");
        assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;"), "{html}");
    }

    #[test]
    fn an_address_alone_is_a_button() {
        let facts = Facts::default().with("link", "https://x.example/a?b=1&c=\"2");
        let html = document(Locale::Zh, "系统", "主题", "请打开：\n\n{link}\n\n完", &facts);
        assert!(html.contains("<a href=\"https://x.example/a?b=1&amp;c=&quot;2\""), "{html}");
        assert!(html.contains("打开链接") && html.contains("lang=\"zh\"") && html.ends_with("</html>\r\n"), "{html}");
    }
}
