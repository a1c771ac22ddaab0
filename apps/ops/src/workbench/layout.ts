import { html, type Html, type Part } from './html';
import type { Reading } from './invoker';

export interface Place {
  readonly path: string;
  readonly title: string;
}

/** A complete page. */
export function frame(places: readonly Place[], current: string, title: string, content: Part): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Foretell workbench</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <nav aria-label="Pages">
            <ul>
              ${places.map(
                ({ path, title: name }) =>
                  html`<li><a href="${path}" ${path === current && html` aria-current="page"`}>${name}</a></li>`,
              )}
            </ul>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

export function rowsOf(caption: string, headings: readonly string[], rows: readonly (readonly Part[])[]): Html {
  if (rows.length === 0) return html`<p>${caption}: none.</p>`;
  return html`<div class="wide" role="region" tabindex="0" aria-label="${caption}">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function section(title: string, ...content: readonly Part[]): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

/** The value, or why it could not be read, with the command that reads it. */
export function shown<T>(reading: Reading<T>, show: (value: T) => Part): Html {
  const { value, problem, line } = reading;
  const content = value === null ? html`<p class="bad" role="alert">${problem}</p>` : show(value);
  return html`${content}
    <p class="hint"><code>${line}</code></p>`;
}
