/**
 * Stands for `@rjsf/validator-ajv8`, which rjsf's core imports for its own tests only and which is not installed:
 * depending on the order in which modules load, the bundler looks for it before it drops that code, and fails.
 */
export default undefined;
