// What graphql-ws, the client that most programs use, makes of our WebSockets; and what a client that breaks the
// protocol is told. See https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import {
  all,
  allEvents,
  ask,
  assertWholeStory,
  authorization,
  cancel,
  EVENTS,
  EXECUTE,
  promised,
  start,
  url,
  VIEWER,
} from '../server.mjs';

const address = url.replace('http', 'ws');

const client = (options = {}) =>
  createClient({
    url: address,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
    ...options,
  });

/** A socket on which messages are sent by hand. `next` answers the next message, `closed` how it was closed. */
async function raw({ greeted = true } = {}) {
  const socket = new WebSocket(address, 'graphql-transport-ws');
  const messages = [];
  const waiting = [];
  socket.on('message', (data, isBinary) => {
    assert.equal(isBinary, false, 'the protocol wants text');
    const message = JSON.parse(data);
    const waiter = waiting.shift();
    if (waiter) waiter(message);
    else messages.push(message);
  });
  const closed = new Promise((resolve) =>
    socket.on('close', (code, reason) => resolve([code, String(reason)])),
  );
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const made = {
    socket,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: () =>
      messages.length
        ? Promise.resolve(messages.shift())
        : new Promise((resolve) => waiting.push(resolve)),
    subscribe: (id, query, variables) =>
      made.send({ id, type: 'subscribe', payload: { query, variables } }),
  };
  if (greeted) {
    made.send({ type: 'connection_init', payload: { authorization } });
    assert.deepEqual(await made.next(), { type: 'connection_ack' });
  }
  return made;
}

describe('over the wire', { concurrency: true }, () => {
  describe('graphql-ws', { concurrency: true }, () => {
    it('follows a run from its first event to its last', async () => {
      const id = await start('count');
      assertWholeStory(
        await allEvents(client().iterate({ query: EVENTS, variables: { id, after: 0 } })),
      );
    });

    it('follows a run from the middle, and one that is over', async () => {
      const id = await start('count');
      const variables = { id, after: 0 };
      const whole = await allEvents(client().iterate({ query: EVENTS, variables }));
      assertWholeStory(
        await allEvents(client().iterate({ query: EVENTS, variables: { id, after: 3 } })),
        3,
      );
      assert.deepEqual(await allEvents(client().iterate({ query: EVENTS, variables })), whole);
      assert.deepEqual(
        await allEvents(
          client().iterate({ query: EVENTS, variables: { id, after: whole.length } }),
        ),
        [],
      );
    });

    it('runs queries and mutations', async () => {
      const [viewer] = await all(client().iterate({ query: VIEWER }));
      assert.deepEqual(viewer, { data: { viewer: { isAdmin: true } } });
      const input = { name: 'count', input: {}, wait: true };
      const [executed] = await all(client().iterate({ query: EXECUTE, variables: { input } }));
      assert.equal(executed.data.executeTool.execution.status, 'SUCCESS');
    });

    it('tells of documents that can not be run, and goes on with the others', async () => {
      const one = client({ lazy: false });
      const feed = one.iterate({
        query: 'subscription { executions(filter: {status: [SUCCESS]}) { status } }',
      });
      const first = feed.next();
      const bad = [
        '{',
        '{ nothing }',
        'subscription { executionEvents(id: 7.5) { seq } }',
        'query A { viewer { isAdmin } } query B { viewer { isAdmin } }',
      ];
      for (const query of bad) {
        await assert.rejects(one.iterate({ query }).next(), (errors) => {
          assert.ok(Array.isArray(errors), `${query}: ${errors}`);
          assert.ok(errors[0].message);
          return true;
        });
      }
      await assert.rejects(
        one.iterate({ query: EVENTS, variables: { id: 'x', after: 'y' } }).next(),
      );
      await allEvents(
        client().iterate({ query: EVENTS, variables: { id: await start('count'), after: 0 } }),
      );
      assert.equal((await first).value.data.executions.status, 'SUCCESS');
      await one.dispose();
    });

    it('is told when a run is not there', async () => {
      const variables = { id: `execution_${'0'.repeat(32)}`, after: 0 };
      const results = await all(client().iterate({ query: EVENTS, variables }));
      assert.deepEqual(
        results.map(({ data, errors }) => [data, errors[0].extensions.code]),
        [[null, 'NOT_FOUND']],
      );
    });

    it('is refused without a token, and with a wrong one: 4403', async () => {
      for (const connectionParams of [undefined, { authorization: 'Bearer tcb_wrong' }]) {
        const refused = client({ connectionParams }).iterate({ query: VIEWER }).next();
        await assert.rejects(
          refused,
          ({ code, reason }) => code === 4403 && reason === 'Forbidden',
        );
      }
    });

    it('loses nothing when its socket breaks again and again', async () => {
      let socket;
      let breaks = 0;
      const broken = client({
        retryAttempts: 100,
        retryWait: () => Promise.resolve(),
        shouldRetry: () => true,
        on: { connected: (connected) => (socket = connected) },
      });
      const variables = { id: await start('count'), after: 0 };
      const events = [];
      for await (const { data } of broken.iterate({ query: EVENTS, variables })) {
        events.push(data.executionEvents);
        variables.after = data.executionEvents.seq; // what it asks for when it comes back
        if (data.executionEvents.seq % 2 === 0 && breaks < 5) {
          breaks += 1;
          socket.terminate();
        }
      }
      assertWholeStory(events);
      assert.ok(breaks >= 2, `${breaks} breaks`);
    });

    it('runs a hundred operations on one socket, each with its own id', async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, () => start('count')));
      const one = client({ lazy: false });
      const stories = await Promise.all(
        Array.from({ length: 100 }, (_, number) => {
          // ten operations on each run, in two spellings: shared executions, different shapes
          const query =
            number % 20 < 10 ? EVENTS : EVENTS.replace('seq kind', '__typename seq kind');
          return allEvents(one.iterate({ query, variables: { id: ids[number % 10], after: 0 } }));
        }),
      );
      for (const [number, events] of stories.entries()) {
        assertWholeStory(events);
        assert.equal('__typename' in events[0], number % 20 >= 10);
        assert.deepEqual(
          events.map(({ seq }) => seq),
          stories[number % 10].map(({ seq }) => seq),
        );
      }
      await one.dispose();
    });

    it('stops following, and may use the id again at once', async () => {
      const { closed, next, send, socket, subscribe } = await raw();
      const id = await start('endless');
      for (let round = 0; round < 20; round += 1) {
        subscribe('same', EVENTS, { id, after: 0 });
        const { payload, ...rest } = await next();
        assert.deepEqual(rest, { id: 'same', type: 'next' });
        assert.equal(payload.data.executionEvents.seq, 1);
        send({ id: 'same', type: 'complete' });
        send({ type: 'ping' });
        while ((await next()).type !== 'pong'); // what was under way
      }
      subscribe('last', VIEWER);
      assert.deepEqual(await next(), {
        id: 'last',
        type: 'next',
        payload: { data: { viewer: { isAdmin: true } } },
      });
      assert.deepEqual(await next(), { id: 'last', type: 'complete' });
      await cancel(id);
      socket.close();
      await closed;
    });

    it('is told of a limit when it asks for a hundred and one at once', async () => {
      const { next, socket, subscribe } = await raw();
      const feed = 'subscription { executions(filter: {status: [TIMEOUT]}) { id } }';
      for (let number = 0; number < 101; number += 1) subscribe(String(number), feed);
      const { id, type, payload } = await next();
      assert.deepEqual([id, type, payload[0].extensions.code], ['100', 'error', 'TOO_MANY_OPERATIONS']);
      socket.terminate();
    });

    it('sends the id back as it was, whatever is in it', async () => {
      const { next, socket, subscribe } = await raw();
      for (const id of ['"},{"', 'a\\b\n', 'ü€😀', ' ']) {
        subscribe(id, VIEWER);
        assert.equal((await next()).id, id);
        assert.deepEqual(await next(), { id, type: 'complete' });
      }
      socket.terminate();
    });
  });

  describe('the protocol', { concurrency: true }, () => {
    it('answers a ping, and takes a pong nobody asked for', async () => {
      const { next, send, socket } = await raw();
      send({ type: 'pong' });
      send({ type: 'ping', payload: { anything: 1 } });
      assert.equal((await next()).type, 'pong');
      socket.terminate();
    });

    it('closes with 4401 who subscribes before the greeting', async () => {
      const { closed, subscribe } = await raw({ greeted: false });
      subscribe('1', VIEWER);
      assert.deepEqual(await closed, [4401, 'Unauthorized']);
    });

    it('closes with 4429 who greets twice', async () => {
      const { closed, send } = await raw();
      send({ type: 'connection_init', payload: { authorization } });
      assert.deepEqual(await closed, [4429, 'Too many initialisation requests']);
    });

    it('closes with 4408 who does not greet', async () => {
      const { closed } = await raw({ greeted: false });
      assert.deepEqual(await closed, [4408, 'Connection initialisation timeout']);
    });

    it('closes with 4409 who uses an id twice at once', async () => {
      const id = await start('endless');
      const { closed, next, subscribe } = await raw();
      subscribe('1', EVENTS, { id, after: 0 });
      await next();
      subscribe('1', VIEWER);
      assert.deepEqual(await closed, [4409, 'Subscriber for 1 already exists']);
      await cancel(id);
    });

    it('closes with 4400 who sends what is no message', async () => {
      for (const message of [
        '{',
        '[]',
        '"text"',
        { type: 'nothing' },
        { id: '1' },
        { id: '1', type: 'subscribe' },
      ]) {
        const { closed, send } = await raw();
        send(message);
        assert.equal((await closed)[0], 4400, JSON.stringify(message));
      }
    });

    it('closes with 4406 who speaks another protocol', async () => {
      const socket = new WebSocket(address, 'graphql-ws');
      const { promise, resolve } = promised();
      socket.on('close', resolve).on('error', () => resolve('handshake'));
      assert.ok([4406, 'handshake'].includes(await promise));
    });

    it('does not compress, for what is sent to thousands would be compressed for each', async () => {
      const { socket } = await raw();
      assert.equal(socket.extensions, '');
      socket.terminate();
    });

    it('ends a stream whose token is revoked, and takes nothing more from it: 4403', async () => {
      const { viewer } = await ask('{ viewer { subject { ... on User { id } } } }');
      const create = `mutation ($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { secret accessToken { id } }
    }`;
      const input = { subject: viewer.subject.id, name: 'leaked', scope: 'MANAGE' };
      const { secret, accessToken } = (await ask(create, { input })).createAccessToken;
      const { closed, next, send, subscribe } = await raw({ greeted: false });
      send({ type: 'connection_init', payload: { authorization: `Bearer ${secret}` } });
      assert.equal((await next()).type, 'connection_ack');
      subscribe('feed', 'subscription { executions { id } }');
      subscribe('ready', VIEWER);
      while ((await next()).id !== 'ready');
      await ask(
        'mutation ($id: ID!) { revokeAccessToken(input: {id: $id}) { userErrors { code } } }',
        {
          id: accessToken.id,
        },
      );
      let last = await next();
      while (last.id !== 'feed' || last.payload?.errors === undefined) last = await next();
      assert.equal(last.payload.errors[0].extensions.code, 'UNAUTHENTICATED');
      assert.deepEqual(await next(), { id: 'feed', type: 'complete' });
      subscribe('more', VIEWER);
      assert.deepEqual(await closed, [4403, 'Forbidden']);
    });
  });
});
