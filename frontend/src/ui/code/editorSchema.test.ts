import { expect, it } from 'vitest';
import { readJson } from '@/json/exact';
import { editorSchema } from './editorSchema';

it('offers values with all their digits, which the JSON service would round', () => {
  const schema = readJson(
    '{"properties": {"n": {"maximum": 9007199254740993, "default": 1.50}, "e": {"enum": [9007199254740993, 1]}, "p": {"default": 1}}}',
  );
  const offer = (text: string) => ({ label: text, bodyText: text });
  expect(JSON.parse(JSON.stringify(editorSchema(schema as object)))).toEqual({
    properties: {
      n: { maximum: 9007199254740992, defaultSnippets: [offer('1.50')] },
      e: { defaultSnippets: [offer('9007199254740993'), offer('1')] },
      p: { default: 1 },
    },
  });
});
