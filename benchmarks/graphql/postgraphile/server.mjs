// PostGraphile as its documentation sets it up for production: `node server.mjs DSN PORT`.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { makeV4Preset } from 'postgraphile/presets/v4';

const [dsn, port] = process.argv.slice(2);
const pgl = postgraphile({
  extends: [PostGraphileAmberPreset, makeV4Preset({ dynamicJson: true })],
  pgServices: [
    makePgService({
      connectionString: dsn,
      schemas: ['public'],
      poolConfig: { max: 20 },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false },
});
const server = createServer();
await pgl.createServ(grafserv).addTo(server);
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
