"""Run by Alembic around the migrations, in the connection and transaction that `migrate` passes on."""

from alembic import context

from hyperoxo.store.schema import TABLES

context.configure(connection=context.config.attributes["connection"], target_metadata=TABLES)
context.run_migrations()
