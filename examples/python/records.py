"""A client of /api/v1: lists, makes, changes and deletes records. The standard library is all it needs."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

TRIES = 5
TIMEOUT_SECONDS = 60


class Problem(Exception):
    """What the server said of a failure: `code`, `status`, `details`."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body.get('code', 'unknown')}: {body.get('title', '')} {body.get('details', '')}")
        self.status, self.code, self.details = status, body.get("code"), body.get("details", {})


class Records:
    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/"), token

    def ask(self, method, path, body=None, headers=None):
        """The answer as JSON. Comes again where the server says so; a write has a key, so that it is done once."""
        headers = {"authorization": f"Bearer {self.token}", **(headers or {})}
        data = None
        if body is not None:
            data, headers["content-type"] = json.dumps(body).encode(), "application/json"
        for tried in range(1, TRIES + 1):
            request = urllib.request.Request(f"{self.address}/{path}", data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or tried == TRIES:
                    raise problem_of(error) from None
                time.sleep(int(error.headers.get("retry-after", "5")))
            except (OSError, http.client.HTTPException):
                if tried == TRIES:
                    raise
                time.sleep(tried)

    def list(self, kind, **asked):
        """Each record of a list, page by page: list('device', sort='-changed_at', **{'name.from': 'G'})."""
        while True:
            page = self.ask("GET", f"{kind}?{urllib.parse.urlencode(asked)}")
            yield from page["records"]
            if page["next"] is None:
                return
            asked["after"] = page["next"]

    def get(self, kind, uid):
        return self.ask("GET", f"{kind}/{uid}")

    def create(self, kind, fields):
        return self.ask("POST", kind, fields, new_key())

    def change(self, record, kind, decide):
        """Writes `decide(record)`, fields and values. Where others changed the same, it decides again, by theirs."""
        while True:
            headers = {**seen(record), **new_key()}
            try:
                return self.ask("PATCH", f"{kind}/{record['uid']}", decide(record), headers)
            except Problem as problem:
                if problem.code != "changed_meanwhile":
                    raise
                record = problem.details["theirs"]

    def delete(self, record, kind):
        """Of what was seen: a record that has changed since stays, and the problem tells it as it is."""
        self.ask("DELETE", f"{kind}/{record['uid']}", None, {**seen(record), **new_key()})


def seen(record):
    return {"if-match": f'"{record["version"]}"'}


def new_key():
    return {"idempotency-key": str(uuid.uuid4())}


def problem_of(error):
    text = error.read()
    try:
        return Problem(error.code, json.loads(text))
    except ValueError:
        # Not from the server: something in between answers in its place.
        return Problem(error.code, {"title": text[:200].decode(errors="replace")})
