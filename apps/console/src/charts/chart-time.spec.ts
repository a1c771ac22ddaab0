import type { Time } from 'lightweight-charts';
import { axisTime, crossHairTime } from './chart-time';

const AT = Date.UTC(2026, 4, 7, 21, 30) / 1_000;
const at = AT as Time;

describe('the times of a chart', () => {
  it('are the reader’s own, as everywhere on the page', () => {
    const local = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(AT * 1_000);
    expect(axisTime(at, 3)).toBe(local);
    expect(crossHairTime(at)).toContain(local);
    const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(AT * 1_000);
    expect(axisTime(at, 2)).toBe(day);
  });
});
