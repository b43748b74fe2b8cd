// Asks Lighthouse what it holds of pages as a person who is signed in sees them, light and dark.
// Usage: node lighthouse.mjs <JSON: {chromium, origin, cookie: {name, value}, paths}>; prints {"<path>, <theme>": fault[]}.
import { snapshot } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const { chromium, origin, cookie, paths } = JSON.parse(process.argv[2]);
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ['--no-sandbox', '--disable-gpu', '--lang=en'],
  // High enough for whole lists: a row cut in half by the window's edge would count as too small to hit.
  defaultViewport: { width: 1280, height: 1600 },
});
const flags = {
  onlyCategories: ['accessibility'],
  screenEmulation: { disabled: true },
  formFactor: 'desktop',
  throttlingMethod: 'provided',
};

/** The audits that cost the page its full score. */
async function faultsOf(page) {
  const { lhr } = await snapshot(page, { flags });
  const { score, auditRefs } = lhr.categories.accessibility;
  const failed = auditRefs.filter(({ id, weight }) => weight > 0 && lhr.audits[id].score === 0);
  const tried = auditRefs.filter(({ id }) => lhr.audits[id].score !== null).length;
  if (tried === 0) return ['nothing was tried'];
  if (score === 1) return [];
  return [`score ${score}`, ...failed.map(({ id }) => `${id}: ${nodesOf(lhr.audits[id])}`)];
}

const nodesOf = ({ details }) =>
  (details?.items ?? []).map(({ node }) => node?.snippet).slice(0, 3).join(', ');

const found = {};
try {
  await browser.setCookie({ ...cookie, url: origin, domain: new URL(origin).hostname });
  const page = await browser.newPage();
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: 'networkidle0' });
    for (const theme of ['light', 'dark']) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, {}, theme);
      await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.loading'));
      found[`${path}, ${theme}`] = await faultsOf(page);
    }
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(found));
