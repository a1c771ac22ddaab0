/** The page of libs/contracts/asyncapi/foretell.json: each channel with its messages, fields and examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const FILE = 'libs/contracts/asyncapi/foretell.json';
/** Headings by the prefix of their operations' names. */
const PARTS = { 'facts.': 'NATS events', 'ops.': 'Operator commands', 'ws.': 'WebSocket channels' };

/** @returns the page in the form of readNavigation() */
export function eventsPage() {
  const api = JSON.parse(readFileSync(join(ROOT, FILE), 'utf8'));
  const title = 'Events, commands and streams';
  return { file: FILE, slug: 'reference/events', title, label: title, text: `# ${title}\n\n${bodyOf(api)}` };
}

function bodyOf(api) {
  const operations = Object.entries(api.operations);
  const parts = Object.entries(PARTS).map(([start, heading]) => {
    const texts = operations.filter(([name]) => name.startsWith(start)).map((each) => operationText(api, each));
    return `## ${heading}\n\n${texts.join('\n')}`;
  });
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) => `### ${name}\n\n${fieldsOf(schema)}`);
  return `${api.info.description}\n\n${parts.join('\n')}\n## Types\n\n${schemas.join('\n')}`;
}

function operationText(api, [name, { summary, channel, messages, reply }]) {
  const { address, description } = api.channels[nameOf(channel.$ref)];
  const texts = [...messages, ...(reply?.messages ?? [])].map(({ $ref }) => {
    const [, , from, , message] = $ref.split('/');
    const key = nameOf(api.channels[from].messages[message].$ref);
    return messageText(key, api.components.messages[key]);
  });
  return `### ${name}\n\n${[summary, description].filter(Boolean).join('. ')}\n\nAddress: \`${address}\`\n\n${texts.join('\n')}`;
}

function messageText(key, { title, description, headers, payload, examples = [] }) {
  const words = [title, description].filter(Boolean).join('. ');
  const sent = headers === undefined ? '' : `Headers:\n\n${fieldsOf(headers)}`;
  const shown = examples.map(({ payload: example }) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`).join('\n');
  return `**${key}**${words === '' ? '' : `: ${words}`}\n\n${sent}${fieldsOf(payload)}${shown}`;
}

/** The fields of an object as a table; any other schema as a line. */
function fieldsOf(schema) {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0)
    return `${typeOf(schema)}${schema.description === undefined ? '' : `: ${cell(schema.description)}`}\n\n`;
  const rows = properties.map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : ' (optional)';
    return `| \`${name}\` | ${typeOf(field)}${optional} | ${cell(field.description ?? '')} |`;
  });
  return `| field | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n\n`;
}

function typeOf(schema) {
  if (schema.$ref !== undefined) return linkTo(nameOf(schema.$ref));
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.type === 'array' && schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const inner = Object.entries(schema.properties ?? {}).map(([name, field]) => `${code(name)} ${typeOf(field)}`);
  if (inner.length > 0) return `object of ${inner.join('; ')}`;
  return [schema.type ?? 'any value'].flat().join(' or ');
}

function linkTo(name) {
  return `[${name}](#${name.toLowerCase()})`;
}

function code(value) {
  return `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``;
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '\\<');
}

function nameOf(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
