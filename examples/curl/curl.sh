#!/usr/bin/env bash
# Makes, reads, changes and deletes a Device. Needs RECORDS, the address of /api/v1, and TOKEN.
set -euo pipefail
: "${RECORDS:?is the address of /api/v1}" "${TOKEN:?is a token}"

# Prints the answer; a failure ends the script with its problem. Three tries, as a key makes a write safe to send again.
ask() {
  curl --silent --show-error --fail-with-body --retry 2 \
    --header "authorization: Bearer $TOKEN" --header "content-type: application/json" "$@"
}

# A UUID of version 4.
new_key() {
  cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen | tr '[:upper:]' '[:lower:]'
}

# The ETag of a record: the version that is seen.
version_of() {
  ask --output /dev/null --dump-header - "$RECORDS/device/$1" | tr -d '\r' | awk 'tolower($1) == "etag:" { print $2 }'
}

device=$(new_key)
echo "made: $(ask --header "idempotency-key: $device" --data '{"name":"Gate 3","site_id":null}' "$RECORDS/device")"

seen=$(version_of "$device")
echo "changed: $(ask --request PATCH --header "if-match: $seen" --header "idempotency-key: $(new_key)" \
  --data '{"name":"Gate 4"}' "$RECORDS/device/$device")"

echo "history: $(ask "$RECORDS/device/$device/history?limit=2")"

ask --request DELETE --header "if-match: $(version_of "$device")" --header "idempotency-key: $(new_key)" \
  "$RECORDS/device/$device"
echo "deleted: $device"
