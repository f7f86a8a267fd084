#!/usr/bin/env python3
"""Writes the man pages of a program from the help that it contains.

    Packaging/manual.py PROGRAM FOLDER

FOLDER gets PROGRAM.1, and sagevoice-COMMAND.1 for each command: `sagevoice` runs the commands of both programs.
"""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys

# Headings in help texts whose paragraphs are sections of a page.
HEADINGS = re.compile(r"^(EXAMPLES|EXIT STATUS|Exit status): ?\n?", re.MULTILINE)


def escaped(text: str) -> str:
    """Returns text without the control characters of roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^(?=[.'])", r"\\&", text)


def prose(text: str) -> list[str]:
    """Returns paragraphs in roff; indented lines stay as they are."""
    lines = []
    for paragraph in text.strip("\n").split("\n\n"):
        rows = paragraph.split("\n")
        lines.append(".PP")
        for index, row in enumerate(rows):
            is_verbatim = row.startswith("  ")
            if is_verbatim and (index == 0 or not rows[index - 1].startswith("  ")):
                lines.append(".nf")
            lines.append(escaped(row[2:] if is_verbatim else row))
            if is_verbatim and (index + 1 == len(rows) or not rows[index + 1].startswith("  ")):
                lines.append(".fi")
    return lines


def term(argument: dict) -> str:
    """Returns the names of an argument with its value."""
    value = escaped(argument["valueName"])
    if argument["kind"] == "positional":
        return rf"\fI{value}\fR"
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    text = ", ".join(rf"\fB{escaped(dashes[name['kind']] + name['name'])}\fR" for name in names)
    return text + (rf" \fI{value}\fR" if argument["kind"] == "option" else "")


def explanation(argument: dict) -> str:
    """Returns the abstract of an argument with its values and its default."""
    values, default = argument.get("allValues") or [], argument.get("defaultValue")
    facts = [f"values: {', '.join(values)}"] if values else []
    facts += [f"default: {default}"] if default else []
    parts = [argument.get("abstract", ""), argument.get("discussion", ""), f"({'; '.join(facts)})" if facts else ""]
    return " ".join(part for part in parts if part)


def options(arguments: list[dict]) -> list[str]:
    """Returns the arguments in roff, by the titles of their groups."""
    groups: dict[str, list[dict]] = {}
    # Options without a title come first.
    for argument in sorted(arguments, key=lambda argument: "sectionTitle" in argument):
        groups.setdefault(argument.get("sectionTitle", ""), []).append(argument)
    lines = [".SH OPTIONS"]
    for title, members in groups.items():
        lines += [f".SS {escaped(title)}"] if title else []
        for argument in members:
            lines += [".TP", term(argument), escaped(explanation(argument))]
    return lines


def invocation(command: dict) -> str:
    """Returns the words that run a command: `sagevoice` runs those of both programs."""
    parents = command.get("superCommands", [])
    return " ".join(["sagevoice", *parents[1:], command["commandName"]] if parents else [command["commandName"]])


def named(commands: list[dict]) -> list[dict]:
    """Returns the commands without `help`."""
    return [command for command in commands if command["commandName"] != "help"]


def page(command: dict, version: str) -> list[str]:
    """Returns the page of a command."""
    words = invocation(command)
    name = escaped(words.replace(" ", "-"))
    abstract = command["abstract"].rstrip(".")
    subcommands = named(command.get("subcommands", []))
    arguments = [argument for argument in command["arguments"] if argument["shouldDisplay"]]
    operands = [
        ("[{}]" if argument["isOptional"] else "{}").format(term(argument)) + (" ..." if argument["isRepeating"] else "")
        for argument in arguments if argument["kind"] == "positional"
    ]
    operands = [r"\fIcommand\fR"] if subcommands else operands
    pieces = HEADINGS.split(command.get("discussion", ""))
    lines = [
        f'.TH {name.upper()} 1 "" "sagevoice {version}"',
        ".SH NAME", rf"{name} \- {escaped(abstract)}",
        ".SH SYNOPSIS", " ".join([rf"\fB{escaped(words)}\fR", r"[\fIoptions\fR]", *operands]),
        ".SH DESCRIPTION", *prose(command["abstract"] + "\n\n" + pieces[0]),
    ]
    lines += [".SH COMMANDS"] if subcommands else []
    for subcommand in subcommands:
        full = escaped(invocation(subcommand).replace(" ", "-"))
        lines += [".TP", rf"\fB{full}\fR(1)", escaped(subcommand["abstract"])]
    lines += options(arguments)
    for heading, text in zip(pieces[1::2], pieces[2::2]):
        lines += [f".SH {heading.upper()}", *prose(text)]
    return lines + [".SH SEE ALSO", r"\fBsagevoice\fR(1), \fBsagevoice\-server\fR(1)"]


def write(command: dict, version: str, folder: pathlib.Path) -> None:
    """Writes the page of a command and those of its subcommands."""
    # A command that another program runs has that program's page.
    if any(argument["parsingStrategy"] == "allRemainingInput" for argument in command["arguments"]):
        return
    name = invocation(command).replace(" ", "-")
    (folder / f"{name}.1").write_text("\n".join(page(command, version)) + "\n", encoding="utf-8")
    for subcommand in named(command.get("subcommands", [])):
        write(subcommand, version, folder)


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: Packaging/manual.py PROGRAM FOLDER")
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    printed = [
        subprocess.run([program, option], check=True, capture_output=True, text=True).stdout
        for option in ("--experimental-dump-help", "--version")
    ]
    folder.mkdir(parents=True, exist_ok=True)
    write(json.loads(printed[0])["command"], printed[1].strip(), folder)


main()
