import { type Exchange, makeErrorResult, makeResult, type Operation } from '@urql/core';
import { makeFetchBody, makeFetchOptions } from '@urql/core/internal';
import type { DocumentNode, SelectionSetNode } from 'graphql';
import { filter, fromPromise, merge, mergeMap, onEnd, pipe, takeUntil } from 'wonka';
import { isExact, isJsonObject, readJson, writeJson } from '@/json/exact';

/** The fields whose values are people's own JSON. `exactFetch.test.ts` compares them with the schema. */
export const JSON_FIELDS: ReadonlySet<string> = new Set([
  'after',
  'before',
  'executorConfig',
  'functionDefinition',
  'inputData',
  'inputSchema',
  'modules',
  'outputData',
  'outputSchema',
  'value',
]);

/** The keys under which a document's answer holds such values. */
export function jsonKeys(document: DocumentNode): Set<string> {
  const keys = new Set<string>();
  const visit = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field' && JSON_FIELDS.has(selection.name.value))
        keys.add((selection.alias ?? selection.name).value);
      if (selection.kind !== 'FragmentSpread') visit(selection.selectionSet);
    }
  };
  for (const definition of document.definitions)
    if ('selectionSet' in definition) visit(definition.selectionSet);
  return keys;
}

/** The API's own numbers (durations, counts, shares) are plain, however the server writes them. */
function plain(value: unknown, except: Set<string>): unknown {
  if (isExact(value)) return Number(value.text);
  if (Array.isArray(value)) return value.map((item) => plain(item, except));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      except.has(key) ? member : plain(member, except),
    ]),
  );
}

/** An answer as text: numbers in people's own JSON keep every digit, all others are plain numbers. */
export const readAnswer = (text: string, document: DocumentNode): unknown =>
  plain(readJson(text), jsonKeys(document));

async function ask(operation: Operation, signal: AbortSignal) {
  const { query, context } = operation;
  const { headers, ...options } = makeFetchOptions(operation);
  let response: Response | undefined;
  try {
    await Promise.resolve(); // who asks and is gone at once has asked nothing
    response = await (context.fetch ?? fetch)(context.url, {
      ...options,
      method: 'POST',
      headers: {
        ...(headers as Record<string, string>),
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
      },
      body: writeJson(makeFetchBody(operation)),
      signal,
    });
    const answer = readAnswer(await response.text(), query);
    return makeResult(operation, answer as Parameters<typeof makeResult>[1], response);
  } catch (error) {
    const isRefused = response && !response.ok && response.statusText;
    const reason = isRefused ? new Error(response?.statusText) : (error as Error);
    return makeErrorResult(operation, reason, response);
  }
}

/**
 * Queries and mutations over HTTP, in JSON whose numbers stay as they are written, and with variables' keys in the
 * order in which they were written. (urql's own exchange makes doubles of numbers and sorts keys, but in a JSON
 * Schema the order of the fields is the author's: forms and function definitions follow it.)
 */
export const exactFetchExchange: Exchange =
  ({ forward }) =>
  (operations) => {
    const answers = pipe(
      operations,
      filter(({ kind }) => kind === 'query' || kind === 'mutation'),
      mergeMap((operation) => {
        const abort = new AbortController();
        const isDropped = ({ kind, key }: Operation) =>
          kind === 'teardown' && key === operation.key;
        return pipe(
          fromPromise(ask(operation, abort.signal)),
          onEnd(() => abort.abort()),
          takeUntil(pipe(operations, filter(isDropped))),
        );
      }),
    );
    const others = forward(
      pipe(
        operations,
        filter(({ kind }) => kind !== 'query' && kind !== 'mutation'),
      ),
    );
    return merge([answers, others]);
  };
