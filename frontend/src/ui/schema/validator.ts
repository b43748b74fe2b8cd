import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import {
  type CustomValidator,
  createErrorHandler,
  type ErrorTransformer,
  getDefaultFormState,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type UiSchema,
  unwrapErrorHandler,
  type ValidatorType,
  validationDataMerge,
} from '@rjsf/utils';
import { i18n } from '@/app/i18n';
import { checkable, checkableSchema } from './formNumbers';
import { withoutPatterns } from './withoutPatterns';

// These only repeat that something inside them failed.
const WRAPPERS = new Set([
  'properties',
  'items',
  '$ref',
  'allOf',
  'oneOf',
  'anyOf',
  'if',
  'then',
  'else',
  'prefixItems',
]);

const decode = (part: string) =>
  decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');

const NOT_NUMBER = /^Instance type "string" is invalid\. Expected "(?:number|integer)"/;

const messageOf = ({ error }: OutputUnit) =>
  NOT_NUMBER.test(error) ? i18n.t('form.notNumber') : error;

function toFormError(unit: OutputUnit): RJSFValidationError {
  const missing = unit.keyword === 'required' ? /"(.+?)"/.exec(unit.error)?.[1] : undefined;
  const path = unit.instanceLocation.replace(/^#/, '').split('/').filter(Boolean).map(decode);
  if (missing) path.push(missing);
  const message = missing ? i18n.t('form.required') : messageOf(unit);
  return {
    name: unit.keyword,
    property: path.length ? `.${path.join('.')}` : '',
    message,
    stack: `${path.join('.')} ${message}`,
    schemaPath: unit.keywordLocation,
  };
}

const draftOf = (schema: RJSFSchema): SchemaDraft =>
  String(schema.$schema ?? '').includes('2020-12') ? '2020-12' : '7';

const withDefinitions = (schema: RJSFSchema, root: RJSFSchema | undefined): RJSFSchema =>
  !root || schema === root
    ? schema
    : {
        ...schema,
        $defs: { ...root.$defs, ...schema.$defs },
        definitions: { ...root.definitions, ...schema.definitions },
      };

/**
 * JSON Schema validation for forms by an interpreter: it makes no code at run time, so it works under a
 * content security policy without 'unsafe-eval'.
 */
class InterpretedValidator implements ValidatorType<unknown, RJSFSchema> {
  private readonly compiled = new WeakMap<object, Validator>();
  private readonly rough = new WeakMap<object, Validator>();

  private compile(schema: RJSFSchema, root: RJSFSchema, isRough: boolean): Validator {
    const validators = isRough ? this.rough : this.compiled;
    const known = validators.get(schema);
    if (known) return known;
    const whole = withoutPatterns(withDefinitions(schema, root));
    const safe = checkableSchema(whole, isRough) as Schema;
    const made = new Validator(safe, draftOf(root ?? schema), false);
    validators.set(schema, made);
    return made;
  }

  private check(schema: RJSFSchema, formData: unknown, root: RJSFSchema) {
    const { data, isRough } = checkable(formData);
    return this.compile(schema, root, isRough).validate(data);
  }

  rawValidation<Result = unknown>(schema: RJSFSchema, data?: unknown) {
    return { errors: this.check(schema, data, schema).errors as Result[] };
  }

  isValid(schema: RJSFSchema, data: unknown, root: RJSFSchema) {
    return this.check(schema, data, root).valid;
  }

  validateFormData(
    data: unknown,
    schema: RJSFSchema,
    custom?: CustomValidator<unknown, RJSFSchema>,
    transform?: ErrorTransformer<unknown, RJSFSchema>,
    uiSchema?: UiSchema<unknown, RJSFSchema>,
  ) {
    const units = this.rawValidation<OutputUnit>(schema, data).errors;
    let errors = units.filter((unit) => !WRAPPERS.has(unit.keyword)).map(toFormError);
    if (transform) errors = transform(errors, uiSchema);
    const found = { errors, errorSchema: toErrorSchema<unknown>(errors) };
    if (!custom) return found;
    const full = getDefaultFormState(this, schema, data, schema, true);
    const handler = custom(full, createErrorHandler<unknown>(full), uiSchema);
    return validationDataMerge(found, unwrapErrorHandler<unknown>(handler));
  }
}

export const validator = new InterpretedValidator();
