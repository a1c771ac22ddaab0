import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { chromiumProgram } from '../journeys.config';
import { surroundings } from '../process.config';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MISSING =
  'The console’s journeys need a Chromium: `apt-get install chromium` on Debian and Ubuntu, or CHROMIUM=/path/of/a/chromium. ' +
  'A browser that playwright would download is not used.';

/** Starts the machine's own Chromium, without a window. Throws a sentence that says how to get one. */
export function startChromium(): Promise<Browser> {
  const executablePath = chromiumProgram() ?? found();
  if (executablePath === undefined) throw new Error(MISSING);
  // The sandbox is of no use to root, which is what containers run tests as; the pages are our own.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'];
  return chromium.launch({ executablePath, args });
}

function found(): string | undefined {
  const folders = (surroundings().PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
