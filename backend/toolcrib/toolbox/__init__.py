"""The starter tools: a folder each, with `tool.toml` (what it is) and `main.py` (what it does)."""
