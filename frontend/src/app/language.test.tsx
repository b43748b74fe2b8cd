import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTranslation } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { LanguageMenu } from '@/app/LanguageMenu';
import { formatDuration, formatRelative } from '@/ui/time';
import { UserErrors } from '@/ui/UserErrors';
import { Look } from './Look';
import { LANGUAGES, preferred, setLanguageChoice } from './language';

afterEach(() => setLanguageChoice('en'));

function Page() {
  const { t, i18n } = useTranslation('tools');
  const ago = formatRelative(new Date(0), 3 * 86_400_000, i18n.language);
  return (
    <p>
      {[t('list.title'), t('editor.problems', { count: 1 }), ago, formatDuration(65_000)].join(
        ', ',
      )}
    </p>
  );
}

it.each([
  [['zh-TW', 'en'], 'zh'],
  [['de', 'zh-CN', 'en'], 'zh'],
  [['en-GB', 'zh'], 'en'],
  [['fr', 'de'], 'en'],
  [[], 'en'],
])('speaks the first of the browser’s languages that it knows: %s gives %s', (languages, ours) =>
  expect(preferred(languages)).toBe(ours),
);

it('changes all its words at once, and remembers the choice', async () => {
  render(
    <Look>
      <LanguageMenu />
      <Page />
    </Look>,
  );
  expect(screen.getByText('Tools, 1 problem, 3 days ago, 1 min 5 s')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Language' }));
  await userEvent.click(await screen.findByText('简体中文'));
  expect(await screen.findByText('工具, 1 个问题, 3天前, 1 分 5 秒')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '语言' })).toBeInTheDocument();
  await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'));
  expect(localStorage.getItem('toolcrib.language')).toBe('zh');
});

it('has a name and a tag for each language', () =>
  expect(Object.values(LANGUAGES).map(({ tag }) => Intl.getCanonicalLocales(tag)[0])).toEqual([
    'en',
    'zh-CN',
  ]));

it('shows the server’s words as they are, under what kind of refusal it is', async () => {
  await setLanguageChoice('zh');
  const error = { code: 'CONFLICT', message: 'The name is taken.', field: ['input', 'name'] };
  render(<UserErrors errors={[error, { code: 'ODD', message: 'Odd.' }]} />);
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('与现有内容冲突');
  expect(screen.getByText('input.name: The name is taken.')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('Odd.')).toBeInTheDocument();
});
