//! Tests of the users modules through their API.

mod acts;
mod attacks;
mod centre;
mod export;
mod import;
mod lists;
mod making;
mod places;
mod removed;
mod strength;

use serde_json::{Value, json};

use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Permission, Who};
use crate::resources::roles::{Role, RoleType};
use crate::resources::seed;
use crate::resources::testing::{self as world, Face};
use crate::resources::users::User;

const PATH: &str = "/api/admin/users";

/// The modules, an administrator who also is a user, and a clerk's role.
struct World {
    face: Face,
    admin: Who,
    me: User,
    administrator: Role,
    clerk: Role,
}

async fn ready(kernel: &Kernel) -> World {
    let mut cx = world::system(kernel);
    seed(&mut cx).await.unwrap();
    let administrator = world::role(&mut cx, "Administrator", RoleType::System, &[]).await;
    let clerk = world::role(&mut cx, "Clerk", RoleType::System, &[(Permission::Users, Act::Edit)]).await;
    world::plain_role(&mut cx).await;
    let me = world::user(&mut cx, "first.admin", Some(&administrator)).await;
    cx.commit().await.unwrap();
    let admin = world::person(&me.id, Allowed::Everything, &[]);
    World { face: Face::over(kernel), admin, me, administrator, clerk }
}

fn form(name: &str) -> Value {
    json!({ "fullName": "Zhang Wei", "userName": name, "email": format!("{name}@example.com"), "phone": "13800000000", "roleId": "plain" })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn to(user: &Value, act: &str) -> String {
    format!("{}/{act}", at(user))
}

fn at(user: &Value) -> String {
    format!("{PATH}/{}", user["id"].as_str().unwrap())
}
