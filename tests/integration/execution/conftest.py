from tests.support.execution import real

__all__ = ["real"]
