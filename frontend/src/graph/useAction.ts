import { type AnyVariables, type TypedDocumentNode, useMutation } from 'urql';
import { type UserError, useFault } from './faults';

type Payload = { userErrors: readonly UserError[] };
export type Outcome<P extends Payload> = { payload: P | undefined; errors: readonly UserError[] };

/**
 * A mutation whose every failure comes back as a list of errors, so a caller handles one kind only.
 * `pick` takes the payload out of the answer: `useAction(CreateAgent, (data) => data.createAgent)`.
 */
export function useAction<Data, Variables extends AnyVariables, P extends Payload>(
  document: TypedDocumentNode<Data, Variables>,
  pick: (data: Data) => P | null,
): [run: (variables: Variables) => Promise<Outcome<P>>, running: boolean] {
  const [{ fetching }, execute] = useMutation(document);
  const describe = useFault();
  const run = async (variables: Variables): Promise<Outcome<P>> => {
    const { data, error } = await execute(variables);
    const payload = error || !data ? null : pick(data);
    if (!payload) {
      const fault = error ? describe(error) : { code: 'UNAVAILABLE', message: '' };
      return { payload: undefined, errors: [fault] };
    }
    return { payload, errors: payload.userErrors };
  };
  return [run, fetching];
}
