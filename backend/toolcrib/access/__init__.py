"""Who may read, run and manage which tool."""
