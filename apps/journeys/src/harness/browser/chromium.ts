import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { chromiumProgram } from '../journeys.config';
import { surroundings } from '../process.config';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MISSING =
  'The console’s end-to-end tests need a Chromium: `apt-get install chromium` on Debian and Ubuntu, or CHROMIUM=/path/of/a/chromium. ' +
  'A browser downloaded by playwright is not used.';

/** Starts the machine's own Chromium, headless. Throws a sentence that says how to install it. */
export function startChromium(): Promise<Browser> {
  const executablePath = chromiumProgram() ?? found();
  if (executablePath === undefined) throw new Error(MISSING);
  // The sandbox does not work for root, and containers run tests as root; the pages are our own.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'];
  return chromium.launch({ executablePath, args });
}

function found(): string | undefined {
  const folders = (surroundings().PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
