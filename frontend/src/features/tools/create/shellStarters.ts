import type { ToolContentInput } from '@/graph/generated/graphql';

const COUNT_SCRIPT = `set -euo pipefail

# Every text, number, true or false of the input is a variable: text is "$INPUT_TEXT".
# Always quote it. The whole input is on stdin, as one JSON object.
echo "Looking for $INPUT_WORD" >&2 # stderr is the log

lines=$(printf '%s\\n' "$INPUT_TEXT" | wc -l)
matching=$(printf '%s\\n' "$INPUT_TEXT" | grep -c -i -F -e "$INPUT_WORD" || true)

# stdout is the output: one JSON value.
printf '{"lines": %d, "matching": %d}\\n' "$lines" "$matching"
`;

const SORT_SCRIPT = `set -euo pipefail

# Every text, number, true or false of the input is a variable: text is "$INPUT_TEXT".
# Always quote it. The whole input is on stdin, as one JSON object.
options=()
if [[ $INPUT_REVERSE == true ]]; then
  echo "From the last to the first" >&2 # stderr is the log
  options+=(--reverse)
fi

# All that is written to stdout is the output, as one text.
printf '%s\\n' "$INPUT_TEXT" | sort --unique "\${options[@]}"
`;

const EMPTY_SCRIPT = `set -euo pipefail

echo '{}'
`;

const TEXT = {
  type: 'string',
  title: 'Text',
  description: 'Any number of lines.',
  maxLength: 100_000,
};

export const SHELL_COUNT: ToolContentInput = {
  executorType: 'SHELL',
  scriptContent: COUNT_SCRIPT,
  executorConfig: { output: 'JSON' },
  inputSchema: {
    type: 'object',
    properties: {
      text: TEXT,
      word: {
        type: 'string',
        title: 'Word',
        description: 'Lines with it are counted, in upper and lower case.',
        minLength: 1,
      },
    },
    required: ['text', 'word'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { lines: { type: 'integer' }, matching: { type: 'integer' } },
    required: ['lines', 'matching'],
  },
  examples: {
    prompts: [],
    inputs: [
      {
        name: 'Three lines',
        value: { text: 'Error: disk full\nstarted\nerror again', word: 'error' },
      },
    ],
  },
};

export const SHELL_SORT: ToolContentInput = {
  executorType: 'SHELL',
  scriptContent: SORT_SCRIPT,
  executorConfig: { output: 'TEXT' },
  inputSchema: {
    type: 'object',
    properties: {
      text: TEXT,
      reverse: { type: 'boolean', title: 'From the last to the first', default: false },
    },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: { type: 'string' },
  examples: {
    prompts: [],
    inputs: [{ name: 'Four lines', value: { text: 'pear\napple\nfig\napple', reverse: false } }],
  },
};

export const SHELL_EMPTY: ToolContentInput = {
  executorType: 'SHELL',
  scriptContent: EMPTY_SCRIPT,
  executorConfig: { output: 'JSON' },
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: {},
};
