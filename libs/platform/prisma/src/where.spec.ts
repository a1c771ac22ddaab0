import { Where } from './where';

describe('conditions of a statement', () => {
  it('are none at first', () => {
    expect(new Where().sql).toBe('');
  });

  it('give each value its own parameter, in order, and omit absent filters', () => {
    const where = new Where()
      .add('a = ?', "x'; --")
      .add('b')
      .addIf(null, 'c = ?')
      .addIf(undefined, 'd = ?')
      .addIf(false, 'e = ?')
      .add('f BETWEEN ? AND ?', 1, 2);
    expect([where.parameter(9), where.sql, where.values]).toEqual([
      '$5',
      'WHERE a = $1 AND b AND e = $2 AND f BETWEEN $3 AND $4',
      ["x'; --", false, 1, 2, 9],
    ]);
  });
});
