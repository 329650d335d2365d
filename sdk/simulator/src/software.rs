//! The simulated systems. They differ in names, in their catalogue, and in the shapes of the documented calls.

use serde::{Deserialize, Serialize};

use crate::locale::Text;
use crate::texts;

/// One of the four trial systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Software {
    /// Electronic data capture, web code 020.
    Edc,
    /// Randomisation and trial supply management, web code 030.
    Rtsm,
    /// Clinical trial management, web code 040.
    Ctms,
    /// Electronic trial master file, web code 070.
    Etmf,
}

impl Software {
    /// All four, by web code.
    pub const ALL: [Self; 4] = [Self::Edc, Self::Rtsm, Self::Ctms, Self::Etmf];

    /// The web code of the system in the platform's catalogue.
    pub fn web_code(self) -> &'static str {
        match self {
            Self::Edc => "020",
            Self::Rtsm => "030",
            Self::Ctms => "040",
            Self::Etmf => "070",
        }
    }

    /// The system of a web code.
    pub fn from_web_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|software| software.web_code() == code)
    }

    /// The name of its save call.
    pub fn save_call(self) -> &'static str {
        match self {
            Self::Edc => "saveEdcProject",
            Self::Rtsm => "saveIwrsProject",
            Self::Ctms => "saveCTMSProject",
            Self::Etmf => "saveETMFProject",
        }
    }

    /// Its short name, the same in every language.
    pub fn abbreviation(self) -> &'static str {
        match self {
            Self::Edc => "EDC",
            Self::Rtsm => "RTSM",
            Self::Ctms => "CTMS",
            Self::Etmf => "eTMF",
        }
    }

    /// A lower-case word for cookies and references.
    pub(crate) fn slug(self) -> &'static str {
        match self {
            Self::Edc => "edc",
            Self::Rtsm => "rtsm",
            Self::Ctms => "ctms",
            Self::Etmf => "etmf",
        }
    }

    /// The portal's list of what can be opened in the system, and the text of its link (portal specification, section
    /// 2).
    pub(crate) fn list(self) -> Option<(&'static str, Text)> {
        match self {
            Self::Edc => Some(("/tenantListEDC", texts::CHOOSE_TENANT)),
            Self::Rtsm => Some(("/projectListRTSM", texts::CHOOSE_STUDY)),
            Self::Ctms | Self::Etmf => None,
        }
    }

    pub(crate) fn name(self) -> Text {
        match self {
            Self::Edc => Text { zh: "电子数据采集系统", en: "Electronic data capture" },
            Self::Rtsm => Text { zh: "随机与药物供应系统", en: "Randomisation and supply" },
            Self::Ctms => Text { zh: "临床试验管理系统", en: "Clinical trial management" },
            Self::Etmf => Text { zh: "电子试验主文档", en: "Electronic trial master file" },
        }
    }
}
