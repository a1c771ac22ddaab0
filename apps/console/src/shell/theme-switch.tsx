import { useState, type ReactNode } from 'react';
import { rememberedTheme, rememberTheme, type Theme } from '../theme/theme';

const THEMES: readonly { readonly theme: Theme; readonly label: string }[] = [
  { theme: 'system', label: 'System' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
];

export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(rememberedTheme);
  const choose = (value: string): void => {
    const chosen = THEMES.find((each) => each.theme === value)?.theme ?? 'system';
    rememberTheme(chosen);
    setTheme(chosen);
  };
  return (
    <label className="theme-switch">
      Colours
      <select value={theme} onChange={(event) => choose(event.target.value)}>
        {THEMES.map((each) => (
          <option key={each.theme} value={each.theme}>
            {each.label}
          </option>
        ))}
      </select>
    </label>
  );
}
