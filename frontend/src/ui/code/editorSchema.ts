import { holdsExact, isExact, writeJson } from '@/json/exact';
import { mapMembers, mapSchema } from '@/ui/schema/mapSchema';
import { withoutPatterns } from '@/ui/schema/withoutPatterns';

const VALUES = ['default', 'const', 'enum', 'examples'] as const;

/**
 * A schema as the editor's own JSON service takes it. It counts with doubles, so values that are none are offered as
 * text, and left to the server to check.
 */
export const editorSchema = (schema: object): unknown =>
  mapSchema(withoutPatterns(schema), (each) => {
    const exact = VALUES.filter((keyword) => holdsExact(each[keyword]));
    const offered = exact.flatMap((keyword) => {
      const said = each[keyword];
      return Array.isArray(said) && keyword !== 'default' && keyword !== 'const' ? said : [said];
    });
    const texts = offered.map((value) => writeJson(value));
    const kept = mapMembers(each, (keyword, value) => {
      if (exact.some((name) => name === keyword)) return undefined;
      return isExact(value) ? Number(value.text) : value;
    });
    return texts.length === 0
      ? kept
      : { ...kept, defaultSnippets: texts.map((text) => ({ label: text, bodyText: text })) };
  });
