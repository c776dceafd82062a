"""Games on the player's own device: whole ones without a network, and nothing lost whatever dies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.device import Device
from browser.local_player import LocalPlayer
from fulgence.library import new_game
from fulgence.rules.text.record import format_record, parse_record, record_of, replay
from offline_bundle import made_bundle
from server.server_process import Server, serving


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers everything for playing without one."""
    made_bundle()
    with serving(tmp_path_factory.mktemp("offering")) as server:
        yield server


@pytest.fixture(scope="module")
def own_device(browser: Browser, offering: Server) -> Iterator[Device]:
    device = Device(browser, offering)
    yield device
    device.context.close()


@pytest.fixture
def device(own_device: Device) -> Iterator[Device]:
    own_device.watch.problems.clear()
    with own_device.watch.expecting(
        "ERR_INTERNET_DISCONNECTED", "ERR_ABORTED", "weights.*ERR_FAILED|ERR_FAILED.*weights"
    ):
        yield own_device
    own_device.leave()
    assert not own_device.watch.problems


def games_to_go_on_with(player: LocalPlayer) -> list[str]:
    links = player.page.locator('a[href*="/t/here-"]')
    links.first.wait_for()
    listed: list[str] = links.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return listed


def wait_for_the_shell(player: LocalPlayer) -> None:
    """From then on the page opens without a network."""
    player.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    player.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


@pytest.mark.parametrize(
    ("city", "bot"),
    [
        pytest.param("London", "", marks=pytest.mark.long),
        pytest.param("Paris", "beginner", marks=pytest.mark.long),
        pytest.param("Berlin", "", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_without_a_network(device: Device, city: str, bot: str) -> None:
    player = device.player(7)
    player.open_here(city, addons=True, bot=bot)
    assert player.table.startswith("here-")
    device.context.set_offline(True)
    while player.is_playing:
        player.play_turn()
    record = parse_record(player.saved_record())
    assert record.is_finished and len(record.names) == (2 if bot else 1)
    assert player.pads()["total"] == [pad.total for pad in replay(record).pads]
    if not bot:
        return
    # It stays in a list, until it is deleted.
    page, table = player.page, player.table
    page.get_by_role("link", name="Start page").click()
    page.get_by_text("Finished games on this device").click()
    game = page.get_by_role("listitem").filter(has=page.locator(f'a[href$="/r/{table}"]'))
    expect(game).to_contain_text(str(replay(record).pads[0].total))
    game.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Cancel").click()
    game.get_by_role("link", name="Watch it again").click()
    page.get_by_text("Round 1 of 4").wait_for()
    page.go_back()
    page.get_by_text("Finished games on this device").click()
    game.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete").first.click()
    expect(game).to_have_count(0)


@pytest.mark.long
def test_a_reload_in_mid_turn_loses_nothing(device: Device) -> None:
    player = device.player()
    player.open_here("London")
    wait_for_the_shell(player)
    player.play_turn()
    player.play(player.moves[0])
    ply, strokes, table = player.view["ply"], player.strokes, player.table
    device.context.set_offline(True)
    player.view = {}
    player.page.reload()
    player.sit()
    assert (player.table, player.view["ply"], player.strokes) == (table, ply, strokes)
    player.undo()
    player.play_turn()


def test_a_killed_worker_in_mid_turn_loses_nothing(device: Device) -> None:
    player = device.player()
    player.open_here("London", bot="beginner")
    device.context.set_offline(True)
    for _ in range(2):
        ply = player.view["ply"]
        player.touch(player.moves[0])
        player.end_referee()
        player.until(lambda player, ply=ply: player.view["ply"] > ply)  # type: ignore[misc]
        player.decide()  # a card may ask for more than one section
        player.done()
        player.until(lambda player: bool(player.moves) or not player.is_playing)
    assert player.acknowledged() >= 2 and player.lost() == 0


def take_device(player: LocalPlayer, name: str) -> None:
    page = player.page
    page.get_by_role("heading", name=f"Pass the device to {name}").wait_for()
    assert page.locator(".paper, .stroke").count() == 0
    page.get_by_role("button", name=f"I am {name}").click()
    page.locator(".actions").wait_for()
    player.until(lambda player: bool(player.view) and player.game["names"][player.view["you"]] == name)


def finish_turn(player: LocalPlayer) -> None:
    """Up to `Done`, which takes the sheet away or flips the card."""
    player.decide()
    views = player.hear()
    player.button("Done").click()
    player.page.wait_for_function("views => heard.views > views", arg=views)
    player.hear()


def test_two_people_at_one_device_without_a_network(device: Device) -> None:
    player = device.player()
    page = player.page
    player.go_home()
    page.locator("button.city", has_text="Berlin").click()
    page.get_by_role("button", name="One device").click()
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="Play Berlin").click()
    take_device(player, "Ann")
    wait_for_the_shell(player)
    device.context.set_offline(True)
    finish_turn(player)
    take_device(player, "Ben")
    player.play(player.moves[0])
    player.view = {}
    page.reload()
    take_device(player, "Ben")
    assert player.strokes == 1
    player.undo()
    assert player.strokes == 0
    turn = player.turn
    finish_turn(player)
    player.until(lambda player: player.turn > turn)
    assert [len(sheet["rounds"][0]) for sheet in player.game["sheets"]] == [2, 2]


@pytest.mark.long
def test_one_tab_plays_and_the_other_watches(device: Device) -> None:
    first, second = device.player(), device.player()
    first.open_here("London")
    second.page.goto(first.page.url)
    notice = second.page.get_by_text("This game is being played in another tab")
    notice.wait_for()
    second.page.locator(".paper svg").wait_for()
    assert second.page.evaluate("() => heard.view.you") is None
    views = second.hear()
    first.play_turn()
    second.page.wait_for_function("views => heard.views > views", arg=views)

    second.page.get_by_role("button", name="Play here").click()
    second.until(lambda player: player.view["you"] == 0)
    assert second.view["ply"] == first.view["ply"]
    expect(notice).to_have_count(0)
    first.page.get_by_text("This game is being played in another tab").wait_for()
    second.play_turn()

    second.page.close()  # whoever is left plays on by itself
    first.until(lambda player: player.view["you"] == 0)
    first.play_turn()


@pytest.mark.long
def test_games_go_to_another_device_as_a_file(device: Device, browser: Browser) -> None:
    player = device.player()
    player.open_here("London")
    home = player.page.get_by_role("link", name="Fulgence")
    home.click()
    player.open_another_here("Paris")
    player.play_turn()
    ply, table = player.view["ply"], player.table
    home.click()
    listed = games_to_go_on_with(player)
    assert len(listed) > 1 and listed[0].endswith(f"/t/{table}")
    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Save as a file").click()
    file = download.value.path()

    other = Device(browser, device.server)
    stranger = other.player()
    stranger.go_home()
    field = stranger.page.get_by_label("Add from a file")
    field.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": b'{"games": []}'})
    stranger.page.get_by_text("This is not a file of games").wait_for()
    field.set_input_files(file)
    stranger.page.get_by_text("added.").wait_for()
    field.set_input_files(file)
    stranger.page.get_by_text("All of them are here already.").wait_for()
    assert games_to_go_on_with(stranger) == listed  # the latest first, as before
    stranger.page.locator(f'a[href$="/t/{table}"]').click()
    stranger.sit()
    assert (stranger.view["ply"], stranger.view["you"]) == (ply, 0)
    other.context.close()


@pytest.mark.long
def test_without_a_store_the_game_goes_on_and_says_so(browser: Browser, offering: Server) -> None:
    device = Device(browser, offering, BLOCKED)
    device.context.add_init_script(BLOCKED)
    player = device.player()
    player.open_here("London")
    player.page.get_by_text("This browser does not keep games").wait_for()
    player.play_turn()
    player.play_turn()
    ply = player.view["ply"]
    player.page.get_by_role("link", name="Fulgence").click()
    player.page.get_by_text("This browser does not keep games").wait_for()
    game = player.page.locator(".own .game")
    expect(game).to_have_count(1)  # for as long as the page lives
    game.click()
    player.sit()
    assert player.view["ply"] == ply
    player.play_turn()
    device.context.close()


BLOCKED = "IDBFactory.prototype.open = () => { throw new DOMException('blocked', 'SecurityError'); };\n"
# In the referee's worker: time passes twenty times as fast, and a page can fill the disk.
FAST_AND_FULL = """
const { add } = IDBObjectStore.prototype;
const now = performance.now.bind(performance);
const later = self.setTimeout.bind(self);
performance.now = () => 20 * now();
self.setTimeout = (act, delay) => later(act, delay / 20);
let isFull = false;
new BroadcastChannel("disk").onmessage = ({ data }) => (isFull = data === "full");
IDBObjectStore.prototype.add = function (entry, key) {
  if (isFull) this.transaction.abort();
  else return add.call(this, entry, key);
};
"""
OPEN_WITH_CLOCK = """async (local) => {
  const { localBackend } = await import(local);
  const body = { city: "london", name: "Ann", seats: [{}], clock: 30 };
  const answer = await localBackend.request("POST", "/api/tables", body);
  return (await answer.json()).table;
}"""


def script_of(player: LocalPlayer) -> str:
    """The address of the script that is the backend on this device."""
    return str(player.page.evaluate(LOCAL_BACKEND))


LOCAL_BACKEND = """() => performance.getEntriesByType("resource")
  .map(({ name }) => name).find((name) => name.includes("/local-backend-"))"""


@pytest.mark.long
def test_a_full_disk_is_told_and_a_clock_runs_out(browser: Browser, offering: Server) -> None:
    device = Device(browser, offering, FAST_AND_FULL)
    player = device.player()
    player.open_here("London")
    player.play_turn()
    notice = player.page.get_by_text("This browser does not keep games")
    player.page.evaluate("() => new BroadcastChannel('disk').postMessage('full')")
    player.play_turn()
    notice.wait_for()
    player.play_turn()
    player.page.evaluate("() => new BroadcastChannel('disk').postMessage('empty')")
    expect(notice).to_have_count(0)
    ply, strokes = player.view["ply"], player.strokes
    player.view = {}
    player.page.reload()
    player.sit()
    assert (player.view["ply"], player.strokes) == (ply, strokes)

    table = player.page.evaluate(OPEN_WITH_CLOCK, script_of(player))
    player.page.get_by_role("link", name="Fulgence").click()
    player.view = {}
    player.page.locator(f'a[href$="/t/{table}"]').click()
    player.sit()
    player.until(lambda player: player.turn > 2)  # nobody moves
    device.context.close()


# The thinker dies as soon as it has begun with the next job.
END_THINKER = """() => {
  const { worker } = workers.findLast(({ name }) => name.includes("thinker"));
  const post = worker.postMessage;
  worker.postMessage = (message) => {
    post.call(worker, message);
    if (message.type === "think") setTimeout(() => worker.terminate(), 50);
  };
}"""


@pytest.mark.long
def test_a_bot_whose_worker_dies_in_mid_thought_still_moves(device: Device) -> None:
    player = device.player()
    player.open_here("London", bot="expert")
    workers = player.page.evaluate("() => workers.length")
    player.page.evaluate(END_THINKER)
    player.play_turn()
    player.play_turn()
    assert player.page.evaluate("() => workers.length") == workers + 1


SAME = (
    "/api/choices",
    *(f"/api/languages/{tag}" for tag in ("fr", "it", "de")),
    *(f"/api/cities/{city}" for city in ("london", "paris", "berlin")),
    "/api/cities/paris/rules",
    "/api/lessons",
)
BOTH = """async ([paths, local]) => {
  const { localBackend } = await import(local);
  const texts = (answers) => Promise.all(answers.map(async (answer) => (await answer).text()));
  return Promise.all(paths.map((path) => texts([fetch(path), localBackend.request("GET", path)])));
}"""


REVIEW = """async ([record, local]) => {
  const { localBackend } = await import(local);
  const answer = await localBackend.request("POST", "/api/review", { record, seat: 0 });
  const lines = (await answer.text()).trim().split("\\n").map((line) => JSON.parse(line));
  return lines.filter(({ type }) => type !== "progress").map(({ type, player }) => player ?? type);
}"""
# Gives up after the second line; then how many jobs were sent to the thinker, and what comes of the next one.
ABORTED_REVIEW = """async ([record, local]) => {
  const { localBackend } = await import(local);
  const { worker } = workers.findLast(({ name }) => name.includes("thinker"));
  const post = worker.postMessage;
  let jobs = 0;
  worker.postMessage = (message) => (jobs++, post.call(worker, message));
  const giveUp = new AbortController();
  const answer = await localBackend.request("POST", "/api/review", { record, seat: 0 }, giveUp.signal);
  const reader = answer.body.getReader();
  await reader.read();
  await reader.read();
  giveUp.abort();
  const end = await reader.read().catch(({ name }) => name);
  const next = await localBackend.request("POST", "/api/replay", { record });
  return [end, next.status, jobs <= 5];
}"""
POSTED = """async ([path, body, local]) => {
  const { localBackend } = await import(local);
  const headers = { "Content-Type": "application/json" };
  const theirs = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return [await theirs.text(), await (await localBackend.request("POST", path, body)).text()];
}"""


def toy_record() -> str:
    """Of a finished game."""
    game = new_game("toy", 1, seed=1)
    while not game.is_over:
        while not game.is_done(0):
            game.play(0, game.view(0).moves[0])
        game.flip()
    return format_record(record_of(game))


def test_this_device_answers_what_the_server_answers(device: Device) -> None:
    player = device.player()
    player.open_here("London")  # with Python running, nothing is asked of the server
    local, record = script_of(player), toy_record()
    for path, (theirs, ours) in zip(SAME, player.page.evaluate(BOTH, [SAME, local]), strict=True):
        assert ours == theirs, path
    theirs, ours = player.page.evaluate(POSTED, ["/api/replay", {"record": record}, local])
    assert ours == theirs
    theirs, ours = player.page.evaluate(POSTED, ["/api/deal", {"city": "toy", "name": "Ann"}, local])
    assert parse_record(ours).deal.city.key == parse_record(theirs).deal.city.key
    assert parse_record(ours).names == parse_record(theirs).names

    assert player.page.evaluate(ABORTED_REVIEW, [record, local]) == ["AbortError", 200, True]
    turns = ["turn"] * len(parse_record(record).moves[0])
    assert player.page.evaluate(REVIEW, [record, local]) == ["plan", *turns, "expert", "hindsight", "end"]


@pytest.mark.long
def test_a_game_on_paper_without_a_network_outlives_its_worker_and_its_page(device: Device) -> None:
    player = device.player()
    page = player.page
    page.goto(f"{player.url}/companion")
    wait_for_the_shell(player)
    page.locator(".city", has_text="Berlin").click()
    page.get_by_role("checkbox", name="Accelerated").check()
    page.get_by_role("button", name="Lay out the cards").click()
    page.locator(".setup").wait_for()
    assert "/companion/here-paper-" in page.url
    device.context.set_offline(True)
    heading = page.get_by_role("heading", level=1)
    page.locator(".flip").click()
    expect(heading).to_have_text("Round 1, turn 1")
    shown = page.locator(".big-card").all_inner_texts()
    player.end_referee()
    page.locator(".flip").click()
    expect(heading).to_have_text("Round 1, turn 2")
    page.reload()
    expect(heading).to_have_text("Round 1, turn 2")
    page.get_by_role("button", name="Take back").click()
    expect(heading).to_have_text("Round 1, turn 1")
    assert page.locator(".big-card").all_inner_texts() == shown
    while page.locator(".flip").inner_text() != "Add up":
        before = page.locator(".companion").inner_text()
        page.locator(".flip").click()
        page.wait_for_function("text => document.querySelector('.companion').innerText !== text", arg=before)
    page.locator(".flip").click()
    page.get_by_label("line, section by section").fill("b1-a2")
    page.get_by_label("line, section by section").press("Enter")
    expect(page.locator(".problems, .ticket")).to_have_count(2)
    page.get_by_role("link", name="Back").click()
