# The digest stands behind the tag: everybody builds on the same bytes (docs/security.md).
ARG BASE=python:3.12-slim-bookworm@sha256:54c85f3c47607a77f32adec749d3c81d1348bf25833671f512b26a9b6d778cb3
FROM ${BASE} AS wheel
WORKDIR /source
COPY requirements-build.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements-build.txt
# What .dockerignore lets through.
COPY . ./
RUN python -m hatchling build --target wheel

FROM ${BASE}

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    CLUBSCORE_BIND=0.0.0.0 \
    CLUBSCORE_SERVER=gunicorn \
    CLUBSCORE_DATA=/var/lib/clubscore \
    CLUBSCORE_STATIC=/usr/local/share/clubscore \
    PORT=8000

RUN useradd --create-home --uid 10001 clubscore \
    && install -d -o clubscore -g clubscore -m 0700 /var/lib/clubscore
WORKDIR /var/lib/clubscore

# The packages first: they change less often than the program.
COPY requirements.txt requirements-solver.txt /tmp/
RUN pip install --require-hashes -r /tmp/requirements.txt
# The double-dummy solver is not made for every processor; everything else works without it.
RUN pip install --require-hashes --no-deps --only-binary :all: -r /tmp/requirements-solver.txt \
    || echo "The double-dummy solver (endplay) is not made for this machine: without it."

COPY --from=wheel /source/dist/ /tmp/dist/
RUN pip install --no-deps --no-index /tmp/dist/*.whl \
    && CLUBSCORE_DATA=/tmp/build clubscore start --collect \
    && rm -r /tmp/build /tmp/dist

USER 10001
VOLUME ["/var/lib/clubscore"]
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python", "-m", "clubscore.server.healthcheck"]
# Migrates, makes the first login on the first start, and becomes gunicorn.
CMD ["clubscore"]
