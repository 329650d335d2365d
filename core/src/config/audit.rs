//! Settings of the audit.

use serde::{Deserialize, Serialize};
use url::Url;

use super::value::ConfigError;

/// The audit.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Audit {
    /// Seconds between signed checkpoints; none is made if no row was added.
    pub checkpoint_seconds: i64,
    /// The folder for checkpoints, within the data directory or anywhere. Empty: none.
    pub checkpoint_folder: String,
    /// The system log for checkpoints: `udp://host:port`, `tcp://host:port` or `unix:///path`. Empty: none.
    pub checkpoint_syslog: String,
}

/// The address of a system log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditLog {
    /// Host and port.
    Udp(String, u16),
    /// Host and port.
    Tcp(String, u16),
    /// A local socket.
    Unix(String),
}

impl Default for Audit {
    fn default() -> Self {
        Self { checkpoint_seconds: 60, checkpoint_folder: "checkpoints".into(), checkpoint_syslog: String::new() }
    }
}

impl Audit {
    /// The system log for checkpoints.
    #[must_use]
    pub fn log(&self) -> Option<AuditLog> {
        let url = Url::parse(&self.checkpoint_syslog).ok()?;
        let host =
            || url.host_str().filter(|host| !host.is_empty()).map(|host| host.trim_matches(['[', ']']).to_owned());
        match url.scheme() {
            "udp" => Some(AuditLog::Udp(host()?, url.port().unwrap_or(514))),
            "tcp" => Some(AuditLog::Tcp(host()?, url.port().unwrap_or(601))),
            "unix" if url.path().len() > 1 => Some(AuditLog::Unix(url.path().to_owned())),
            _ => None,
        }
    }

    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        if self.checkpoint_seconds < 1 {
            return Err(ConfigError::Value("audit.checkpoint_seconds", "must be at least 1".into()));
        }
        if !self.checkpoint_syslog.is_empty() && self.log().is_none() {
            let why = "must be udp://host:port, tcp://host:port or unix:///path";
            return Err(ConfigError::Value("audit.checkpoint_syslog", why.into()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_log_is_named_by_an_address() {
        let of = |text: &str| Audit { checkpoint_syslog: text.into(), ..Audit::default() };
        assert_eq!(of("udp://log.example.org").log(), Some(AuditLog::Udp("log.example.org".into(), 514)));
        assert_eq!(of("tcp://[::1]:1601").log(), Some(AuditLog::Tcp("::1".into(), 1601)));
        assert_eq!(of("unix:///dev/log").log(), Some(AuditLog::Unix("/dev/log".into())));
        assert!(of("").validate().is_ok());
        for wrong in ["log.example.org", "http://log.example.org", "udp://", "unix://"] {
            assert!(of(wrong).validate().is_err(), "{wrong}");
        }
    }
}
