import '@testing-library/jest-dom/vitest';
import '@/app/i18n';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Monaco needs a real browser's layout; the browser tests use the real one.
vi.mock('@/ui/code/MonacoEditor', () => import('./PlainEditor'));
vi.mock('@/ui/code/MonacoDiff', () => import('./PlainDiff'));

afterEach(() => {
  cleanup();
  localStorage.clear();
});
