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
  const [kept, setKept] = useState({ key, data: result.data });
  if (result.data && (result.data !== kept.data || key !== kept.key))
    setKept({ key, data: result.data });
  useOnReconnected(() => {
    if (result.error) again({ requestPolicy: 'network-only' });
  });
  const data = result.data ?? (key === kept.key ? kept.data : undefined);
  return [{ ...result, data }, again];
}
