import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { escaped } from './page.mjs';

const USUAL_NAME = 'Foretell';
/** The tokens of apps/console/src/theme/tokens.css that a brand may set. */
const COLOURS = [
  ...['ground', 'surface', 'raised', 'line', 'text', 'quiet', 'accent', 'on-accent'],
  ...['up', 'up-soft', 'down', 'down-soft', 'warn', 'warn-soft'],
  ...['yes', 'yes-soft', 'on-yes', 'no', 'no-soft', 'on-no'],
  ...['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'],
];
const FIELDS = ['name', 'description', 'logo', 'colours', 'font', 'fontFile', 'radius'];
const COLOUR = /^#[0-9a-f]{6}$/i;
const FONT = /^[\w "',-]{1,200}$/;
const RADIUS = /^\d{1,2}px$/;
const NAME_LETTERS_MAX = 40;
const SHORT = /^[^\n]{1,200}$/;
const FILES = { logo: ['.svg', '.png'], fontFile: ['.woff2'] };

/**
 * A site's own look: name, description, logo, colours, font, corners, from one JSON file. The logo and the font are next to it.
 * Throws one error with every fault.
 * @returns {{ name: string, description?: string, css?: string, logo?: string, fontFile?: string }} files as paths
 */
export function readBrand(file) {
  if (file === undefined) return { name: USUAL_NAME };
  const brand = JSON.parse(readFileSync(file, 'utf8'));
  const faults = faultsOf(brand);
  if (faults.length > 0) throw new Error(`${file} is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  const beside = (name) => (name === undefined ? undefined : join(dirname(file), name));
  const { name = USUAL_NAME, description, logo, fontFile } = brand;
  return { name, description, css: cssOf(brand), logo: beside(logo), fontFile: beside(fontFile) };
}

/** index.html with the site's name, description and look. */
export function branded(html, { name, description, css }) {
  const named = html.replaceAll(USUAL_NAME, () => escaped(name));
  const said =
    description === undefined
      ? named
      : named.replace(/(<meta name="description" content=")[^"]*/, (_all, start) => start + escaped(description));
  return css === undefined ? said : said.replace('</head>', '  <link rel="stylesheet" href="/brand.css" />\n  </head>');
}

function faultsOf(brand) {
  const { name, description, colours = {}, font, radius } = brand;
  const faults = Object.keys(brand)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => `${field} is unknown: there are ${FIELDS.join(', ')}`);
  if (name !== undefined && !(SHORT.test(name) && name.length <= NAME_LETTERS_MAX))
    faults.push(`name must have 1 to ${NAME_LETTERS_MAX} letters`);
  if (description !== undefined && !SHORT.test(description)) faults.push('description must be one line of 1 to 200 letters');
  for (const [token, pair] of Object.entries(colours)) {
    if (!COLOURS.includes(token)) faults.push(`colours.${token} is unknown: there are ${COLOURS.join(', ')}`);
    else if (!COLOUR.test(pair?.light) || !COLOUR.test(pair?.dark))
      faults.push(`colours.${token} must be such as {"light": "#1d4ed8", "dark": "#7aa7ff"}`);
  }
  if (font !== undefined && !FONT.test(font)) faults.push('font must be a list of font families, such as "Inter, sans-serif"');
  if (radius !== undefined && !RADIUS.test(radius)) faults.push('radius must be such as 8px');
  for (const [field, ends] of Object.entries(FILES)) {
    const file = brand[field];
    if (file !== undefined && (file !== basename(file) || !ends.includes(extname(file))))
      faults.push(`${field} must be the name of a file beside it that ends with ${ends.join(' or ')}`);
  }
  return faults;
}

/** `:root:root` overrides the tokens of the build, in any order of style sheets. */
function cssOf({ colours = {}, font, fontFile, radius }) {
  const own = fontFile === undefined ? [] : ['"Site"'];
  const tokens = [
    ...Object.entries(colours).map(([token, { light, dark }]) => `--${token}: light-dark(${light}, ${dark});`),
    ...(font === undefined && fontFile === undefined ? [] : [`--font: ${[...own, font ?? 'sans-serif'].join(', ')};`]),
    ...(radius === undefined ? [] : [`--radius: ${radius};`]),
  ];
  const face =
    fontFile === undefined
      ? ''
      : '@font-face { font-family: "Site"; src: url("/brand.woff2") format("woff2"); font-display: swap; font-weight: 100 900; }\n';
  return `${face}:root:root { ${tokens.join(' ')} }\n`;
}
