import { actionNamed } from './actions';
import { FieldFault, shellLine, wordsOf } from './action';
import { eventFile, eventPreview } from './new-event';

const FORM = '4c2f0a52-6c8a-4a3f-9d1b-0d6f3c1f7a11';
const VALUES = {
  title: 'Rain in Lisbon',
  slug: 'rain-in-lisbon',
  end: '2099-01-01T12:00Z',
  questions: 'On Friday?\n\n On Saturday? ',
  description: 'By the weather service.',
};

describe('a new event', () => {
  it('is a row of a catalog, with a market for each question', () => {
    const { name, text } = eventFile(VALUES, FORM);
    expect(name).toBe('rain-in-lisbon.json');
    expect(JSON.parse(text)).toMatchObject([
      {
        title: 'Rain in Lisbon',
        slug: 'rain-in-lisbon',
        endDate: '2099-01-01T12:00:00.000Z',
        markets: [
          { question: 'On Friday?', slug: 'rain-in-lisbon-1', outcomes: ['Yes', 'No'], enableOrderBook: true },
          { question: 'On Saturday?', slug: 'rain-in-lisbon-2', conditionId: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
        ],
      },
    ]);
  });

  it('has the same ids for the same form, and others for another', () => {
    expect(eventFile(VALUES, FORM)).toEqual(eventFile(VALUES, FORM));
    expect(eventFile(VALUES, FORM)).not.toEqual(eventFile(VALUES, FORM.replace('4', '5')));
  });

  it('is shown before it is created, escaped', () => {
    const { text } = eventPreview({ ...VALUES, title: '<b>' });
    expect(text).toContain('&lt;b&gt;');
    expect(text).toContain('On Saturday?');
  });

  it.each([
    ['title', ''],
    ['slug', 'Rain in Lisbon'],
    ['end', 'tomorrow'],
    ['end', '2020-01-01T12:00Z'],
    ['questions', '\n'],
    ['questions', 'Same?\nSame?'],
  ])('is refused at the field %s for "%s"', (field, value) => {
    expect(() => eventPreview({ ...VALUES, [field]: value })).toThrow(expect.objectContaining({ field }));
    expect(() => eventPreview({ ...VALUES, [field]: value })).toThrow(FieldFault);
  });
});

describe('the command of a form', () => {
  it('has arguments in order, options that were given, and the reference of the form', () => {
    const words = wordsOf(actionNamed('edit'), { MARKET: 'rain', tick: '0.001', delay: '' }, 'workbench-1', null);
    expect(words).toEqual(['markets', 'set', 'rain', '--tick=0.001', '--reference=workbench-1']);
  });

  it('is what a shell takes', () => {
    expect(shellLine(['markets', 'resolve', 'rain', "It's; rm"])).toBe(`ops markets resolve rain 'It'\\''s; rm'`);
  });
});
