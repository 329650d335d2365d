//! Gateways' calls beside those of their own libraries, and what their answers mean.

use axum::http::{Request, StatusCode};
use bytes::Bytes;
use serde_json::json;

use super::shape::{Call, Shape};
use super::{aliyun::Aliyun, tencent::Tencent, webhook::Webhook};
use crate::config::{Sms, SmsGateway, SmsTemplate};
use crate::kernel::clock::Time;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::notify::model::Letter;
use crate::notify::notice::Facts;
use crate::notify::words::Trouble;

/// The 5th of January 2026, 08:00:00 UTC.
const AT: Time = Time(1_767_600_000_000);

fn letter(purpose: &'static str, locale: &'static str, to: &str) -> Letter {
    Letter {
        id: Id::from("0190-1"),
        kind: "sms",
        purpose,
        to: to.into(),
        locale,
        subject: None,
        text: "您好".into(),
        html: None,
        values: Facts::default().with("code", "123456").with("minutes", "5").with("userName", "\"},{"),
        created_at: AT,
        resends: 0,
    }
}

fn settings(gateway: SmsGateway) -> Sms {
    let template = |zh: &str, en: &str, values: [&str; 2]| SmsTemplate {
        zh: zh.into(),
        en: en.into(),
        values: values.map(str::to_owned).into(),
    };
    Sms {
        gateway,
        key_id: "key-1".into(),
        key_secret: Secret::new("secret-1"),
        sign_name: "临床 研究*".into(),
        app_id: "1400000000".into(),
        templates: [
            ("sign-in-code".into(), template("SMS_1", "", ["code", "minutes"])),
            ("phone-code".into(), template("SMS_2", "SMS_3", ["userName", "code"])),
        ]
        .into(),
        ..Sms::default()
    }
}

fn made(shape: &dyn Shape, url: &str, letter: &Letter) -> Result<Request<Bytes>, Trouble> {
    shape.request(&Call { url, letter, at: AT, nonce: Id::from("0190-2") })
}

fn header<'a>(request: &'a Request<Bytes>, name: &str) -> &'a str {
    request.headers()[name].to_str().unwrap()
}

/// The signature is that of alibabacloud_openapi_util 0.2.4 for the same call.
#[test]
fn a_call_of_aliyun_is_signed_as_its_library_signs_it() {
    let aliyun = Aliyun::new(&settings(SmsGateway::Aliyun)).unwrap();
    let call =
        made(&aliyun, "https://dysmsapi.aliyuncs.com", &letter("sign-in-code", "zh", "+86 138-0013-8000")).unwrap();
    assert_eq!(
        call.uri(),
        "https://dysmsapi.aliyuncs.com/?OutId=0190-1&PhoneNumbers=13800138000&SignName=%E4%B8%B4%E5%BA%8A%20\
         %E7%A0%94%E7%A9%B6%2A&TemplateCode=SMS_1&TemplateParam=%7B%22code%22%3A%22123456%22%2C%22minutes%22%3A%225%22%7D"
    );
    assert_eq!(
        header(&call, "authorization"),
        "ACS3-HMAC-SHA256 Credential=key-1,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;\
         x-acs-signature-nonce;x-acs-version,\
         Signature=3095d67512126486499e3139abd70b3cb2656e18b34f98da06c1e0b04604cfb7"
    );
    let other =
        made(&aliyun, "https://dysmsapi.aliyuncs.com", &letter("phone-code", "en", "+44 20 7946 0000")).unwrap();
    let query = other.uri().query().unwrap();
    assert!(query.contains("PhoneNumbers=442079460000&") && query.contains("TemplateCode=SMS_3&"), "{query}");
    assert!(query.contains("%22userName%22%3A%22%5C%22%7D%2C%7B%22"), "a value stays a text: {query}");
    assert_eq!(made(&aliyun, "https://x", &letter("user-name", "zh", "1")).unwrap_err(), Trouble::Unconfigured);
}

/// The signature is that of tencentcloud-sdk-python-common 3.1.195 for the same body and second.
#[test]
fn a_call_of_tencent_cloud_is_signed_as_its_library_signs_it() {
    let tencent = Tencent::new(&settings(SmsGateway::Tencent)).unwrap();
    let mut one = settings(SmsGateway::Tencent);
    one.templates.get_mut("sign-in-code").unwrap().zh = "100".into();
    let call = made(
        &Tencent::new(&one).unwrap(),
        "https://sms.tencentcloudapi.com",
        &letter("sign-in-code", "en", "13800138000"),
    );
    let call = call.unwrap();
    assert_eq!(
        std::str::from_utf8(call.body()).unwrap(),
        r#"{"PhoneNumberSet":["+8613800138000"],"SessionContext":"0190-1","SignName":"临床 研究*","SmsSdkAppId":"1400000000","TemplateId":"100","TemplateParamSet":["123456","5"]}"#
    );
    assert_eq!(
        header(&call, "authorization"),
        "TC3-HMAC-SHA256 Credential=key-1/2026-01-05/sms/tc3_request, SignedHeaders=content-type;host, \
         Signature=a27cc98d6a754d92a0a07b796b416ae624c2a41b2e96bd41d6f6c57efe53a1b1"
    );
    let named = ["x-tc-action", "x-tc-version", "x-tc-timestamp", "x-tc-region"].map(|name| header(&call, name));
    assert_eq!(named, ["SendSms", "2021-01-11", "1767600000", "ap-guangzhou"]);
    let other = made(&tencent, "https://x", &letter("phone-code", "en", "0044 20 7946 0000")).unwrap();
    let body: serde_json::Value = serde_json::from_slice(other.body()).unwrap();
    assert_eq!((&body["PhoneNumberSet"], &body["TemplateId"]), (&json!(["+442079460000"]), &json!("SMS_3")));
    assert_eq!(body["TemplateParamSet"], json!(["\"},{", "123456"]), "in the order of the settings");
}

/// The signature is that of standardwebhooks 1.1.0 for the same body and second.
#[test]
fn a_webhook_is_signed_as_standard_webhooks_are() {
    let signing_secret = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    let settings = |signing_secret| Sms { body: r#"{"text":"{text}"}"#.into(), signing_secret, ..Sms::default() };
    let webhook = Webhook::new(&settings(signing_secret)).unwrap();
    let call = made(&webhook, "https://sms.example", &letter("sign-in-code", "zh", "13800138000")).unwrap();
    assert_eq!(header(&call, "webhook-id"), "0190-1");
    assert_eq!(header(&call, "webhook-timestamp"), "1767600000");
    assert_eq!(header(&call, "webhook-signature"), "v1,iIRTVxZEK+hXp5xO+YxQIDcBhR3Kzy3+Ch21gUP9vJA=");
    let plain = Webhook::new(&settings(Secret::default())).unwrap();
    let call = made(&plain, "https://sms.example", &letter("sign-in-code", "zh", "13800138000")).unwrap();
    assert!(!call.headers().contains_key("webhook-signature"));
    assert!(Webhook::new(&settings(Secret::new("not base64!"))).is_err());
}

#[test]
fn an_answer_says_whether_another_attempt_makes_sense() {
    let aliyun = Aliyun::new(&settings(SmsGateway::Aliyun)).unwrap();
    let tencent = Tencent::new(&settings(SmsGateway::Tencent)).unwrap();
    let status =
        |code: &str| json!({ "Response": { "SendStatusSet": [{ "Code": code }], "RequestId": "r" } }).to_string();
    let error =
        |code: &str| json!({ "Response": { "Error": { "Code": code, "Message": "" }, "RequestId": "r" } }).to_string();
    let said = |code: &str| json!({ "Code": code, "Message": "", "RequestId": "r" }).to_string();
    let cases: [(&dyn Shape, u16, String, Option<Trouble>); 16] = [
        (&aliyun, 200, said("OK"), None),
        (&aliyun, 200, said("isv.BUSINESS_LIMIT_CONTROL"), Some(Trouble::Later)),
        (&aliyun, 400, said("Throttling.User"), Some(Trouble::Later)),
        (&aliyun, 200, said("isv.MOBILE_NUMBER_ILLEGAL"), Some(Trouble::Refused)),
        (&aliyun, 400, said("SignatureDoesNotMatch"), Some(Trouble::Refused)),
        (&aliyun, 503, said("OK"), Some(Trouble::Later)),
        (&aliyun, 502, "<html>".into(), Some(Trouble::Later)),
        (&aliyun, 200, "{}".into(), Some(Trouble::Later)),
        (&tencent, 200, status("Ok"), None),
        (&tencent, 200, status("LimitExceeded.PhoneNumberDailyLimit"), Some(Trouble::Later)),
        (&tencent, 200, status("FailedOperation.PhoneNumberInBlacklist"), Some(Trouble::Refused)),
        (&tencent, 200, error("AuthFailure.SignatureFailure"), Some(Trouble::Refused)),
        (&tencent, 200, error("RequestLimitExceeded"), Some(Trouble::Later)),
        (&tencent, 200, error("InternalError.Timeout"), Some(Trouble::Later)),
        (&tencent, 500, status("Ok"), Some(Trouble::Later)),
        (&tencent, 200, "[]".into(), Some(Trouble::Later)),
    ];
    for (shape, status, body, want) in cases {
        assert_eq!(shape.trouble(StatusCode::from_u16(status).unwrap(), body.as_bytes()), want, "{status} {body}");
    }
}

#[test]
fn a_template_of_an_unknown_purpose_or_value_is_found_at_the_start() {
    let with = |purpose: &str, template: SmsTemplate| {
        let templates = [(purpose.to_owned(), template)].into();
        Aliyun::new(&Sms { templates, ..settings(SmsGateway::Aliyun) }).map(|_| ()).map_err(|error| error.to_string())
    };
    let template =
        |value: &str| SmsTemplate { zh: "SMS_1".into(), values: vec![value.into()], ..SmsTemplate::default() };
    assert_eq!(with("sign-in-code", template("code")), Ok(()));
    for (purpose, template) in
        [("sign-in", template("code")), ("sign-in-code", template("link")), ("sign-in-code", SmsTemplate::default())]
    {
        assert!(with(purpose, template).unwrap_err().contains(&format!("notify.sms.templates.{purpose}")));
    }
}
