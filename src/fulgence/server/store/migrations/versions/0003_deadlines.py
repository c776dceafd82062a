"""When a table needs its referee although nobody asks, instead of whether it ever does."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# All of these are looked at once, which puts the right time there.
BEGIN = """
update tables set due_at = 0
where (runs_alone and phase = 'playing') or (listed and phase = 'waiting')
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_at", sa.BigInteger))
    op.execute(BEGIN)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("runs_alone")
    op.create_index("tables_by_due", "tables", ["due_at"])


def downgrade() -> None:
    op.drop_index("tables_by_due", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("runs_alone", sa.Boolean, nullable=False, server_default=sa.true()))
        tables.drop_column("due_at")
