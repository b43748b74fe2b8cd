import { useState } from 'react';
import type { UserError } from '@/graph/faults';
import { type DocumentType, graphql } from '@/graph/generated';
import type { ImportConflictAction, ImportToolsInput } from '@/graph/generated/graphql';
import { useAction } from '@/graph/useAction';

const ImportTools = graphql(`
  mutation ImportTools($input: ImportToolsInput!) {
    importTools(input: $input) {
      isDone
      newCategories
      tools {
        index
        name
        finalName
        outcome
        version
        toolId
        diff { impact }
        problems { code message field }
      }
      userErrors { code message field }
    }
  }
`);

export type ImportResult = NonNullable<DocumentType<typeof ImportTools>['importTools']>;
export type Choice = { name: string; action: ImportConflictAction; newName?: string | null };

/** Rehearses and does an import. What the server says of single tools stands in the result, not in the errors. */
export function useImport() {
  const [result, setResult] = useState<ImportResult | null>(null);
  const [errors, setErrors] = useState<readonly UserError[]>([]);
  const [execute, running] = useAction(ImportTools, (data) => data.importTools);
  const run = async (input: ImportToolsInput) => {
    const { payload, errors: refused } = await execute({ input });
    const about = payload?.tools.length ? payload : null;
    setResult(about);
    setErrors(about ? [] : refused);
  };
  const forget = () => {
    setResult(null);
    setErrors([]);
  };
  return { result, errors, running, run, forget };
}
