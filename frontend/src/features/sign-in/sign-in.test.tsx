import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { safeNext, signInPath } from '@/app/signedOut';
import { renderRoutes } from '../../../test/render';
import { scriptedServer } from '../../../test/server';
import { signInRoutes } from './routes';

type Reply = { status: number; body?: object; headers?: Record<string, string> };
const replies = new Map<string, Reply>();
const sent: { what: string; body: unknown; headers: Headers }[] = [];

beforeEach(() => {
  replies.clear();
  sent.length = 0;
  replies.set('GET /api/session', { status: 200, body: { signedIn: false } });
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const what = `${init?.method ?? 'GET'} ${input}`;
    const body = init?.body ? JSON.parse(String(init.body)) : undefined;
    sent.push({ what, body, headers: new Headers(init?.headers) });
    const reply = replies.get(what);
    if (!reply) throw new TypeError('connection refused');
    const content = reply.body === undefined ? null : JSON.stringify(reply.body);
    return new Response(content, { status: reply.status, headers: reply.headers });
  });
});

const open = (path: string) => renderRoutes(signInRoutes, path, scriptedServer().client);
const button = (name: string) => screen.findByRole('button', { name });

async function fillIn(fields: Record<string, string>) {
  const user = userEvent.setup({ delay: null });
  for (const [label, text] of Object.entries(fields))
    await user.type(await screen.findByLabelText(label), text);
  return user;
}

describe('with a password', () => {
  it('signs in and goes where one wanted to go', async () => {
    replies.set('POST /api/session', { status: 204 });
    open('/sign-in?next=%2Ftools%3Fq%3Dcsv');
    const user = await fillIn({ Username: ' ada ', Password: 'correct horse' });
    await user.click(await button('Sign in'));
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/tools?q=csv'));
    const post = sent.find(({ what }) => what === 'POST /api/session');
    expect(post?.body).toEqual({ username: 'ada', password: 'correct horse' });
    expect(post?.headers.get('X-Toolcrib')).toBe('console');
  });

  it('says what was wrong and lets one try again', async () => {
    replies.set('POST /api/session', {
      status: 401,
      body: { code: 'UNAUTHENTICATED', message: 'Wrong username or password.' },
    });
    open('/sign-in');
    const user = await fillIn({ Username: 'ada', Password: 'wrong' });
    await user.click(await button('Sign in'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong username or password.');
    expect(location.assign).not.toHaveBeenCalled();
    expect(await button('Sign in')).toBeEnabled();
  });

  it('says how long to wait after too many tries', async () => {
    replies.set('POST /api/session', {
      status: 429,
      body: { code: 'RATE_LIMITED', message: 'Too many tries.' },
      headers: { 'Retry-After': '30' },
    });
    open('/sign-in');
    const user = await fillIn({ Username: 'ada', Password: 'wrong' });
    await user.click(await button('Sign in'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Too many tries. Try again in 30 seconds.',
    );
  });

  it('says so when the server is not there', async () => {
    open('/sign-in');
    const user = await fillIn({ Username: 'ada', Password: 'x' });
    await user.click(await button('Sign in'));
    expect(await screen.findByRole('alert')).toHaveTextContent("The server can't be reached");
  });

  it('lets those who are signed in already straight through', async () => {
    replies.set('GET /api/session', { status: 200, body: { signedIn: true } });
    open('/sign-in?next=/agents');
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/agents'));
  });
});

describe('with a one-time link', () => {
  const newcomer = { username: 'admin', displayName: 'Admin', needsPassword: true };
  const link = '/api/sign-in-links/s3cret';

  it('uses nothing up before the button is pressed', async () => {
    replies.set(`GET ${link}`, { status: 200, body: newcomer });
    open('/sign-in/s3cret');
    expect(await screen.findByText('Welcome, Admin')).toBeInTheDocument();
    expect(sent.map(({ what }) => what)).not.toContain(`POST ${link}`);
  });

  it('asks a new person for a password, and sends it once it is long enough and repeated', async () => {
    replies.set(`GET ${link}`, { status: 200, body: newcomer });
    replies.set(`POST ${link}`, { status: 204 });
    open('/sign-in/s3cret');
    const user = await fillIn({ 'New password': 'short', 'Repeat the new password': 'shorter' });
    await user.click(await button('Set the password and sign in'));
    expect(await screen.findByText('Use at least 10 characters.')).toBeInTheDocument();
    expect(await screen.findByText('The two passwords differ.')).toBeInTheDocument();
    expect(sent.map(({ what }) => what)).not.toContain(`POST ${link}`);

    await user.clear(screen.getByLabelText('New password'));
    await user.clear(screen.getByLabelText('Repeat the new password'));
    await fillIn({
      'New password': 'long enough now',
      'Repeat the new password': 'long enough now',
    });
    await user.click(await button('Set the password and sign in'));
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/'));
    expect(sent.at(-1)).toMatchObject({
      what: `POST ${link}`,
      body: { password: 'long enough now' },
    });
  });

  it('signs a known person in without touching the password', async () => {
    replies.set(`GET ${link}`, { status: 200, body: { ...newcomer, needsPassword: false } });
    replies.set(`POST ${link}`, { status: 204 });
    open('/sign-in/s3cret');
    await userEvent.click(await button('Sign in'));
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/'));
    expect(sent.at(-1)).toMatchObject({ what: `POST ${link}`, body: {} });
  });

  it('says how to get a new link when this one is used up', async () => {
    replies.set(`GET ${link}`, {
      status: 404,
      body: { code: 'NOT_FOUND', message: 'No such link.' },
    });
    open('/sign-in/s3cret');
    expect(await screen.findByText('toolcrib signin-link')).toBeInTheDocument();
  });
});

it.each([
  ['/tools?q=a', '/tools?q=a'],
  [null, '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
])('never leads to another site: %s leads to %s', (next, path) =>
  expect(safeNext(next)).toBe(path),
);

it('remembers where one was when the session ended, but never the sign-in page itself', () => {
  expect(signInPath({ pathname: '/tools', search: '?q=a' })).toBe('/sign-in?next=%2Ftools%3Fq%3Da');
  expect(signInPath({ pathname: '/', search: '' })).toBe('/sign-in');
  expect(signInPath({ pathname: '/sign-in', search: '?next=/x' })).toBeUndefined();
});
