import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'antd/dist/reset.css';
import '@/app/global.css';
import { App } from '@/app/App';
import { loadAllTexts } from '@/app/i18n';
import { startLanguage } from '@/app/language';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

function start(element: HTMLElement) {
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  // Once there is nothing better to do. Safari has no requestIdleCallback.
  (globalThis.requestIdleCallback ?? setTimeout)(() => void loadAllTexts());
}

startLanguage().then(
  () => start(root),
  // Without texts there is no language to say it in: the page itself says it in each.
  () => document.getElementById('no-texts')?.removeAttribute('hidden'),
);
