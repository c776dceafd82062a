"""Alembic asks this file where the database is: the connection that the store already has."""

from alembic import context

from fulgence.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
