#!/usr/bin/env bash
# Build the image as `docker build` would, start a container of it, and ask it for its page; without
# a Docker daemon. The base is made by debootstrap: Debian with its own Python.
#
#     sudo tools/try_image.sh
#
# Needs buildah and debootstrap, and root; downloads Debian and the packages of requirements.txt.
# What is kept between two runs, so that the next is quicker, stands in .cache/image.
set -euo pipefail
cd "$(dirname "$0")/.."

SUITE=bookworm
PYTHON=3.11
BASE=localhost/clubscore-base:$SUITE
IMAGE=localhost/clubscore-trial
PORT=${PORT:-8790}
KEPT=$PWD/.cache/image
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
export BUILDAH_ISOLATION=chroot

say() { printf '\n### %s\n' "$*"; }
refuse() { printf '%s\n' "$*" >&2; exit 2; }

[ "$(id -u)" = 0 ] || refuse "This needs root: sudo tools/try_image.sh"
for program in buildah debootstrap; do
  command -v "$program" >/dev/null || refuse "This needs $program: apt-get install buildah debootstrap"
done
[ -x .venv/bin/pip ] || refuse "This needs the environment: make setup"
.venv/bin/python -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$PYTHON')" ||
  refuse "This needs an environment of Python $PYTHON, as $SUITE has it."

container=
server=
clean_up() {
  # The server outlives the program that started it: its whole session ends.
  [ -z "$server" ] || kill -- "-$server" 2>/dev/null || true
  [ -z "$container" ] || buildah rm "$container" >/dev/null || true
}
trap clean_up EXIT

make_base() {
  # The archive that this machine installs from; elsewhere than on Debian, Debian's own.
  local archive root
  archive=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 2>/dev/null |
    awk -v suite=$SUITE '$1 == suite {print $2; exit}')
  root=$(mktemp -d)
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv \
    "$SUITE" "$root" ${archive:+"$archive"} >"$KEPT/debootstrap.log"
  # As in the official images, `python` and `pip` are found on the path.
  chroot "$root" python3 -m venv /opt/python
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$root" / >/dev/null
  buildah config --env PATH=/opt/python/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet "$container" "$BASE" >/dev/null
  buildah rm "$container" >/dev/null
  container=
  rm -rf "$root"
}

mkdir -p "$KEPT/wheels"
if ! buildah inspect --type image "$BASE" >/dev/null 2>&1; then
  say "A base of Debian $SUITE"
  make_base
fi

say "The packages"
for name in requirements requirements-solver requirements-build; do
  .venv/bin/pip download --quiet --quiet --disable-pip-version-check --require-hashes --no-deps \
    --dest "$KEPT/wheels" --requirement "$name.txt"
done
# What has no wheel is built there, with these.
.venv/bin/pip download --quiet --quiet --disable-pip-version-check --dest "$KEPT/wheels" setuptools wheel
printf '[global]\nno-index = true\nfind-links = /wheels\n' >"$KEPT/pip.conf"

say "The image"
buildah build --quiet --format docker --pull-never --build-arg "BASE=$BASE" --tag "$IMAGE" \
  --volume "$KEPT/wheels:/wheels:ro" --volume "$KEPT/pip.conf:/etc/pip.conf:ro" .

say "A container"
container=$(buildah from --pull-never "$IMAGE")
run() { buildah run --env "PORT=$PORT" --env CLUBSCORE_BIND=127.0.0.1 "$container" -- "$@"; }
[ "$(run id -u)" = 10001 ] || refuse "The container runs as $(run id -u), not as 10001."
export -f run
export container PORT
setsid bash -c 'run clubscore' >"$KEPT/start.log" 2>&1 &
server=$!
for _ in $(seq 60); do
  run python -m clubscore.server.healthcheck >/dev/null 2>&1 && break
  kill -0 "$server" 2>/dev/null || { cat "$KEPT/start.log"; refuse "The container ended."; }
  sleep 1
done
run python -m clubscore.server.healthcheck
run sh -c "clubscore deal --boards 1 --output /tmp/set.pbn; clubscore analyse /tmp/set.pbn"
run python -c "
import urllib.request
page = urllib.request.urlopen('http://127.0.0.1:$PORT/').read().decode()
assert '<title>' in page and 'clubscore' in page, page
print(page.split('<title>')[1].split('</title>')[0].strip(), '-', len(page), 'characters')
"
say "The image is built, starts, is healthy and shows its page."
