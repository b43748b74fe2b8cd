"""Each GraphQL type's table, fields, relations and row policy; one file per feature."""

from collections.abc import Mapping

from toolcrib.reads.declarations import Type
from toolcrib.reads.types import access, audit, catalog, execution, identity

TYPES: Mapping[str, Type] = {
    type_.name: type_ for feature in (identity, access, catalog, execution, audit) for type_ in feature.TYPES
}
