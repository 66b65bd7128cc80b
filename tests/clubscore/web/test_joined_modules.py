import pytest

from clubscore.web.joined_modules import join

SCRIPTS = {
    "a/page.js": 'import { one, two as other } from "./parts/b.js";\n'
    'import * as more from "../more.js";\nimport "./parts/c.js";\n\none(other, more.MOST);\n',
    "a/parts/b.js": 'import {\n  MOST,\n} from "../../more.js";\n\n'
    "export async function one() {}\nexport class two {}\n",
    "a/parts/c.js": "start();\n",
    "more.js": "export const MOST = 3;\n",
    "circle.js": 'import "./round.js";\n',
    "round.js": 'import "./circle.js";\n',
}


def test_modules_run_in_the_order_of_their_imports_and_each_once() -> None:
    assert (
        join("a/page.js", SCRIPTS.__getitem__)
        == """\
const module_more = (() => {
const MOST = 3;
return { MOST };
})();
const module_a_parts_b = (() => {
const {
  MOST,
} = module_more;

async function one() {}
class two {}
return { one, two };
})();
const module_a_parts_c = (() => {
start();
return {  };
})();
const module_a_page = (() => {
const { one, two: other } = module_a_parts_b;
const more = module_more;

one(other, more.MOST);
return {  };
})();
"""
    )


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match=r"circle\.js imports itself, by round\.js"):
        join("circle.js", SCRIPTS.__getitem__)


@pytest.mark.parametrize(
    "line", ["export let count = 0;", "export default run;", 'import run from "./run.js";']
)
def test_another_form_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(ValueError, match="not understood: "):
        join("page.js", lambda _path: f"{line}\n")
