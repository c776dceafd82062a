"""Players without accounts, their games and results; days with the same cards for everybody; challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Integer),
        sa.Column("name", sa.String(48)),
        sa.Column("city", sa.String(64), nullable=False),
        sa.Column("addons", sa.String(64), nullable=False),
        sa.Column("contest", sa.String(64), nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("total", sa.Integer),
        sa.Column("items", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("games_by_player", "games", ["player", "ended_at"])
    op.create_index("games_by_contest", "games", ["contest", "total", "ended_at"])
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("closed_at", sa.BigInteger),
    )
    op.create_table(
        "pars",
        sa.Column("contest", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("city_file", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("seat", sa.Integer),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for name in ("leases", "challenges", "pars", "days", "games", "players"):
        op.drop_table(name)
