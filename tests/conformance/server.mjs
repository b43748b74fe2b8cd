// The server under test, as both clients' scripts need it. Its address and a token come in SERVER_URL and SERVER_TOKEN.
import assert from 'node:assert/strict';

export const url = process.env.SERVER_URL;
export const authorization = `Bearer ${process.env.SERVER_TOKEN}`;

export const EVENTS = `subscription ($id: ID!, $after: Int!) {
  executionEvents(id: $id, afterSeq: $after) { seq kind text status }
}`;
export const VIEWER = '{ viewer { isAdmin } }';
export const EXECUTE = `mutation ($input: ExecuteToolInput!) {
  executeTool(input: $input) { execution { id status } userErrors { code message } }
}`;

const CANCEL = 'mutation ($id: ID!) { cancelExecution(input: {id: $id}) { userErrors { code } } }';

export async function ask(query, variables = {}) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

/** Starts a run of `count` (prints 0 to 39 within a second) or `endless`; its id. */
export async function start(tool) {
  const { executeTool } = await ask(EXECUTE, { input: { name: tool, input: {}, wait: false } });
  assert.deepEqual(executeTool.userErrors, []);
  return executeTool.execution.id;
}

export const cancel = (id) => ask(CANCEL, { id });

/** Fails unless these are all events of a run of `count` after number `after`, in order, none twice. */
export function assertWholeStory(events, after = 0) {
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, index) => after + 1 + index),
  );
  assert.equal(events.at(-1).status, 'SUCCESS');
  if (after === 0) {
    const printed = events.map(({ text }) => text ?? '').join('');
    assert.equal(printed, Array.from({ length: 40 }, (_, number) => `${number}\n`).join(''));
  }
}

/** Every result of an async iterable. */
export async function all(results) {
  const gathered = [];
  for await (const result of results) gathered.push(result);
  return gathered;
}

/** The events in all results of an async iterable; an error in one fails the test. */
export async function allEvents(results) {
  const gathered = await all(results);
  for (const { errors } of gathered) assert.equal(errors, undefined, JSON.stringify(errors));
  return gathered.map(({ data }) => data.executionEvents);
}

/** A promise with its `resolve`. */
export function promised() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
