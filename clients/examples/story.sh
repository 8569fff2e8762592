#!/bin/sh
# A list, somebody on it, a campaign, how it went, and what a refusal looks like: with curl alone.
#
#   MAILWRIGHT_URL=http://127.0.0.1:8080 MAILWRIGHT_KEY=$(cat data/api-key) sh story.sh
set -eu

api="${MAILWRIGHT_URL:?}/api"
: "${MAILWRIGHT_KEY:?}"

# call METHOD PATH [curl's options]: prints the answer; the status is left in the file $status
answers=$(mktemp -d)
trap 'rm -r "$answers"' EXIT
status="$answers/status"
call() {
  method=$1 path=$2
  shift 2
  : > "$answers/body"
  curl -sS -X "$method" -H "X-Api-Key: $MAILWRIGHT_KEY" -o "$answers/body" -w '%{http_code}' "$@" "$api$path" > "$status" || true
  cat "$answers/body"
}
# worked: ends the script, with the answer, when the last call was refused, or had none
worked() {
  [ "$(cat "$status")" != 000 ] || { echo "there was no answer from $api" >&2; exit 1; }
  case $(cat "$status") in 2*) ;; *) echo "refused: $(cat "$status") $(cat "$answers/body")" >&2; exit 1 ;; esac
}
# member NAME: a text or number out of the JSON on its input, wherever it stands
member() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }

# 1. a list
list_uid=$(call POST /lists \
  -d 'general[name]=Friends' -d 'general[description]=People I know' -d 'general[opt_in]=single' \
  -d 'defaults[from_name]=Ada' -d 'defaults[from_email]=ada@example.com' -d 'defaults[reply_to]=ada@example.com' | member list_uid)
worked
echo "list: made"

# 2. somebody on it
call POST "/lists/$list_uid/subscribers" -d EMAIL=bob@example.com -d FNAME=Bob > /dev/null
worked
echo "subscriber: bob@example.com is $(call GET "/lists/$list_uid/subscribers/search-by-email?EMAIL=bob@example.com" | sed 's/"status":"success"//' | member status)"

# 3. the campaign; a send_at that is past means now
campaign_uid=$(call POST /campaigns -d name=Hello -d from_name=Ada -d from_email=ada@example.com -d reply_to=ada@example.com \
  -d 'subject=Hello [FNAME]' -d 'send_at=2026-01-01 09:00:00' -d "list_uid=$list_uid" \
  --data-urlencode 'template[content]=<p>Dear [FNAME], <a href="https://example.com/news">read on</a>.</p>' \
  -d 'options[url_tracking]=yes' | member campaign_uid)
worked
echo "campaign: made"

# 4. how it went
for _ in $(seq 60); do
  stats=$(call GET "/campaigns/$campaign_uid/stats")
  [ "$(echo "$stats" | member campaign_status)" = sent ] && break
  sleep 1
done
echo "stats: $(echo "$stats" | member campaign_status), $(echo "$stats" | member delivery_success_count) of $(echo "$stats" | member subscribers_count) accepted"

# 5. what is wrong is told by member, all faults at once
refusal=$(call POST "/lists/$list_uid/segments" -d name= -d operator_match=some)
echo "refused: $(cat "$status"), name: $(echo "$refusal" | member name)"
