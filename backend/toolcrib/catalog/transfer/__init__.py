"""Tools as one JSON file: what is written, what is accepted, what an import does."""
