"""`/mcp`: the tools an agent may run, for clients of the Model Context Protocol."""
