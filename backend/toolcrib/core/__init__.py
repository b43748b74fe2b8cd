"""What every layer stands on: settings, errors, ids, the database. Imports nothing else of Toolcrib."""
