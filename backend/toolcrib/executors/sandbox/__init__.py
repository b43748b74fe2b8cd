"""The jail of scripts: how well it holds here, and the runs in it. PYTHON and SHELL share it."""
