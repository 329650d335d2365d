"""The authorisation panel of an electronic consent system, in Python: at which sites, in which languages and in which
role somebody may take participants through a study's consent form.

The system's own API, as this panel calls it:

    role-api      GET     roles?study=CODE                -> {"roles": [{"id": "...", "name": "..."}]}
    callback-api  PUT     studies/CODE/users/PERSON       login, email, name, sites (codes), languages, roles
    callback-api  DELETE  studies/CODE/users/PERSON
"""

import json
from urllib.parse import quote

from componentize_py_types import Err, Ok
from wit_world import exports
from wit_world.exports import claims, panel, provision
from wit_world.imports import http, log, types

PROJECT, SITES, LANGUAGES, ROLES = COLUMNS = ("project", "sites", "languages", "roles")

# The languages that the consent form is read in: id, then its name in Chinese and in English.
OFFERED = [("zh", "中文", "Chinese"), ("en", "英语", "English"), ("de", "德语", "German"), ("ja", "日语", "Japanese")]
# The choices of one page.
PAGE = 50


def message(key, fallback):
    return types.Message(key=key, args=[], fallback=fallback)


def column(key, kind, fallback, multiple=True, depends_on=(), hints=()):
    return panel.Column(
        key=key,
        kind=kind,
        label=message(f"column.{key}", fallback),
        required=True,
        multiple=multiple,
        depends_on=list(depends_on),
        hints=[("missing", f"missing.{key}"), *hints],
    )


def picks(grant, key):
    """What a grant has in a column."""
    cell = dict(grant.cells).get(key)
    return cell.value if isinstance(cell, types.Cell_Picks) else []


def picked(grants, key):
    """What several grants have in a column, each once, sorted: equal grants give equal tokens."""
    return sorted({id for grant in grants for id in picks(grant, key)})


def site_codes(ctx, grants):
    """The codes by which the system knows the platform's sites."""
    codes = dict(ctx.study.settings)
    found = {id: codes.get(f"site.{id}.code") for id in picked(grants, SITES)}
    unknown = [id for id, code in found.items() if code is None]
    if unknown:
        # Less access than granted, never more.
        log.log(log.Level.WARN, "granted sites have no code", [("sites", " ".join(unknown))])
    return sorted(code for code in found.values() if code is not None)


def page(choices, query):
    """A page of the choices that a query asks for."""
    wanted = query.search.lower()
    found = [choice for choice in choices if wanted in f"{choice.id}\n{choice.label}".lower()]
    start = int(query.cursor or 0)
    following = str(start + PAGE) if len(found) > start + PAGE else None
    return panel.Page(choices=found[start : start + PAGE], next=following)


def choice(id, label):
    return panel.Choice(id=id, label=label, note=None, disabled=False)


def request(endpoint, method, path, query=(), headers=(), body=None, key=None):
    return http.Request(
        endpoint=endpoint,
        method=method,
        path=path,
        query=list(query),
        headers=list(headers),
        body=body,
        idempotency_key=key,
        timeout_ms=None,
    )


def roles(ctx):
    headers = [("accept", "application/json"), ("accept-language", ctx.locale)]
    query = [("study", ctx.study.code)]
    try:
        answer = http.send(request(http.Endpoint.ROLE_API, http.Method.GET, "roles", query, headers))
        if answer.status != 200:
            raise ValueError(f"status {answer.status}")
        return [choice(role["id"], role["name"]) for role in json.loads(answer.body)["roles"]]
    except (Err, ValueError, LookupError, TypeError) as error:
        log.log(log.Level.WARN, "the roles cannot be read", [("why", repr(error))])
        raise Err(types.Fault_Downstream(message("downstream", "The consent system does not answer."))) from error


class Panel(exports.Panel):
    def describe(self, ctx):
        platform = [("source", "platform")]
        return panel.Definition(
            tabs=[],
            columns=[
                column(PROJECT, panel.Kind.PROJECTS, "Study", multiple=False, hints=platform),
                column(SITES, panel.Kind.SITES, "Sites", depends_on=[PROJECT], hints=platform),
                column(LANGUAGES, panel.Kind.MODULE_ROLES, "Languages"),
                column(ROLES, panel.Kind.MODULE_ROLES, "Roles", depends_on=[PROJECT]),
            ],
            max_grants=20,
        )

    def options(self, ctx, query):
        if query.column == LANGUAGES:
            chinese = ctx.locale.startswith("zh")
            return page([choice(id, zh if chinese else en) for id, zh, en in OFFERED], query)
        return page(roles(ctx), query)

    def validate(self, ctx, grants):
        def issue(grant, column, key, fallback):
            return panel.Issue(grant, column, panel.Severity.ERROR, message(key, fallback))

        issues, seen = [], set()
        for at, grant in enumerate(grants):
            missing = [key for key in COLUMNS if not picks(grant, key)]
            issues += [issue(at, key, f"missing.{key}", "Nothing is chosen") for key in missing]
            projects = set(picks(grant, PROJECT))
            if projects & seen:
                issues.append(issue(at, PROJECT, "project.twice", "This study is in a row above"))
            seen |= projects
        return issues


STATUSES = {
    401: provision.Reason.UNAUTHORISED,
    403: provision.Reason.UNAUTHORISED,
    404: provision.Reason.NOT_FOUND,
    409: provision.Reason.CONFLICT,
}


def reason(answer):
    """The reason of a failure, from an answer's status or a request that got none."""
    if isinstance(answer, Ok):
        status = answer.value.status
        other = provision.Reason.UNAVAILABLE if status >= 500 else provision.Reason.REJECTED
        return STATUSES.get(status, other)
    match answer.value:
        case http.Error_Denied():
            return provision.Reason.UNAUTHORISED
        case http.Error_Timeout() | http.Error_Connect() | http.Error_Tls():
            return provision.Reason.UNAVAILABLE
        case http.Error_Throttled():
            return provision.Reason.THROTTLED
        case _:
            return provision.Reason.UNKNOWN


class Provision(exports.Provision):
    def apply(self, ctx, batch):
        outcome = provision.Outcome(succeeded=[], failed=[])
        answers = http.send_all([self.change(ctx, batch, item) for item in batch.items])
        for item, answer in zip(batch.items, answers):
            status = answer.value.status if isinstance(answer, Ok) else None
            if status is not None and (status < 300 or (status == 404 and not item.after)):
                outcome.succeeded.append(provision.Success(item_id=item.item_id, external_ref=None))
                continue
            why = reason(answer)
            key = why.name.lower().replace("_", "-")
            wait = answer.value.value if why is provision.Reason.THROTTLED else None
            told = message(f"failed.{key}", "The consent system did not take the change")
            outcome.failed.append(provision.Failure(item.item_id, why, wait, told))
        return outcome

    @staticmethod
    def change(ctx, batch, item):
        person = item.person
        path = "/".join(quote(part, safe="") for part in ("studies", ctx.study.code, "users", person.id))
        # Without the attempt: a repeated batch gets its earlier answers.
        key = f"{batch.batch_id}:{item.item_id}"
        if not item.after:
            return request(http.Endpoint.CALLBACK_API, http.Method.DELETE, path, key=key)
        body = {
            "login": person.login,
            "email": person.email,
            "name": person.display_name,
            "sites": site_codes(ctx, item.after),
            "languages": picked(item.after, LANGUAGES),
            "roles": picked(item.after, ROLES),
        }
        headers = [("content-type", "application/json")]
        octets = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        return request(http.Endpoint.CALLBACK_API, http.Method.PUT, path, headers=headers, body=octets, key=key)


class Claims(exports.Claims):
    def project(self, ctx, subject, grants, scopes):
        if not grants:
            return []
        values = {
            "sites": site_codes(ctx, grants),
            "languages": picked(grants, LANGUAGES),
            "roles": picked(grants, ROLES),
        }
        return [claims.Claim(name, json.dumps(value, ensure_ascii=False)) for name, value in values.items()]
