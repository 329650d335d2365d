//! Names the browser and system of a `User-Agent`. Only for recognising one's own devices: the header proves nothing.

/// Tokens of browsers; a browser stands before those whose token it also sends. The version follows the token.
const BROWSERS: &[(&str, &str)] = &[
    ("MicroMessenger/", "WeChat"),
    ("wxwork/", "WeCom"),
    ("DingTalk/", "DingTalk"),
    ("Lark/", "Feishu"),
    ("EdgiOS/", "Edge"),
    ("EdgA/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
];

/// Tokens of operating systems; a system stands before those whose token it also sends.
const SYSTEMS: &[(&str, &str)] = &[
    ("OpenHarmony", "HarmonyOS"),
    ("HarmonyOS", "HarmonyOS"),
    ("Windows", "Windows"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Android", "Android"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// The browser with its major version, if it is a known one.
pub fn browser(user_agent: &str) -> Option<String> {
    let (mark, name) = BROWSERS.iter().find(|(mark, _)| user_agent.contains(mark))?;
    let version = user_agent.split(mark).nth(1).unwrap_or_default();
    let major: String = version.chars().take_while(char::is_ascii_digit).take(4).collect();
    Some(if major.is_empty() { (*name).to_owned() } else { format!("{name} {major}") })
}

/// The operating system, if it is a known one.
pub fn system(user_agent: &str) -> Option<&'static str> {
    SYSTEMS.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_called_by_the_names_that_people_know() {
        const WEBKIT: &str = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (agent, expected) in [
            (
                format!(
                    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
                ),
                (Some("Edge 140"), Some("Windows")),
            ),
            (
                format!("Mozilla/5.0 (Linux; Android 14; Pixel 8) {WEBKIT} Chrome/139.0.0.0 Mobile Safari/537.36"),
                (Some("Chrome 139"), Some("Android")),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.0 Mobile/15E148 Safari/604.1"
                    .to_owned(),
                (Some("Safari 18"), Some("iOS")),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0".to_owned(),
                (Some("Firefox 143"), Some("macOS")),
            ),
            ("openid-client/6".to_owned(), (None, None)),
            (String::new(), (None, None)),
        ] {
            assert_eq!((browser(&agent).as_deref(), system(&agent)), expected, "{agent}");
        }
    }
}
