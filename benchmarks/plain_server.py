"""`toolcrib`, but for what subscribers share: one GraphQL execution for each, as Strawberry does it by itself."""

from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from toolcrib.api.graphql.view import GraphQLView
from toolcrib.cli import main

if __name__ == "__main__":
    GraphQLView.graphql_transport_ws_handler_class = BaseGraphQLTransportWSHandler
    main()
