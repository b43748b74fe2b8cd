"""Toolcrib: the tool crib for LLM agents."""
