import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { graphql } from '@/graph/generated';
import type { Draft } from '../content';
import { type Modules, scriptHelp } from './scriptHelp';

const ScriptModulesQuery = graphql(`
  query ScriptModules { server { executors { type modules } } }
`);

/** Help for the script that is edited. What can be imported is asked for once; without an answer the rest works. */
export function useScriptHelp(draft: Draft) {
  const { t } = useTranslation('editor');
  const { executor, config, inputSchema } = draft;
  const [{ data }] = useQuery({ query: ScriptModulesQuery, pause: executor !== 'PYTHON' });
  const found = data?.server?.executors.find(({ type }) => type === executor);
  const modules = (found?.modules ?? NONE) as Modules;
  return useMemo(
    () => scriptHelp({ executor, config, inputSchema }, modules, t),
    [executor, config, inputSchema, modules, t],
  );
}

const NONE: Modules = {};
