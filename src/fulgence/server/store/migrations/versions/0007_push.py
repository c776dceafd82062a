"""Web push: subscriptions of players, the server's key, what was sent, and when to remind."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_by_player", "subscriptions", ["player", "since"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.add_column("games", sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("notified", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("remind_at", sa.BigInteger))
    op.create_index("tables_by_reminder", "tables", ["remind_at"])


def downgrade() -> None:
    op.drop_index("tables_by_reminder", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("remind_at")
    with op.batch_alter_table("games") as games:
        games.drop_column("notified")
        games.drop_column("muted")
    op.drop_table("server_keys")
    op.drop_table("subscriptions")
