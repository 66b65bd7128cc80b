"""Pin what ``pyproject.toml`` allows: exact releases with their hashes, for every platform."""

import subprocess
import sys

_COMPILE = [
    sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--upgrade", "--universal",
    "--generate-hashes", "--no-header", "--no-emit-index-url", "--no-emit-find-links",
]  # fmt: skip
_BESIDE = [f"--constraint=requirements{name}.txt" for name in ("", "-solver", "-bridgemate")]
_FILES = (
    ("requirements.txt", ["pyproject.toml"]),
    ("requirements-solver.txt", ["--group", "solver", "--no-deps"]),
    ("requirements-bridgemate.txt", ["--group", "bridgemate", "--no-deps"]),
    ("requirements-dev.txt", ["pyproject.toml", "--group", "dev", *_BESIDE]),
    ("requirements-build.txt", ["--group", "build", "-c", "requirements-dev.txt"]),
    ("requirements-audit.txt", ["--group", "audit"]),
)


def main() -> None:
    for name, sources in _FILES:
        print(f"Pinning {name} ...", flush=True)
        subprocess.run([*_COMPILE, *sources, "--output-file", name], check=True)


if __name__ == "__main__":
    main()
