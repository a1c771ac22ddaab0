import type { Invoker } from '../invoker';
import { html, type Part } from '../html';

/** The money report as text, as `ops report` prints it. */
export async function report(invoker: Invoker, query: URLSearchParams): Promise<Part> {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const field = (name: string, label: string, value: string): Part =>
    html`<div class="field">
      <label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${value}" required />
    </div>`;
  const form = html`<form action="/report">
    ${field('from', 'First day, UTC', from)}${field('to', 'Day after the last one', to)} <button>Report</button>
  </form>`;
  if (from === '') return form;
  const { lines, complaints, line } = await invoker.print('report', `--from=${from}`, `--to=${to}`);
  return [
    form,
    complaints.length > 0 && html`<p class="bad" role="alert">${complaints[0]}</p>`,
    lines.length > 0 && html`<pre>${lines.join('\n')}</pre>`,
    html`<p class="hint"><code>${line} --csv</code></p>`,
  ];
}
