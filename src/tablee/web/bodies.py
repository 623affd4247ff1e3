"""What comes and goes as JSON; the forms of the pages have the same fields."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

NO_NULL = r"^[^\x00]*$"  # which PostgreSQL does not keep
Line = Annotated[str, Field(max_length=1000, pattern=NO_NULL)]
Tag = Annotated[str, Field(max_length=200, pattern=NO_NULL)]


class Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class NewSeat(Sent):
    kind: Literal["human", "bot"]
    name: Line = ""
    level: Line = Field("club", description="How strong a bot is: novice, casual, club, expert.")


class NewTable(Sent):
    """A table to be opened; its first human seat is the asker's."""

    game: Line = Field(examples=["hornochsen"])
    seats: list[NewSeat] = Field(
        max_length=20, examples=[[{"kind": "human", "name": "Anna"}, {"kind": "bot"}]]
    )
    options: dict[Line, Any] = Field({}, description="By name, as the rulings have them.")
    first: int | None = Field(None, description="The seat that begins; without it, by lot.")
    public: bool = Field(False, description="Whether everybody may see and join it.")
    name: Line = ""
    memory: bool = Field(False, description="Whether the table shows what can be remembered.")
    hints: bool = Field(False, description="Whether hints are given in a game against bots.")
    contribution: Tag = Field("", description="What the asker adds to chance; any text.")


class TakenSeat(Sent):
    """A seat to be taken; without its number, the first free one."""

    name: Line = ""
    seat: int | None = None
    contribution: Tag = ""


class MadeMove(Sent):
    """A move, or "undo", made on the view of this version."""

    version: Line
    move: Line
    as_seat: int | None = Field(None, alias="as", description="Which of several own seats.")
    request: Tag = Field(
        "", description="Any text of the sender's: sent again with it, the move is made once."
    )


class OwnSeat(Sent):
    """What somebody does for one of their seats; without a number, for all of them."""

    as_seat: int | None = Field(None, alias="as")


class OtherSeat(Sent):
    seat: int


class Level(Sent):
    level: Line = "club"


class Name(Sent):
    name: Line


class Joined(BaseModel):
    """A seat that somebody has now; the token stands for it where no cookie does."""

    id: str
    seat: int | None
    token: str | None


class Following(BaseModel):
    """The table of a rematch."""

    id: str


class Problem(BaseModel):
    error: str


class Chair(BaseModel):
    seat: int
    kind: Literal["human", "bot", "open"]
    name: str
    level: str | None
    away: bool
    online: bool
    replaceable: bool


class Body(BaseModel):
    """A table as the asker may see it."""

    id: str
    code: str = Field(description="To join by.")
    game: str
    name: str
    status: Literal["waiting", "playing", "over"]
    version: str
    options: dict[str, Any]
    public: bool
    first: int | None
    seats: list[Chair]
    seat: int | None = Field(description="The asker's; null for a spectator.")
    own: list[int]
    host: bool
    actor: int | None = Field(description="The seat to move; null when nobody is.")
    moves: list[str] = Field(description="The legal moves; empty unless it is the asker's turn.")
    undoable: bool
    observation: dict[str, Any] | None = Field(description="All that the asker may know.")
    commitment: str
    secret: str | None
    rematch: str | None
    created: float
    changed: float
    error: str | None = None


class Listed(BaseModel):
    id: str
    game: str
    name: str
    status: Literal["waiting", "playing", "over"]
    turn: bool
    seats: list[Chair]
    changed: float


class Lists(BaseModel):
    """The asker's tables, "your turn" first; and the public ones, to join or to watch."""

    mine: list[Listed]
    public: list[Listed]
