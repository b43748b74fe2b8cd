import { type Exchange, makeOperation, type Operation } from '@urql/core';
import { map, pipe } from 'wonka';

function bodyAsWritten(body: BodyInit | null | undefined, { variables }: Operation) {
  if (typeof body !== 'string') return body;
  return JSON.stringify({ ...(JSON.parse(body) as object), variables });
}

/**
 * Sends variables with their keys in the order they were written. urql sorts them, but in a JSON Schema the
 * order of the fields is the author's: forms and function definitions follow it.
 */
export const asWrittenExchange: Exchange =
  ({ forward }) =>
  (operations) =>
    forward(
      pipe(
        operations,
        map((operation) => {
          if (operation.kind !== 'mutation') return operation;
          const send = operation.context.fetch ?? fetch;
          const inOrder: typeof fetch = (input, init) =>
            send(input, { ...init, body: bodyAsWritten(init?.body, operation) });
          return makeOperation(operation.kind, operation, { ...operation.context, fetch: inOrder });
        }),
      ),
    );
