# A list, somebody on it, a campaign, how it went, and what a refusal looks like: with Python's own library.
#
#   MAILWRIGHT_URL=http://127.0.0.1:8080 MAILWRIGHT_KEY=$(cat data/api-key) python3 story.py
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

API = os.environ["MAILWRIGHT_URL"] + "/api"
KEY = os.environ["MAILWRIGHT_KEY"]


class Refused(Exception):
    """The server refused. `error` is a text, or by member what is wrong with it."""

    def __init__(self, status, error):
        super().__init__(f"{status}: {error}")
        self.status, self.error = status, error


def call(method, path, body=None):
    request = urllib.request.Request(API + path, method=method, headers={"X-Api-Key": KEY})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise Refused(refusal.code, json.load(refusal)["error"]) from None


# 1. a list
list_uid = call("POST", "/lists", {
    "general": {"name": "Friends", "description": "People I know", "opt_in": "single"},
    "defaults": {"from_name": "Ada", "from_email": "ada@example.com", "reply_to": "ada@example.com"},
})["list_uid"]
print("list: made")

# 2. somebody on it
call("POST", f"/lists/{list_uid}/subscribers", {"EMAIL": "bob@example.com", "FNAME": "Bob"})
query = urllib.parse.urlencode({"EMAIL": "bob@example.com"})
found = call("GET", f"/lists/{list_uid}/subscribers/search-by-email?{query}")
print(f"subscriber: bob@example.com is {found['data']['status']}")

# 3. the campaign; a send_at that is past means now
campaign_uid = call("POST", "/campaigns", {
    "name": "Hello",
    "from_name": "Ada",
    "from_email": "ada@example.com",
    "reply_to": "ada@example.com",
    "subject": "Hello [FNAME]",
    "send_at": "2026-01-01 09:00:00",
    "list_uid": list_uid,
    "template": {"content": '<p>Dear [FNAME], <a href="https://example.com/news">read on</a>.</p>'},
    "options": {"url_tracking": "yes"},
})["campaign_uid"]
print("campaign: made")

# 4. how it went
for _ in range(60):
    stats = call("GET", f"/campaigns/{campaign_uid}/stats")["data"]
    if stats["campaign_status"] == "sent":
        break
    time.sleep(1)
print(f"stats: {stats['campaign_status']}, {stats['delivery_success_count']} of {stats['subscribers_count']} accepted")

# 5. what is wrong is told by member, all faults at once
try:
    call("POST", f"/lists/{list_uid}/segments", {"name": "", "operator_match": "some"})
except Refused as refusal:
    print(f"refused: {refusal.status}, name: {refusal.error['name']}")
