import { type AnyVariables, stringifyVariables } from '@urql/core';
import { useState } from 'react';
import { type UseQueryArgs, type UseQueryResponse, useQuery } from 'urql';
import { useOnReconnected } from './connection';

/**
 * `useQuery` for a page: what was read stays while a later read of it fails, so a stumble of the network
 * takes neither the page nor an unsaved edit away; the failed read is made again when the connection is back.
 */
export function useLastingQuery<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const [result, again] = useQuery(args);
  const key = stringifyVariables(args.variables);
  const whole = result.error ? undefined : result.data;
  const [kept, setKept] = useState({ key, data: whole });
  if (whole && (whole !== kept.data || key !== kept.key)) setKept({ key, data: whole });
  useOnReconnected(() => {
    if (result.error) again({ requestPolicy: 'network-only' });
  });
  const data = whole ?? (key === kept.key ? kept.data : undefined) ?? result.data;
  return [{ ...result, data }, again];
}
