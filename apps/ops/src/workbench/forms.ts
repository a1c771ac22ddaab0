import { randomUUID } from 'node:crypto';
import { html, type Html } from './html';
import type { Action, Field, Values } from './action';

/** A refusal and its field. */
export interface Refusal {
  readonly field: string | null;
  readonly reason: string;
}

export interface FormState {
  readonly values?: Values;
  readonly refusal?: Refusal;
  /** Id of a form that is shown again, so that it acts only once. */
  readonly form?: string;
}

/** A form for the action. Its id, created here, lets it act only once, and is the reference of its command. */
export function formOf(action: Action, { values = {}, refusal, form = randomUUID() }: FormState = {}): Html {
  const isUpload = action.fields.some(({ kind }) => kind === 'file');
  return html`<form method="post" action="/act/${action.id}" ${isUpload && html` enctype="multipart/form-data"`}>
    ${hidden('form', form)}
    ${action.fields.map((field) => fieldOf(`${action.id}-${field.name}`, field, valueOf(field, values, form), refusal))}
    <button>${action.button}</button>
  </form>`;
}

/** A button for an action whose fields are all given. */
export function buttonOf(action: Action, values: Values, about: string): Html {
  return html`<form method="post" action="/act/${action.id}" class="inline">
    ${hidden('form', randomUUID())}${Object.entries(values).map(([name, value]) => hidden(name, value))}
    <button aria-label="${action.button}: ${about}">${action.button}</button>
  </form>`;
}

/** The form of a preview: the typed values, and the button that runs the command. */
export function confirmation(action: Action, values: Values, form: string): Html {
  return html`<form method="post" action="/act/${action.id}">
    ${hidden('form', form)}${hidden('confirmed', 'yes')} ${action.fields.map(({ name }) => hidden(name, values[name] ?? ''))}
    <button>${action.button}</button>
    <button name="confirmed" value="back" class="second">Change it</button>
  </form>`;
}

/** The field that a sentence names first; null when it names none. */
export function fieldNamed(action: Action, reason: string): string | null {
  const places = action.fields.map(({ name }) => ({ name, at: reason.search(new RegExp(`(^|\\W)(--)?${name}\\b`, 'i')) }));
  const [first] = places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at);
  return first?.name ?? null;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function valueOf({ name }: Field, values: Values, form: string): string {
  return values[name] ?? (name === 'reference' ? `workbench-${form}` : '');
}

function fieldOf(id: string, field: Field, value: string, refusal: Refusal | undefined): Html {
  const isRefused = refusal?.field === field.name;
  const described = [field.hint !== undefined && `${id}-hint`, isRefused && `${id}-error`].filter((part) => part !== false);
  const attributes = html`id="${id}"
  name="${field.name}"${field.isOptional === undefined && html` required`}${
    isRefused && html` aria-invalid="true"`
  }${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}`;
  return html`<div class="field">
    <label for="${id}">${field.label}${field.isOptional === true && ' (optional)'}</label>
    ${field.hint !== undefined && html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
    ${isRefused && html`<p class="error" id="${id}-error">${refusal.reason}</p>`} ${control(field, attributes, value)}
  </div>`;
}

function control({ kind, choices }: Field, attributes: Html, value: string): Html {
  if (choices !== undefined)
    return html`<select ${attributes}>
      ${choices.map((choice) => html`<option${choice === value && html` selected`}>${choice}</option>`)}
    </select>`;
  if (kind === 'lines') return html`<textarea ${attributes} rows="6">${value}</textarea>`;
  if (kind === 'file') return html`<input type="file" ${attributes} />`;
  return html`<input ${attributes} value="${value}" autocomplete="off" spellcheck="false" />`;
}
