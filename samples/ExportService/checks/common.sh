# What the checks share: tools, a build, a server on a free port that ends with the script.
# shellcheck shell=bash
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
work=$(mktemp -d)
server_pids=()
server_log= server_pid= base_url= # of the server that was started last

finish() {
    [ ${#server_pids[@]} -eq 0 ] || { kill "${server_pids[@]}" && wait "${server_pids[@]}"; } 2> /dev/null
    rm -rf "$work"
}
trap finish EXIT

# install_missing <command>:<Debian package>...
install_missing() {
    local entry missing=() sudo
    for entry in "$@"; do command -v "${entry%%:*}" > /dev/null || missing+=("${entry##*:}"); done
    [ ${#missing[@]} -eq 0 ] && return
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -q > /dev/null && $sudo apt-get install -q -y --no-install-recommends "${missing[@]}" > /dev/null
}

build() { [ -n "${NO_BUILD:-}" ] || dotnet build "$1" -c Release -v quiet -clp:NoSummary >&2; }

# start_server <folder of its content> <assembly>: the server chooses the port, and its log says which.
start_server() {
    local assembly
    assembly=$(realpath "$2")
    server_log=$work/server-${#server_pids[@]}.log
    (cd "$1" && ASPNETCORE_URLS=http://127.0.0.1:0 exec dotnet "$assembly" > "$server_log" 2>&1) &
    server_pid=$!
    server_pids+=("$server_pid")
    wait_until "the server listens" 60 find_url || { cat "$server_log" >&2; return 1; }
}

find_url() {
    base_url=$(grep -om1 'http://127[.0-9:]*' "$server_log" 2> /dev/null)
    [ -n "$base_url" ]
}

is_filled() {
    local status
    status=$(curl -sf "$base_url/api/status") || return 1
    [ "$(grep -o '"rows":[0-9]*' <<< "$status" | cut -d: -f2)" = "$(grep -o '"target":[0-9]*' <<< "$status" | cut -d: -f2)" ]
}

# wait_until <what> <seconds> <command...>
wait_until() {
    local what=$1 end=$((SECONDS + $2))
    shift 2
    until "$@"; do
        [ $SECONDS -lt $end ] || { echo "gave up waiting until $what" >&2; return 1; }
        kill -0 "$server_pid" 2> /dev/null || { echo "the server has ended" >&2; return 1; }
        sleep 0.2
    done
}
