use serde_json::{Value, json};

use super::PinSetting;
use crate::both;
use crate::kernel::clock::Time;
use crate::kernel::id::Id;
use crate::kernel::resource::Record as _;
use crate::resources::pins::model::PinRule;
use crate::resources::seed;
use crate::resources::testing::{self as world, Face};

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

both! {
    async fn a_tenant_begins_with_a_setting_and_changes_it(engine) {
        let t = engine.kernel().await;
        let mut cx = world::system(&t.kernel);
        seed(&mut cx).await.unwrap();
        let tenant = world::tenant(&mut cx, "Here").await;
        cx.commit().await.unwrap();
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let path = format!("/api/admin/tenant-pins/{}", tenant.id);
        let first = face.get(&admin, &path).await.body;
        let want = json!({ "id": tenant.id, "version": 0, "pinRule": "2", "pinLength": 6, "pinNoticeType": "1", "pinDuration": 30 });
        assert_eq!(first, want);
        for (field, value, zh, en) in [
            ("pinLength", Value::Null, "请输入", "required"),
            ("pinLength", json!(5), "请输入6-8的整数", "enter integer 6-8"),
            ("pinLength", json!(9), "请输入6-8的整数", "enter integer 6-8"),
            ("pinLength", json!(6.5), "请输入非负整数", "enter non-negative integer"),
            ("pinLength", json!(-6), "请输入非负整数", "enter non-negative integer"),
            ("pinDuration", Value::Null, "请输入", "required"),
            ("pinDuration", json!(-1), "请输入非负整数", "enter non-negative integer"),
            ("pinDuration", json!(1.5), "请输入非负整数", "enter non-negative integer"),
            ("pinDuration", json!(10_081), "最多10080分钟", "at most 10080 minutes"),
            ("pinRule", Value::Null, "请选择PIN码规则", "please select the rule"),
            ("pinNoticeType", Value::Null, "请选择通知方式", "please select the notification type"),
            ("version", Value::Null, "缺少版本号", "the version is missing"),
        ] {
            let said = face.refused_on(field, &admin, "PUT", &path, &with(first.clone(), field, value.clone())).await;
            assert_eq!(said, [zh, en], "{field} = {value}");
        }
        let body = with(with(with(first, "pinRule", json!("3")), "pinLength", json!(8)), "pinNoticeType", json!("2"));
        let calls = (0..3).map(|_| face.send(&admin, "PUT", &path, &body));
        let mut statuses: Vec<_> = futures::future::join_all(calls).await.iter().map(|a| a.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409]);
        let second = face.get(&admin, &path).await.body;
        assert_eq!((&second["version"], &second["pinRule"], &second["pinLength"]), (&json!(1), &json!("3"), &json!(8)));
        assert_eq!(face.send(&admin, "PUT", &path, &body).await.status, 409, "of an old version");
        let third = face.send(&admin, "PUT", &path, &with(second, "pinDuration", json!(0))).await;
        assert_eq!((&third.body["version"], &third.body["pinDuration"]), (&json!(2), &json!(0)));
        assert_eq!(face.get(&admin, "/api/admin/tenant-pins/nobody").await.status, 404);
        let audit = world::audited(&t.kernel, "tenant-pins").await;
        assert_eq!(audit.len(), 2);
        assert!(audit.iter().all(|row| row.0 == "tenant_pin.updated" && row.1.is_some() && row.2.is_some()));
    }
}

#[test]
fn the_rule_says_which_pins_are_taken() {
    let of =
        |pin_rule, pin_length| PinSetting { pin_rule, pin_length, ..PinSetting::blank(Id::from("t"), Time::default()) };
    for (rule, length, pin, fine) in [
        (PinRule::Digits, 6, "135792", true),
        (PinRule::Digits, 6, "1357924", false),
        (PinRule::Digits, 6, "13579a", false),
        (PinRule::Digits, 6, "１３５７９２", false),
        (PinRule::Digits, 6, "123456", false),
        (PinRule::Digits, 6, "987654", false),
        (PinRule::Digits, 6, "777777", false),
        (PinRule::Letters, 7, "kDzaPqR", true),
        (PinRule::Letters, 7, "kDzaPq1", false),
        (PinRule::Letters, 7, "abcdefg", false),
        (PinRule::Both, 8, "a1b2c3d4", true),
        (PinRule::Both, 8, "abcdefgx", false),
        (PinRule::Both, 8, "13572468", false),
        (PinRule::Both, 8, "a1b2c3 4", false),
    ] {
        assert_eq!(of(rule, length).check(pin).is_ok(), fine, "{pin}");
    }
}
