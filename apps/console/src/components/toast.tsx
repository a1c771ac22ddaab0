import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react';

export type ToastKind = 'done' | 'failed' | 'notice';

interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

const SHOWN_MILLIS = 6_000;
const SHOWN_MAX = 4;
const ToastContext = createContext<((kind: ToastKind, text: string) => void) | null>(null);

/** Short messages about recent actions, in the corner; a screen reader announces them politely. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const dismiss = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (kind: ToastKind, text: string) => {
      const id = (lastId.current += 1);
      setToasts((shown) => [...shown.slice(1 - SHOWN_MAX), { id, kind, text }]);
      // A failure stays until it is dismissed.
      if (kind !== 'failed') setTimeout(() => dismiss(id), SHOWN_MILLIS);
    },
    [dismiss],
  );
  const value = useMemo(() => show, [show]);
  return (
    <ToastContext value={value}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, kind, text }) => (
          <div key={id} className={`toast toast-${kind}`}>
            <span>{text}</span>
            {kind === 'failed' && (
              <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => dismiss(id)}>
                ×
              </button>
            )}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

/** Returns a function that shows a message in the corner. */
export function useToast(): (kind: ToastKind, text: string) => void {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast outside of ToastProvider');
  return show;
}
