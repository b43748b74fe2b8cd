"""Where Piccolo's own commands find the engine: `DATABASE_URL`, or the one that `migrate` puts here."""

import os

from piccolo.conf.apps import AppRegistry

from toolcrib.core.db import Engine

DB = Engine(config={"dsn": os.environ.get("DATABASE_URL")})
APP_REGISTRY = AppRegistry(apps=["toolcrib.piccolo_app"])
