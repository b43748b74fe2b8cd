import { expect, it } from 'vitest';
import { type Policy, policyChange } from './policy';

const before: Policy = {
  visibility: 'PRIVATE',
  owner: 'user_1',
  rateLimitPerMinute: 10,
  rateLimitPerHour: null,
  network: 'FULL',
};

it('names the values a change of policy replaces, and leaves the rest alone', () => {
  expect(policyChange(before, { ...before, rateLimitPerMinute: null })).toEqual({
    policy: { rateLimitPerMinute: null },
    expected: { rateLimitPerMinute: 10 },
  });
  expect(policyChange(before, before)).toBeNull();
});

it('names the network too', () => {
  expect(policyChange(before, { ...before, network: 'NONE' })).toEqual({
    policy: { network: 'NONE' },
    expected: { network: 'FULL' },
  });
});

it("takes the owner off a tool that becomes the platform's", () => {
  expect(policyChange(before, { ...before, visibility: 'PLATFORM' })).toEqual({
    policy: { visibility: 'PLATFORM', owner: null },
    expected: { visibility: 'PRIVATE', owner: 'user_1' },
  });
});
