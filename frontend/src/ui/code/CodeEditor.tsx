import { lazy, Suspense } from 'react';
import { Loading } from '@/ui/Loading';
import type { CodeDiffProps, CodeEditorProps } from './types';

const MonacoEditor = lazy(() => import('./MonacoEditor'));
const MonacoDiff = lazy(() => import('./MonacoDiff'));

const waiting = <Loading />;

/** A code editor; Monaco itself is loaded when the first one is shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={waiting}>
      <MonacoEditor {...props} />
    </Suspense>
  );
}

/** Two texts side by side (one above the other where it is narrow), with what differs marked. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={waiting}>
      <MonacoDiff {...props} />
    </Suspense>
  );
}
