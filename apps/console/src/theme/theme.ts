/** `system` follows the reader's system setting. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'foretell.theme';

export function rememberedTheme(): Theme {
  const value = readStored();
  return value === 'light' || value === 'dark' ? value : 'system';
}

export function rememberTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    window.localStorage.setItem(KEY, theme);
  } catch {
    // In a browser without storage, the choice lasts until the page is closed.
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function readStored(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
