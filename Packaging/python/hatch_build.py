"""Build hook: adds the program to the wheel and sets the platform tag."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the program that the environment variable SAGEVOICE_BINARY names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        binary = os.environ.get("SAGEVOICE_BINARY", "")
        if not os.access(binary, os.X_OK):
            raise SystemExit(f"SAGEVOICE_BINARY names no program: '{binary}'. Run build.sh BINARY.")
        # One wheel for every Python 3: the program does not use Python. auditwheel replaces the platform.
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-linux_x86_64"
        build_data["force_include"][binary] = "sagevoice/bin/sagevoice"
