import anthropicLoop from '../../../../docs/examples/anthropic_loop.py?raw';
import mcpClient from '../../../../docs/examples/mcp_client.py?raw';
import openaiLoop from '../../../../docs/examples/openai_loop.py?raw';

export const CLIENTS = [
  'claudeCode',
  'claudeDesktop',
  'cursor',
  'vscode',
  'mcpPython',
  'openai',
  'anthropic',
  'curl',
] as const;
export type Client = (typeof CLIENTS)[number];

/** What a token is called where there is none yet: a variable of the environment. */
export const VARIABLE = 'TOOLCRIB_TOKEN';

type Server = { origin: string; secret: string | undefined };

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The tested example, led to this server. Without a secret it goes on to read the variable. */
const example = (source: string, { origin, secret }: Server) => {
  const here = source.replace(/^URL = .*$/m, `URL = ${JSON.stringify(origin)}`);
  return secret ? here.replace(/^TOKEN = .*$/m, `TOKEN = ${JSON.stringify(secret)}`) : here;
};

const remote = ({ origin, secret }: Server, token: string, type?: 'http') => ({
  ...(type ? { type } : {}),
  url: `${origin}/mcp`,
  headers: { Authorization: `Bearer ${secret ?? token}` },
});

const inShell = ({ secret }: Server) => `"Authorization: Bearer ${secret ?? `$${VARIABLE}`}"`;

const claudeDesktop = ({ origin, secret }: Server) => ({
  command: 'npx',
  // No space after the colon: some systems split arguments there.
  args: ['-y', 'mcp-remote', `${origin}/mcp`, '--header', `Authorization:\${AUTHORIZATION}`],
  env: { AUTHORIZATION: `Bearer ${secret ?? `$${VARIABLE}`}` },
});

const vscode = (server: Server) => ({
  ...(server.secret
    ? {}
    : {
        inputs: [{ type: 'promptString', id: 'toolcrib', description: 'Toolcrib', password: true }],
      }),
  servers: { toolcrib: remote(server, `\${input:toolcrib}`, 'http') },
});

const curl = (server: Server) =>
  [
    `curl ${server.origin}/graphql \\`,
    `  -H ${inShell(server)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query": "{ tools(first: 10) { nodes { name viewerCanExecute } } }"}'`,
  ].join('\n');

const MAKERS: Record<Client, (server: Server) => string> = {
  claudeCode: (server) =>
    `claude mcp add --transport http toolcrib ${server.origin}/mcp \\\n  --header ${inShell(server)}`,
  claudeDesktop: (server) => json({ mcpServers: { toolcrib: claudeDesktop(server) } }),
  cursor: (server) => json({ mcpServers: { toolcrib: remote(server, `\${env:${VARIABLE}}`) } }),
  vscode: (server) => json(vscode(server)),
  mcpPython: (server) => example(mcpClient, server),
  openai: (server) => example(openaiLoop, server),
  anthropic: (server) => example(anthropicLoop, server),
  curl,
};

/** What to paste into a client so that it finds this server. */
export const snippet = (client: Client, server: Server): string => MAKERS[client](server);

export const clientOf = (text: string | null): Client =>
  CLIENTS.find((client) => client === text) ?? 'claudeCode';
