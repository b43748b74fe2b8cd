import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';

/** A refusal to show to the person: the server's own, or one made from a broken connection or a fault. */
export type UserError = {
  code: string;
  message: string;
  field?: readonly string[] | null;
  /** The console's own words, in the reader's language. */
  own?: boolean;
};

/** The server's refusal of a whole request; undefined where the request failed otherwise. */
export function refusalOf({ networkError, graphQLErrors }: CombinedError): UserError | undefined {
  const [first] = graphQLErrors;
  const code = first?.extensions?.code;
  if (networkError || !first || code === 'INTERNAL') return undefined;
  return { code: String(code), message: first.message };
}

const LASTING = ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'];

/** Whether the same request would be refused again: another address is wanted, not another try. */
export const isLasting = (error: CombinedError): boolean =>
  LASTING.includes(refusalOf(error)?.code ?? '');

/** Turns a failed request into an error that says what to do next. */
export function useFault() {
  const { t } = useTranslation();
  return useCallback(
    (error: CombinedError): UserError => {
      const refusal = refusalOf(error);
      if (refusal) return refusal;
      const own = (message: string) => ({ code: 'UNAVAILABLE', message, own: true });
      if (error.networkError) return own(t('fault.network'));
      const trace = error.graphQLErrors[0]?.extensions?.traceId;
      if (trace) return own(t('fault.internalTrace', { trace: String(trace) }));
      return own(t('fault.internal'));
    },
    [t],
  );
}

/** The same in one text, for where that is all there is room for. */
export function useFaultMessage() {
  const describe = useFault();
  return useCallback((error: CombinedError) => describe(error).message, [describe]);
}
