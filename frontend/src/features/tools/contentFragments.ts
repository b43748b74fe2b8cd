import { graphql } from '@/graph/generated';

/** The content of a tool as it is now. */
export const ToolContent_tool = graphql(`
  fragment ToolContent_tool on Tool {
    id
    version
    displayName
    description
    icon
    category { id name }
    tags
    executorType
    executorConfig
    scriptContent
    inputSchema
    outputSchema
    timeoutSeconds
    annotations { readOnly destructive idempotent openWorld }
    examples { prompts inputs { name value } }
  }
`);

/** The same of one of its versions. */
export const ToolContent_version = graphql(`
  fragment ToolContent_version on ToolVersion {
    id
    version
    changelog
    createdAt
    author { ...SubjectLabel_subject }
    displayName
    description
    icon
    category { id name }
    tags
    executorType
    executorConfig
    scriptContent
    inputSchema
    outputSchema
    timeoutSeconds
    annotations { readOnly destructive idempotent openWorld }
    examples { prompts inputs { name value } }
  }
`);
