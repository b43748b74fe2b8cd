import type { ExecutorType, ToolContentInput } from '@/graph/generated/graphql';
import { SHELL_COUNT, SHELL_EMPTY, SHELL_SORT } from './shellStarters';

/** The first of each is what a new tool starts from unless told otherwise. */
export const STARTERS = {
  PYTHON: ['MAIN', 'STDIN', 'EMPTY'],
  SHELL: ['SHELL_COUNT', 'SHELL_SORT', 'SHELL_EMPTY'],
} as const satisfies Record<ExecutorType, readonly string[]>;
export type Starter = (typeof STARTERS)[ExecutorType][number];

const MAIN_SCRIPT = `def main(lines: list[dict], currency: str = "EUR") -> dict:
    """The arguments are the fields of the input; what is returned is the output."""
    total = 0.0
    for line in lines:
        amount = line["quantity"] * line["unit_price"]
        print(f"{line['description']}: {amount:.2f} {currency}")  # print goes to the log
        total += amount
    return {"total": round(total, 2), "currency": currency, "lines": len(lines)}
`;

const STDIN_SCRIPT = `import json
import sys

# The input is one JSON object on stdin; the JSON value on stdout is the output.
request = json.load(sys.stdin)
total = 0.0
for line in request["lines"]:
    amount = line["quantity"] * line["unit_price"]
    print(f"{line['description']}: {amount:.2f}", file=sys.stderr)  # stderr is the log
    total += amount

json.dump(
    {
        "total": round(total, 2),
        "currency": request["currency"],
        "lines": len(request["lines"]),
    },
    sys.stdout,
)
`;

const EMPTY_SCRIPT = `def main() -> dict:
    return {}
`;

const INVOICE_INPUT = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      title: 'Lines',
      description: 'The lines of the invoice.',
      items: {
        type: 'object',
        properties: {
          description: { type: 'string', title: 'Description' },
          quantity: { type: 'number', title: 'Quantity', minimum: 0 },
          unit_price: { type: 'number', title: 'Unit price' },
        },
        required: ['description', 'quantity', 'unit_price'],
        additionalProperties: false,
      },
    },
    currency: { type: 'string', title: 'Currency', default: 'EUR' },
  },
  required: ['lines'],
  additionalProperties: false,
};

const INVOICE_OUTPUT = {
  type: 'object',
  properties: {
    total: { type: 'number' },
    currency: { type: 'string' },
    lines: { type: 'integer' },
  },
  required: ['total', 'currency', 'lines'],
};

const INVOICE_EXAMPLE = {
  name: 'Three lines',
  value: {
    lines: [
      { description: 'Desk', quantity: 2, unit_price: 249.5 },
      { description: 'Chair', quantity: 4, unit_price: 119 },
      { description: 'Delivery', quantity: 1, unit_price: 35 },
    ],
    currency: 'EUR',
  },
};

const INVOICE: ToolContentInput = {
  executorType: 'PYTHON',
  inputSchema: INVOICE_INPUT,
  outputSchema: INVOICE_OUTPUT,
  examples: { prompts: [], inputs: [INVOICE_EXAMPLE] },
};

const CONTENTS: Record<Starter, ToolContentInput> = {
  MAIN: { ...INVOICE, scriptContent: MAIN_SCRIPT, executorConfig: { entry: 'MAIN' } },
  STDIN: { ...INVOICE, scriptContent: STDIN_SCRIPT, executorConfig: { entry: 'STDIN' } },
  EMPTY: {
    executorType: 'PYTHON',
    scriptContent: EMPTY_SCRIPT,
    executorConfig: { entry: 'MAIN' },
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: {},
  },
  SHELL_COUNT,
  SHELL_SORT,
  SHELL_EMPTY,
};

/** What a new tool starts from: it runs as it is, so that the first try works. */
export const starterContent = (starter: Starter): ToolContentInput => CONTENTS[starter];
