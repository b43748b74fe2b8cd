export const TOOL_NAME = /^[a-z][a-z0-9_]{0,99}$/;

/** A name that LLMs can call, made from a title; empty if the title has no Latin letter to start with. */
export function nameFromTitle(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 64)
    .replace(/_+$/, '');
}
