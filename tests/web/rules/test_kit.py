"""Print your kit: from the page, from the command line, and when addresses change."""

import pypdfium2
import pytest

import app as entry
from app import create_app
from tests.rulebook.sheets import decode, rasterise
from tests.web.pages.test_play import lay_out


@pytest.fixture
def client(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True}).test_client()


def printed(client, **choices):
    reply = client.get("/kit.pdf", query_string={"game": "karma-dice", **choices})
    assert reply.status_code == 200, reply.text
    assert reply.mimetype == "application/pdf"
    return reply.data


def words_of(pdf):
    pages = pypdfium2.PdfDocument(pdf)
    return " ".join(page.get_textpage().get_text_range() for page in pages)


def test_the_page_offers_games_papers_and_the_address(client):
    page = client.get("/kit?game=karma-dice&lang=en").text
    assert 'value="karma-dice" selected' in page
    assert "US Letter" in page
    assert 'value="http://localhost"' in page


def test_the_kit_speaks_the_language_chosen(client):
    assert "Aide de jeu" in words_of(printed(client, lang="fr"))
    assert "Promemoria" in words_of(printed(client, lang="it"))


def test_the_codes_carry_the_address_typed(client):
    pdf = printed(client, address="http://karma.local:8000/")
    assert decode(rasterise(pdf, 150, 2)[1]) == "HTTP://KARMA.LOCAL:8000/R/KD"


def test_the_host_gets_a_join_card_for_the_running_table(client):
    table = lay_out(client)
    assert f'value="{table}"' in client.get("/kit").text
    pdf = printed(client, table=table, address="http://192.168.1.23:8000")
    card = decode(rasterise(pdf, 150, 2)[0])
    assert card.startswith("http://192.168.1.23:8000/p/")
    assert client.get(card.removeprefix("http://192.168.1.23:8000")).status_code == 200


def test_others_get_no_way_into_a_table(client, tmp_path):
    table = lay_out(client)
    stranger = client.application.test_client()
    pdf = printed(stranger, table=table, address="http://192.168.1.23:8000")
    assert decode(rasterise(pdf, 150, 2)[0]) == "http://192.168.1.23:8000/"


@pytest.mark.parametrize(
    "choices",
    [
        {"game": "chess"},
        {"paper": "a3"},
        {"address": "javascript:alert(1)"},
        {"address": "http://"},
        {"address": "http://a b"},
        {"address": "http://[x"},
        {"address": "http://[fe80::1%25" + "x" * 120 + "]/"},
        {"address": "https://example.org/" + "x" * 90},
    ],
)
def test_a_kit_that_cannot_be_is_refused(client, choices):
    query = {"game": "karma-dice", **choices}
    assert client.get("/kit.pdf", query_string=query).status_code == 422


def test_the_address_page_tells_where_the_address_comes_from(client, tmp_path):
    assert "found out by itself" in client.get("/address?lang=en").text
    fixed = {"DATA": str(tmp_path), "TESTING": True, "PUBLIC_URL": "https://a.example"}
    page = create_app(fixed).test_client().get("/address?lang=en").text
    assert "https://a.example" in page
    assert "set with --public-url" in page


def test_the_forwarding_page_is_a_file_to_keep(client):
    reply = client.get("/address/forward.html?lang=fr")
    assert "attachment" in reply.headers["Content-Disposition"]
    assert 'const table = "http://localhost"' in reply.text


def run(*words):
    return entry.main(["kit", "karma-dice", *words])


def test_the_command_writes_the_kit_and_says_where_it_leads(tmp_path, capsys):
    out = tmp_path / "kit.pdf"
    assert run("--lang", "fr", "--out", str(out)) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert "Aide de jeu" in words_of(out.read_bytes())
    said = capsys.readouterr().out
    assert ":8000" in said
    assert "--public-url" in said


def test_the_command_takes_an_address_that_stays(tmp_path, capsys):
    out = tmp_path / "kit.pdf"
    assert run("--public-url", "https://karma.example.org", "--out", str(out)) == 0
    assert decode(rasterise(out.read_bytes(), 150, 2)[1]).endswith("EXAMPLE.ORG/R/KD")
    assert "address changes" not in capsys.readouterr().out


def test_the_command_says_what_is_wrong(tmp_path, capsys):
    assert run("--out", str(tmp_path / "no" / "kit.pdf")) == 2
    assert "Cannot write" in capsys.readouterr().out
    long = "https://example.org/" + "x" * 80
    assert run("--public-url", long, "--out", str(tmp_path / "k.pdf")) == 2
    assert "shorter" in capsys.readouterr().out
