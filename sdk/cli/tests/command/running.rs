//! `call`, `bench` and `test` with a real plugin, as `.ci/guest.sh` built it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{answer, failure};

const EDC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/dist/edc.cardea");
/// The budgets of a server, for a machine that runs other tests at the same time.
const SLACK: [&str; 2] = ["--slack", "200"];

fn with_bundle<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, "--bundle", EDC][..], &SLACK, more].concat()
}

fn write(folder: &Path, name: &str, case: &Value) {
    fs::write(folder.join(name), case.to_string()).unwrap();
}

fn options() -> Value {
    json!({
        "call": "options",
        "context": { "study": { "id": "s", "code": "ABC-1", "settings": { "study.url_id": "b1" } } },
        "input": { "column": "moduleRoles" },
        "http": [{
            "endpoint": "role-api", "path": "ABC-1/getAuthRemoteList", "query": { "studyUrlId": "b1" },
            "headers": { "accept-language": "en" },
            "answer": { "json": { "code": "200", "data": {
                "Environments": [],
                "RoleInfos": [{ "id": "reports", "name": "Reports", "type": 1 }]
            } } }
        }],
        "expect": { "answer": {
            "choices": [{ "id": "reports", "label": "Reports", "disabled": false }], "next": null
        } }
    })
}

#[test]
fn one_export_is_called_with_json_in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let described = answer(folder.path(), &with_bundle("call", &["describe"]));
    let keys: Vec<_> = described["answer"]["columns"].as_array().unwrap().iter().map(|c| c["key"].clone()).collect();
    assert_eq!(keys, ["project", "sites", "moduleRoles", "roleEnvironment"]);
    assert!(described["usage"]["memoryBytes"].as_u64().unwrap() > 0);

    write(folder.path(), "options.json", &options());
    let called = answer(folder.path(), &with_bundle("call", &["--case", "options.json"]));
    assert_eq!(called["answer"], options()["expect"]["answer"]);
    assert_eq!(called["usage"]["requests"], 1);

    let measured = answer(folder.path(), &with_bundle("bench", &["--case", "options.json", "--times", "3"]));
    assert_eq!((&measured["times"], &measured["usage"]["requests"]), (&json!(3), &json!(1)));
    let [median, most] = ["median", "most"].map(|part| measured["microseconds"][part].as_u64().unwrap());
    assert!(0 < median && median <= most);
}

#[test]
fn a_failed_call_says_what_people_see_and_what_only_the_log_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut case = options();
    case["http"][0]["answer"] = json!({ "text": "<html>" });
    write(folder.path(), "broken.json", &case);
    let failed = failure(folder.path(), &with_bundle("call", &["--case", "broken.json"]));
    assert_eq!(failed["code"], "downstream_unavailable");
    assert_eq!(failed["call"]["error"]["message"], "The trial system's answer cannot be understood.");

    // Without a recorded answer, the request is told, and the plugin sees a system that fails.
    case["http"] = json!([]);
    write(folder.path(), "unrecorded.json", &case);
    let failed = failure(folder.path(), &with_bundle("call", &["--case", "unrecorded.json"]));
    let asked = "not recorded: role-api GET ABC-1/getAuthRemoteList?studyUrlId=b1";
    assert_eq!(failed["call"]["http"], json!([asked]));

    // A case that cannot be read is named with its field.
    case["input"] = json!({ "colunm": "moduleRoles" });
    write(folder.path(), "misspelt.json", &case);
    let failed = failure(folder.path(), &with_bundle("call", &["--case", "misspelt.json"]));
    let told = failed["message"].as_str().unwrap();
    assert!(told.starts_with("misspelt.json: input: unknown field `colunm`"), "{told}");
}

#[test]
fn cases_tell_where_they_differ() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cases")).unwrap();
    let arguments = with_bundle("test", &["--cases", "cases"]);
    assert_eq!(failure(folder.path(), &arguments)["code"], "argument");

    write(folder.path(), "cases/good.json", &options());
    let mut bad = options();
    bad["expect"]["answer"]["choices"][0]["label"] = json!("Report");
    bad["atMost"] = json!({ "requests": 0 });
    let more = json!({ "endpoint": "callback-api", "method": "POST", "path": "x", "answer": {} });
    bad["http"].as_array_mut().unwrap().push(more);
    write(folder.path(), "cases/bad.json", &bad);
    let failed = failure(folder.path(), &arguments);
    assert_eq!((&failed["code"], &failed["message"]), (&json!("cases"), &json!("1 of 2 cases failed")));
    assert_eq!(failed["cases"][0]["case"], "bad");
    let expected = json!([
        "answer.choices[0].label: \"Report\" expected, \"Reports\" came",
        "recorded, but not asked: callback-api POST x",
        "atMost.requests: 0 allowed, 1 used",
    ]);
    assert_eq!(failed["cases"][0]["differences"], expected);

    // What is blessed passes: with what else is wrong mended by hand.
    bad["http"].as_array_mut().unwrap().pop();
    bad["atMost"] = json!({});
    write(folder.path(), "cases/bad.json", &bad);
    answer(folder.path(), &[&arguments[..], &["--bless"]].concat());
    assert_eq!(answer(folder.path(), &arguments)["passed"].as_array().unwrap().len(), 2);
}
