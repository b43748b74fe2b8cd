"""The outside: GraphQL, HTTP, WebSocket."""
