import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation } from 'urql';

/** A refusal to show to the person: the server's own, or one made from a broken connection or a fault. */
export type UserError = { code: string; message: string; field?: readonly string[] | null };

type Payload = { userErrors: readonly UserError[] };
export type Outcome<P extends Payload> = { payload: P | undefined; errors: readonly UserError[] };

/** Turns a failed request into an error that says what to do next. */
export function useFaultMessage() {
  const { t } = useTranslation();
  return useCallback(
    (error: CombinedError): string => {
      if (error.networkError) return t('fault.network');
      const first = error.graphQLErrors[0];
      const trace = first?.extensions?.traceId;
      if (first?.extensions?.code === 'INTERNAL' || !first)
        return trace ? t('fault.internalTrace', { trace: String(trace) }) : t('fault.internal');
      return first.message;
    },
    [t],
  );
}

/**
 * A mutation whose every failure comes back as a list of errors, so a caller handles one kind only.
 * `pick` takes the payload out of the answer: `useAction(CreateAgent, (data) => data.createAgent)`.
 */
export function useAction<Data, Variables extends AnyVariables, P extends Payload>(
  document: TypedDocumentNode<Data, Variables>,
  pick: (data: Data) => P | null,
): [run: (variables: Variables) => Promise<Outcome<P>>, running: boolean] {
  const [{ fetching }, execute] = useMutation(document);
  const describe = useFaultMessage();
  const run = async (variables: Variables): Promise<Outcome<P>> => {
    const { data, error } = await execute(variables);
    const payload = error || !data ? null : pick(data);
    if (!payload) {
      const message = error ? describe(error) : '';
      return { payload: undefined, errors: [{ code: 'UNAVAILABLE', message }] };
    }
    return { payload, errors: payload.userErrors };
  };
  return [run, fetching];
}
