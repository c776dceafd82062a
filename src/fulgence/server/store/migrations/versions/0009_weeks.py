"""The cities of the weeks: their seeds, files and cards."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "weeks",
        sa.Column("monday", sa.String(10), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("city_file", sa.Text),
        sa.Column("cards", sa.Text),
        sa.Column("closed_at", sa.BigInteger),
    )


def downgrade() -> None:
    op.drop_table("weeks")
