import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { i18n, startTexts } from '@/app/i18n';
import { en } from '@/locales/en';

// Monaco needs a real browser's layout; the browser tests use the real one.
vi.mock('@/ui/code/MonacoEditor', () => import('./PlainEditor'));
vi.mock('@/ui/code/MonacoDiff', () => import('./PlainDiff'));

// All at once, so that no page waits for its texts.
await startTexts('en');
for (const [namespace, texts] of Object.entries(en)) i18n.addResourceBundle('en', namespace, texts);

// Waits are for conditions, so a long limit costs nothing; asking a make-believe layout what is hidden costs a lot.
configure({ asyncUtilTimeout: 20_000, defaultHidden: true });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
