"""The GraphQL API: types that declare, mutations that call the services, reads that pass through the planner."""
