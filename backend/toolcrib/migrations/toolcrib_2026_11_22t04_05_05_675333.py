from piccolo.apps.migrations.auto.migration_manager import MigrationManager
from piccolo.columns.column_types import BigInt
from piccolo.columns.column_types import Integer
from piccolo.columns.indexes import IndexMethod
from piccolo.constraints import Check

ID = "2026-11-22T04:05:05:675333"
VERSION = "1.38.0"
DESCRIPTION = "what a run used"


async def forwards() -> MigrationManager:
    manager = MigrationManager(
        migration_id=ID, app_name="toolcrib", description=DESCRIPTION
    )

    manager.add_column(
        table_class_name="Execution",
        tablename="execution",
        column_name="cpu_ms",
        db_column_name="cpu_ms",
        column_class_name="Integer",
        column_class=Integer,
        params={
            "default": None,
            "null": True,
            "primary_key": False,
            "unique": False,
            "index": False,
            "index_method": IndexMethod.btree,
            "choices": None,
            "db_column_name": None,
            "secret": False,
        },
        schema=None,
    )

    manager.add_column(
        table_class_name="Execution",
        tablename="execution",
        column_name="peak_memory_bytes",
        db_column_name="peak_memory_bytes",
        column_class_name="BigInt",
        column_class=BigInt,
        params={
            "default": None,
            "null": True,
            "primary_key": False,
            "unique": False,
            "index": False,
            "index_method": IndexMethod.btree,
            "choices": None,
            "db_column_name": None,
            "secret": False,
        },
        schema=None,
    )

    manager.add_constraint(
        table_class_name="Execution",
        tablename="execution",
        constraint_name="use_not_negative",
        constraint_class=Check,
        params={"condition": "cpu_ms >= 0 AND peak_memory_bytes >= 0"},
        schema=None,
    )

    return manager
