"""The starter tools: a folder each, with `tool.toml` (what it is) and `main.py` or `main.sh` (what it does)."""
