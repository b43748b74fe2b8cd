import { mapSchema } from './mapSchema';

/**
 * The schema without its regular expressions. A browser's engine backtracks, so one bad pattern would freeze
 * the page; the server checks patterns with an engine that can't, and its answer is shown at the field.
 */
export const withoutPatterns = <T>(schema: T): T => mapSchema(schema, strip) as T;

const strip = (schema: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) => {
      if (keyword === 'pattern') return typeof value !== 'string';
      // Without its patterns, `patternProperties` allows anything, and so must the rule for the rest.
      if (keyword === 'patternProperties') return false;
      return keyword !== 'additionalProperties' || !('patternProperties' in schema);
    }),
  );
