from piccolo.columns import Text
from piccolo.constraints import Unique
from piccolo.table import Table

from toolcrib.access.model import Permission
from toolcrib.core.columns import created_now, identifier, moment, one_of, reference


class ToolPermission(Table, tablename="tool_permission"):
    id = identifier()
    tool = reference("Tool")
    subject = reference("Subject")
    permission = Text(null=False)
    granted_by = reference("Subject", null=True)
    expires_at = moment()
    created_at = created_now()
    updated_at = created_now()

    permission_known = one_of("permission", Permission)
    one_per_subject = Unique(["tool", "subject"])
