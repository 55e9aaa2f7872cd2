"""A room in tests, with its owner and its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.live_games import error_in

if TYPE_CHECKING:
    from support.live_games import Client, Json


class Room:
    """A room, with the secrets of its owner and its members."""

    def __init__(self, client: Client, title: str = "Class 7b", members: str = "") -> None:
        self.client = client
        self.made = self.post("", 201, title=title)
        self.path = f"/{self.made['id']}"
        self.secret = self.made["secret"]
        self.members: dict[str, str] = {}
        for name in members.split():
            self.join(name)

    def post(self, path: str, status: int, **body: Json) -> Json:
        answer = self.client.post(f"/api/rooms{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def refusal(self, path: str, status: int, **body: Json) -> tuple[str, str]:
        error = error_in(self.post(self.path + path, status, **body))
        return error["subject"], error["reason"]

    def get(self, path: str = "") -> Json:
        answer = self.client.get(f"/api/rooms{self.path}{path}")
        assert answer.status_code == 200, answer.text
        return answer.json() if path in {"", "/games"} else answer.text

    def join(self, name: str) -> None:
        self.members[name] = self.post(f"{self.path}/members", 201, name=name)["secret"]

    def pair(self, board: str = "3x3") -> Json:
        return self.post(f"{self.path}/round-robin", 201, secret=self.secret, board=board)["games"]

    def play(self, game: Json, moves: str) -> None:
        """Play moves, each by the member at the seat."""
        for ply, cell in enumerate(moves.split()):
            secret = self.members[game["seats"]["xo"[ply % 2]]["name"]]
            events = self.client.act(game["id"], secret, "play", cell=cell, ply=ply)
            assert isinstance(events, list), events
