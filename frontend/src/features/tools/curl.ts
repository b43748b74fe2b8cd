import { writeJson } from '@/json/exact';

const DOCUMENT =
  'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { execution { id status outputData errorMessage } userErrors { code message field } } }';
export const TOKEN_PLACEHOLDER = '$TOOLCRIB_TOKEN';

/** One word for a POSIX shell, whatever is in it. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export type Call = { name: string; input: unknown; version?: number | null };

/** The call as a command to paste: the token is a placeholder read from the environment. */
export function curlSnippet(origin: string, { name, input, version }: Call): string {
  const variables = { input: { name, input, ...(version ? { version } : {}) } };
  return [
    `curl ${shellQuote(`${origin}/graphql`)} \\`,
    `  -H "Authorization: Bearer ${TOKEN_PLACEHOLDER}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuote(writeJson({ query: DOCUMENT, variables }))}`,
  ].join('\n');
}
