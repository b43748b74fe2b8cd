"""What every test may ask for."""

pytest_plugins = ["tests.support.database", "tests.support.people", "tests.support.server"]
