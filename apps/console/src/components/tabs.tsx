import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

interface TabsProps<Name extends string> {
  /** Name of the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** Panel of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs with one panel: arrows, Home and End move between them. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[placeAfter(event.key, at, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} className="tab-list">
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-tab={tab.name}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            className="tab"
            onClick={() => onChoose(tab.name)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="tab-panel">
        {children}
      </div>
    </div>
  );
}

/** Index of the tab that a key selects; -1 for other keys. */
function placeAfter(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
