import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { useSignOut } from '@/features/sign-in/useSignOut';
import { graphql } from '@/graph/generated';
import type { PaletteQuery } from '@/graph/generated/graphql';
import { useSettled } from '@/ui/useSettled';
import { LANGUAGES, type Language, setLanguageChoice } from '../language';
import { placesFor } from '../places';
import { setThemeChoice } from '../theme';
import type { Entry } from './entries';

const SETTLED_AFTER_MS = 150;
const EXECUTION_ID = /^execution_[0-9a-f]{32}$/;

const PaletteDocument = graphql(`
  query Palette($text: String!, $people: Boolean!, $execution: ID!, $byId: Boolean!) {
    tools(first: 8, filter: { search: $text }) { nodes { id name displayName } }
    agents(first: 5, filter: { search: $text }) { nodes { id name displayName } }
    users(first: 5, search: $text) @include(if: $people) { nodes { id username displayName } }
    executions(first: 20) { nodes { id status tool { id displayName } } }
    execution(id: $execution) @include(if: $byId) { id status tool { id displayName } }
  }
`);

type Found = { entries: Entry[]; searching: boolean };

/** What the server finds for the words, asked once they have stayed the same for a moment. */
export function useFound(text: string, isAdmin: boolean): Found {
  const { t } = useTranslation(['palette', 'common']);
  const settled = useSettled(text.trim(), SETTLED_AFTER_MS);
  const byId = EXECUTION_ID.test(settled);
  const [{ data, fetching }] = useQuery({
    query: PaletteDocument,
    variables: { text: byId ? '' : settled, people: isAdmin, execution: settled, byId },
    requestPolicy: 'cache-and-network',
  });
  const execution = ({ id, status, tool }: Run): Entry => ({
    id,
    kind: 'execution',
    label: tool?.displayName ?? t('hiddenTool'),
    hint: `${t(`common:status.${status}`)} · ${id}`,
    path: `/executions/${id}`,
  });
  return {
    searching: fetching || settled !== text.trim(),
    entries: [...named(data), ...runsOf(data).map(execution)],
  };
}

type Run = NonNullable<PaletteQuery['execution']>;

function runsOf(data: PaletteQuery | undefined): Run[] {
  const recent = data?.executions?.nodes ?? [];
  const exact = data?.execution;
  return exact && !recent.some(({ id }) => id === exact.id) ? [exact, ...recent] : recent;
}

const named = (data: PaletteQuery | undefined): Entry[] => [
  ...(data?.tools?.nodes ?? []).map(
    ({ id, name, displayName }): Entry => ({
      id,
      kind: 'tool',
      label: displayName,
      hint: name,
      found: true,
      path: `/tools/${id}`,
    }),
  ),
  ...(data?.agents?.nodes ?? []).map(
    ({ id, name, displayName }): Entry => ({
      id,
      kind: 'agent',
      label: displayName,
      hint: name,
      found: true,
      path: `/agents/${id}`,
    }),
  ),
  ...(data?.users?.nodes ?? []).map(
    ({ id, username, displayName }): Entry => ({
      id,
      kind: 'person',
      label: displayName,
      hint: username,
      found: true,
      path: `/settings/people?q=${encodeURIComponent(username)}`,
    }),
  ),
];

/** The pages and the commands, which are known without asking. */
export function useStanding(isAdmin: boolean, onHelp: () => void): Entry[] {
  const { t } = useTranslation(['palette', 'common']);
  const signOut = useSignOut();
  const places = placesFor(isAdmin).map(({ path, name, letter }): Entry => {
    const place = t(`common:nav.${name}`);
    const label = t('go', { place });
    return { id: path, kind: 'place', label, words: [place, path], keys: `g ${letter}`, path };
  });
  const act = (id: string, label: string, run: () => void, ...words: string[]): Entry => ({
    id: `action:${id}`,
    kind: 'action',
    label,
    words,
    act: run,
  });
  const languages = (Object.keys(LANGUAGES) as Language[]).map((language) => {
    const { name } = LANGUAGES[language];
    const label = t('action.language', { name });
    return act(`language-${language}`, label, () => void setLanguageChoice(language), 'language');
  });
  return [
    {
      id: 'action:new-tool',
      kind: 'action',
      label: t('action.newTool'),
      keys: 'n',
      path: '/tools/new',
    },
    {
      id: 'action:import',
      kind: 'action',
      label: t('action.import'),
      words: ['import tools'],
      path: '/tools/import',
    },
    ...places,
    act('theme-light', t('action.themeLight'), () => setThemeChoice('light'), 'theme light'),
    act('theme-dark', t('action.themeDark'), () => setThemeChoice('dark'), 'theme dark'),
    act('theme-system', t('action.themeSystem'), () => setThemeChoice('system'), 'theme system'),
    ...languages,
    act('shortcuts', t('action.shortcuts'), onHelp, 'help'),
    act('sign-out', t('action.signOut'), signOut, 'logout'),
  ];
}
