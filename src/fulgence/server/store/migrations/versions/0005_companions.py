"""Games on paper: their cards, and how far they are."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "companions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("city_file", sa.Text, nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("change", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )
    op.create_index("companions_by_change", "companions", ["changed_at"])


def downgrade() -> None:
    op.drop_table("companions")
