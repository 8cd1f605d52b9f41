"""The folder of the page without a server: what it holds, how large it is, and where it is not written."""

import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest
from matrix import file_of
from serving import client_of

from yahtzee_core.cli import main
from yahtzee_core.game.load import load_game
from yahtzee_core.turn.ready import Ready
from yahtzee_core.web.game_data import game_data, kernel_arrays
from yahtzee_core.web.site import MOST_STATES, compressed_size, release, site_files, write_site

MOST_BYTES = 150_000
"""The page, its kernel and a game, compressed."""


def unpacked(content: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    """The header and the arrays of the file of a game, read as data.js reads them."""
    data = gzip.decompress(content)
    at = 4 + int.from_bytes(data[:4], "little")
    header, arrays = json.loads(data[4:at]), {}
    for name, _, size, count in header["arrays"]:
        planes = np.frombuffer(data, np.uint8, size * count, at).reshape(size, count)
        differences = np.ascontiguousarray(planes.T).view(f"<i{size}").ravel()
        arrays[name] = np.cumsum(differences.astype(np.int64))
        at += size * count
    assert at == len(data)
    return header, arrays


@pytest.mark.parametrize("name", ["toy", "crag", "in-order", "one-roll"])
def test_the_file_of_a_game_holds_the_arrays_of_the_kernel(name, tmp_path):
    game = load_game(file_of(name, tmp_path))
    header, arrays = unpacked(game_data(game))
    expected = kernel_arrays(Ready(game))
    assert [entry[0] for entry in header["arrays"][: header["kernel"]]] == [each for each, *_ in expected]
    for each, _, values in expected:
        assert np.array_equal(arrays[each], values.ravel()), each
    assert header["about"]["fingerprint"] == game.fingerprint


@pytest.mark.parametrize("name", ["toy", "in-order"])
def test_every_real_upper_total_has_its_lane(name, tmp_path):
    game = load_game(file_of(name, tmp_path))
    states = Ready(game).states
    header, arrays = unpacked(game_data(game))
    lanes = arrays["lane_of"].reshape(-1, header["width"])
    for mask in np.flatnonzero(states.options.reachable).tolist():
        packed = states.upper_filled[mask]
        for total in states.totals[packed].tolist():
            state = states.at(mask, total)
            assert states.offset[mask] + lanes[packed, total] == states.index(state)
        assert (lanes[packed] >= 0).sum() == len(states.totals[packed])


def test_the_page_the_kernel_and_a_game_are_small():
    files = site_files([load_game("yahtzee")])
    assert sum(compressed_size(name, content) for name, content in files.items()) <= MOST_BYTES


def test_nothing_is_loaded_from_elsewhere_and_every_file_is_kept():
    files = site_files([load_game("toy")])
    page = files["index.html"].decode()
    assert page.count("content-security-policy") == 1 and "default-src 'none'" in page
    texts = (content.decode() for name, content in files.items() if name.endswith((".html", ".js", ".css")))
    assert {url for text in texts for url in re.findall(r"https?://[\w.]+", text)} <= {"http://www.w3.org"}
    worker = files["service_worker.js"].decode()
    (kept,) = re.findall(r"^const FILES = (.*);$", worker, re.MULTILINE)
    others = {name: content for name, content in files.items() if name != "service_worker.js"}
    assert {*json.loads(kept)} == {"./", *others} - {"index.html"}
    assert release(others) in worker
    imported = re.findall(r'(?:from|import\(|URL\()\s*"\.{1,2}/([\w/]+\.js)"', " ".join(
        content.decode() for name, content in files.items() if name.endswith(".js")))  # fmt: skip
    assert imported and {Path(name).name for name in imported} <= {Path(name).name for name in files}


def test_another_game_is_another_release():
    one, other = (site_files([load_game(name)])["service_worker.js"] for name in ("toy", "crag"))
    assert one != other


@pytest.mark.slow
def test_the_command_writes_the_folder_and_tells_its_size(tmp_path, capsys):
    own = file_of("one-roll", tmp_path)
    out = tmp_path / "site"
    assert main(["site", "--out", str(out), "--game", own]) == 0
    assert re.search(r"12 games\n.* take [\d,]+ bytes, a game [\d,]+ at most", capsys.readouterr().out)
    assert (out / "games/one-roll.game").exists()
    write_site([load_game("toy")], out)
    assert [path.name for path in (out / "games").iterdir()] == ["toy.game"]


def test_a_folder_with_other_files_is_left_alone(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("mine")
    assert main(["site", "--out", str(tmp_path)]) == 2
    assert "holds thesis.txt; expected a folder that is new, empty or holds a site" in capsys.readouterr().err
    assert main(["site", "--out", str(tmp_path / "thesis.txt")]) == 2
    assert "a file; expected a folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("name", ["saved-rolls", "first-roll", "several-bonuses"])
def test_a_game_without_advice_is_refused(name, tmp_path, capsys):
    assert main(["site", "--out", str(tmp_path / "site"), "--game", file_of(name, tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1
    assert not (tmp_path / "site").exists()


def test_the_server_serves_the_folder_under_its_own_policy(service, tmp_path):
    write_site([load_game("toy")], tmp_path)
    with client_of(service, site=tmp_path) as client:
        page = client.get("/play/")
        assert page.content == (tmp_path / "index.html").read_bytes()
        assert "content-security-policy" not in page.headers
        assert client.get("/play/games/toy.game").content == game_data(load_game("toy"))
        assert client.get("/play/nothing").status_code == 404
        assert "content-security-policy" in client.get("/").headers


def test_the_server_is_given_a_site(tmp_path, capsys):
    assert main(["serve", "--port", "0", "--site", str(tmp_path)]) == 2
    assert "no service_worker.js; expected a folder that yahtzee site wrote" in capsys.readouterr().err


@pytest.mark.slow
def test_a_game_that_is_too_large_for_a_browser_is_refused(tmp_path, capsys):
    assert main(["site", "--out", str(tmp_path / "site"), "--game", "maxi-yatzy"]) == 2
    assert f"29,065,216 states; expected at most {MOST_STATES:,}" in capsys.readouterr().err
