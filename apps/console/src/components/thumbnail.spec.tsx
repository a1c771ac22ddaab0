import { fireEvent, render } from '@testing-library/react';
import { SiteProvider } from '../config/site-context';
import { Thumbnail } from './thumbnail';

const site = { clob: '', gamma: '', data: '', chain: null, pictures: ['https://images.example.org'] };

function shown(pictures: readonly string[]): HTMLElement {
  return render(
    <SiteProvider site={site}>
      <Thumbnail name="“Rain” in May?" pictures={pictures} />
    </SiteProvider>,
  ).container;
}

describe('Thumbnail', () => {
  it('shows the first picture of an allowed origin', () => {
    const image = shown(['', 'https://elsewhere.example/a.png', 'https://images.example.org/b.png']).querySelector('img');
    expect([image?.src, image?.referrerPolicy]).toEqual(['https://images.example.org/b.png', 'no-referrer']);
  });

  it('shows a letter without one, and where the picture cannot be loaded', () => {
    expect(shown(['https://elsewhere.example/a.png', 'not an address']).textContent).toBe('R');
    const place = shown(['https://images.example.org/gone.png']);
    fireEvent.error(place.querySelector('img') as HTMLImageElement);
    expect(place.textContent).toBe('R');
  });
});
