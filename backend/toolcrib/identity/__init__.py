"""Users, agents, access tokens, sessions: who is asking."""
