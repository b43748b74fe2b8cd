import type { ReactNode } from 'react';
import { SERVER_LANGUAGE } from './refusal';

/** What the server says in its own language, marked so for readers of another. */
export const ServerWords = ({ children }: { children: ReactNode }) => (
  <span lang={SERVER_LANGUAGE}>{children}</span>
);
