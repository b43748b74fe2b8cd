import pytest
from toolcrib.executors.python.imports import choose_libraries
from toolcrib.executors.sandbox.job import Libraries


@pytest.mark.parametrize(
    ("script", "libraries"),
    [
        ("", Libraries.LIGHT),
        ("import json, re\nfrom collections import Counter", Libraries.LIGHT),
        ("import yaml, bs4", Libraries.LIGHT),
        ("import requests", Libraries.MID),
        ("from httpx import Client", Libraries.MID),
        ("import urllib.request", Libraries.MID),
        ("from urllib import request", Libraries.MID),
        ("import urllib.parse", Libraries.LIGHT),
        ("import http.client as c", Libraries.MID),
        ("from http import HTTPStatus", Libraries.LIGHT),
        ("async def main(): pass", Libraries.MID),
        ("import pandas as pd", Libraries.DATA),
        ("import requests\nfrom numpy import random", Libraries.DATA),
        ("import matplotlib.pyplot as plt", Libraries.DATA),
        ("def main():\n    if True:\n        import pandas", Libraries.DATA),
        ("try:\n    import numpy\nexcept ImportError:\n    pass", Libraries.DATA),
        ("class A:\n    from numpy.linalg import norm", Libraries.DATA),
        ("import numpydoc", Libraries.LIGHT),
        ("from .numpy import a", Libraries.LIGHT),
        ("from . import numpy", Libraries.LIGHT),
        ("# import pandas\n'import pandas'", Libraries.LIGHT),
        ("__import__('pandas')", Libraries.LIGHT),
    ],
)
def test_a_run_starts_where_what_it_imports_is_loaded_and_no_more(script: str, libraries: Libraries) -> None:
    assert choose_libraries(script) is libraries


@pytest.mark.parametrize("script", ["def main(:", "\0", "\ud800", "(" * 5_000, "-" * 100_000 + "1", "import"])
def test_a_script_that_is_none_gets_the_least(script: str) -> None:
    assert choose_libraries(script) is Libraries.LIGHT
