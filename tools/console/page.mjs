const DESCRIPTION_LETTERS = 200;
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description" content="([^"]*)" \/>/;
/** Where the built page holds its content. */
const CONTENT = '<main class="main">';
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * index.html with a title, which is also shown while the page loads, and the metadata of a shared link.
 * @param {{ title: string, description?: string, image?: string, site: string }} words as plain text
 */
export function page(html, { title, description, image, site }) {
  const [, usual = ''] = DESCRIPTION.exec(html) ?? [];
  const said = description ? escaped(description) : usual;
  const tags = [
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${escaped(site)}" />`,
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${said}" />`,
    `<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}" />`,
    ...(image === undefined ? [] : [`<meta property="og:image" content="${escaped(image)}" />`]),
  ];
  // Functions: a replacement text would interpret its dollars.
  return html
    .replace(TITLE, () => `<title>${escaped(`${title} · ${site}`)}</title>\n    ${tags.join('\n    ')}`)
    .replace(CONTENT, () => `${CONTENT}\n        <h1 class="page-title">${escaped(title)}</h1>`)
    .replace(DESCRIPTION, () => `<meta name="description" content="${said}" />`);
}

/** Title, description and picture of an event or a market of the catalog; a picture of another origin is left out. */
export function wordsOf(kind, subject, pictures) {
  const { title, question, description, image } = subject;
  return {
    title: text(kind === 'event' ? title : question),
    description: shortened(text(description)),
    image: isAllowed(text(image), pictures) ? text(image) : undefined,
  };
}

export function escaped(plain) {
  return plain.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter]);
}

function text(value) {
  return typeof value === 'string' ? value : '';
}

function shortened(words) {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  return line.length <= DESCRIPTION_LETTERS ? line : `${line.slice(0, DESCRIPTION_LETTERS).replace(/\s\S*$/, '')} …`;
}

function isAllowed(address, pictures) {
  return URL.canParse(address) && pictures.includes(new URL(address).origin);
}
