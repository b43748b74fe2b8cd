"""Tells Piccolo which tables and migrations are ours."""

from pathlib import Path

from piccolo.conf.apps import AppConfig, table_finder

APP_CONFIG = AppConfig(
    app_name="toolcrib",
    migrations_folder_path=str(Path(__file__).parent / "migrations"),
    table_classes=table_finder(
        [f"toolcrib.{feature}.tables" for feature in ("audit", "identity", "access", "catalog", "execution")]
    ),
)
