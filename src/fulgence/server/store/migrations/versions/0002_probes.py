"""A table that is written to find out whether anything can be written."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "probes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("filler", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("probes")
