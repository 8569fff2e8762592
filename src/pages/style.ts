// The style sheet of public pages: mobile first, in the colors of the list.
import type { PageColors } from '../lists/pages/settings.ts';
import { DARK, LIGHT, type Theme, themeOf } from '../lists/pages/theme.ts';

const SHEET = `
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
header,main{max-width:38rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:1.5rem;font-weight:650}
header,h1{hyphens:auto}
header p{margin:0}
header img{display:block;max-width:100%;max-height:5rem;height:auto}
main{padding-top:1.25rem;padding-bottom:4rem}
main:first-child{padding-top:3rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
h2{font-size:1.1rem;line-height:1.3;margin:1.75rem 0 .5rem}
p{margin:.6rem 0}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--text);outline-offset:2px;border-radius:4px}
.quiet{color:var(--quiet)}.small{font-size:.875rem}.good{color:var(--good)}.bad{color:var(--bad)}.lines{white-space:pre-line}
.field{margin:1.25rem 0}
label,legend{font-weight:600}
.field>label{display:block}
fieldset{border:0;margin:1.25rem 0;padding:0;min-width:0}
legend{padding:0}
.choices label,.choice label{font-weight:400;display:flex;gap:.6rem;align-items:flex-start;padding:.35rem 0}
.row{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.help{margin:.15rem 0;color:var(--quiet);font-size:.9rem}
.fault{margin:.15rem 0;color:var(--bad);font-weight:600}
input,select,textarea{font:inherit;color:var(--text);background:var(--background);border:1px solid var(--line);border-radius:8px;padding:.6rem .75rem;width:100%;min-width:0;margin:.3rem 0 0;min-height:2.9rem}
input[type=checkbox],input[type=radio]{width:1.35rem;height:1.35rem;min-height:0;flex:none;margin:.1rem 0 0;accent-color:var(--accent)}
textarea{min-height:7rem;resize:vertical}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
button,.button{font:inherit;font-weight:600;border:1px solid var(--line);background:var(--accent);color:var(--on-accent);border-radius:8px;padding:.7rem 1.4rem;min-height:2.9rem;cursor:pointer;text-decoration:none;display:inline-block;margin-block:.4rem;margin-inline:0 .6rem}
button.plain,.button.plain{background:transparent;color:var(--text)}
.notice{border:1px solid var(--line);border-inline-start:.3rem solid var(--accent);border-radius:8px;padding:.75rem 1rem;margin:1.25rem 0}
.notice.faults{border-color:var(--bad)}
.notice>:first-child{margin-top:0}.notice>:last-child{margin-bottom:0}
.notice ul{margin:.4rem 0 0;padding-inline-start:1.2rem}
.trap{position:absolute;inset-inline-start:-100vw;width:1px;height:1px;overflow:hidden}
altcha-widget{--altcha-color-base:var(--background);--altcha-color-base-content:var(--text);--altcha-border-color:var(--line);--altcha-border-radius:8px;--altcha-color-neutral:var(--line);--altcha-color-neutral-content:var(--quiet);--altcha-color-primary:var(--accent);--altcha-color-primary-content:var(--on-accent);--altcha-color-success:var(--accent);--altcha-color-success-content:var(--on-accent);--altcha-color-error:var(--bad);--altcha-color-error-content:var(--background);--altcha-checkbox-border-color:var(--line);--altcha-checkbox-outline:3px solid var(--text);--altcha-max-width:100%}
ul.plain{list-style:none;margin:1rem 0;padding:0}
ul.plain>li{border-top:1px solid var(--line);padding:.75rem 0}
table.figures{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0}
.figures td,.figures thead th{white-space:nowrap;overflow-wrap:normal}
.figures th,.figures td{padding-block:.55rem;padding-inline:0 .6rem;border-bottom:1px solid color-mix(in srgb,var(--line) 40%,transparent);text-align:end;vertical-align:top}
.figures tr>:last-child{padding-inline-end:0}
.figures th:first-child{text-align:start}
.figures tbody th{font-weight:400}
.figures thead th{font-weight:600;font-size:.875rem;color:var(--quiet)}
.figures progress{vertical-align:middle;width:100%;min-width:4rem;height:.6rem;accent-color:var(--accent)}
@media print{header,main{max-width:none}}
@media (min-width:40rem){header{padding-top:3rem}h1{font-size:1.75rem}button,.button{min-width:10rem}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;

/**
 * The style sheet in these colors. Only our own colors follow the visitor's dark mode; a list's
 * colors stay as chosen.
 */
export function styleOf(colors: PageColors): string {
  const isOurs = Object.values(colors).every((color) => color === '');
  if (!isOurs) return rootOf(themeOf(colors)) + SHEET;
  return `${rootOf(themeOf(LIGHT))}@media (prefers-color-scheme:dark){${rootOf(themeOf(DARK))}}${SHEET}`;
}

function rootOf(theme: Theme): string {
  const { isDark, onAccent, ...colors } = theme;
  const names = Object.entries({ ...colors, 'on-accent': onAccent }).map(([name, color]) => `--${name}:${color}`);
  return `:root{color-scheme:${isDark ? 'dark' : 'light'};${names.join(';')}}`;
}
