use serde_json::{Value, json};

use crate::both;
use crate::resources::testing::{self as world, Face};

const PATH: &str = "/api/admin/security-strategy/1";

both! {
    async fn the_strategy_is_one_record_of_whole_numbers(engine) {
        let t = engine.kernel().await;
        let (face, admin) = (Face::over(&t.kernel), world::admin());
        let begun = face.get(&admin, PATH).await.body;
        assert_eq!([&begun["validityTime"], &begun["expiredDay"], &begun["remindDay"]], [30, 90, 7]);
        for (field, value) in [
            ("validityTime", Value::Null),
            ("validityTime", json!("")),
            ("validityTime", json!(-1)),
            ("validityTime", json!(1.5)),
            ("validityTime", json!(525_601)),
            ("expiredDay", json!(-1)),
            ("remindDay", json!(3651)),
        ] {
            let mut form = begun.clone();
            form[field] = value.clone();
            let refused = face.send(&admin, "PUT", PATH, &form).await;
            assert!(!refused.on(field).is_empty(), "{field} {value}: {}", refused.body);
        }
        let form = json!({ "version": 1, "validityTime": 0, "remindDay": "14" });
        let changed = face.send(&admin, "PUT", PATH, &form).await.body;
        assert_eq!([&changed["validityTime"], &changed["expiredDay"], &changed["remindDay"]], [0, 90, 14]);
        assert_eq!(face.send(&admin, "PUT", PATH, &form).await.status, 409, "somebody was faster");
        assert_eq!(face.get(&admin, "/api/admin/security-strategy/2").await.status, 404);
        let told = world::audited(&t.kernel, "security-strategy").await;
        assert_eq!(told.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["security_strategy.updated"]);
    }
}
