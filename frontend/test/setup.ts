import '@testing-library/jest-dom/vitest';
import '@/app/i18n';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Monaco needs a real browser's layout; the browser tests use the real one.
vi.mock('@/ui/code/MonacoEditor', () => import('./PlainEditor'));
vi.mock('@/ui/code/MonacoDiff', () => import('./PlainDiff'));

// Waits are for conditions, so a long limit costs nothing; asking a make-believe layout what is hidden costs a lot.
configure({ asyncUtilTimeout: 20_000, defaultHidden: true });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
