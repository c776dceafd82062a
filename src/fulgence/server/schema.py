"""The tables of the database, and bringing an older database up to date."""

from __future__ import annotations

from importlib.resources import as_file, files

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    text,
)

REVISION = "0001"  # the newest migration

metadata = MetaData()

# One row for each table, for finding them; what happened at it is in the entries.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("opened_at", BigInteger, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("runs_alone", Boolean, nullable=False),
    Index("tables_by_phase", "phase", "opened_at"),
)

# The log. Rows are only ever added.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)


class NewerDatabase(Exception):
    """Written by a later version of the program."""


def migrate(connection: Connection) -> None:
    """Bring the database to the newest revision; a database that is there already costs one query."""
    known = revision_of(connection)
    if known == REVISION:
        return
    if known is not None and known > REVISION:
        raise NewerDatabase(f"the database has revision {known}, this program knows {REVISION}")
    from alembic import command  # half a second that only a new or an old database costs
    from alembic.config import Config

    with as_file(files("fulgence.server") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def revision_of(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("select version_num from alembic_version")).scalar()
    return found
