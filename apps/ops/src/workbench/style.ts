export const STYLE = `:root { color-scheme: light dark; --line: light-dark(#767b85, #8b93a1); 
--accent: light-dark(#1746a2, #a9c7ff); 
--bad: light-dark(#a3160c, #ffb4ab); --good: light-dark(#176130, #8fdba6); }
html { background: Canvas; color: CanvasText; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 0; padding: 0; }
nav a { display: inline-block; padding: .35rem 0; }
nav a[aria-current] { font-weight: 700; text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.wide { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
pre, code, td.id { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; border: 1px solid var(--line); padding: .75rem; }
.field { margin: .75rem 0; max-width: 40rem; }
label { display: block; font-weight: 600; }
.hint { margin: 0; font-size: .875rem; }
input, select, textarea, button { font: inherit; padding: .5rem; min-height: 2.75rem; max-width: 100%; }
input:not([type=file]), select, textarea { width: 100%; border: 1px solid var(--line); }
button { border: 1px solid var(--accent); background: var(--accent); color: Canvas;
font-weight: 600; padding: .5rem 1rem; cursor: pointer; }
button.second { background: Canvas; color: var(--accent); }
form.inline { display: inline-block; margin: 0 .25rem .25rem 0; }
.error, .bad { color: var(--bad); font-weight: 600; margin: 0; }
.good { color: var(--good); font-weight: 600; }
[aria-invalid] { outline: 2px solid var(--bad); }
.panel { border-left: .25rem solid var(--line); padding-left: 1rem; }
`;
