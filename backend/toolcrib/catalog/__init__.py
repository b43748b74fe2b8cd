"""Categories, tools, their versions and their life."""
