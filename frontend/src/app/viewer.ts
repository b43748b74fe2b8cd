import { createContext, useContext } from 'react';
import { graphql } from '@/graph/generated';
import type { ShellQuery } from '@/graph/generated/graphql';

export const ShellDocument = graphql(`
  query Shell {
    viewer {
      isAdmin
      scope
      subject {
        __typename
        ... on User { id username displayName }
        ... on Agent { id name agentDisplayName: displayName }
      }
    }
    server {
      version
      sandbox { level isolated refuses summary }
    }
  }
`);

export type ShellData = ShellQuery;
export type Viewer = NonNullable<ShellData['viewer']>;

export const ViewerContext = createContext<Viewer | undefined>(undefined);

/** Who is signed in. Every page inside the shell has a viewer. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer is for pages inside the shell');
  return viewer;
}
