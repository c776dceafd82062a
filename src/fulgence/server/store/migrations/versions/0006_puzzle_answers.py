"""What players have answered to puzzles; and how many seats the table of each game had."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

SHARED = sa.text(
    "select distinct games.table_id, entries.body from games "
    "join entries on entries.table_id = games.table_id and entries.number = 0"
)


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("puzzle", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("puzzle_answers_by_number", "puzzle_answers", ["player", "number"])
    op.add_column("games", sa.Column("seats", sa.Integer, nullable=False, server_default="1"))
    connection = op.get_bind()
    for table, body in connection.execute(SHARED).all():
        seats = len(json.loads(body)["seats"])
        if seats > 1:
            connection.execute(
                sa.text("update games set seats = :seats where table_id = :table"),
                {"seats": seats, "table": table},
            )


def downgrade() -> None:
    op.drop_column("games", "seats")
    op.drop_table("puzzle_answers")
