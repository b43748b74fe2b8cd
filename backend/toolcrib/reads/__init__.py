"""From a GraphQL selection to one SQL statement with the row policies in it."""
