#!/usr/bin/env bash
# Requests without a browser: those that are refused name their parameters, and HEAD has the headers of GET.
#   BASE_URL=http://127.0.0.1:5080 samples/ExportService/checks/requests.sh
set -uo pipefail
passed=0 failed=0

# expect <what> <expected beginning> <actual>
expect() {
    if [[ "$3" == "$2"* ]]; then passed=$((passed + 1)); return; fi
    printf 'FAILED  %s\n  expected: %s\n  actual:   %s\n' "$@"
    failed=$((failed + 1))
}

# refused <address> <parameter> <reason>
refused() {
    local answer
    answer=$(curl -s -w ' %{http_code}' "$BASE_URL$1")
    expect "$1 is refused" 400 "${answer##* }"
    expect "$1 names its parameter" "\"errors\":{\"$2\":[\"$3" "$(grep -o '"errors":.*' <<< "$answer")"
}

for path in /api/flights /api/dapper/flights /api/ef/flights; do
    refused "$path?rows=1e3" rows "Use a whole number instead of '1e3'."
    refused "$path?rows=0" rows 'Use a number from 1 to 1000000.'
done
refused '/api/flights/page?after=abc' after "Use a whole number instead of 'abc'."
refused '/api/feed?perSecond=x' perSecond "Use a whole number instead of 'x'."
refused '/api/flights?columns=id,password' columns 'Name each column once'

for path in '/api/flights?rows=1000000' /api/dapper/flights /api/ef/flights /api/flights/page /api/feed /api/airports /api/status; do
    expect "HEAD $path" '200 application/json' "$(curl -sI -m 10 -o /dev/null -w '%{http_code} %{content_type}' "$BASE_URL$path")"
done

echo "$passed requests passed, $failed failed"
[ $failed -eq 0 ]
