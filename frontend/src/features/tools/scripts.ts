import type { ExecutorType, PythonEntry, ShellOutput } from '@/graph/generated/graphql';
import type { CodeLanguage } from '@/ui/code/types';

export type ScriptChoice = PythonEntry | ShellOutput;

type ScriptKind = {
  language: CodeLanguage;
  /** The executor's one setting that people choose. */
  setting: string;
  choices: readonly ScriptChoice[];
  /** What a config means that does not say. */
  unsaid: ScriptChoice;
};

export const SCRIPT_KINDS = {
  PYTHON: { language: 'python', setting: 'entry', choices: ['MAIN', 'STDIN'], unsaid: 'STDIN' },
  SHELL: { language: 'shell', setting: 'output', choices: ['JSON', 'TEXT'], unsaid: 'JSON' },
} as const satisfies Record<ExecutorType, ScriptKind>;

export const EXECUTOR_TYPES = ['PYTHON', 'SHELL'] as const satisfies readonly ExecutorType[];

type Script = { executor: ExecutorType; config: Record<string, unknown> };

export function choiceOf({ executor, config }: Script): ScriptChoice {
  const { setting, choices, unsaid }: ScriptKind = SCRIPT_KINDS[executor];
  return choices.find((choice) => choice === config[setting]) ?? unsaid;
}

/** The config after a choice; what else it says stays. */
export const choose = ({ executor, config }: Script, choice: ScriptChoice) => ({
  ...config,
  [SCRIPT_KINDS[executor].setting]: choice,
});

/** A script for another executor: its config begins anew, for no executor knows another's settings. */
export const switchTo = (executor: ExecutorType): Script => ({
  executor,
  config: choose({ executor, config: {} }, SCRIPT_KINDS[executor].choices[0]),
});
