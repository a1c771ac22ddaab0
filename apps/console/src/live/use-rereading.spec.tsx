import { renderHook } from '@testing-library/react';
import { useRereading } from './use-rereading';

describe('useRereading', () => {
  it('reads at each change of a known mark, and not for an equal one', () => {
    const read = jest.fn();
    const { rerender } = renderHook(({ mark }: { mark: string | undefined }) => useRereading(read, mark), {
      initialProps: { mark: undefined as string | undefined },
    });
    const timesAfter = (mark: string | undefined): number => {
      rerender({ mark });
      return read.mock.calls.length;
    };
    expect(['', '', 'a', undefined, 'a', 'b', 'b'].map(timesAfter)).toEqual([0, 0, 1, 1, 1, 2, 2]);
  });
});
