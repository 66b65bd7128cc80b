import json
import re

import pytest

from events.website.formats.relinking import (
    ids_of,
    links_of_style,
    relink,
    relink_json,
    relink_text,
)

NEW = {"/a/": "../a/index.html", "/gone/": None}


def new_link(link):
    return NEW.get(link, link)


SAME = """<!doctype html>
<html lang=en><head><meta charset="utf-8"><!-- <a href="/a/"> stays in a comment -->
<title>Hand &amp; foot &#9824; &copy</title><style>a > b { content: "</a>" }</style></head>
<body><pre>  two
   lines </pre><a>no link</a><a href="#x">here</a><img src=x.png alt="a > b">
<p title='"'>it’s</p><br/><input disabled><script>if (a < b) c("<a href='/a/'>")</script></html>
"""
"""Nothing of this is changed, byte for byte."""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SAME, SAME),
        ('<a class="x" href="/a/" id="y">', '<a class="x" href="../a/index.html" id="y">'),
        ("<a href=/a/>A</a>", '<a href="../a/index.html">A</a>'),
        ("<A HREF='/a/'>A</A>", '<A HREF="../a/index.html">A</A>'),
        ('<a title="href=/a/" href="/a/">', '<a title="href=/a/" href="../a/index.html">'),
        ('<a class="points" href="/gone/">62</a>', '<span class="points">62</span>'),
        ('<p><a href="/gone/"><b>62</b></a></p>', "<p><span><b>62</b></span></p>"),
        ('<a href="/gone/">1</a><a href="/a/">', '<span>1</span><a href="../a/index.html">'),
        ('<link rel="alternate" href="/gone/">x', "x"),
        ('<p>a<form action="/x/"><div><input></div></form>b</p>', "<p>ab</p>"),
        ("<form><form></form></form>c", "c"),
        ('<div data-served><div><a href="/a/">x</a></div></div>y', "y"),
        ('<hr data-served>y<img data-served src="/a/">z', "yz"),
        ('<script type="module" src="/a/"></script><script src="/a/"></script>',
         '<script src="../a/index.html"></script>'),
        ('<link rel="preload" href="/a/"><link rel="stylesheet" href="/a/">',
         '<link rel="stylesheet" href="../a/index.html">'),
        ('<p data-find="/sessions/1/find/" data-count="3">x</p>', '<p data-count="3">x</p>'),
        ('<svg><use href="/a/"/></svg>', '<svg><use href="../a/index.html"/></svg>'),
    ],
)  # fmt: skip
def test_links_of_a_page_are_changed_and_nothing_else(before, after):
    assert relink(before, new_link) == after


def test_address_with_signs_of_html_stays_one():
    NEW["/q/?a=1&b=2"] = "q/a-1&b-2.html"
    page = '<a href="/q/?a=1&amp;b=2">q</a>'
    assert relink(page, new_link) == '<a href="q/a-1&amp;b-2.html">q</a>'


def test_ids_of_a_page():
    page = '<a id="c-1" href="/a/">x</a><p id=c-2><form><a href="/no/">n</a></form><i id=\'c\'></i>'
    assert ids_of(page) == {"c-1", "c-2", "c"}


def test_links_of_json_are_changed_or_left_out():
    text = json.dumps(
        {"title": "É", "n": [1, None], "links": {"a": "https://h/a/", "x": "https://h/gone/"}}
    )
    new = {"https://h/a/": "a.json", "https://h/gone/": None}
    changed = relink_json(text, new.__getitem__, "https://h")
    assert json.loads(changed) == {"title": "É", "n": [1, None], "links": {"a": "a.json"}}


def test_links_of_other_texts_and_of_style_sheets():
    pattern = re.compile(r"https://h[^\s<\"]*")
    assert (
        relink_text('<link href="https://h/a/"/>', lambda link: "a", pattern) == '<link href="a"/>'
    )
    style = (
        'a{background:url( "../img/x.svg" )}b{src:url(f.woff2)}c{x:url(data:image/png;base64,A)}'
    )
    assert links_of_style(style) == ["../img/x.svg", "f.woff2"]
