"""Files a script writes into $ARTIFACTS come back with its result."""

import pytest

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import Ran, run_script

pytestmark = WALLED_AND_PLAIN


async def run_with(body: str, **limits: int) -> Ran:
    return await run_script(
        "import os, pathlib\nfolder = pathlib.Path(os.environ['ARTIFACTS'])\n"
        f"def main():\n    {body.replace(chr(10), chr(10) + '    ')}",
        **limits,
    )


async def test_each_file_is_kept_with_its_type_and_content() -> None:
    ran = await run_with("(folder / 'chart.png').write_bytes(b'png')\n(folder / 'a.csv').write_text('a,b')\nreturn 1")
    assert [(a.name, a.mime_type, a.content) for a in ran.result.artifacts] == [
        ("a.csv", "text/csv", b"a,b"),
        ("chart.png", "image/png", b"png"),
    ]


async def test_names_are_flattened_into_something_safe() -> None:
    ran = await run_with(
        "(folder / 'sub').mkdir()\n"
        "for name in ('sub/x.txt', 'sub_x.txt', '.hidden', 'new\\nline.bin', '图.txt', 'a\\\\b', 'n' * 250):\n"
        "    (folder / name).write_text('1')\n"
        "open(os.fsencode(folder) + b'/\\xff.txt', 'w').close()"
    )
    assert sorted(a.name for a in ran.result.artifacts) == sorted(
        ["sub_x.txt", "sub_x-2.txt", "hidden", "new_line.bin", "图.txt", "a_b", "n" * 200, "\ufffd.txt"]
    )


async def test_a_failed_run_keeps_what_it_wrote() -> None:
    ran = await run_with("(folder / 'partial.txt').write_text('1')\nraise ValueError('x')")
    assert (ran.code, [a.name for a in ran.result.artifacts]) == ("SCRIPT_ERROR", ["partial.txt"])


async def test_a_stopped_run_keeps_none_for_they_may_be_half_written() -> None:
    ran = await run_with("(folder / 'partial.txt').write_text('1')\nwhile True: pass", timeout_seconds=1)
    assert (ran.code, ran.result.artifacts) == ("TIMEOUT", ())


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("os.symlink('/etc/passwd', folder / 'link')", "INVALID_OUTPUT", "'link' can't be kept: it is a symbolic link"),
        ("os.symlink('/etc', folder / 'link')", "INVALID_OUTPUT", "'link' can't be kept: it is a symbolic link"),
        ("os.mkfifo(folder / 'fifo')", "INVALID_OUTPUT", "'fifo' can't be kept: it is not a plain file"),
        (
            "(folder / 'big').write_bytes(bytes(2_000))",
            "OUTPUT_LIMIT",
            "'big' takes the artifacts over their size limit",
        ),
        (
            "[(folder / f'{i}').write_bytes(bytes(400)) for i in range(3)]",
            "OUTPUT_LIMIT",
            "'2' takes the artifacts over",
        ),
        ("[(folder / f'{i}').touch() for i in range(8)]", "OUTPUT_LIMIT", "More than 7 artifacts were written"),
        (
            "os.makedirs(folder / ('d/' * 40))",
            "OUTPUT_LIMIT",
            "More than 7 artifacts were written, folders",
        ),
        ("os.rmdir(folder)", "INVALID_OUTPUT", "artifacts folder can't be read"),
        ("os.rmdir(folder); os.symlink('/etc', folder)", "INVALID_OUTPUT", "artifacts folder can't be read"),
    ],
)
async def test_what_cannot_be_kept_fails_the_run_instead_of_vanishing(body: str, code: str, message: str) -> None:
    ran = await run_with(body, artifact_bytes=1_000, artifact_count=7)
    assert (ran.result.status, ran.code, ran.result.artifacts) == ("FAILED", code, ())
    assert message in ran.message
