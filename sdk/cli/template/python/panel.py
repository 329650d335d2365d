"""The authorisation panel of one trial system: a project, its sites, and a role.

Projects and sites are the platform's. Roles are the trial system's own: it lists them for a study, and takes each
person's authorisation as a whole.
"""

import json
from urllib.parse import quote

from componentize_py_types import Err, Ok
from wit_world import exports
from wit_world.exports import claims, panel, provision
from wit_world.imports import http, types

# Column keys: names of what is granted, in `cells` of a grant.
PROJECT, SITES, ROLE = "project", "sites", "role"
# The choices of one page.
PAGE = 50


class Panel(exports.Panel):
    def describe(self, ctx):
        platform = [("source", "platform")]
        return panel.Definition(
            tabs=[],
            columns=[
                column(PROJECT, panel.Kind.PROJECTS, message("column.project", "Project"), hints=platform),
                column(SITES, panel.Kind.SITES, message("column.sites", "Sites"), True, [PROJECT], platform),
                column(ROLE, panel.Kind.MODULE_ROLES, message("column.role", "Role"), depends_on=[PROJECT]),
            ],
            max_grants=1,
        )

    def options(self, ctx, query):
        if query.column != ROLE:
            told = message("sdk.column.unknown", "There are no options for {column}.", column=query.column)
            raise Err(types.Fault_Rejected(told))
        choices = [panel.Choice(role["id"], role["name"], None, False) for role in roles(ctx)]
        return page(choices, query)

    def validate(self, ctx, grants):
        issues = []
        # The trial system is asked once, and only where there is something to compare.
        known = {role["id"] for role in roles(ctx)} if any(picks(grant, ROLE) for grant in grants) else set()
        for at, grant in enumerate(grants):
            for key, single in ((PROJECT, True), (SITES, False), (ROLE, True)):
                chosen = picks(grant, key)
                if not chosen:
                    issues.append(issue(at, key, message(f"{key}.missing", "Nothing is selected")))
                elif single and len(chosen) > 1:
                    issues.append(issue(at, key, message(f"{key}.single", "Only one can be selected")))
            for id in picks(grant, ROLE):
                if id not in known:
                    issues.append(issue(at, ROLE, message("role.unknown", "The role {id} does not exist", id=id)))
        return issues


def roles(ctx):
    """What the trial system answers to `getAuthRemoteList`."""
    request = http.Request(
        endpoint=http.Endpoint.ROLE_API,
        method=http.Method.GET,
        path=path(ctx.study.code, "getAuthRemoteList"),
        query=[("studyUrlId", setting(ctx, "study.url_id"))],
        headers=[("accept", "application/json"), ("accept-language", ctx.locale)],
        body=None,
        idempotency_key=None,
        timeout_ms=None,
    )
    return ask(request)["roles"]


# What the trial system is told ---------------------------------------------------------------------------------------


class Provision(exports.Provision):
    def apply(self, ctx, batch):
        outcome = provision.Outcome(succeeded=[], failed=[])
        sent = []
        for item in batch.items:
            call = "saveProject" if item.after else "cancelProjectAllowUser"
            body = authorisation(ctx, item) if item.after else {"isSite": False, "ids": [item.person.id]}
            if body is None:
                told = message("sites.unknown", "A selected site does not belong to the project")
                outcome.failed.append(provision.Failure(item.item_id, provision.Reason.REJECTED, None, told))
                continue
            request = http.Request(
                endpoint=http.Endpoint.CALLBACK_API,
                method=http.Method.POST,
                path=path(ctx.study.code, call),
                query=[],
                headers=[("accept-language", ctx.locale), ("content-type", "application/json")],
                body=json.dumps(body, ensure_ascii=False).encode(),
                # Without the attempt: a repeated batch gets its earlier answers.
                idempotency_key=f"{batch.batch_id}:{item.item_id}",
                timeout_ms=None,
            )
            sent.append((item, request))
        for (item, _), answer in zip(sent, http.send_all([request for _, request in sent])):
            failure = settle(item, answer)
            if failure:
                outcome.failed.append(failure)
            else:
                outcome.succeeded.append(provision.Success(item_id=item.item_id, external_ref=None))
        return outcome


def authorisation(ctx, item):
    """The whole of what a person has in the study from now on; None where a site is not one of the study's."""
    person = item.person
    ids = [id for grant in item.after for id in picks(grant, SITES)]
    sites = [{"id": id, "code": setting(ctx, f"site.{id}.code")} for id in ids]
    if any(site["code"] is None for site in sites):
        return None
    chosen = [id for grant in item.after for id in picks(grant, ROLE)]
    return {
        "studyUrlId": setting(ctx, "study.url_id"),
        "tenantId": setting(ctx, "tenant.id"),
        "userList": [person.id],
        "EmailList": [],
        "sites": sites,
        "roleId": chosen[0] if chosen else None,
        "users": [{"id": person.id, "login": person.login, "email": person.email, "name": person.display_name}],
    }


def settle(item, answer):
    """The failure of a person, by what the trial system answered; None where it did as told."""

    def failed(reason, told, wait=None):
        return provision.Failure(item.item_id, reason, wait, told)

    if not isinstance(answer, Ok):
        reason, told = unanswered(answer.value)
        return failed(reason, told, answer.value.value if reason is provision.Reason.THROTTLED else None)
    status, body = answer.value.status, parsed(answer.value.body)
    if not item.after and status in (404, 410):
        return None  # Removed already, as requested.
    if status >= 300:
        why = body.get("message")
        return failed(reason_of(status), refusal(why) if isinstance(why, str) else status_text(status))
    if "code" not in body:
        return failed(provision.Reason.UNKNOWN, malformed())
    if body["code"] != "200":
        return failed(provision.Reason.REJECTED, refusal(body.get("message")))
    data = body.get("data") or {}
    for why in data.get("failure") or []:
        return failed(provision.Reason.REJECTED, refusal(why.removeprefix(f"{item.person.id}:").strip()))
    if item.person.id in (data.get("success") or []):
        return None
    # In neither list: the trial system does not say what became of it.
    return failed(provision.Reason.UNKNOWN, malformed())


# What the trial system reads in a person's token ----------------------------------------------------------------------


class Claims(exports.Claims):
    def project(self, ctx, subject, grants, scopes):
        if not grants:
            return []
        codes = {setting(ctx, f"site.{id}.code") for grant in grants for id in picks(grant, SITES)}
        chosen = {id for grant in grants for id in picks(grant, ROLE)}
        # Sorted, so that equal grants give equal tokens.
        return [claim("sites", sorted(codes - {None})), claim("roles", sorted(chosen))]


def claim(name, value):
    return claims.Claim(name, json.dumps(value, ensure_ascii=False))


# Helpers --------------------------------------------------------------------------------------------------------------


def message(key, fallback, **arguments):
    """A text by its key in `locales`; the fallback is for a catalogue without it."""
    return types.Message(key=key, args=list(arguments.items()), fallback=fallback)


def column(key, kind, label, multiple=False, depends_on=(), hints=()):
    return panel.Column(
        key=key,
        kind=kind,
        label=label,
        required=True,
        multiple=multiple,
        depends_on=list(depends_on),
        hints=[("missing", f"{key}.missing"), *hints],
    )


def issue(grant, column, told):
    return panel.Issue(grant, column, panel.Severity.ERROR, told)


def picks(grant, key):
    """What a grant has in a column."""
    cell = dict(grant.cells).get(key)
    return cell.value if isinstance(cell, types.Cell_Picks) else []


def setting(ctx, name):
    return dict(ctx.study.settings).get(name)


def path(*parts):
    return "/".join(quote(part, safe="") for part in parts)


def parsed(body):
    try:
        answer = json.loads(body)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def ask(request):
    """The `data` of an answer. A fault where the trial system gives none."""
    try:
        answer = http.send(request)
    except Err as error:
        raise Err(types.Fault_Downstream(unanswered(error.value)[1])) from error
    if answer.status != 200:
        raise Err(types.Fault_Downstream(status_text(answer.status)))
    body = parsed(answer.body)
    if "code" not in body:
        raise Err(types.Fault_Downstream(malformed()))
    if body["code"] != "200":
        raise Err(types.Fault_Downstream(refusal(body.get("message"))))
    return body["data"]


def page(choices, query):
    """The page of choices that a query asks for."""
    wanted = query.search.lower()
    found = [choice for choice in choices if wanted in f"{choice.id}\n{choice.label}".lower()]
    start = int(query.cursor or 0)
    following = str(start + PAGE) if len(found) > start + PAGE else None
    return panel.Page(choices=found[start : start + PAGE], next=following)


def unanswered(error):
    """The reason and the text of a request that got no answer."""
    match error:
        case http.Error_Denied():
            told = message("sdk.http.denied", "The call to the trial system was not allowed.")
            return provision.Reason.UNAUTHORISED, told
        case http.Error_Timeout():
            return provision.Reason.UNAVAILABLE, message("sdk.http.timeout", "The trial system did not answer in time.")
        case http.Error_Connect() | http.Error_Tls():
            return provision.Reason.UNAVAILABLE, message("sdk.http.connect", "The trial system cannot be reached.")
        case http.Error_Throttled():
            return provision.Reason.THROTTLED, message("sdk.http.throttled", "The trial system is busy.")
        case _:
            return provision.Reason.UNKNOWN, malformed()


def reason_of(status):
    known = {
        401: provision.Reason.UNAUTHORISED,
        403: provision.Reason.UNAUTHORISED,
        404: provision.Reason.NOT_FOUND,
        409: provision.Reason.CONFLICT,
    }
    return known.get(status, provision.Reason.UNAVAILABLE if status >= 500 else provision.Reason.REJECTED)


def status_text(status):
    if status >= 500:
        return message("sdk.http.unavailable", "The trial system failed (status {status}).", status=str(status))
    return message("sdk.http.refused", "The trial system refused the request (status {status}).", status=str(status))


def refusal(why):
    return message("sdk.remote.refused", "The trial system refused: {detail}", detail=str(why or "")[:200])


def malformed():
    return message("sdk.http.malformed", "The trial system's answer cannot be understood.")
