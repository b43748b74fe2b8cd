// Runs graphql-http's audits against the server at the address in the first argument, with the token in
// AUDIT_TOKEN, and prints what came of each as one JSON array.
import { serverAudits } from 'graphql-http';

const [url] = process.argv.slice(2);
const authorization = `Bearer ${process.env.AUDIT_TOKEN}`;

const fetchFn = (address, init = {}) => fetch(address, { ...init, headers: { authorization, ...init.headers } });

const results = [];
for (const audit of serverAudits({ url, fetchFn })) {
  const { id, name, status, reason = null, response = null } = await audit.fn();
  const answered = response && `${response.status} ${response.headers.get('content-type')}`;
  results.push({ id, name, status, reason, answered });
}
console.log(JSON.stringify(results));
