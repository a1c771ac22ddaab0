import { fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { Tabs } from './tabs';

const TABS = [
  { name: 'trades', label: 'Trades' },
  { name: 'rules', label: 'Rules' },
  { name: 'holders', label: 'Holders' },
] as const;

function Shown(): ReactNode {
  const [chosen, setChosen] = useState<(typeof TABS)[number]['name']>('trades');
  return (
    <Tabs label="Market" tabs={TABS} chosen={chosen} onChoose={setChosen}>
      {chosen}
    </Tabs>
  );
}

const selected = (): string | null => screen.getByRole('tab', { selected: true }).textContent;

describe('Tabs', () => {
  it.each([
    ['ArrowRight', 'Rules'],
    ['ArrowLeft', 'Holders'],
    ['End', 'Holders'],
    ['Home', 'Trades'],
    ['a', 'Trades'],
  ])('moves by %s to %s, and moves the focus too', (key, label) => {
    render(<Shown />);
    const first = screen.getByRole('tab', { name: 'Trades' });
    first.focus();
    fireEvent.keyDown(first, { key });
    expect(selected()).toBe(label);
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: label }));
  });

  it('is one tab stop, and labels its panel by the chosen tab', () => {
    render(<Shown />);
    fireEvent.click(screen.getByRole('tab', { name: 'Rules' }));
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
    expect(screen.getByRole('tabpanel', { name: 'Rules' }).textContent).toBe('rules');
  });
});
