import { pagesOf } from './pages.mjs';

const SUMMARY = 'Self-hosted exchange backend for binary prediction markets, compatible with Polymarket and Kuest clients.';

/** llms.txt, the list of pages, and llms-full.txt, their complete text. @returns {[string, string][]} by name */
export function llmsFiles(groups, base) {
  const list = groups.map(({ label, entries }) => {
    const lines = pagesOf(entries).map(({ title, slug }) => `- [${title}](${base}/${slug}/)`);
    return `## ${label}\n\n${lines.join('\n')}\n`;
  });
  const all = pagesOf(groups).map(({ file, text }) => `<!-- ${file} -->\n\n${text.trim()}\n`);
  return [
    ['llms.txt', `# Foretell\n\n> ${SUMMARY}\n\n${list.join('\n')}`],
    ['llms-full.txt', all.join('\n')],
  ];
}
