import account from './account.json';
import agents from './agents.json';
import audit from './audit.json';
import categories from './categories.json';
import common from './common.json';
import connect from './connect.json';
import editor from './editor.json';
import executions from './executions.json';
import health from './health.json';
import home from './home.json';
import palette from './palette.json';
import people from './people.json';
import settings from './settings.json';
import shortcuts from './shortcuts.json';
import signIn from './sign-in.json';
import tokens from './tokens.json';
import tools from './tools.json';
import transfer from './transfer.json';
import versions from './versions.json';

/**
 * One namespace per feature; `common` is the default one. A new one is a file here, its twin in `../zh` (see
 * `../glossary.md`), and a line below, which types `t`. The console itself finds and loads the files one by one.
 */
export const en = {
  account,
  agents,
  audit,
  categories,
  common,
  connect,
  editor,
  executions,
  health,
  home,
  palette,
  people,
  settings,
  shortcuts,
  'sign-in': signIn,
  tokens,
  tools,
  transfer,
  versions,
};
