import type { Finding } from '../../finding';
import type { Invoker } from '../invoker';
import { html, type Part } from '../html';
import { rowsOf, section, shown } from '../layout';

/** Current findings of `ops doctor`, which reads all tables. */
export async function checks(invoker: Invoker): Promise<Part> {
  return shown(await invoker.read<readonly Finding[]>('doctor'), (findings) =>
    findings.map(({ surface, report, silence }) =>
      section(
        surface,
        report === null
          ? html`<p class="bad">${silence}</p>`
          : rowsOf(
              `Checks of ${surface}`,
              ['Check', 'Holds', 'Figures'],
              report.checks.map(({ name, holds, detail }) => [
                name,
                holds ? html`<span class="good">yes</span>` : html`<span class="bad">no</span>`,
                detail,
              ]),
            ),
      ),
    ),
  );
}
