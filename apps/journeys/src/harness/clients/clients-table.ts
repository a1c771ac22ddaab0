import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository';
import type { Step } from './client-driver';
import { CLIENTS, ownFault } from './driven-clients';

const FLOWS = ['trading', 'rfq', 'books', 'catalog', 'data', 'rewards', 'streams'] as const;
const DOCUMENT = join(ROOT, 'docs', 'clients.md');
const [BEGIN, END] = ['<!-- npm run clients writes from here -->', '<!-- to here -->'];

/** Writes the results of every client between the marks of docs/clients.md. */
export function writeTable(found: ReadonlyMap<string, readonly Step[]>): void {
  const rows = CLIENTS.map(({ client, version }) => {
    const steps = found.get(client) ?? [];
    const cells = FLOWS.map((flow) =>
      cell(
        client,
        steps.filter((step) => step.flow === flow),
      ),
    );
    return `| ${[client, version, ...cells].join(' | ')} |`;
  });
  const table = [`| client | version | ${FLOWS.join(' | ')} |`, `|${'---|'.repeat(FLOWS.length + 2)}`, ...rows].join('\n');
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(BEGIN) + BEGIN.length), text.slice(text.indexOf(END))];
  writeFileSync(DOCUMENT, `${before}\n\n${table}\n\n${after}`);
}

function cell(client: string, steps: readonly Step[]): string {
  if (steps.length === 0) return 'not applicable';
  const failed = steps.filter(({ reason }) => reason !== undefined);
  const passed = steps.filter(({ reason }) => reason === undefined).map(({ step }) => step);
  if (failed.length === 0) return `passed: ${passed.join(', ')}`;
  const reasons = failed.map(({ step, reason }) => {
    const fault = ownFault(client, step);
    return `${step} (${fault === undefined ? (reason ?? '') : `its own fault: ${fault}`})`.replaceAll('|', '/');
  });
  return `${passed.length} of ${steps.length} passed: ${passed.join(', ')}; failed: ${reasons.join(', ')}`;
}
