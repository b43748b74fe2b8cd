import { expect, it } from 'vitest';
import { nameFromTitle, TOOL_NAME } from './toolName';

it.each([
  ['Invoice total', 'invoice_total'],
  ['  Résumé — profile (CSV)!', 'resume_profile_csv'],
  ['3D chart', 'd_chart'],
  ['发票', ''],
  ['x'.repeat(70), 'x'.repeat(64)],
])('suggests for the title %j a name that the server takes', (title, name) => {
  expect(nameFromTitle(title)).toBe(name);
  if (name) expect(name).toMatch(TOOL_NAME);
});
