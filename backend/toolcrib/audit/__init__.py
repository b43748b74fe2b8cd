"""The append-only trail of who changed what."""
