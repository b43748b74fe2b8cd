// What graphql-sse, the reference client, makes of our event streams ("distinct connections mode").
// See https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from 'graphql-sse';
import {
  all,
  allEvents,
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

const client = (options = {}) =>
  createClient({ url, headers: { authorization }, retryAttempts: 0, ...options });

describe('over the wire', { concurrency: true }, () => {
  describe('graphql-sse', { concurrency: true }, () => {
    it('follows a run from its first event to its last', async () => {
      const id = await start('count');
      assertWholeStory(
        await allEvents(client().iterate({ query: EVENTS, variables: { id, after: 0 } })),
      );
    });

    it('follows a run from the middle, and one that is over', async () => {
      const id = await start('count');
      const whole = await allEvents(
        client().iterate({ query: EVENTS, variables: { id, after: 0 } }),
      );
      assertWholeStory(
        await allEvents(client().iterate({ query: EVENTS, variables: { id, after: 3 } })),
        3,
      );
      assert.deepEqual(
        await allEvents(
          client().iterate({ query: EVENTS, variables: { id, after: whole.length } }),
        ),
        [],
      );
    });

    it('follows with twenty streams at once', async () => {
      const id = await start('count');
      const one = client();
      const streams = Array.from({ length: 20 }, () =>
        one.iterate({ query: EVENTS, variables: { id, after: 0 } }),
      );
      for (const events of await Promise.all(streams.map(allEvents))) assertWholeStory(events);
    });

    it('runs queries and mutations', async () => {
      const viewer = await all(client().iterate({ query: VIEWER }));
      assert.deepEqual(viewer, [{ data: { viewer: { isAdmin: true } } }]);
      const input = { name: 'count', input: {}, wait: true };
      const [executed] = await all(client().iterate({ query: EXECUTE, variables: { input } }));
      assert.equal(executed.data.executeTool.execution.status, 'SUCCESS');
    });

    it('tells of documents that can not be run', async () => {
      for (const query of [
        '{',
        '{ nothing }',
        'subscription { executionEvents(id: 7.5) { seq } }',
      ]) {
        const [refused, ...more] = await all(client().iterate({ query }));
        assert.ok(refused.errors[0].message, query);
        assert.equal('data' in refused, false);
        assert.deepEqual(more, []);
      }
    });

    it('is told when a run is not there', async () => {
      const variables = { id: `execution_${'0'.repeat(32)}`, after: 0 };
      const results = await all(client().iterate({ query: EVENTS, variables }));
      assert.deepEqual(
        results.map(({ data, errors }) => [data, errors[0].extensions.code]),
        [[null, 'NOT_FOUND']],
      );
    });

    it('is refused without a token, and with a wrong one: 401', async () => {
      for (const headers of [{}, { authorization: 'Bearer tcb_wrong' }]) {
        const refused = client({ headers }).iterate({ query: VIEWER }).next();
        await assert.rejects(refused, ({ response }) => response.status === 401);
      }
    });

    it('loses nothing when its connection breaks again and again', async () => {
      let breakNow = () => {};
      let breaks = 0;
      const breakable = async (address, init) => {
        const control = new AbortController();
        breakNow = () => control.abort();
        return fetch(address, { ...init, signal: AbortSignal.any([init.signal, control.signal]) });
      };
      const broken = client({
        fetchFn: breakable,
        retryAttempts: 100,
        retry: () => Promise.resolve(),
      });
      const variables = { id: await start('count'), after: 0 };
      const events = [];
      const done = promised();
      broken.subscribe(
        { query: EVENTS, variables },
        {
          next: ({ data }) => {
            if (data.executionEvents.seq <= variables.after) return; // was read before the connection broke
            events.push(data.executionEvents);
            variables.after = data.executionEvents.seq; // what it asks for when it comes back
            if (data.executionEvents.seq % 2 === 0 && breaks < 5) {
              breaks += 1;
              setImmediate(breakNow); // the client takes it for a network's fault where it waits for more
            }
          },
          error: done.resolve,
          complete: done.resolve,
        },
      );
      assert.equal(await done.promise, undefined);
      assertWholeStory(events);
      assert.ok(breaks >= 2, `${breaks} breaks`);
    });

    it('stops following again and again', async () => {
      const id = await start('endless');
      const one = client();
      for (let round = 0; round < 30; round += 1) {
        for await (const { data } of one.iterate({ query: EVENTS, variables: { id, after: 0 } })) {
          assert.equal(data.executionEvents.seq, 1);
          break;
        }
      }
      await cancel(id);
    });
  });

  describe('the protocol', { concurrency: true }, () => {
    const accept = 'text/event-stream';

    it('sends what must not wait, and is not kept, as an event stream', async () => {
      const headers = { authorization, accept, 'content-type': 'application/json' };
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: VIEWER }),
      });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type'), /^text\/event-stream/);
      assert.match(response.headers.get('cache-control'), /no-cache/);
      assert.equal(response.headers.get('x-accel-buffering'), 'no');
      const text = await response.text();
      assert.ok(
        text.endsWith(
          'event: next\ndata: {"data":{"viewer":{"isAdmin":true}}}\n\nevent: complete\ndata: \n\n',
        ),
      );
    });

    it('reads by GET, and never changes anything by it', async () => {
      const get = (query) =>
        fetch(`${url}?${new URLSearchParams({ query })}`, { headers: { authorization, accept } });
      assert.match(await (await get(VIEWER)).text(), /"isAdmin":true/);
      const refused = await get(
        'mutation { executeTool(input: {name: "count"}) { userErrors { code } } }',
      );
      assert.equal(refused.status, 405);
    });
  });
});
