from piccolo.columns import JSON, JSONB, BigInt, Boolean, Integer, Text, Varchar
from piccolo.constraints import Check, Unique
from piccolo.table import Table

from toolcrib.catalog.model import TOOL_NAME, Approval, ExecutorType, Network, ToolStatus, ToolVisibility
from toolcrib.core.columns import created_now, identifier, moment, one_of, reference

_SCRIPT_FITS = "(executor_type IN ('PYTHON', 'SHELL')) = (script_content IS NOT NULL)"


class Category(Table, tablename="category"):
    id = identifier()
    name = Text(null=False, unique=True)
    description = Text(null=True, default=None)
    parent = reference("Category", null=True)
    created_at = created_now()
    updated_at = created_now()

    not_its_own_parent = Check("parent IS DISTINCT FROM id")
    name_length = Check("length(name) BETWEEN 1 AND 100")


class Tool(Table, tablename="tool"):
    """A tool as it is now; `version` counts its contents, every one of them kept in `tool_version`."""

    id = identifier()
    name = Varchar(length=100, null=False, unique=True)
    display_name = Varchar(length=200, null=False)
    description = Text(null=False)
    icon = Text(null=True, default=None)
    status = Text(null=False, default=str(ToolStatus.DRAFT))
    category = reference(Category, null=True)
    tags = JSONB(null=False, default="[]")
    visibility = Text(null=False, default=str(ToolVisibility.PRIVATE))
    owner = reference("Subject", null=True)
    executor_type = Text(null=False, default=str(ExecutorType.PYTHON))
    executor_config = JSONB(null=False, default="{}")
    script_content = Text(null=True, default=None)
    input_schema = JSON(null=False)
    output_schema = JSON(null=False, default="{}")
    version = Integer(null=False, default=1)
    rate_limit_per_minute = Integer(null=True, default=None)
    rate_limit_per_hour = Integer(null=True, default=None)
    timeout_seconds = Integer(null=False, default=30)
    max_retries = Integer(null=False, default=0)
    annotations = JSONB(null=False, default="{}")
    approval = Text(null=False, default=str(Approval.NEVER))
    network = Text(null=False, default=str(Network.FULL))
    examples = JSON(null=False, default="{}")
    deleted_at = moment()
    created_at = created_now()
    updated_at = created_now()

    name_form = Check(f"name ~ '{TOOL_NAME}'")
    display_name_given = Check("length(display_name) >= 1")
    status_known = one_of("status", ToolStatus)
    visibility_known = one_of("visibility", ToolVisibility)
    platform_has_no_owner = Check("(owner IS NULL) = (visibility = 'PLATFORM')")
    executor_type_known = one_of("executor_type", ExecutorType)
    script_fits_executor = Check(_SCRIPT_FITS)
    tags_are_a_list = Check("jsonb_typeof(tags) = 'array'")
    input_schema_is_an_object = Check("json_typeof(input_schema) = 'object'")
    version_counts = Check("version >= 1")
    rate_limits_positive = Check("rate_limit_per_minute >= 1 AND rate_limit_per_hour >= 1")
    timeout_in_range = Check("timeout_seconds BETWEEN 1 AND 3600")
    retries_in_range = Check("max_retries BETWEEN 0 AND 2")
    approval_known = one_of("approval", Approval)
    network_known = one_of("network", Network)


class ToolVersion(Table, tablename="tool_version"):
    """The content of a tool at one version. Written once: a trigger lets only `is_latest` change."""

    id = identifier()
    tool = reference(Tool)
    version = Integer(null=False)
    changelog = Text(null=True, default=None)
    author = reference("Subject", null=True)
    is_latest = Boolean(null=False, default=True)
    display_name = Varchar(length=200, null=False)
    description = Text(null=False)
    icon = Text(null=True, default=None)
    category = reference(Category, null=True)
    tags = JSONB(null=False, default="[]")
    executor_type = Text(null=False)
    executor_config = JSONB(null=False, default="{}")
    script_content = Text(null=True, default=None)
    input_schema = JSON(null=False)
    output_schema = JSON(null=False, default="{}")
    timeout_seconds = Integer(null=False, default=30)
    max_retries = Integer(null=False, default=0)
    annotations = JSONB(null=False, default="{}")
    examples = JSON(null=False, default="{}")
    created_at = created_now()

    one_per_number = Unique(["tool", "version"])
    version_counts = Check("version >= 1")
    executor_type_known = one_of("executor_type", ExecutorType)
    script_fits_executor = Check(_SCRIPT_FITS)


class ToolUsage(Table, tablename="tool_usage"):
    """Apart from the tool, so that running never touches the tool's row."""

    tool = reference(Tool, primary_key=True)
    execution_count = BigInt(null=False, default=0)
    last_executed_at = moment()
