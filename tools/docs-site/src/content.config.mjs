import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';

/** prepare.mjs generates the pages; a name is used unchanged as the address. */
const loader = glob({
  base: './generated/content',
  pattern: '**/*.{md,mdx}',
  generateId: ({ entry }) => entry.replace(/\.mdx?$/, ''),
});

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) };
